//! The elements are in another order: rows where columns are expected. Where rows really end, neighbours jump; where they
//! only seem to end, with the wrong order, neighbours do not.

use super::sample::{NumberKind, Sample, share};
use super::subject::Specimen;
use super::threshold::{order as threshold, regions};
use super::verdict::short;

/// Rows and columns have at least so many elements.
const LEAST_EDGE: usize = 4;
const LEAST_DISTINCT: usize = 16;
const LEAST_ENDS: usize = 6;

pub(super) struct Ranks {
    each: Vec<Option<f64>>,
    are_names: bool,
}

impl Ranks {
    pub fn of_numbers(sample: &Sample, kind: NumberKind) -> Option<Self> {
        let run = sample.run.min(sample.bits.len());
        let mut keys = Vec::new();
        for (bits, kept) in sample.bits.iter().zip(&sample.kept).take(run) {
            if *kept {
                keys.push(kind.ordered(*bits, sample.nbytes));
            }
        }
        keys.sort_unstable();
        keys.dedup();
        if keys.len() < LEAST_DISTINCT {
            return None;
        }
        let mut each = Vec::with_capacity(run);
        for (bits, kept) in sample.bits.iter().zip(&sample.kept).take(run) {
            each.push(match keys.binary_search(&kind.ordered(*bits, sample.nbytes)) {
                Ok(rank) if *kept => Some(share(rank, keys.len())),
                _ => None,
            });
        }
        Some(Self { each, are_names: false })
    }

    /// The same for regions of equal numbers: labels. `None` where neighbours are hardly ever the same, or nearly all.
    pub fn of_regions(sample: &Sample) -> Option<Self> {
        let bits = sample.bits.get(..sample.run).unwrap_or(&sample.bits);
        let mut names = bits.to_vec();
        names.sort_unstable();
        names.dedup();
        let name = |bits: &u64| share(names.binary_search(bits).unwrap_or(0), 1);
        let found = Self { each: bits.iter().map(|bits| Some(name(bits))).collect(), are_names: true };
        let unrelated = found.unrelated();
        let are_regions = found.apart(1, |_| true).0 < unrelated * regions::ALIKE;
        if unrelated >= regions::VARIED && are_regions { Some(found) } else { None }
    }

    fn difference(&self, one: f64, other: f64) -> f64 {
        let difference = (one - other).abs();
        if self.are_names { f64::from(u8::from(difference > 0.5)) } else { difference }
    }

    /// Pairs of elements so far apart, with the number of the first.
    fn pairs(&self, lag: usize) -> impl Iterator<Item = (usize, f64, f64)> {
        let pairs = self.each.iter().zip(self.each.iter().skip(lag)).enumerate();
        pairs.filter_map(|(index, (one, other))| Some((index, (*one)?, (*other)?)))
    }

    /// The mean difference of elements so far apart, of those whose number `is_wanted`; with how many there are.
    fn apart(&self, lag: usize, is_wanted: impl Fn(usize) -> bool) -> (f64, usize) {
        let (mut sum, mut size) = (0.0, 0);
        for (_, one, other) in self.pairs(lag).filter(|(index, ..)| is_wanted(*index)) {
            sum += self.difference(one, other);
            size += 1;
        }
        (sum / share(size, 1).max(1.0), size)
    }

    /// Whether the elements so far apart go up and down, as those of a counter do not.
    fn both_ways(&self, lag: usize) -> bool {
        let up = self.pairs(lag).filter(|(_, one, other)| other > one).count();
        threshold::BOTH_WAYS.contains(&share(up, self.pairs(lag).count()))
    }

    fn unrelated(&self) -> f64 {
        let mut sum = 0.0;
        let mut size = 0;
        for (index, one) in self.each.iter().enumerate() {
            // Two primes take every element to one far away, the same at each run.
            let other = index.wrapping_mul(40_503).wrapping_add(7_919) % self.each.len();
            if let (Some(one), Some(Some(other))) = (one, self.each.get(other)) {
                sum += self.difference(*one, *other);
                size += 1;
            }
        }
        sum / share(size, 1).max(1.0)
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Rows {
    pub length: usize,
    pub jump: Option<f64>,
    pub ratio: f64,
    pub is_sure: bool,
}

pub(super) fn rows(ranks: &Ranks, declared: usize, length: usize) -> Option<Rows> {
    let size = ranks.each.len();
    let is_measured = length != declared && length >= LEAST_EDGE && declared > 1;
    if !is_measured || size < 4 * length.max(declared) {
        return None;
    }
    let unrelated = ranks.unrelated();
    let (above, _) = ranks.apart(length, |_| true);
    let (declared_above, _) = ranks.apart(declared, |_| true);
    // Elements above each other are alike, but not the same: what repeats itself exactly is no proof.
    let are_few = ranks.are_names && above * share(size, 1) < share(regions::EDGES, 1);
    let is_near = above < unrelated / threshold::ALIKE
        && above > unrelated / threshold::SAME
        && !are_few
        && declared_above > threshold::NEARER * above;
    if !is_near {
        return None;
    }
    if length < declared {
        let (across, size) = ranks.apart(length, |index| index % declared >= declared - length);
        let (within, _) = ranks.apart(length, |index| index % declared < declared - length);
        if size < LEAST_ENDS || across > threshold::GOES_ON * within {
            return None;
        }
    }
    let floor = unrelated / threshold::FLOOR;
    let is_end = |index: usize, of: usize| index % of == of - 1;
    let (inside, _) = ranks.apart(1, |index| !is_end(index, length) && !is_end(index, declared));
    let (own, own_size) = ranks.apart(1, |index| is_end(index, length) && !is_end(index, declared));
    let (both, both_size) = ranks.apart(1, |index| is_end(index, length) && is_end(index, declared));
    let (seeming, seeming_size) = ranks.apart(1, |index| !is_end(index, length) && is_end(index, declared));
    // Where every end is one of both, those are what can be measured.
    let (jump, jump_size) = if own_size > 0 { (own, own_size) } else { (both, both_size) };
    let least = inside.max(floor);
    let jumps = inside < unrelated / threshold::SMOOTH_INSIDE
        && jump_size >= LEAST_ENDS
        && jump >= (threshold::JUMP * least).max(unrelated / threshold::JUMP_APART)
        && (seeming_size == 0 || seeming <= threshold::GOES_ON * least);
    let dips = above < unrelated / threshold::DIP
        && declared_above > threshold::DIP_NEARER * above
        && !ranks.are_names
        && ranks.both_ways(length)
        && [length - 1, length + 1]
            .iter()
            .all(|lag| ranks.apart(*lag, |_| true).0 > threshold::DIP_NEARER * above);
    let go_on = seeming_size >= LEAST_ENDS && seeming <= threshold::GOES_ON * inside;
    let returns = !jumps && !dips && go_on && {
        let (halfway, _) = ranks.apart(length / 2, |_| true);
        above < unrelated / threshold::RETURN
            && declared_above > threshold::RETURN * above
            && halfway > threshold::RETURN * above
            && (ranks.are_names || ranks.both_ways(length))
    };
    if !(jumps || dips || returns) {
        return None;
    }
    Some(Rows {
        length,
        jump: if jumps { Some(jump / least) } else { None },
        ratio: declared_above / above.max(floor),
        // Rows of either length have ends where the others have none.
        is_sure: own_size >= LEAST_ENDS && seeming_size >= LEAST_ENDS && jumps,
    })
}

impl Rows {
    pub fn describe(&self) -> String {
        let length = self.length;
        let ratio = short(self.ratio);
        let near = format!("in rows of {length} elements those above each other differ {ratio} times less");
        let Some(jump) = self.jump else { return near };
        format!("{near}, and neighbours jump {} times as far where these rows end", short(jump.round()))
    }
}

fn edge(subject: &Specimen, axis: usize) -> Option<usize> {
    usize::try_from(*subject.decoded.shape.get(axis)?).ok()
}

pub(super) fn axes(subject: &Specimen, ranks: &Ranks, declared: &[usize]) -> Option<(Vec<usize>, Rows)> {
    let mut long = declared.to_vec();
    long.retain(|axis| matches!(edge(subject, *axis), Some(2..)));
    let (last, others) = long.split_last()?;
    let mut best: Option<(usize, Rows)> = None;
    for axis in others {
        if let Some(found) = rows(ranks, edge(subject, *last)?, edge(subject, *axis)?)
            && best.is_none_or(|(_, best)| found.ratio.total_cmp(&best.ratio).is_ge())
        {
            best = Some((*axis, found));
        }
    }
    let (row, mut found) = best?;
    let mut order = match long.len() {
        2 => vec![*last, row],
        3 => {
            let (order, is_sure) = planes(subject, ranks, row, found.length, &long)?;
            found.is_sure &= is_sure;
            order
        }
        _ => return None,
    };
    // Axes of one element may be anywhere: as they are in the reverse of the declared order, where that fits.
    let reversed: Vec<usize> = declared.iter().rev().copied().collect();
    if reversed.iter().filter(|axis| long.contains(axis)).eq(order.iter()) {
        order = reversed;
    }
    if order.len() == declared.len() { Some((order, found)) } else { None }
}

/// The order of three axes of which the last one, `row`, is known: planes that follow each other differ less than others.
/// Where that decides nothing, they are in the reverse order, and it is not sure.
fn planes(
    subject: &Specimen,
    ranks: &Ranks,
    row: usize,
    length: usize,
    long: &[usize],
) -> Option<(Vec<usize>, bool)> {
    let rest: Vec<usize> = long.iter().rev().copied().filter(|axis| *axis != row).collect();
    let [outer, inner] = rest.as_slice() else { return None };
    let inner_edge = edge(subject, *inner)?;
    let outer_edge = edge(subject, *outer)?;
    let (reversed, size) = ranks.apart(length.checked_mul(inner_edge)?, |_| true);
    let (other, other_size) = ranks.apart(length.checked_mul(outer_edge)?, |_| true);
    let is_measured = size.min(other_size) >= LEAST_ENDS && inner_edge != outer_edge;
    if is_measured && other * threshold::NEARER < reversed {
        return Some((vec![*inner, *outer, row], true));
    }
    Some((vec![*outer, *inner, row], is_measured && reversed * threshold::NEARER < other))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slope() -> Ranks {
        let numbers = (0..600_u64).map(|index| (index / 30) * (index / 30) + (index % 30) * 17);
        Ranks::of_numbers(&Sample::row_of(numbers, 8), NumberKind::Unsigned).unwrap()
    }

    #[test]
    fn rows_of_the_right_length_explain_the_jumps() {
        let found = rows(&slope(), 20, 30).unwrap();
        assert_eq!((found.length, found.is_sure), (30, true));
        assert!(found.describe().starts_with("in rows of 30 elements those above each other differ "));
        assert_eq!(rows(&slope(), 30, 20), None);
    }

    #[test]
    fn a_ramp_has_no_rows() {
        let ranks = Ranks::of_numbers(&Sample::row_of(0..600, 8), NumberKind::Unsigned).unwrap();
        assert_eq!((rows(&ranks, 30, 20), rows(&ranks, 20, 30)), (None, None));
    }

    #[test]
    fn what_repeats_itself_exactly_has_no_rows() {
        let ranks =
            Ranks::of_numbers(&Sample::row_of((0..600).map(|index| index % 20), 8), NumberKind::Unsigned)
                .unwrap();
        assert_eq!(rows(&ranks, 30, 20), None);
    }

    #[test]
    fn few_different_values_have_no_order() {
        assert!(
            Ranks::of_numbers(&Sample::row_of((0..600).map(|index| index % 15), 8), NumberKind::Unsigned)
                .is_none()
        );
    }
}
