use std::io::Write;

use serde::Serialize;

use super::{Output, Result};
use crate::codec::DecodeOptions;
use crate::pipeline::{Array, ChunkVerdict, Fault, Survey};
use crate::tell::words::grouped;

const NAMED: usize = 16;

#[derive(Default)]
pub(super) struct Verdicts {
    sound: u64,
    all_fill: Vec<Vec<u64>>,
    pub(super) faulty: Vec<Vec<u64>>,
    pub(super) fault: Option<(String, Fault)>,
}

impl Verdicts {
    pub(super) fn of(array: &Array, survey: &Survey, options: &DecodeOptions) -> Self {
        let mut verdicts = Self::default();
        for (coords, _) in survey.iter() {
            match array.judge(coords, options) {
                Ok(None) => {}
                Ok(Some(verdict)) => {
                    verdicts.sound += 1;
                    if verdict == ChunkVerdict::AllFill {
                        verdicts.all_fill.push(coords.to_vec());
                    }
                }
                Err(fault) => {
                    // What was read and is at fault is named before what could not be read.
                    if verdicts
                        .fault
                        .as_ref()
                        .is_none_or(|(_, first)| first.is_unread() && !fault.is_unread())
                    {
                        verdicts.fault = Some((array.chunk_key(coords), fault));
                    }
                    verdicts.faulty.push(coords.to_vec());
                }
            }
        }
        verdicts
    }

    pub(super) fn report(&self, array: &Array) -> VerdictsReport {
        VerdictsReport {
            sound: self.sound,
            all_fill: NamedChunks::of(array, self.all_fill.iter().map(Vec::as_slice)),
            faulty: NamedChunks::of(array, self.faulty.iter().map(Vec::as_slice)),
        }
    }

    pub(super) fn print(&self, array: &Array, output: &mut Output) -> Result {
        let sound = grouped(self.sound.into());
        let all_fill = grouped(self.all_fill.len() as u128);
        let faulty = grouped(self.faulty.len() as u128);
        writeln!(output, "decoded    {sound} sound, {all_fill} of them all fill, {faulty} faulty")?;
        for (kind, chunks) in [("faulty", &self.faulty), ("all fill", &self.all_fill)] {
            print_named(kind, chunks.iter().map(|coords| array.chunk_key(coords)), NAMED, output)?;
        }
        Ok(())
    }
}

#[derive(Serialize)]
pub(super) struct VerdictsReport {
    sound: u64,
    all_fill: NamedChunks,
    faulty: NamedChunks,
}

#[derive(Serialize)]
pub(super) struct NamedChunks {
    pub(super) count: u64,
    pub(super) keys: Vec<String>,
}

impl NamedChunks {
    pub(super) fn of<'a>(array: &Array, chunks: impl Iterator<Item = &'a [u64]>) -> Self {
        let all: Vec<&[u64]> = chunks.collect();
        let keys = all.iter().take(NAMED).map(|coords| array.chunk_key(coords)).collect();
        Self { count: all.len() as u64, keys }
    }
}

pub(super) fn print_named(
    kind: &str,
    mut each: impl Iterator<Item = String>,
    most: usize,
    output: &mut Output,
) -> Result {
    for text in each.by_ref().take(most) {
        writeln!(output, "{kind:<10} {text}")?;
    }
    match each.count() {
        0 => Ok(()),
        more => Ok(writeln!(output, "{kind:<10} … and {} more", grouped(more as u128))?),
    }
}
