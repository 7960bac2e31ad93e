//! Chunks that are shards though the document says otherwise, and the reverse; and the shapes that inner chunks may have.

use serde_json::{Value, json};

use super::Hypothesis;
use super::case::{BUDGET, Case, Failing};
use super::confidence::shard as sure;
use super::entries::{IndexEntries, entries, inner_decode};
use super::file::hypothesis;
use super::rough::roughness;
use crate::codec::{DecodeOptions, IndexForm, SHARDING, Silent, WhichEnd};
use crate::metadata::text::shape as text;
use crate::metadata::{Change, CodecMetadata, Elements, Json};
use crate::store::Slice;

/// The most shapes that are tried: a shard of three dimensions with many divisors has thousands.
const SHAPES: usize = 300;
/// The most inner chunks of one shard: their index has 16 bytes for each.
const INNER: u64 = 1 << 14;
/// Nearly as smooth is no difference: a twentieth, by which rounding and noise differ too.
const AS_SMOOTH: f64 = 1.05;
/// How many decoded bytes a shard may have for its values to be compared.
const JUDGED: u64 = 1 << 19;

/// The shapes that divide a shard, the larger first.
pub fn inner_shapes(shard: &[u64]) -> Vec<Vec<u64>> {
    let mut shapes: Vec<Vec<u64>> = vec![Vec::new()];
    for edge in shard {
        let divisors: Vec<u64> =
            (1..=(*edge).min(4096)).filter(|count| edge.is_multiple_of(*count)).collect();
        shapes = shapes
            .iter()
            .flat_map(|shape| divisors.iter().map(move |count| [shape.as_slice(), &[edge / count]].concat()))
            .take(SHAPES)
            .collect();
    }
    let size = |shape: &[u64]| shape.iter().fold(1_u64, |size, edge| size.saturating_mul(*edge));
    let whole = size(shard);
    shapes.retain(|shape| shape != shard && whole / size(shape).max(1) <= INNER);
    // Of two shapes of one size, that with the more even edges is the commoner.
    let sum = |shape: &[u64]| shape.iter().fold(0_u64, |sum, edge| sum.saturating_add(*edge));
    shapes.sort_by_key(|shape| (std::cmp::Reverse(size(shape)), sum(shape)));
    shapes
}

/// The shape of inner chunks with which the shard decodes, and others of as many elements with which it does too. The
/// bytes do not distinguish those; the values may, which are smoothest in the true shape.
pub fn smoothest(
    case: &Case,
    fits: &dyn Fn(&[u64]) -> bool,
    decode: &dyn Fn(&[u64]) -> Option<Elements>,
) -> Option<(Vec<u64>, Vec<Vec<u64>>)> {
    let shapes = inner_shapes(&case.core_shape());
    let first = shapes.iter().position(|shape| fits(shape))?;
    let size = |shape: &[u64]| shape.iter().fold(1_u64, |size, edge| size.saturating_mul(*edge));
    let whole = shapes.get(first).map_or(0, |shape| size(shape));
    let alike = shapes.into_iter().skip(first).take_while(|shape| size(shape) == whole);
    // To compare the shapes of a large shard would take too long: the first is the commonest.
    if case.chain.decoded().nbytes().is_none_or(|nbytes| nbytes > JUDGED) {
        let mut alike = alike;
        return Some((alike.next()?, alike.filter(|shape| fits(shape)).collect()));
    }
    let judge = |shape: Vec<u64>| {
        let elements = decode(&shape)?;
        Some((roughness(&elements, &case.chain.decoded().shape).unwrap_or(0.0), shape))
    };
    let mut judged: Vec<(f64, Vec<u64>)> = alike.filter_map(judge).collect();
    // Nearly as smooth is no difference: then the more even edges stay first.
    let least = judged.iter().map(|(roughness, _)| *roughness).fold(f64::INFINITY, f64::min);
    judged.sort_by_key(|(roughness, _)| *roughness > least * AS_SMOOTH);
    let mut shapes = judged.into_iter().map(|(_, shape)| shape);
    Some((shapes.next()?, shapes.collect()))
}

/// What is to be said where other shapes fit as well, and how much less sure it makes.
pub fn rivalry(rivals: &[Vec<u64>]) -> (f64, String) {
    match rivals.first() {
        None => (0.0, String::new()),
        Some(rival) => {
            let why = format!("; inner chunks {} fit as well, but are less likely", text(rival));
            (sure::RIVAL, why)
        }
    }
}

/// A chunk that was not put into shards: the inner codecs, for all of it.
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
    Some(Hypothesis { changes, ..hypothesis("the chunk is no shard", sure::NO_SHARD, evidence) })
}

/// The list of codecs with others in the place of the `array -> bytes` codec and, for a shard, of all behind it.
fn change(case: &Case, before: &[CodecMetadata], entries: &[Value]) -> Vec<Change> {
    let document = &case.array.document().value;
    let before = before.iter().filter_map(|codec| document.pointer(&codec.pointer).cloned());
    let value: Value = before.chain(entries.iter().cloned()).collect();
    vec![Change { pointer: case.place(), value }]
}

/// The entry of a document for a shard, with the index that most writers write.
fn shard_entry(shape: &[u64], inner: &[Value], side: WhichEnd) -> Value {
    json!({"name": SHARDING.name, "configuration": {
        "chunk_shape": shape, "codecs": inner, "index_location": side.name(),
        "index_codecs": IndexForm::common(side).codecs(),
    }})
}

/// A chunk that is a shard though nothing says so: an index whose checksum agrees.
pub fn as_shard(case: &Case) -> Option<Hypothesis> {
    if case.is_v2() || case.stored().len() as u64 > BUDGET {
        return None;
    }
    let document = &case.array.document().value;
    let mut before = case.core();
    let last = before.pop()?;
    let inner: Vec<Value> = [last]
        .iter()
        .chain(&case.outer())
        .filter_map(|codec| document.pointer(&codec.pointer).cloned())
        .collect();
    for side in [WhichEnd::End, WhichEnd::Start] {
        let entry = |shape: &[u64]| shard_entry(shape, &inner, side);
        let chain = |shape: &[u64]| {
            let entry = entry(shape);
            let codec = CodecMetadata::read(&Json::at(&entry, case.place())).ok()?;
            let codecs: Vec<CodecMetadata> = before.iter().cloned().chain([codec]).collect();
            case.chain_of(&codecs, case.chain.decoded().clone())
        };
        let sizes = index_sizes(case, case.stored(), side);
        let sound = |shape: &[u64]| {
            let is_index = index_nbytes(case, shape).is_some_and(|nbytes| sizes.contains(&nbytes));
            let chain = chain(shape).filter(|_| is_index)?;
            let found = entries(&chain, case.stored()).filter(IndexEntries::are_sound)?;
            Some((chain, found))
        };
        let fits = |shape: &[u64]| {
            sound(shape).is_some_and(|(chain, found)| inner_decode(&chain, case.stored(), &found))
        };
        let decode = |shape: &[u64]| {
            chain(shape)?.decode(&Slice(case.stored()), &DecodeOptions::default(), &mut Silent).ok()
        };
        let first = || inner_shapes(&case.core_shape()).into_iter().find(|shape| sound(shape).is_some());
        let found = smoothest(case, &fits, &decode);
        let Some((shape, rivals)) = found.clone().or_else(|| Some((first()?, Vec::new()))) else { continue };
        let entries = entries(&chain(&shape)?, case.stored())?;
        let (lower, why) = rivalry(&rivals);
        let mut hypothesis = hypothesis(
            format!("the chunk is a shard of inner chunks {}", text(&shape)),
            sure::IS_SHARD - lower,
            format!(
                "an index whose checksum agrees stands at the {}; it has {}{why}",
                side.name(),
                entries.words()
            ),
        );
        if found.is_some() {
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

/// How many bytes an index with a checksum has.
pub fn index_nbytes(case: &Case, shape: &[u64]) -> Option<usize> {
    let count = case
        .core_shape()
        .iter()
        .zip(shape)
        .try_fold(1_u64, |count, (edge, inner)| count.checked_mul(edge.checked_div(*inner)?))?;
    usize::try_from(IndexForm::common(WhichEnd::End).nbytes(count)?).ok()
}

/// The sizes of an index for which a checksum agrees at that end of a shard.
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
