use super::case::{BUDGET, Case, Failing, decodes};
use super::confidence::file as confidence;
use super::foreign::foreign as recognised;
use super::phases::{Width, width_of};
use super::{Hypothesis, hypothesis};
use super::{crc, ends};
use crate::codec::{CodecError, CodecRow, Representation, StoredForm, StreamEnd, peel};
use crate::metadata::CodecMetadata;

/// The fewest zero bytes in a row that do not come about by chance in compressed bytes.
const HOLE: usize = 48;
/// What a disk loses at once.
const SECTOR: usize = 512;

pub fn foreign(case: &Case, failing: &Failing) -> Vec<Hypothesis> {
    let subject = subject(case, failing);
    if failing.input.is_empty() {
        let name = failing.label();
        let needed = match case.chain.encoded_nbytes() {
            Some(nbytes) if failing.is_first => format!("{name} ({nbytes} bytes)"),
            _ => name.to_owned(),
        };
        let evidence = format!("there are no bytes, but {needed} needs some");
        return vec![hypothesis(format!("{subject} is empty"), confidence::EMPTY, evidence)];
    }
    // Elements may be zeros.
    let is_core = failing.info.codec.name == case.chain.array_to_bytes_info().codec.name;
    if failing.input.iter().all(|byte| *byte == 0) && !(is_core && case.chain.sharding().is_none()) {
        let (length, codec) = (failing.input.len(), failing.label());
        let evidence = format!("all {length} bytes are zero, and {codec} never writes such bytes");
        return vec![hypothesis(format!("{subject} is all zeros"), confidence::ALL_ZEROS, evidence)];
    }
    let is_text = |codec: &CodecMetadata| {
        CodecRow::meant_by(&codec.name).is_some_and(|row| row.form == StoredForm::Text)
    };
    // A chunk that is text may look like a document, and one that is an image is one.
    let is_image = failing.info.row().is_some_and(|row| row.is_image_in(failing.input));
    if !failing.is_first || is_image || case.codecs().iter().any(is_text) {
        return Vec::new();
    }
    match recognised(case.stored()) {
        Some((what, why)) => vec![hypothesis(format!("{subject} is {what}"), confidence::FOREIGN, why)],
        None => Vec::new(),
    }
}

pub fn hypotheses(case: &Case, failing: &Failing) -> Vec<Hypothesis> {
    let found = [cut_short(case, failing), too_long(case, failing), hole(case, failing)];
    found.into_iter().flatten().collect()
}

pub fn subject(case: &Case, failing: &Failing) -> String {
    match (failing.is_first, case.is_inner) {
        (true, false) => "the file".to_owned(),
        (true, true) => "the inner chunk".to_owned(),
        (false, _) => format!("the input of {}", failing.label()),
    }
}

fn cut_short(case: &Case, failing: &Failing) -> Option<Hypothesis> {
    let text = format!("{} is truncated", subject(case, failing));
    if failing.is_first
        && let Some(expected) = case.chain.encoded_nbytes()
    {
        let (sure, why) = cut_fixed(case, failing, expected)?;
        return Some(hypothesis(text, sure, why));
    }
    if let Some(why) = ends::missing(&failing.info.codec.name, failing, decoded_nbytes(failing)) {
        return Some(hypothesis(text, confidence::CUT, why));
    }
    if let CodecError::Ended { offset, .. } = failing.error
        && failing.info.row().is_some_and(|row| row.is_image_in(failing.input))
    {
        let why = format!("its header is that of an image, which goes on after byte {offset}");
        return Some(hypothesis(text, confidence::CUT, why));
    }
    let why = cut_before_its_checksum(case, failing)?;
    Some(hypothesis(text, confidence::CUT, format!("no checksum is at the end; {why}")))
}

fn decoded_nbytes(failing: &Failing) -> Option<u64> {
    match failing.info.decoded {
        Representation::Bytes(nbytes) => nbytes.exactly(),
        _ => None,
    }
}

/// A file that is cut has no checksum at its end: the codec in front of the checksum shows that bytes are missing.
fn cut_before_its_checksum(case: &Case, failing: &Failing) -> Option<String> {
    let is_small = case.stored().len() as u64 <= BUDGET;
    if !failing.is_first || !is_small || !matches!(failing.error, CodecError::Checksum { .. }) {
        return None;
    }
    let outer = case.outer();
    let [.., codec, _checksum] = outer.as_slice() else { return None };
    let info = case.chain.stages().find(|stage| stage.codec.pointer == codec.pointer)?;
    let error = peel(codec, case.stored(), BUDGET).err()?;
    let inner = Failing { info, input: case.stored(), error: &error, is_first: true, given: None };
    ends::missing(&codec.name, &inner, decoded_nbytes(&inner))
}

fn cut_fixed(case: &Case, failing: &Failing, expected: u64) -> Option<(f64, String)> {
    let found = case.stored().len() as u64;
    if found >= expected {
        return None;
    }
    if case.is_inner {
        return Some((confidence::CUT_IN_HALF, format!("{found} bytes of {expected} are there")));
    }
    let all = case.siblings.others(case.coords).count();
    let sound = case.siblings.with_size(case.coords, expected);
    if all > 0 && case.siblings.with_size(case.coords, found) == all {
        return None;
    }
    let width = case.chain.decoded().data_type.nbytes() as u64;
    let is_torn = width > 1 && !found.is_multiple_of(width);
    let mut why = format!("{found} bytes of {expected} are there");
    if sound > 0 {
        why = format!("{why}; {sound} of {all} other chunks have {expected}");
    }
    // Another data type, or fewer rows, explain half the bytes as well.
    let is_part = found > 0 && expected.is_multiple_of(found);
    let is_wide = is_part
        && matches!(&failing.info.decoded, Representation::Array(array) if width_of(array, failing) == Width::Wide);
    let wide = "and the elements are as wide as declared";
    Some(match (sound, is_torn) {
        (0, true) => {
            (confidence::CUT_IN_AN_ELEMENT, format!("{why}, which is not a whole number of elements"))
        }
        (0, false) if is_wide => (confidence::CUT_OF_WIDE, format!("{why}, {wide}")),
        (0, false) => (confidence::CUT_MAYBE, why),
        (_, false) if is_wide => (confidence::CUT_AMONG_WHOLE, format!("{why}, {wide}")),
        (_, false) if is_part => (confidence::CUT_IN_HALF, why),
        _ => (confidence::CUT_AMONG_WHOLE, why),
    })
}

fn too_long(case: &Case, failing: &Failing) -> Option<Hypothesis> {
    let input = failing.input;
    let from = subject(case, failing);
    if input.len() as u64 > BUDGET {
        return None;
    }
    let outer = case.outer();
    let mut rows = outer.iter().filter_map(|codec| CodecRow::meant_by(&codec.name));
    let has_checksum = rows.any(|row| row.checksum.is_some());
    let mends = |bytes: &[u8]| if failing.is_first { case.mend_all(bytes) } else { Vec::new() };
    let fixed = if failing.is_first { case.chain.encoded_nbytes() } else { None };
    let before_the_end = || {
        let CodecError::Checksum { .. } = failing.error else { return None };
        Some(crc::last_agreeing(failing.row()?.checksum?.polynomial?, failing.input)? as u64)
    };
    for end in [fixed, end_of_stage(failing), before_the_end()].into_iter().flatten() {
        let Ok(end) = usize::try_from(end) else { continue };
        if end == 0 || end >= input.len() {
            continue;
        }
        let extra = input.len() - end;
        let front = input.get(..end)?;
        let back = input.get(extra..)?;
        let is_checked = failing.is_first && has_checksum || end_of_stage(failing).is_some();
        let all = case.siblings.others(case.coords).count();
        let sound = case.siblings.with_size(case.coords, end as u64);
        let same = case.siblings.with_size(case.coords, input.len() as u64);
        let sure = match (is_checked, sound) {
            (true, _) => confidence::ADDED_PROVEN,
            (false, 0) if all > 0 && same == all => confidence::ADDED_UNLIKELY,
            (false, 0) => confidence::ADDED_MAYBE,
            // Another data type explains twice the bytes as well.
            (false, _) if input.len().is_multiple_of(end) => confidence::ADDED_UNLIKELY,
            (false, _) => confidence::ADDED_AMONG_WHOLE,
        };
        let mut others = String::new();
        if sound > 0 {
            others = format!("; {sound} of {all} other chunks have {end} bytes");
        }
        if stage_decodes(case, failing, front) {
            let why = format!("the first {end} bytes decode, {extra} more follow them{others}");
            let what = format!("bytes were added at the end of {from}");
            return Some(hypothesis(what, sure, why).mending(mends(front)));
        }
        if is_checked && stage_decodes(case, failing, back) {
            let why = format!("the last {end} bytes decode, {extra} more come before them{others}");
            let what = format!("bytes were added at the start of {from}");
            return Some(hypothesis(what, sure, why).mending(mends(back)));
        }
    }
    None
}

fn end_of_stage(failing: &Failing) -> Option<u64> {
    let end = match ends::end(&failing.info.codec.name, failing.input) {
        StreamEnd::At(end) => end,
        StreamEnd::Beyond(_) | StreamEnd::Unknown => failing.error.offset()?,
    };
    if end > 0 && end < failing.input.len() as u64 { Some(end) } else { None }
}

fn stage_decodes(case: &Case, failing: &Failing, bytes: &[u8]) -> bool {
    if failing.is_first {
        return decodes(case.chain, bytes);
    }
    let mut outer = case.outer();
    outer.retain(|codec| codec.pointer == failing.info.codec.pointer);
    outer.first().is_some_and(|codec| peel(codec, bytes, BUDGET).is_ok())
}

fn hole(case: &Case, failing: &Failing) -> Option<Hypothesis> {
    let outer = case.outer();
    let row =
        CodecRow::meant_by(&outer.iter().find(|codec| codec.pointer == failing.info.codec.pointer)?.name)?;
    let is_ours = row.signature.is_some_and(|signature| signature.recognises(failing.input));
    // What gives more than the chunk has was followed through its zeros: they are no hole.
    let is_read = matches!(failing.error, CodecError::Checksum { .. } | CodecError::TooMuch { .. });
    let (start, length) = longest_zeros(failing.input);
    // Where the first sector of a file was lost, the magic is gone.
    let is_sector = start == 0 && length >= SECTOR;
    if !is_ours && !is_sector || is_read {
        return None;
    }
    // In a chunk of mostly equal elements, few bytes say much: then zeros may be part of it.
    if length < HOLE || !is_sector && length * 16 < failing.input.len() {
        return None;
    }
    let all = failing.input.len();
    let codec = row.label();
    let evidence = format!("{length} zero bytes from byte {start} on, among {all} that {codec} wrote");
    let is_end = start + length == failing.input.len();
    let text = match start {
        _ if is_end => "the end of",
        0 => "the beginning of",
        _ => "a part of",
    };
    let what = format!("{text} {} is zeros", subject(case, failing));
    Some(hypothesis(what, confidence::HOLE, evidence).naming(failing.named_byte(start as u64)))
}

fn longest_zeros(bytes: &[u8]) -> (usize, usize) {
    let mut best = (0, 0);
    let mut run = 0;
    for (index, byte) in bytes.iter().enumerate() {
        run = if *byte == 0 { run + 1 } else { 0 };
        if run > best.1 {
            best = (index + 1 - run, run);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_run_of_zeros_is_found() {
        assert_eq!(longest_zeros(&[0, 1, 0, 0, 2, 0]), (2, 2));
        assert_eq!(longest_zeros(&[1, 0, 0]), (1, 2));
        assert_eq!(longest_zeros(&[]), (0, 0));
    }
}
