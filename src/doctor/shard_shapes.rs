use serde_json::{Value, json};

use super::case::{BUDGET, Case, Failing};
use super::confidence::shard as sure;
use super::entries::{IndexEntries, entries, inner_decode};
use super::rough::roughness;
use super::{Hypothesis, hypothesis};
use crate::codec::{Chain, DecodeOptions, IndexForm, SHARDING, Silent, WhichEnd};
use crate::metadata::{Change, CodecMetadata, Elements, Json, text::shape as text};
use crate::store::Slice;

/// The most shapes that are tried: a shard of three dimensions with many divisors has thousands.
const SHAPES: usize = 300;
const INNER: u64 = 1 << 14;
/// Nearly as smooth is no difference: a twentieth, by which rounding and noise differ too.
const AS_SMOOTH: f64 = 1.05;
/// How many decoded bytes a shard may have for its values to be compared.
const JUDGED: u64 = 1 << 19;

fn size(shape: &[u64]) -> u64 {
    shape.iter().fold(1, |size, edge| size.saturating_mul(*edge))
}

fn inner_shapes(shard: &[u64]) -> Vec<Vec<u64>> {
    let mut shapes: Vec<Vec<u64>> = vec![Vec::new()];
    for edge in shard {
        let mut longer = Vec::new();
        for shape in &shapes {
            for count in 1..=(*edge).min(4096) {
                if edge.is_multiple_of(count) && longer.len() < SHAPES {
                    longer.push([shape.as_slice(), &[edge / count]].concat());
                }
            }
        }
        shapes = longer;
    }
    let whole = size(shard);
    shapes.retain(|shape| shape != shard && whole / size(shape).max(1) <= INNER);
    // Of two shapes of one size, that with the more even edges is the commoner.
    let sum = |shape: &[u64]| shape.iter().fold(0_u64, |sum, edge| sum.saturating_add(*edge));
    shapes.sort_by_key(|shape| (std::cmp::Reverse(size(shape)), sum(shape)));
    shapes
}

/// The bytes do not distinguish shapes of one size; the values may, which are smoothest in the true shape.
pub fn smoothest(
    case: &Case,
    fits: &dyn Fn(&[u64]) -> bool,
    decode: &dyn Fn(&[u64]) -> Option<Elements>,
) -> Option<(Vec<u64>, Vec<Vec<u64>>)> {
    let mut shapes = inner_shapes(&case.core_shape()).into_iter();
    let first = shapes.find(|shape| fits(shape))?;
    let whole = size(&first);
    let alike = shapes.take_while(|shape| size(shape) == whole);
    // To compare the shapes of a large shard would take too long: the first is the commonest.
    if case.chain.decoded().nbytes().is_none_or(|nbytes| nbytes > JUDGED) {
        return Some((first, alike.filter(|shape| fits(shape)).collect()));
    }
    let mut judged = Vec::new();
    let mut least = f64::INFINITY;
    for shape in std::iter::once(first).chain(alike) {
        let Some(elements) = decode(&shape) else { continue };
        let roughness = roughness(&elements, &case.chain.decoded().shape).unwrap_or(0.0);
        least = least.min(roughness);
        judged.push((roughness, shape));
    }
    // Nearly as smooth is no difference: then the more even edges stay first.
    judged.sort_by_key(|(roughness, _)| *roughness > least * AS_SMOOTH);
    let mut shapes = judged.into_iter().map(|(_, shape)| shape);
    Some((shapes.next()?, shapes.collect()))
}

pub fn rivalry(rivals: &[Vec<u64>]) -> (f64, String) {
    let Some(rival) = rivals.first() else { return (0.0, String::new()) };
    (sure::RIVAL, format!("; inner chunks {} fit as well, but are less likely", text(rival)))
}

pub fn as_plain(case: &Case, failing: &Failing) -> Option<Hypothesis> {
    let shard = case.core().pop()?;
    let list = shard.configuration.get("codecs")?;
    let place = format!("{}/configuration/codecs", shard.pointer);
    let inner = Json::at(list, place).list("codecs", CodecMetadata::read).ok()?;
    let mut codecs = case.core();
    codecs.pop();
    let changes = change(case, &codecs, list.as_array()?);
    codecs.extend(inner);
    case.decode(&codecs, failing.input)?;
    let evidence = format!(
        "the {} bytes have no index, and decode whole with the codecs of the inner chunks, as {}",
        failing.input.len(),
        case.wanted()
    );
    Some(hypothesis("the chunk is not a shard", sure::NO_SHARD, evidence).changing(changes))
}

fn change(case: &Case, before: &[CodecMetadata], entries: &[Value]) -> Vec<Change> {
    let mut list = written_entries(case, before);
    list.extend_from_slice(entries);
    vec![Change::new(case.place(), list)]
}

fn written_entries(case: &Case, codecs: &[CodecMetadata]) -> Vec<Value> {
    let document = &case.array.document().value;
    codecs.iter().filter_map(|codec| document.pointer(&codec.pointer).cloned()).collect()
}

struct ShardTrial<'a> {
    case: &'a Case<'a>,
    before: &'a [CodecMetadata],
    inner: &'a [Value],
    side: WhichEnd,
    sizes: Vec<usize>,
}

impl ShardTrial<'_> {
    fn entry(&self, shape: &[u64]) -> Value {
        json!({"name": SHARDING.name, "configuration": {
            "chunk_shape": shape, "codecs": self.inner, "index_location": self.side.name(),
            "index_codecs": IndexForm::common(self.side).codecs(),
        }})
    }

    fn chain(&self, shape: &[u64]) -> Option<Chain> {
        let mut codecs = self.before.to_vec();
        codecs.push(CodecMetadata::read(&Json::at(&self.entry(shape), self.case.place())).ok()?);
        self.case.chain_of(&codecs, self.case.chain.decoded().clone())
    }

    fn index(&self, shape: &[u64]) -> Option<(Chain, IndexEntries)> {
        if !self.sizes.contains(&index_nbytes(self.case, shape)?) {
            return None;
        }
        let chain = self.chain(shape)?;
        let found = entries(&chain, self.case.stored())?;
        if found.are_sound() { Some((chain, found)) } else { None }
    }

    fn fits(&self, shape: &[u64]) -> bool {
        self.index(shape).is_some_and(|(chain, found)| inner_decode(&chain, self.case.stored(), &found))
    }

    fn decode(&self, shape: &[u64]) -> Option<Elements> {
        self.chain(shape)?.decode(&Slice(self.case.stored()), &DecodeOptions::default(), &mut Silent).ok()
    }
}

pub fn as_shard(case: &Case) -> Option<Hypothesis> {
    if case.is_v2() || case.stored().len() as u64 > BUDGET {
        return None;
    }
    let mut before = case.core();
    let mut codecs = vec![before.pop()?];
    codecs.extend(case.outer());
    let inner = written_entries(case, &codecs);
    for side in [WhichEnd::End, WhichEnd::Start] {
        let sizes = index_sizes(case, case.stored(), side);
        let trial = ShardTrial { case, before: &before, inner: &inner, side, sizes };
        let found = smoothest(case, &|shape| trial.fits(shape), &|shape| trial.decode(shape));
        let decodes = found.is_some();
        let (shape, rivals) = match found {
            Some(found) => found,
            // Even where no inner chunk decodes, the index may be proof enough.
            None => {
                let shapes = inner_shapes(&case.core_shape());
                let Some(shape) = shapes.into_iter().find(|shape| trial.index(shape).is_some()) else {
                    continue;
                };
                (shape, Vec::new())
            }
        };
        let entries = entries(&trial.chain(&shape)?, case.stored())?;
        let (lower, why) = rivalry(&rivals);
        let what = format!("the chunk is a shard of inner chunks {}", text(&shape));
        let has = entries.describe();
        let evidence = format!("an index whose checksum agrees is at the {}; it has {has}{why}", side.name());
        let mut hypothesis = hypothesis(what, sure::IS_SHARD - lower, evidence);
        if decodes {
            hypothesis.changes = change(case, &before, &[trial.entry(&shape)]);
        } else if entries.covers() {
            hypothesis.evidence.push_str("; the inner chunks have other codecs than the document says");
            hypothesis.confidence = sure::IS_SHARD_OF_OTHERS;
        } else {
            continue;
        }
        return Some(hypothesis);
    }
    None
}

pub fn index_nbytes(case: &Case, shape: &[u64]) -> Option<usize> {
    let mut count = 1_u64;
    for (edge, inner) in case.core_shape().iter().zip(shape) {
        count = count.checked_mul(edge.checked_div(*inner)?)?;
    }
    usize::try_from(IndexForm::common(WhichEnd::End).nbytes(count)?).ok()
}

pub fn index_sizes(case: &Case, input: &[u8], side: WhichEnd) -> Vec<usize> {
    let mut sizes: Vec<usize> =
        inner_shapes(&case.core_shape()).iter().filter_map(|shape| index_nbytes(case, shape)).collect();
    sizes.sort_unstable();
    sizes.dedup();
    sizes.retain(|nbytes| {
        let rest = input.len().saturating_sub(*nbytes);
        let index = match side {
            WhichEnd::Start => input.get(..*nbytes),
            WhichEnd::End => input.get(rest..),
        };
        index.is_some_and(|index| index.len() == *nbytes && IndexForm::checksum_agrees(index))
    });
    sizes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inner_shapes_divide_the_shard() {
        assert_eq!(inner_shapes(&[4, 2]), [[2, 2], [4, 1], [2, 1], [1, 2], [1, 1]]);
        assert!(inner_shapes(&[1 << 20, 1 << 20]).len() <= SHAPES);
        assert_eq!(inner_shapes(&[]), Vec::<Vec<u64>>::new());
    }
}
