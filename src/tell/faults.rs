use super::words::{count, grouped, shape};
use crate::codec::{Partial, Representation, Value};
use crate::pipeline::{Counts, FaultSite, ShortFault};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FaultCount {
    pub faults: u64,
    pub is_verified: bool,
}

impl FaultCount {
    pub fn number(self) -> String {
        match (self.faults, self.is_verified) {
            (0, true) => "✓".to_owned(),
            (0, false) => "·".to_owned(),
            (faults, _) => grouped(faults.into()),
        }
    }

    pub fn sign(self) -> String {
        if self.faults == 0 { self.number() } else { format!("✗ {}", self.number()) }
    }

    pub fn words(self) -> [String; 2] {
        let words = match (self.faults, self.is_verified) {
            (0, true) => " verified",
            (0, false) => " not verified",
            (_, true) => ", all verified",
            (_, false) => "",
        };
        [format!("{}{words}", self.sign()), self.sign()]
    }
}

/// For much room and for less. `chunks` is `None` until all are counted.
pub fn progress(counts: &Counts, chunks: Option<u64>, faults: u64) -> [String; 3] {
    let checked = grouped(counts.checked().into());
    let (of, so_far) = match chunks {
        Some(all) => (format!("{checked} of {}", grouped(all.max(counts.checked()).into())), ""),
        None => (checked.clone(), " so far"),
    };
    let faults = if faults == 0 { String::new() } else { format!("✗ {}", grouped(faults.into())) };
    let and = if faults.is_empty() { "" } else { ", " };
    [
        format!("verifying {of} chunks{so_far}{and}{faults}"),
        format!("V {of}{and}{faults}"),
        if faults.is_empty() { format!("V {checked}") } else { format!("V {faults}") },
    ]
}

/// What is known of values, once all decodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValuesJudged {
    No,
    Soon,
    /// In so many chunks they look wrong.
    Doubtful(usize),
}

pub fn verified(counts: &Counts, faults: u64, unread: u64, values: ValuesJudged) -> String {
    let chunks = count(counts.checked().into(), "chunk");
    let arrays = count(counts.arrays.into(), "array");
    let found = count(faults.into(), "fault");
    let rest = format!("; {} could not be read", count(unread.into(), "thing"));
    let rest = if unread > 0 { &rest } else { "" };
    if faults > 0 {
        return format!("verified {chunks} of {arrays}: ✗ {found}{rest}");
    }
    let what = match values {
        _ if unread > 0 => "no fault in what was read".to_owned(),
        ValuesJudged::No => "no fault".to_owned(),
        ValuesJudged::Soon => "no fault; looking at values …".to_owned(),
        ValuesJudged::Doubtful(0) => "no fault, and no value looks wrong".to_owned(),
        ValuesJudged::Doubtful(doubtful) => {
            format!("no fault, but values look wrong in {}", count(doubtful as u128, "chunk"))
        }
    };
    format!("verified {chunks} of {arrays}: {what}{rest}")
}

pub fn stopped(counts: &Counts, chunks: Option<u64>, faults: u64) -> String {
    let [_, so_far, _] = progress(counts, chunks, faults);
    format!("verifying was stopped after {}; faults found so far are kept", so_far.trim_start_matches("V "))
}

/// `doubtful` counts the chunks of the grid on the screen whose values look wrong although they decode.
pub fn none(is_verified: bool, doubtful: usize) -> String {
    if doubtful > 0 {
        let chunks = count(doubtful as u128, "chunk");
        return format!("no fault is known, but the values of {chunks} here look wrong (?): d says why");
    }
    let verified = if is_verified {
        "every chunk below this node decodes, and d judges values"
    } else {
        "V looks at every chunk below this node"
    };
    format!("no fault is known; {verified}")
}

pub fn gone_to_doubt(doubt: &ShortFault, number: usize, of: usize) -> String {
    let array = doubt.node.rsplit('/').next().unwrap_or_default();
    let place = format!("{array} {}", site(doubt));
    format!("{number} of {of} that look wrong: {}: {}; d says why", place.trim(), text(doubt))
}

pub fn gone_to(fault: &ShortFault, number: u64, of: u64, rest: &str) -> String {
    let mut parts = vec![fault.node.rsplit('/').next().unwrap_or_default().to_owned(), site(fault)];
    parts.retain(|part| !part.is_empty());
    let mut place = parts.join(" ");
    if !place.is_empty() {
        place = format!(" {place}:");
    }
    let which = format!("fault {} of {}", grouped(number.into()), grouped(of.into()));
    format!("{which}{rest}:{place} {}", text(fault))
}

fn site(fault: &ShortFault) -> String {
    match &fault.site {
        FaultSite::Document(_) => String::new(),
        FaultSite::Key(key) => key.clone(),
        FaultSite::Chunk(chunk) => format!("chunk {}", shape(chunk)),
    }
}

fn text(fault: &ShortFault) -> &str {
    if fault.text.is_empty() { "does not decode" } else { &fault.text }
}

pub fn of_node(fault: &ShortFault) -> String {
    let site = site(fault);
    let colon = if site.is_empty() { "" } else { ": " };
    format!("{site}{colon}{}", text(fault))
}

pub fn partial(partial: &Partial, decoded: &Representation) -> String {
    let (given, unit) = match &partial.value {
        Value::Array(elements) => ((elements.size() as u64).saturating_sub(partial.lost()), "element"),
        Value::Bytes(bytes) => (bytes.len() as u64, "byte"),
    };
    let whole = match decoded {
        Representation::Array(array) => array.size(),
        Representation::Bytes(nbytes) => nbytes.exactly(),
        Representation::Unknown => None,
    };
    let mut text = match whole {
        Some(whole) => format!("gave {} of {}", grouped(given.into()), count(whole.into(), unit)),
        None => format!("gave {}", count(given.into(), unit)),
    };
    text.push_str(if partial.lost() > 0 { "; the others have no value" } else { " before it failed" });
    if let Some(consumed) = partial.consumed {
        text = format!("{text}, from the first {} of its input", count(consumed.into(), "byte"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verified_and_sound_is_told_apart_from_not_looked_at() {
        let of = |faults, is_verified| FaultCount { faults, is_verified };
        assert_eq!([of(0, false), of(0, true), of(1204, false)].map(FaultCount::number), ["·", "✓", "1 204"]);
        assert_eq!([of(0, false), of(0, true), of(3, true)].map(FaultCount::sign), ["·", "✓", "✗ 3"]);
        let [long, _] = of(0, false).words();
        assert_eq!(long, "· not verified");
    }

    #[test]
    fn progress_and_its_end() {
        let counts = Counts { arrays: 12, stored: 5000, decoded: 1200, faulty: 4, ..Counts::default() };
        assert_eq!(progress(&counts, Some(5000), 4)[0], "verifying 1 204 of 5 000 chunks, ✗ 4");
        assert_eq!(progress(&counts, Some(5000), 0)[1], "V 1 204 of 5 000");
        assert_eq!(
            verified(&counts, 4, 0, ValuesJudged::No),
            "verified 1 204 chunks of 12 arrays: ✗ 4 faults"
        );
        assert_eq!(verified(&counts, 0, 0, ValuesJudged::No), "verified 1 204 chunks of 12 arrays: no fault");
        assert_eq!(
            verified(&counts, 0, 2, ValuesJudged::No),
            "verified 1 204 chunks of 12 arrays: no fault in what was read; 2 things could not be read"
        );
        assert_eq!(
            stopped(&counts, Some(5000), 4),
            "verifying was stopped after 1 204 of 5 000, ✗ 4; faults found so far are kept"
        );
    }

    #[test]
    fn a_fault_has_a_number_and_a_place() {
        let fault = ShortFault::of_chunk("a/t", &[1, 0], "crc32c: wrong");
        assert_eq!(gone_to(&fault, 3, 12, ""), "fault 3 of 12: t chunk (1, 0): crc32c: wrong");
        let fault = ShortFault::of_text("", "/shape: wrong".to_owned());
        assert_eq!(
            gone_to(&fault, 1, 2, ", from the first again"),
            "fault 1 of 2, from the first again: /shape: wrong"
        );
    }
}
