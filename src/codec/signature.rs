//! The kinds of facts by which stored bytes show which codec wrote them.

use serde_json::Value;
use std::borrow::Cow;

use crate::metadata::{Field, Json};

pub struct Signature {
    pub magic: &'static [u8],
    pub mark_nbytes: usize,
    pub fits: fn(&[u8]) -> bool,
    /// 0 where a short stream could be of another format.
    pub least_nbytes: usize,
    pub configuration: fn(&[u8]) -> Value,
    pub end: fn(&[u8]) -> StreamEnd,
    pub cut: CutSign,
    pub has_checksum: fn(&[u8]) -> bool,
    /// To decode a byte; two stand for about 5 ns.
    pub cost: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StreamEnd {
    At(u64),
    Beyond(u64),
    Unknown,
}

#[derive(Clone, Copy)]
pub enum CutSign {
    /// Says why the stream is cut, where that is sure. The number is how many bytes should come out, where that is known.
    Stream(fn(&[u8], Option<u64>) -> Option<String>),
    Decoder,
}

impl Signature {
    pub(super) const fn new(magic: &'static [u8], configuration: fn(&[u8]) -> Value, cost: u64) -> Self {
        Self {
            magic,
            mark_nbytes: magic.len(),
            fits: |_| true,
            least_nbytes: 0,
            configuration,
            end: |_| StreamEnd::Unknown,
            cut: CutSign::Decoder,
            has_checksum: |_| false,
            cost,
        }
    }

    pub fn recognises(&self, input: &[u8]) -> bool {
        input.starts_with(self.magic) && (self.fits)(input)
    }

    pub fn is_too_short(&self, input: &[u8]) -> bool {
        let begins = input.starts_with(self.magic) || self.magic.starts_with(input);
        input.len() < self.least_nbytes && !input.is_empty() && begins
    }
}

/// Compressors store what they cannot compress, so that they hardly add to it.
pub(super) fn may_have(nbytes: u64, decoded: Option<u64>) -> bool {
    decoded.is_none_or(|decoded| nbytes <= decoded.saturating_add(decoded / 64).saturating_add(64))
}

pub struct ChecksumFacts {
    pub title: &'static str,
    pub default: WhichEnd,
    pub sides: &'static [WhichEnd],
    /// The reversed polynomial, where it is a cyclic redundancy check: a wrong one gives away which bit was flipped.
    pub polynomial: Option<u32>,
    pub configuration: fn(WhichEnd) -> Value,
}

impl ChecksumFacts {
    pub const NBYTES: usize = 4;
    pub const COST: u64 = 1;
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WhichEnd {
    Start,
    End,
}

impl WhichEnd {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::End => "end",
        }
    }

    pub(super) fn read(json: &Json) -> Field<Self> {
        match json.value().as_str() {
            Some("start") => Ok(Self::Start),
            Some("end") => Ok(Self::End),
            _ => Err(json.unexpected("\"start\" or \"end\"")),
        }
    }
}

#[derive(Debug, Clone)]
pub struct StoredField {
    pub place: FieldPlace,
    pub nbytes: usize,
    pub reading: FieldReading,
    pub name: &'static str,
    pub meaning: Cow<'static, str>,
}

pub(super) const MOST_FIELDS: usize = 1024;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldPlace {
    FromStart(usize),
    FromEnd(usize),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldReading {
    Plain,
    Number,
    BigNumber,
    Little,
    Big,
}

impl StoredField {
    pub(super) const fn at(
        start: usize,
        nbytes: usize,
        reading: FieldReading,
        name: &'static str,
        meaning: &'static str,
    ) -> Self {
        Self { place: FieldPlace::FromStart(start), nbytes, reading, name, meaning: Cow::Borrowed(meaning) }
    }

    pub(super) const fn before_end(
        back: usize,
        nbytes: usize,
        reading: FieldReading,
        name: &'static str,
        meaning: &'static str,
    ) -> Self {
        Self { place: FieldPlace::FromEnd(back), nbytes, reading, name, meaning: Cow::Borrowed(meaning) }
    }
}
