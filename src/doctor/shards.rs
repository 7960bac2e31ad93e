use serde_json::{Value, json};

use super::case::{BUDGET, Case, Failing, decodes};
use super::confidence::{damage, shard as sure};
use super::crc;
use super::entries::{Walked, bytes_at, entries, entries_with, gap, inner_decode, walk};
use super::shard_shapes::{ShapeTrial, as_plain, as_shard, index_sizes, rivalry};
use super::{CauseByte, Hypothesis, hypothesis};
use crate::codec::{
    Chain, ChecksumFacts, CodecError, CodecRow, DecodeOptions, Entry, IndexForm, ShardIndex, Silent,
    StageWork, StoredForm, Trace, WhichEnd,
};
use crate::metadata::text::{count, shape as text};
use crate::metadata::{Change, CodecMetadata};
use crate::pipeline::{Array, Mend, MendedBytes};
use crate::store::{ByteSource, Slice};

const SCAN: usize = 16 << 20;

pub type Diagnose = fn(&Case) -> Vec<Hypothesis>;

pub fn hypotheses(case: &Case, failing: &Failing, diagnose: Diagnose) -> Vec<Hypothesis> {
    if failing.input.len() as u64 > BUDGET {
        return Vec::new();
    }
    if case.chain.sharding().is_none() {
        return as_shard(case).into_iter().collect();
    }
    if failing.info.codec.pointer != case.chain.array_to_bytes_info().codec.pointer {
        return Vec::new();
    }
    if let CodecError::InnerChunk { coords, .. } = failing.error {
        let found = inner(case, failing, coords, diagnose);
        if found.iter().any(|hypothesis| hypothesis.confidence >= sure::INNER_EXPLAINS) {
            return found;
        }
        let mut all = other_index(case, failing);
        all.extend(found);
        return all;
    }
    // One bit that the checksum of the index proves is surer than another form of index.
    if let Some(bit) = flipped(case, failing) {
        return vec![bit];
    }
    let mut found = other_index(case, failing);
    if found.is_empty() {
        found.extend(as_plain(case, failing));
    }
    if found.is_empty() {
        // One of these explains the shard; the surer come first.
        let entry = wrong_entry(case, failing, true)
            .or_else(|| added(case, failing))
            .or_else(|| cut(case, failing))
            .or_else(|| wrong_entry(case, failing, false))
            .or_else(|| broken_index(case, failing));
        found.extend(entry);
    }
    found
}

fn chain_with(case: &Case, shard: &CodecMetadata, members: &[(&str, Value)]) -> Option<Chain> {
    let mut other = shard.clone();
    for (member, value) in members {
        if let Some(configuration) = other.configuration.as_object_mut() {
            configuration.insert((*member).to_owned(), value.clone());
        }
    }
    let mut codecs = case.core();
    *codecs.last_mut()? = other;
    case.chain_of(&codecs, case.chain.decoded().clone())
}

fn other_index(case: &Case, failing: &Failing) -> Vec<Hypothesis> {
    let Some(shard) = case.core().pop() else { return Vec::new() };
    let own = IndexForm::of(&shard.configuration);
    let other_side = if own.side == WhichEnd::End { WhichEnd::Start } else { WhichEnd::End };
    // Few differences are likelier than many.
    let mut differing: Vec<u8> = (1..8).collect();
    differing.sort_by_key(|bits| bits.count_ones());
    for bits in differing {
        let form = IndexForm {
            side: if bits & 1 == 0 { own.side } else { other_side },
            is_big: own.is_big ^ (bits & 2 != 0),
            has_checksum: own.has_checksum ^ (bits & 4 != 0),
        };
        if let Some(found) = of_form(case, failing, &shard, form) {
            return vec![found];
        }
    }
    other_inner_shape(case, failing, &shard).into_iter().collect()
}

fn other_inner_shape(case: &Case, failing: &Failing, shard: &CodecMetadata) -> Option<Hypothesis> {
    // Where the index has a checksum, that shows quickly which sizes it may have.
    let form = IndexForm::of(&shard.configuration);
    let sizes = if form.has_checksum { Some(index_sizes(case, failing.input, form.side)) } else { None };
    let chain = |shape: &[u64]| chain_with(case, shard, &[("chunk_shape", json!(shape))]);
    let trial = ShapeTrial { case, shard: failing.input, sizes, has_no_gaps: true, chain: &chain };
    let (shape, rivals) = trial.smoothest()?;
    let found = entries(&chain(&shape)?, failing.input)?;
    let (lower, why) = rivalry(&rivals);
    let evidence = format!("read so, the index has {}; the inner chunks decode{why}", found.describe());
    let what = format!("inner chunk shape should be {}", text(&shape));
    let change = Change::new(format!("{}/configuration/chunk_shape", shard.pointer), json!(shape));
    Some(hypothesis(what, sure::INNER_SHAPE - lower, evidence).changing(vec![change]))
}

fn of_form(case: &Case, failing: &Failing, shard: &CodecMetadata, form: IndexForm) -> Option<Hypothesis> {
    let own = IndexForm::of(&shard.configuration);
    let mut words: Vec<String> = Vec::new();
    let mut members = Vec::new();
    if form.side != own.side {
        words.push(format!("is at the {}", form.side.name()));
        members.push(("index_location", json!(form.side.name())));
    }
    if form.is_big != own.is_big {
        words.push(format!("is {}-endian", if form.is_big { "big" } else { "little" }));
    }
    if form.has_checksum != own.has_checksum {
        words.push(format!("has {} checksum", if form.has_checksum { "a" } else { "no" }));
    }
    if (form.is_big, form.has_checksum) != (own.is_big, own.has_checksum) {
        members.push(("index_codecs", form.codecs()));
    }
    let chain = chain_with(case, shard, &members)?;
    let found = entries(&chain, failing.input)?;
    if !found.are_sound() {
        return None;
    }
    let decodes = inner_decode(&chain, failing.input, &found);
    let confidence = match (decodes, found.covers()) {
        (true, true) => sure::INDEX_PROVEN,
        (true, false) => sure::INDEX_WITH_GAPS,
        (false, true) => sure::INDEX_COVERS,
        (false, false) => return None,
    };
    #[expect(clippy::cast_precision_loss, reason = "there are at most three")]
    let confidence = confidence - sure::INDEX_STEP * (words.len() as f64 - 1.0);
    let decode = if decodes { "the inner chunks decode" } else { "not all inner chunks decode" };
    let evidence = format!("read so, the index has {}; {decode}", found.describe());
    let mut changes = Vec::new();
    for (member, value) in members {
        changes.push(Change::new(format!("{}/configuration/{member}", shard.pointer), value));
    }
    let what = format!("the shard index {}", words.join(" and "));
    Some(hypothesis(what, confidence, evidence).changing(changes))
}

fn inner(case: &Case, failing: &Failing, coords: &[u64], diagnose: Diagnose) -> Vec<Hypothesis> {
    let Some(sharding) = case.chain.sharding() else { return Vec::new() };
    let shard = Slice(failing.input);
    let options = DecodeOptions::default();
    let Ok(index) = sharding.read_index(&shard, &mut StageWork::new(&options)) else { return Vec::new() };
    let Ok(Some(source)) = sharding.inner_source(&shard, &index, coords) else { return Vec::new() };
    let Ok(stored) = source.read_all() else { return Vec::new() };
    let trace = Trace::record(sharding.inner(), stored.into_owned(), &options, usize::MAX);
    let origin = match index.entry(coords) {
        Entry::Stored { offset, .. } if failing.is_first => case.origin.map(|origin| origin + offset),
        Entry::Stored { .. } | Entry::Missing => None,
    };
    let below = Case { chain: sharding.inner(), trace: &trace, origin, is_inner: true, ..*case };
    let mut found = diagnose(&below);
    if let Some(moved) = moved_entry(case, failing, coords, &index) {
        return vec![moved];
    }
    for hypothesis in &mut found {
        // The shard has the bytes of the inner chunk from its entry on.
        hypothesis.byte = match (hypothesis.byte, index.entry(coords)) {
            (Some(CauseByte::Stored(byte)), Entry::Stored { offset, .. }) => {
                Some(failing.named_byte(offset.saturating_add(byte)))
            }
            (Some(CauseByte::Stored(_) | CauseByte::Input(_)) | None, _) => None,
        };
        let place = format!("inner chunk {}", text(coords));
        let of = if !hypothesis.changes.is_empty() && case.verify(&hypothesis.changes) {
            hypothesis.evidence =
                format!("{place}: {}; with it the whole shard decodes", hypothesis.evidence);
            "in inner chunks".to_owned()
        } else {
            place
        };
        hypothesis.hypothesis = format!("{of}: {}", hypothesis.hypothesis);
    }
    found
}

fn moved_entry(case: &Case, failing: &Failing, coords: &[u64], index: &ShardIndex) -> Option<Hypothesis> {
    const FARTHEST: i64 = 64;
    let Entry::Stored { offset, nbytes } = index.entry(coords) else { return None };
    let inner = case.chain.sharding()?.inner();
    // Bytes that any codec takes prove nothing.
    if inner.stages().all(|stage| stage.row().is_none_or(|row| row.form != StoredForm::Own)) {
        return None;
    }
    // Where all entries are moved alike, the first one begins where the distance ends.
    let begin = index.iter().filter_map(|(_, entry)| {
        let Entry::Stored { offset, .. } = entry else { return None };
        i64::try_from(offset).ok()
    });
    for distance in (1..=FARTHEST).chain(begin.min().filter(|begin| *begin > FARTHEST)) {
        for moved in [-distance, distance] {
            let start = offset.checked_add_signed(moved)?;
            let range = start..start.checked_add(nbytes)?;
            let Some(bytes) = bytes_at(failing.input, &range) else { continue };
            // Bytes that another entry names decode as that inner chunk, and say nothing of this one.
            let named = Entry::Stored { offset: start, nbytes };
            if !decodes(inner, bytes) || index.iter().any(|(_, entry)| entry == named) {
                continue;
            }
            let side = if moved < 0 { "late" } else { "early" };
            let distance = count(distance.unsigned_abs().into(), "byte");
            let place = text(coords);
            let what =
                format!("the entry of inner chunk {place} in the shard index is {distance} too {side}");
            let evidence = format!("it says byte {offset}; the {nbytes} bytes from byte {start} on decode");
            let mends = mended_index(case, failing, &[(coords, named)]);
            return Some(hypothesis(what, sure::ENTRY_PROVEN, evidence).mending(mends));
        }
    }
    None
}

fn mended_index(case: &Case, failing: &Failing, entries: &[(&[u64], Entry)]) -> Vec<Mend> {
    let mends = || {
        let sharding = case.chain.sharding().filter(|_| failing.is_first)?;
        let (at, index) = sharding.other_index(&Slice(failing.input), entries)?;
        Some(case.mend(usize::try_from(at).ok()?, index))
    };
    mends().unwrap_or_default()
}

fn wrong_entry(case: &Case, failing: &Failing, is_proven: bool) -> Option<Hypothesis> {
    let CodecError::ShardIndex { coords, offset, nbytes, .. } = failing.error else { return None };
    let found = entries(case.chain, failing.input)?;
    let said =
        format!("its entry says {nbytes} bytes at byte {offset}, the shard has {}", failing.input.len());
    let what = format!("the entry of inner chunk {} in the shard index is wrong", text(coords));
    if found.outside.len() != 1 || found.overlap() {
        return None;
    }
    if let Some(gap) = gap(&found) {
        let bytes = bytes_at(failing.input, &gap)?;
        let inner = case.chain.sharding()?.inner();
        if decodes(inner, bytes) {
            let evidence = format!(
                "{said}; {} bytes at byte {} belong to no entry and decode as an inner chunk",
                bytes.len(),
                gap.start
            );
            let right = Entry::Stored { offset: gap.start, nbytes: bytes.len() as u64 };
            let mends = mended_index(case, failing, &[(coords, right)]);
            return Some(hypothesis(what, sure::ENTRY_PROVEN, evidence).mending(mends));
        }
    }
    if is_proven { None } else { Some(hypothesis(what, sure::ENTRY_OUTSIDE, said)) }
}

fn flipped(case: &Case, failing: &Failing) -> Option<Hypothesis> {
    let CodecError::Index { stage, error } = failing.error else { return None };
    let CodecError::Checksum { stored, computed } = error.as_ref() else { return None };
    // Only of a checksum that is always at the end it is known which byte of the index is meant.
    let facts = CodecRow::find(stage)?.checksum?;
    if facts.sides != [WhichEnd::End] {
        return None;
    }
    let sharding = case.chain.sharding()?;
    let payload =
        usize::try_from(sharding.index().encoded_nbytes()?).ok()?.checked_sub(ChecksumFacts::NBYTES)?;
    let (byte, bit) = match crc::flipped_bit(facts.polynomial?, stored ^ computed, payload)? {
        crc::Flipped::Payload { byte, bit } => (byte, bit),
        crc::Flipped::Checksum { byte, bit } => (payload + byte, bit),
    };
    let evidence = format!(
        "the checksum of the index differs by {:#010x}, as this bit makes it, and no other single one",
        stored ^ computed
    );
    let start =
        sharding.index_offset(failing.input.len() as u64).and_then(|start| usize::try_from(start).ok())?;
    let mends = if failing.is_first { case.mend_bit(start + byte, bit) } else { Vec::new() };
    let what = format!("one bit is flipped: byte {byte}, bit {bit} of the shard index");
    let found = hypothesis(what, damage::BIT_OF_INDEX, evidence);
    Some(found.naming(failing.named_byte((start + byte) as u64)).mending(mends))
}

fn cut(case: &Case, failing: &Failing) -> Option<Hypothesis> {
    let subject = super::file::subject(case, failing);
    let what = format!("{subject} is truncated");
    let length = failing.input.len() as u64;
    if let CodecError::Length { expected, .. } = failing.error {
        let evidence = format!("{length} bytes are fewer than the {expected} of the index");
        return Some(hypothesis(what, sure::CUT_IN_INDEX, evidence));
    }
    if let Some(found) = entries(case.chain, failing.input) {
        let end = found.outside.iter().map(|range| range.end).max()?;
        let evidence = format!("the index names bytes up to {end}, the shard has {length}");
        return if found.are_cut() { Some(hypothesis(what, sure::CUT_BEHIND_INDEX, evidence)) } else { None };
    }
    if !matches!(failing.error, CodecError::Index { .. }) {
        return None;
    }
    let Walked { end: walked, is_cut } = walk(case.chain.sharding()?.inner(), failing.input)?;
    let index = case.chain.sharding()?.index().encoded_nbytes()?;
    let left = length.saturating_sub(walked);
    let evidence = if is_cut {
        format!("the inner chunks follow each other; the one at byte {walked} goes on past the end")
    } else if left < index {
        format!(
            "the inner chunks follow each other up to byte {walked}; {left} bytes are left, the index needs {index}"
        )
    } else {
        return None;
    };
    Some(hypothesis(what, sure::CUT_BEFORE_INDEX, evidence))
}

fn broken_index(case: &Case, failing: &Failing) -> Option<Hypothesis> {
    let CodecError::Index { .. } = failing.error else { return None };
    let options = DecodeOptions { ignore_checksums: true, ..DecodeOptions::default() };
    let found = entries_with(case.chain, failing.input, &options)?;
    let inside = found.stored.len();
    let outside = found.outside.len();
    if found.index.end == found.length && inside < outside {
        let what = format!("{} is truncated", super::file::subject(case, failing));
        let evidence =
            format!("no index is at its end: {outside} of the entries there would lie outside the shard");
        return Some(hypothesis(what, sure::NO_INDEX, evidence));
    }
    let evidence = format!(
        "its checksum does not agree; {inside} of its entries lie within the shard, {outside} do not"
    );
    Some(hypothesis("the shard index was damaged after writing", sure::INDEX_DAMAGED, evidence))
}

fn added(case: &Case, failing: &Failing) -> Option<Hypothesis> {
    let nbytes = usize::try_from(case.chain.sharding()?.index().encoded_nbytes()?).ok()?;
    let input = failing.input;
    let most = (SCAN / nbytes.max(1)).min(1 << 16).min(input.len().saturating_sub(nbytes));
    let extra = (1..=most).find(|extra| {
        let end = input.len().saturating_sub(*extra);
        IndexForm::checksum_agrees(input.get(end.saturating_sub(nbytes)..end).unwrap_or_default())
    })?;
    let front = input.get(..input.len() - extra)?;
    let found = entries(case.chain, front)?;
    if !found.are_sound() {
        return None;
    }
    let has = found.describe();
    let evidence = format!("an index whose checksum agrees ends {extra} bytes before the end; it has {has}");
    let what = format!("bytes were added at the end of {}", super::file::subject(case, failing));
    let mends = if failing.is_first { case.mend_all(front) } else { Vec::new() };
    Some(hypothesis(what, sure::ADDED, evidence).mending(mends))
}

pub fn orphan(array: &Array, coords: &[u64], options: &DecodeOptions) -> Option<Hypothesis> {
    let chain = array.chain_at(coords).ok()?;
    let sharding = chain.sharding().filter(|_| chain.reads_ranges())?;
    let shard = array.stored_bytes(coords, BUDGET)?;
    let found = entries(&chain, &shard)?;
    if !found.outside.is_empty() || found.overlap() {
        return None;
    }
    let gap = gap(&found)?;
    let elements = sharding.inner().decode(&Slice(bytes_at(&shard, &gap)?), options, &mut Silent).ok()?;
    let fill = array.metadata.fill_value.bytes(elements.data_type());
    if elements.each().all(|element| element == fill) {
        return None;
    }
    let index = sharding.read_index(&Slice(&shard), &mut StageWork::new(options)).ok()?;
    let mut empty = index.iter().filter(|(_, entry)| *entry == Entry::Missing).map(|(coords, _)| coords);
    let (lost, mends) = match (empty.next(), empty.next()) {
        (None, _) => return None,
        (Some(lost), None) => {
            let right = Entry::Stored { offset: gap.start, nbytes: gap.end - gap.start };
            let other = sharding.other_index(&Slice(&shard), &[(&lost, right)]);
            let mend = other
                .map(|(at, bytes)| Mend { chunk: coords.to_vec(), bytes: MendedBytes::From { at, bytes } });
            (format!("inner chunk {}", text(&lost)), mend)
        }
        (Some(_), Some(_)) => ("an inner chunk".to_owned(), None),
    };
    let what = format!("{lost} is lost from the shard index, and its bytes are still there");
    let evidence = format!(
        "{} from byte {} on belong to no entry and decode as an inner chunk; the entry of {lost} is empty",
        count(u128::from(gap.end - gap.start), "byte"),
        gap.start
    );
    Some(hypothesis(what, sure::ENTRY_EMPTY, evidence).mending(mends.into_iter().collect()))
}
