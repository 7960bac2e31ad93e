//! The filters that bytes go through: any number that change them in place, and LZMA as the last one.
//!
//! Source: [Python's filter chains](https://docs.python.org/3/library/lzma.html#specifying-custom-filter-chains).

use std::fmt;
use std::io::{self, Write};

use lzma_rust2::filter::bcj::BcjWriter;
use lzma_rust2::filter::delta::DeltaWriter;
use lzma_rust2::filter::{FilterConfig, FilterType, StreamFilter};
use lzma_rust2::{DICT_SIZE_MAX, LzmaOptions};

use super::super::super::CodecError;
use super::super::super::reader::corrupt_at;
use super::super::{given, integer, size};
use crate::metadata::{Field, Json};

#[derive(Debug)]
pub struct Filters {
    pub before: Vec<FilterConfig>,
    pub coder: Coder,
    pub options: LzmaOptions,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coder {
    Lzma1,
    Lzma2,
}

const LZMA1: u64 = 0x4000_0000_0000_0001;
const LZMA2: u64 = 0x21;

const MOST: usize = 4;

const PRESET: u32 = 6;
const EXTREME: i64 = 1 << 31;

pub const SMALLEST_DICTIONARY: u32 = lzma_rust2::DICT_SIZE_MIN;

pub fn preset(json: &Json) -> Field<u32> {
    let preset = integer(json, "preset", 0..=EXTREME | 9, PRESET.into())?;
    match u32::try_from(preset & !EXTREME) {
        Ok(level @ 0..=9) => Ok(level),
        _ => Err(given(json, "preset").unwrap_or_else(|| json.clone()).unexpected("a preset from 0 to 9")),
    }
}

impl Filters {
    pub fn preset(preset: u32) -> Self {
        Self { before: Vec::new(), coder: Coder::Lzma2, options: LzmaOptions::with_preset(preset) }
    }

    pub fn read(json: &Json) -> Field<Self> {
        let items = json.items("filters")?;
        let (last, before) = match items.split_last() {
            Some((last, before)) if before.len() < MOST => (last, before),
            _ => return Err(json.unexpected("one to four filters")),
        };
        let coder = match id(last)? {
            LZMA1 => Coder::Lzma1,
            LZMA2 => Coder::Lzma2,
            _ => return Err(last.unexpected("LZMA1 or LZMA2 as the last filter")),
        };
        let before = before.iter().map(read_before).collect::<Field<_>>()?;
        Ok(Self { before, coder, options: read_options(last)? })
    }
}

fn id(filter: &Json) -> Field<u64> {
    let expected = "the id of a filter";
    filter.required("id", expected)?.size(expected)
}

fn read_before(filter: &Json) -> Field<FilterConfig> {
    let filter_type = match FilterType::try_from(id(filter)?) {
        Ok(kind) if kind != FilterType::Lzma2 => kind,
        _ => {
            return Err(filter.unexpected("a filter before LZMA: delta (3) or a branch filter (4 to 11)"));
        }
    };
    let property = match filter_type {
        FilterType::Delta => size(filter, "dist", 1..=256, 1)?,
        _ => size(filter, "start_offset", 0..=u32::MAX, 0)?,
    };
    Ok(FilterConfig { filter_type, property })
}

fn read_options(filter: &Json) -> Field<LzmaOptions> {
    let mut options = LzmaOptions::with_preset(preset(filter)?);
    options.dict_size = size(filter, "dict_size", SMALLEST_DICTIONARY..=DICT_SIZE_MAX, options.dict_size)?;
    options.lc = size(filter, "lc", 0..=4, options.lc)?;
    options.lp = size(filter, "lp", 0..=4, options.lp)?;
    options.pb = size(filter, "pb", 0..=4, options.pb)?;
    if options.lc + options.lp <= 4 {
        return Ok(options);
    }
    let at = given(filter, "lp").unwrap_or_else(|| filter.clone());
    Err(at.fault("lc and lp of at most 4 together", format!("{} and {}", options.lc, options.lp)))
}

impl fmt::Display for Filters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&describe_all(&self.before))?;
        let LzmaOptions { dict_size, lc, lp, pb, .. } = self.options;
        match self.coder {
            Coder::Lzma1 => write!(f, "LZMA1 (lc {lc}, lp {lp}, pb {pb}, dictionary {dict_size} bytes)"),
            Coder::Lzma2 => write!(f, "LZMA2 (dictionary {dict_size} bytes)"),
        }
    }
}

pub fn describe_all(before: &[FilterConfig]) -> String {
    before.iter().map(|filter| describe(filter) + ", ").collect()
}

fn describe(filter: &FilterConfig) -> String {
    let name = match filter.filter_type {
        FilterType::Delta => return format!("delta (distance {})", filter.property),
        FilterType::BcjX86 => "x86",
        FilterType::BcjPpc => "PowerPC",
        FilterType::BcjIa64 => "Itanium",
        FilterType::BcjArm => "ARM",
        FilterType::BcjArmThumb => "ARM Thumb",
        FilterType::BcjSparc => "SPARC",
        FilterType::BcjArm64 => "ARM64",
        FilterType::BcjRiscv => "RISC-V",
        FilterType::Lzma2 => "LZMA2",
    };
    format!("branches of {name}")
}

/// A filter of branches looks ahead by no more: a bundle of Itanium.
const LOOKAHEAD: usize = 16;

pub fn undo_all(
    filters: &[FilterConfig],
    output: &mut Vec<u8>,
    start: usize,
    result: Result<(), CodecError>,
) -> Result<(), CodecError> {
    for filter in filters.iter().rev() {
        let undo = StreamFilter::new(filter);
        let mut undo = undo.map_err(|error| corrupt_at(0, describe(filter), error.to_string()))?;
        undo.decode(output.get_mut(start..).unwrap_or_default());
    }
    if result.is_err() {
        let ahead = filters.iter().filter(|filter| filter.filter_type != FilterType::Delta).count();
        let end = output.len().saturating_sub(ahead.saturating_mul(LOOKAHEAD));
        output.truncate(end.max(start));
    }
    result
}

pub fn apply(filters: &[FilterConfig], bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut bytes = bytes.to_vec();
    for filter in filters {
        let property = usize::try_from(filter.property).unwrap_or(0);
        let new = match filter.filter_type {
            FilterType::Delta | FilterType::Lzma2 => {
                let mut writer = DeltaWriter::new(Vec::new(), property);
                writer.write_all(&bytes)?;
                bytes = writer.into_inner();
                continue;
            }
            FilterType::BcjX86 => BcjWriter::new_x86,
            FilterType::BcjPpc => BcjWriter::new_ppc,
            FilterType::BcjIa64 => BcjWriter::new_ia64,
            FilterType::BcjArm => BcjWriter::new_arm,
            FilterType::BcjArmThumb => BcjWriter::new_arm_thumb,
            FilterType::BcjSparc => BcjWriter::new_sparc,
            FilterType::BcjArm64 => BcjWriter::new_arm64,
            FilterType::BcjRiscv => BcjWriter::new_riscv,
        };
        let mut writer = new(Vec::new(), property);
        writer.write_all(&bytes)?;
        bytes = writer.finish()?;
    }
    Ok(bytes)
}
