use serde_json::{Value, json};

use super::case::{BUDGET, Case, Failing, decoded_by};
use super::confidence::shard as sure;
use super::entries::{IndexEntries, entries, inner_decode};
use super::rough::roughness;
use super::{Hypothesis, hypothesis};
use crate::codec::{Chain, IndexForm, SHARDING, WhichEnd};
use crate::metadata::{Change, CodecMetadata, Json, text::shape as text};

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

/// Inner chunks of any shape, for the same bytes of a shard.
pub struct ShapeTrial<'a> {
    pub case: &'a Case<'a>,
    pub shard: &'a [u8],
    /// The sizes that the index may have, where they are known.
    pub sizes: Option<Vec<usize>>,
    pub has_no_gaps: bool,
    pub chain: &'a dyn Fn(&[u64]) -> Option<Chain>,
}

impl ShapeTrial<'_> {
    fn index(&self, shape: &[u64]) -> Option<(Chain, IndexEntries)> {
        if let Some(sizes) = &self.sizes
            && !sizes.contains(&index_nbytes(self.case, shape)?)
        {
            return None;
        }
        let chain = (self.chain)(shape)?;
        let found = entries(&chain, self.shard)?;
        if found.are_sound() { Some((chain, found)) } else { None }
    }

    fn fits(&self, shape: &[u64]) -> bool {
        self.index(shape).is_some_and(|(chain, found)| {
            (!self.has_no_gaps || found.covers()) && inner_decode(&chain, self.shard, &found)
        })
    }

    /// The bytes do not distinguish shapes of one size; the values may, which are smoothest in the true shape.
    pub fn smoothest(&self) -> Option<(Vec<u64>, Vec<Vec<u64>>)> {
        let mut shapes = inner_shapes(&self.case.core_shape()).into_iter();
        let first = shapes.find(|shape| self.fits(shape))?;
        let whole = size(&first);
        let alike = shapes.take_while(|shape| size(shape) == whole);
        // To compare the shapes of a large shard would take too long: the first is the commonest.
        let decoded = self.case.chain.decoded();
        if decoded.nbytes().is_none_or(|nbytes| nbytes > JUDGED) {
            return Some((first, alike.filter(|shape| self.fits(shape)).collect()));
        }
        let mut judged = Vec::new();
        let mut least = f64::INFINITY;
        for shape in std::iter::once(first).chain(alike) {
            let Some(elements) = (self.chain)(&shape).and_then(|chain| decoded_by(&chain, self.shard)) else {
                continue;
            };
            let roughness = roughness(&elements, &decoded.shape).unwrap_or(0.0);
            least = least.min(roughness);
            judged.push((roughness, shape));
        }
        // Nearly as smooth is no difference: then the more even edges stay first.
        judged.sort_by_key(|(roughness, _)| *roughness > least * AS_SMOOTH);
        let mut shapes = judged.into_iter().map(|(_, shape)| shape);
        Some((shapes.next()?, shapes.collect()))
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
        let entry = |shape: &[u64]| {
            json!({"name": SHARDING.name, "configuration": {
                "chunk_shape": shape, "codecs": inner, "index_location": side.name(),
                "index_codecs": IndexForm::common(side).codecs(),
            }})
        };
        let chain = |shape: &[u64]| {
            let mut codecs = before.clone();
            codecs.push(CodecMetadata::read(&Json::at(&entry(shape), case.place())).ok()?);
            case.chain_of(&codecs, case.chain.decoded().clone())
        };
        let sizes = Some(index_sizes(case, case.stored(), side));
        let trial = ShapeTrial { case, shard: case.stored(), sizes, has_no_gaps: false, chain: &chain };
        let found = trial.smoothest();
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
        let entries = entries(&chain(&shape)?, case.stored())?;
        let (lower, why) = rivalry(&rivals);
        let what = format!("the chunk is a shard of inner chunks {}", text(&shape));
        let has = entries.describe();
        let evidence = format!("an index whose checksum agrees is at the {}; it has {has}{why}", side.name());
        let mut hypothesis = hypothesis(what, sure::IS_SHARD - lower, evidence);
        if decodes {
            hypothesis.changes = change(case, &before, &[entry(&shape)]);
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

fn index_nbytes(case: &Case, shape: &[u64]) -> Option<usize> {
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
