//! What chunks are beside their recorded digests, as findings.

use std::path::Path;

use super::super::Result;
use super::super::findings::{Finding, Remark};
use super::super::sums::{RecordedSums, SumVerdict, SumsLine, each_line};
use crate::check::{Rule, SUM_BYTES, SUM_MISSING, SUM_NEW, SUM_VALUES};
use crate::pipeline::ChunkSums;
use crate::store::join;
use crate::tell::words::count;

/// How many chunks that are missing are named of an array.
const NAMED: usize = 16;
const STAGE: &str = "sums";

#[derive(Debug)]
pub(super) struct SumsFound<'a> {
    file: &'a Path,
    recorded: RecordedSums,
    pub(super) faults: Vec<Finding>,
    pub(super) notes: Vec<Finding>,
}

impl<'a> SumsFound<'a> {
    pub(super) fn read(file: &'a Path) -> Result<Self> {
        Ok(Self { file, recorded: RecordedSums::read(file)?, faults: Vec::new(), notes: Vec::new() })
    }

    pub(super) fn take(&mut self, sums: &ChunkSums) {
        match self.recorded.compare(&SumsLine::from(sums)) {
            SumVerdict::Same => {}
            SumVerdict::Rewritten => {
                self.note(&SUM_BYTES, sums, "other bytes than were recorded, and the same values");
            }
            SumVerdict::New => self.note(&SUM_NEW, sums, "none was recorded"),
            SumVerdict::Different => {
                self.add(sums, "expected the values that were recorded, found others");
            }
            SumVerdict::OtherBytes => {
                let message = "expected the bytes that were recorded, found others; the values are not known";
                self.add(sums, message);
            }
        }
    }

    fn add(&mut self, sums: &ChunkSums, message: &str) {
        let chunk = Some(sums.chunk.as_slice());
        self.faults.push(Finding::of_stage(&SUM_VALUES, STAGE, &sums.path, &sums.key, chunk, message));
    }

    /// One note for each array and kind.
    fn note(&mut self, rule: &'static Rule, sums: &ChunkSums, message: &str) {
        // The chunks of an array follow each other, and there are two kinds of notes.
        let mut last = self.notes.iter_mut().rev().take(2);
        match last.find(|note| note.rule == rule && note.path() == sums.path) {
            Some(note) => note.add_chunks(1),
            None => self.notes.push(of_chunk(rule, sums, message)),
        }
    }

    /// The file is read again for their names, which are not kept.
    pub(super) fn add_missing(&mut self, store: &str) -> Result {
        let mut missing: Vec<(String, Vec<String>, u64)> = Vec::new();
        each_line(self.file, &mut |line| {
            if self.recorded.is_seen(&line) {
                return true;
            }
            if missing.last().is_none_or(|(array, ..)| *array != line.array) {
                missing.push((line.array, Vec::new(), 0));
            }
            if let Some((_, keys, number)) = missing.last_mut() {
                *number += 1;
                if keys.len() < NAMED {
                    keys.push(line.key);
                }
            }
            true
        })?;
        for (array, keys, number) in missing {
            let message =
                format!("expected {} more that were recorded, found none", count(number.into(), "chunk"));
            let first = keys.first().map_or("", String::as_str);
            let found = Finding::of_stage(&SUM_MISSING, STAGE, &join(store, &array), first, None, &message);
            self.faults.push(found.with_keys(&keys, number));
        }
        Ok(())
    }
}

fn of_chunk(rule: &'static Rule, sums: &ChunkSums, message: &str) -> Finding {
    let remark = Remark {
        array: sums.path.clone(),
        note: Some(STAGE.to_owned()),
        chunks: Some(1),
        key: sums.key.clone(),
        message: message.to_owned(),
        chunk: Some(sums.chunk.clone()),
        ..Remark::default()
    };
    Finding::new(rule, remark)
}
