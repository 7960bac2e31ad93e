//! Decoding a box of a shard: the inner chunks that it touches, one after the other.
//!
//! The entries of an index may overlap, and an inner chunk may be a shard again. So a few hundred bytes can ask for the same
//! inner chunk any number of times, and each level multiplies that. What reading the inner chunks costs is bounded by the
//! shard that is stored ([`SHARD_READS`]), and each shard within it gets its part of that, whatever its own index says.

use std::ops::Range;

use super::super::run::Overheard;
use super::super::{CodecError, Marks, StageWork, Trace, join};
use super::{ShardIndex, Sharding, SourceRange, whole};
use crate::limits::{SHARD_READS, SHARD_SLACK};
use crate::metadata::{
    BoxCorner, Elements, common, copy_box, delinear, lengths, linear, product, seen_from, starts,
};
use crate::store::{ByteSource, JoinedRanges};

struct ShardReading<'a> {
    shard: &'a dyn ByteSource,
    index: &'a ShardIndex,
    region: &'a [Range<u64>],
    allowance: Allowance,
}

#[derive(Debug, Clone, Copy)]
struct Allowance {
    cost: u64,
    limit: u64,
}

#[derive(Default)]
struct Broken {
    count: u64,
    size: u64,
    all: Vec<Vec<u64>>,
    error: Option<CodecError>,
}

const SHOWN: usize = 8;
/// Then no other inner chunk is tried: each may give much before it fails, and all may be the same few bytes.
const MOST: u64 = 1024;

impl Sharding {
    /// When tracing, a broken inner chunk does not end decoding: the others are left beside the error.
    pub(in super::super) fn decode_box(
        &self,
        shard: &dyn ByteSource,
        index: &ShardIndex,
        region: &[Range<u64>],
        work: &mut StageWork,
    ) -> Result<Elements, CodecError> {
        let allowance = self.allowance(shard, index, region, work)?;
        let touched = (!self.inner.reads_ranges()).then(|| self.grid.touched(region));
        let ranges = touched.into_iter().flatten().filter_map(|coords| {
            let SourceRange { offset, nbytes, .. } = self.inner_source(shard, index, &coords).ok()??;
            Some(offset..offset.checked_add(nbytes)?)
        });
        let shard: &dyn ByteSource = &JoinedRanges::new(shard, ranges);
        let mut elements = None;
        let mut broken = Broken::default();
        let mut marks = Marks::default();
        let reading = ShardReading { shard, index, region, allowance };
        for coords in self.grid.touched(region) {
            let tried = match &broken.error {
                Some(error) if broken.count >= MOST => Err(error.clone()),
                _ => self.decode_inner(&reading, &coords, &mut elements, work),
            };
            let Err(error) = tried else { continue };
            if !work.is_traced {
                return Err(error);
            }
            let lost_elements = match &error {
                CodecError::InnerChunk { error, .. } if matches!(**error, CodecError::Element { .. }) => {
                    self.rescue(&reading, &coords, &mut elements, work)
                }
                _ => None,
            };
            if let Some(lost_elements) = lost_elements {
                let size = lengths(region).into_iter().fold(1_u64, u64::saturating_mul);
                for number in lost_elements {
                    marks.mark(number, usize::try_from(size).ok(), String::new);
                }
            } else {
                let size = lengths(&self.common(&coords, region));
                broken.count += 1;
                broken.size = broken.size.saturating_add(size.into_iter().fold(1, u64::saturating_mul));
                broken.all.push(coords);
            }
            broken.error.get_or_insert(error);
        }
        let elements = match elements {
            Some(elements) => elements,
            None => self.filled(&lengths(region))?,
        };
        match broken.error.take() {
            Some(error) => {
                if broken.count > 0 {
                    work.note("broken inner chunks", broken.to_string());
                }
                work.leave_filled(elements, broken.size, broken.all, marks);
                Err(error)
            }
            None => Ok(elements),
        }
    }

    fn allowance(
        &self,
        shard: &dyn ByteSource,
        index: &ShardIndex,
        region: &[Range<u64>],
        work: &StageWork,
    ) -> Result<Allowance, CodecError> {
        let nbytes = shard.nbytes();
        let limit = match work.inner_limit {
            // A codec after this one may have made many bytes of few. Each of them may be read once in any case.
            Some(limit) => limit.max(nbytes),
            None => nbytes.saturating_add(SHARD_SLACK).saturating_mul(SHARD_READS),
        };
        let cost = if *region == whole(&self.decoded.shape) {
            index.total()
        } else {
            self.grid.touched(region).map(|coords| index.entry(&coords).cost()).fold(0, u64::saturating_add)
        };
        if cost > limit {
            return Err(CodecError::InnerTotal { limit, nbytes: cost });
        }
        Ok(Allowance { cost, limit })
    }

    /// No elements before the first inner chunk is decoded: each level of nested shards would hold as many.
    fn decode_inner(
        &self,
        reading: &ShardReading,
        coords: &[u64],
        elements: &mut Option<Elements>,
        work: &mut StageWork,
    ) -> Result<(), CodecError> {
        let Some(source) = self.inner_source(reading.shard, reading.index, coords)? else {
            if self.decoded.fill_value.is_some() {
                return Ok(());
            }
            // A codec before this one was not able to encode the fill value.
            return Err(CodecError::NoFillValue { coords: coords.to_vec() });
        };
        let extent = self.grid.extent(coords).unwrap_or_default();
        let common = self.common(coords, reading.region);
        let Allowance { cost, limit } = reading.allowance;
        let own = u128::from(reading.index.entry(coords).cost());
        let limit = u64::try_from(u128::from(limit) * own / u128::from(cost.max(1))).unwrap_or(u64::MAX);
        let mut overheard = Overheard { inner_limit: Some(limit), ..Overheard::default() };
        let part = self.inner.decode_box(&source, &seen_from(&common, &extent), work.options, &mut overheard);
        let part = part.map_err(|fault| fault.of_inner_chunk(coords))?;
        work.pass_on(&format!("inner chunk ({})", join(coords)), overheard);
        self.put(part, &common, reading, elements)?;
        // Texts have no declared size, and inner chunks may share their bytes: together they are no more than a chunk may be.
        let nbytes = elements.as_ref().map_or(0, |all| all.visible_bytes().len() as u64);
        let limit = work.options.max_chunk_bytes;
        if nbytes > limit {
            let what = format!("{nbytes} bytes and more ({})", self.decoded);
            return Err(CodecError::Limit { limit, what });
        }
        Ok(())
    }

    fn put(
        &self,
        part: Elements,
        common: &[Range<u64>],
        reading: &ShardReading,
        elements: &mut Option<Elements>,
    ) -> Result<(), CodecError> {
        if common == reading.region {
            *elements = Some(part);
            return Ok(());
        }
        let size = lengths(common);
        let shape = lengths(reading.region);
        let all = match elements {
            Some(all) => all,
            None => elements.insert(self.filled(&shape)?),
        };
        let start = starts(&seen_from(common, reading.region));
        let corner = BoxCorner { shape: &size, start: &vec![0; size.len()] };
        // The boxes fit because both were cut to what is common.
        let _ = copy_box(&part, corner, all, BoxCorner { shape: &shape, start: &start }, &size);
        Ok(())
    }

    /// Puts in place an inner chunk of which only some elements have no value, and returns their numbers in the box. It is
    /// decoded a second time, so that shards in shards are left alone: each level would double the work.
    fn rescue(
        &self,
        reading: &ShardReading,
        coords: &[u64],
        elements: &mut Option<Elements>,
        work: &StageWork,
    ) -> Option<Vec<u64>> {
        let extent = self.grid.extent(coords)?;
        let common = self.common(coords, reading.region);
        if extent != common {
            return None;
        }
        let stored =
            self.inner_source(reading.shard, reading.index, coords).ok()??.read_all().ok()?.into_owned();
        let trace = Trace::record(&self.inner, stored, work.options, usize::MAX);
        let salvage = self.inner.salvage(&trace, work.options)?;
        let size = lengths(&extent);
        let shape = lengths(reading.region);
        let start = starts(&seen_from(&extent, reading.region));
        let mut lost = Vec::new();
        for index in 0..salvage.elements.size() as u64 {
            let own = delinear(index, &size);
            if !self.inner.is_readable(&trace, &salvage, &own) {
                let place: Vec<u64> = own.iter().zip(&start).map(|(own, start)| own + start).collect();
                lost.push(linear(&place, &shape)?);
            }
        }
        self.put(salvage.elements, &common, reading, elements).ok()?;
        Some(lost)
    }

    fn common(&self, coords: &[u64], region: &[Range<u64>]) -> Vec<Range<u64>> {
        common(&self.grid.extent(coords).unwrap_or_default(), region)
    }

    fn filled(&self, shape: &[u64]) -> Result<Elements, CodecError> {
        let limit = || CodecError::Limit { limit: u64::MAX, what: self.decoded.to_string() };
        let size = product(shape).and_then(|size| usize::try_from(size).ok()).ok_or_else(limit)?;
        // Where the fill value could not be encoded, a missing inner chunk is an error: this is overwritten.
        let zero = self.decoded.data_type.scalar(&vec![0; self.decoded.data_type.nbytes()]);
        let zero = zero.ok_or_else(limit)?;
        let fill_value = self.decoded.fill_value.as_ref().unwrap_or(&zero);
        Ok(Elements::filled(&self.decoded.data_type, fill_value, size))
    }
}

impl std::fmt::Display for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let more = if self.count > SHOWN as u64 { ", …" } else { "" };
        let shown: Vec<String> =
            self.all.iter().take(SHOWN).map(|coords| format!("({})", join(coords))).collect();
        let untried = if self.count > MOST { format!(", of which {MOST} were tried") } else { String::new() };
        write!(f, "{}{untried}: {}{more}", self.count, shown.join(", "))
    }
}
