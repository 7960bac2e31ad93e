use std::fmt::Write;

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::case::{Case, Failing, decodes};
use super::codecs::place;
use super::confidence::damage as sure;
use super::crc;
use super::file::subject;
use super::search::mark;
use super::{CauseByte, Hypothesis, hypothesis};
use crate::codec::{CODECS, ChecksumFacts, CodecError, CodecRow, DecodeOptions, Silent, WhichEnd};
use crate::metadata::CodecMetadata;
use crate::store::Slice;

/// Bytes that are read and decoded to try each bit, about a second: some four kilobytes of a compressed chunk of 16 KiB.
const BITS_BUDGET: u64 = 640 << 20;
const HEADER_BUDGET: u64 = 64 << 20;

/// Nothing where a better explanation is there, nor of bytes that give more than there is room for: those are sound.
pub fn hypotheses(case: &Case, failing: &Failing, is_explained: bool) -> Vec<Hypothesis> {
    if is_explained || matches!(failing.error, CodecError::TooMuch { .. }) {
        return Vec::new();
    }
    let bit =
        swapped(case, failing).or_else(|| by_checksum(case, failing)).or_else(|| by_header(case, failing));
    bit.or_else(|| damaged(case, failing)).into_iter().collect()
}

fn swapped(case: &Case, failing: &Failing) -> Option<Hypothesis> {
    let CodecError::Checksum { stored, computed } = failing.error else { return None };
    let facts = failing.row()?.checksum?;
    if stored.swap_bytes() != *computed {
        return None;
    }
    let evidence =
        format!("the stored checksum is {stored:#010x}, the computed one has the same bytes backwards");
    let what = format!("the checksum of {} is big-endian", failing.label());
    let end = failing.input.len().checked_sub(ChecksumFacts::NBYTES)?;
    let is_at_end = failing.is_first && facts.sides == [WhichEnd::End];
    let mends = if is_at_end { case.mend(end, computed.to_le_bytes().into()) } else { Vec::new() };
    Some(hypothesis(what, sure::SWAPPED, evidence).mending(mends))
}

/// How many bytes a checksum may cover for one bit that explains it to be no chance: one in 8000.
const NO_CHANCE: usize = 1 << 16;

pub fn certain(case: &Case, failing: &Failing) -> Option<Hypothesis> {
    if !failing.is_first || failing.input.len() > NO_CHANCE {
        return None;
    }
    by_checksum(case, failing)
}

fn by_checksum(case: &Case, failing: &Failing) -> Option<Hypothesis> {
    let CodecError::Checksum { stored, computed } = failing.error else { return None };
    let codec = case.outer().into_iter().find(|codec| codec.pointer == failing.info.codec.pointer)?;
    let row = CodecRow::meant_by(&codec.name)?;
    let facts = row.checksum?;
    let at_start = place(&codec, facts) == WhichEnd::Start.name();
    let payload = failing.input.len().checked_sub(ChecksumFacts::NBYTES)?;
    let bit = crc::flipped_bit(facts.polynomial?, stored ^ computed, payload)?;
    let is_in_checksum = matches!(bit, crc::Flipped::Checksum { .. });
    let (byte, bit) = match bit {
        crc::Flipped::Payload { byte, bit } => (byte + if at_start { ChecksumFacts::NBYTES } else { 0 }, bit),
        crc::Flipped::Checksum { byte, bit } => (byte + if at_start { 0 } else { payload }, bit),
    };
    let input = if failing.is_first { "the stored bytes" } else { "the input" };
    let evidence = format!(
        "the stored {} differs from the computed one by {:#010x}, which is what flipping bit {bit} of byte {byte} of {input} \
         does, and no other single bit",
        row.label(),
        stored ^ computed
    );
    let confidence = if failing.input.len() <= NO_CHANCE { sure::BIT_OF_FEW } else { sure::BIT_OF_MANY };
    let place = format!("byte {byte}, bit {bit} of {}", subject(case, failing));
    let what = if is_in_checksum {
        format!("one bit of the stored checksum itself is flipped, and the data are sound: {place}")
    } else {
        format!("one bit is flipped: {place}")
    };
    let mends = if failing.is_first { case.mend_bit(byte, bit) } else { Vec::new() };
    Some(hypothesis(what, confidence, evidence).naming(failing.named_byte(byte as u64)).mending(mends))
}

/// How many bits are tried, where there is a checksum that says which of them is the one; and whether that is too much.
fn tries(case: &Case, failing: &Failing) -> Option<(u64, bool)> {
    let stored = case.stored();
    // A few bytes may give very many before they fail, each time again.
    let given = failing.given.max(case.target()).unwrap_or(0);
    let cost = (stored.len() as u64).saturating_add(given).saturating_add(64);
    let tries = (stored.len() as u64).saturating_mul(8);
    let checks =
        |codec: &CodecMetadata| CodecRow::meant_by(&codec.name).is_some_and(|row| (row.checks)(codec));
    let has_checksum =
        |row: &CodecRow| row.signature.is_some_and(|signature| (signature.has_checksum)(stored));
    let has_check = case.outer().iter().any(checks) || CODECS.iter().any(has_checksum);
    has_check.then_some((tries, tries.saturating_mul(cost) > BITS_BUDGET))
}

pub fn by_trial(case: &Case, failing: &Failing) -> Option<Hypothesis> {
    let (tries, false) = tries(case, failing)? else { return None };
    let evidence = format!(
        "of all {tries} bits, only this one flipped back makes the chunk decode with a matching checksum"
    );
    let part = if case.is_inner { "the inner chunk" } else { "the file" };
    only_bit(case, case.stored().len(), part, sure::BIT_BY_TRIAL, evidence)
}

/// The one bit of the first `count` bytes that has to flip for the chunk to decode. Of two, neither is proven.
fn only_bit(case: &Case, count: usize, part: &str, sure: f64, evidence: String) -> Option<Hypothesis> {
    let bits = |index: usize| (0..8_u32).map(move |bit| (index, bit));
    let is_sound = |bytes: &mut Vec<u8>, (index, bit): (usize, u32)| {
        *bytes.get_mut(index)? ^= 1 << bit;
        let is_sound = decodes(case.chain, bytes);
        *bytes.get_mut(index)? ^= 1 << bit;
        is_sound.then_some((index, bit))
    };
    let all = (0..count.min(case.stored().len())).into_par_iter().flat_map_iter(bits);
    let found: Vec<(usize, u32)> = all.map_init(|| case.stored().to_vec(), is_sound).flatten().collect();
    let &[(byte, bit)] = found.as_slice() else { return None };
    let what = format!("one bit is flipped: byte {byte}, bit {bit} of {part}");
    let found = hypothesis(what, sure, evidence).naming(CauseByte::Stored(byte as u64));
    Some(found.mending(case.mend_bit(byte, bit)))
}

/// One bit of the header, put right, makes a chunk decode that has no checksum, and no other bit of it does.
fn by_header(case: &Case, failing: &Failing) -> Option<Hypothesis> {
    const HEADER: usize = 16;
    if !failing.is_first || !failing.row()?.signature?.recognises(failing.input) {
        return None;
    }
    let cost = (failing.input.len() as u64).saturating_add(case.target().unwrap_or(0));
    if cost.saturating_mul(8 * HEADER as u64) > HEADER_BUDGET {
        return None;
    }
    let evidence =
        format!("of all bits of its first {HEADER} bytes only this one, put right, makes the chunk decode");
    only_bit(case, HEADER, &subject(case, failing), sure::BIT_OF_HEADER, evidence)
}

fn damaged(case: &Case, failing: &Failing) -> Option<Hypothesis> {
    let text = "bytes were damaged after writing";
    let options = DecodeOptions { ignore_checksums: true, ..DecodeOptions::default() };
    if matches!(failing.error, CodecError::Checksum { .. })
        && case.chain.decode(&Slice(case.stored()), &options, &mut Silent).is_ok()
    {
        let codec = failing.label();
        if let CodecError::Checksum { stored, computed, .. } = failing.error
            && (stored ^ computed).is_power_of_two()
        {
            let what = "one bit of the stored checksum itself is flipped, and the data are sound";
            let evidence = format!(
                "all decodes but for the checksum of {codec}, which differs from that of the data in one bit; other damage changes many"
            );
            return Some(hypothesis(what, sure::BIT_OF_MANY, evidence));
        }
        let evidence = format!("all decodes but for the checksum of {codec}");
        return Some(hypothesis(text, sure::CHECKSUM_ONLY, evidence));
    }
    let codec = case.outer().into_iter().find(|codec| codec.pointer == failing.info.codec.pointer)?;
    let row = CodecRow::meant_by(&codec.name)?;
    if !row.signature?.recognises(failing.input) {
        return None;
    }
    let mark = mark(row, failing.input)?;
    let mut evidence =
        format!("the bytes begin as {} does ({mark}), and are not sound further on", row.label());
    match tries(case, failing) {
        Some((tries, true)) => {
            write!(evidence, "; {tries} bits are too many to try whether one is flipped").ok()
        }
        Some((_, false)) => write!(evidence, "; one flipped bit does not explain it").ok(),
        None => None,
    };
    Some(hypothesis(text, sure::SOMEWHERE, evidence))
}
