use std::{fmt::Write as _, io::Write};

use base64::{Engine, prelude::BASE64_STANDARD};
use serde::Serialize;

use super::arguments::{StageName, StageSide};
use super::{Output, Result, json, output::Tone, stage};
use crate::metadata::text::escape;
use crate::pipeline::{Array, ChunkAddress, ChunkTrace};
use crate::tell::hex_rows::{HexRow, HexRows, printable};
use crate::tell::{stage_bytes::StageBytes, words::count};

/// The columns of a line: with some margin it fits a terminal of 80 columns.
const WIDTH: u16 = 78;

pub(super) fn run(
    array: &Array,
    trace: &ChunkTrace,
    stage: &StageName,
    side: StageSide,
    as_json: bool,
    output: &mut Output,
) -> Result {
    let row = stage::row(array, trace, stage, side)?;
    let stage = row.checked_sub(1).and_then(|stage| trace.stages().get(stage));
    let name = stage.map_or("stored", |stage| stage.info.codec.name.as_str());
    let found = StageBytes::of(trace, row);
    let StageBytes::Bytes { bytes, group } = found else {
        let reason = if let StageBytes::Nothing(reason) = found { reason } else { String::new() };
        if as_json {
            return json::print(&NoBytes { array: &array.path, stage: name, bytes: None, reason }, output);
        }
        return Ok(writeln!(output, "{}", escape(&reason))?);
    };
    if as_json {
        let report = DumpReport {
            array: &array.path,
            address: &trace.address,
            key: &trace.key,
            stage: name,
            nbytes: bytes.len(),
            bytes: BASE64_STANDARD.encode(bytes),
        };
        return json::print(&report, output);
    }
    let head = format!("{} after {}: {} bytes", trace.key, escape(name), bytes.len());
    writeln!(output, "{}", output.paint(Tone::Heading, &head))?;
    let hex = HexRows::fitting(bytes.len() as u64, group, true, WIDTH);
    let mut next = 0;
    loop {
        let rows = hex.rows(bytes, next, u64::MAX, u16::MAX.into());
        if rows.is_empty() {
            return Ok(());
        }
        for row in rows {
            match row {
                HexRow::Bytes(row) => {
                    writeln!(output, "{}", line(bytes, &hex, row))?;
                    next = row + 1;
                }
                HexRow::Same(rows) => {
                    let same = format!("* the same, {}", count(rows.into(), "row"));
                    writeln!(output, "{}", output.paint(Tone::Quiet, &same))?;
                    next += rows;
                }
            }
        }
    }
}

#[derive(Serialize)]
struct DumpReport<'a> {
    array: &'a str,
    #[serde(flatten)]
    address: &'a ChunkAddress,
    key: &'a str,
    stage: &'a str,
    nbytes: usize,
    bytes: String,
}

#[derive(Serialize)]
struct NoBytes<'a> {
    array: &'a str,
    stage: &'a str,
    bytes: Option<String>,
    reason: String,
}

fn line(bytes: &[u8], hex: &HexRows, row: u64) -> String {
    let start = row * hex.in_row;
    let in_row = usize::try_from(hex.in_row).unwrap_or(usize::MAX);
    let own = bytes.get(usize::try_from(start).unwrap_or(usize::MAX)..).unwrap_or_default();
    let own = &own[..in_row.min(own.len())];
    let mut digits = String::new();
    for (byte, number) in own.iter().zip(1..) {
        let gap = if hex.group > 0 && u64::is_multiple_of(number, hex.group) { " " } else { "" };
        let _ = write!(digits, "{byte:02x}{gap}");
    }
    let text: String = own.iter().map(|byte| printable(*byte)).collect();
    let label = usize::from(hex.label_columns) - 1;
    let cells = usize::from(hex.byte_columns);
    format!("{start:0label$x} {digits:<cells$}{text}")
}
