use std::ops::Range;

use crate::metadata::json::{Field, Json};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Axis {
    pub(super) size: u64,
    edges: Edges,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Edges {
    Same(u64),
    /// Runs of equal lengths with the sums before each, found by bisection: `[1, 2^60]` is one run.
    Runs(Vec<EdgeRun>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct EdgeRun {
    edge: u64,
    count: u64,
    chunk: u64,
    origin: u64,
}

impl Axis {
    pub(super) fn regular(size: u64, edge: u64) -> Self {
        // Documents with an edge of zero are refused; here it must not divide.
        Self { size, edges: Edges::Same(edge.max(1)) }
    }

    /// The last chunk ends with the array.
    pub(super) fn bounded(size: u64, edge: u64) -> Self {
        let (count, rest) = (size / edge.max(1), size % edge.max(1));
        if rest == 0 {
            return Self::regular(size, edge);
        }
        let mut runs = Vec::new();
        if count > 0 {
            runs.push(EdgeRun { edge, count, chunk: 0, origin: 0 });
        }
        runs.push(EdgeRun { edge: rest, count: 1, chunk: count, origin: size - rest });
        Self { size, edges: Edges::Runs(runs) }
    }

    pub(super) fn count(&self) -> u64 {
        match &self.edges {
            Edges::Same(edge) => self.size.div_ceil(*edge),
            // Edges may go on past the array. Those chunks are of the grid too, and may be stored.
            Edges::Runs(runs) => runs.last().map_or(0, |run| run.chunk + run.count),
        }
    }

    pub(super) fn common_edge(&self) -> Option<u64> {
        match &self.edges {
            Edges::Same(edge) => Some(*edge),
            Edges::Runs(runs) => {
                let first = runs.first()?.edge;
                runs.iter().all(|run| run.edge == first).then_some(first)
            }
        }
    }

    pub(super) fn extent(&self, chunk: u64) -> Option<Range<u64>> {
        if chunk >= self.count() {
            return None;
        }
        let (origin, edge) = match &self.edges {
            Edges::Same(edge) => (chunk.checked_mul(*edge)?, *edge),
            Edges::Runs(runs) => {
                let run = runs.get(runs.partition_point(|run| run.chunk <= chunk).checked_sub(1)?)?;
                (run.origin.checked_add((chunk - run.chunk).checked_mul(run.edge)?)?, run.edge)
            }
        };
        Some(origin..origin.checked_add(edge)?)
    }

    pub(super) fn locate(&self, position: u64) -> Option<(u64, u64)> {
        if position >= self.size {
            return None;
        }
        match &self.edges {
            Edges::Same(edge) => Some((position / edge, position % edge)),
            Edges::Runs(runs) => {
                let run = runs.get(runs.partition_point(|run| run.origin <= position).checked_sub(1)?)?;
                let within = position - run.origin;
                Some((run.chunk + within / run.edge, within % run.edge))
            }
        }
    }
}

/// Below 2^63, so that a dimension and its overhang together fit 64 bits. Sums are checked all the same.
pub(in crate::metadata) fn read_edge(item: &Json, expected: &str) -> Field<u64> {
    let edge = item.positive(expected)?;
    i64::try_from(edge).map(|_| edge).map_err(|_| item.unexpected("a chunk edge below 2^63"))
}

pub(super) fn read_axis(json: &Json, size: u64) -> Field<Axis> {
    if json.value().is_number() {
        return Ok(Axis { size, edges: Edges::Same(read_edge(json, "a positive integer")?) });
    }
    let mut runs: Vec<EdgeRun> = Vec::new();
    let mut chunk = 0_u64;
    let mut origin = 0_u64;
    for item in json.items("chunk edges: integers or [edge, count] pairs")? {
        let (edge, count) = read_run(&item)?;
        let too_long = || item.unexpected("chunk edges that add up to less than 2^64");
        let length = edge.checked_mul(count).ok_or_else(too_long)?;
        match runs.last_mut() {
            // One run, however it is written: so equal grids are equal.
            Some(last) if last.edge == edge => {
                last.count = last.count.checked_add(count).ok_or_else(too_long)?;
            }
            _ => runs.push(EdgeRun { edge, count, chunk, origin }),
        }
        chunk = chunk.checked_add(count).ok_or_else(too_long)?;
        origin = origin.checked_add(length).ok_or_else(too_long)?;
    }
    // Too many edges are allowed, too few are not: some elements would be in no chunk.
    if origin < size {
        return Err(
            json.fault(format!("chunk edges that add up to at least {size}"), format!("a sum of {origin}"))
        );
    }
    match runs.as_slice() {
        [run] if run.count == size.div_ceil(run.edge) => Ok(Axis::regular(size, run.edge)),
        _ => Ok(Axis { size, edges: Edges::Runs(runs) }),
    }
}

fn read_run(item: &Json) -> Field<(u64, u64)> {
    if !item.value().is_array() {
        return Ok((read_edge(item, "a chunk edge of at least 1, or [edge, count]")?, 1));
    }
    let pair = item.items("a pair [edge, count]")?;
    let [edge, count] = pair.as_slice() else { return Err(item.unexpected("a pair [edge, count]")) };
    Ok((read_edge(edge, "a positive integer")?, count.positive("a positive integer")?))
}
