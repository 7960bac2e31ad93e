//! One stream of LZMA or LZMA2, run step by step, so that no more comes out than is allowed.

use std::io::{self, ErrorKind};

use lzma_rust2::{Action, Lzma2Stream, LzmaStream, Status, StreamResult};

use super::super::super::reader::Reader;
use super::super::super::{CodecError, StageWork};

pub enum Stream {
    Lzma1(LzmaStream),
    Lzma2(Lzma2Stream),
}

const STEP: usize = 1 << 16;

/// Bytes that go in at a time, so that as much as possible comes out before a fault.
const TRICKLE: usize = 16;

/// `make` makes a decoder. If the stream fails while tracing, what comes out before the fault is appended to `output` too.
pub fn run(
    make: &dyn Fn() -> io::Result<Stream>,
    reader: &mut Reader,
    output: &mut Vec<u8>,
    work: &StageWork,
) -> Result<(), CodecError> {
    let before = output.len();
    let input = reader.rest();
    let mut stream = make().map_err(|error| reader.corrupt("a decoder for LZMA", error.to_string()))?;
    let result = stream.run(reader, output, work.limit);
    if result.is_err()
        && work.is_traced
        && let Ok(again) = make()
    {
        stream = again;
        output.truncate(before);
        stream.trickle(input, output, work.limit);
    }
    result
}

impl Stream {
    fn trickle(&mut self, input: &[u8], output: &mut Vec<u8>, limit: u64) {
        let mut step = vec![0; STEP];
        let mut position = 0;
        let mut end = 0;
        while output.len() as u64 <= limit {
            let part = input.get(position..end).unwrap_or_default();
            let Ok(result) = self.process(part, &mut step, Action::Run) else { return };
            output.extend_from_slice(step.get(..result.bytes_produced).unwrap_or_default());
            position += result.bytes_consumed;
            if result.status == Status::StreamEnd {
                return;
            }
            if result.bytes_produced == 0 && position == end {
                if end == input.len() {
                    return;
                }
                end = end.saturating_add(TRICKLE).min(input.len());
            } else if result.bytes_produced == 0 && result.bytes_consumed == 0 {
                return;
            }
        }
    }

    fn run(&mut self, reader: &mut Reader, output: &mut Vec<u8>, limit: u64) -> Result<(), CodecError> {
        let start = reader.position();
        let mut step = vec![0; STEP];
        loop {
            let result = self.process(reader.rest(), &mut step, Action::Finish);
            reader.set_position(start.saturating_add(usize::try_from(self.total_in()).unwrap_or(usize::MAX)));
            let result = result.map_err(|error| match error.kind() {
                ErrorKind::UnexpectedEof => self.cut_short(reader, output.len()),
                _ => {
                    let expected = format!("a sound {} stream before this place", self.name());
                    reader.corrupt(expected, error.to_string())
                }
            })?;
            output.extend_from_slice(step.get(..result.bytes_produced).unwrap_or_default());
            if output.len() as u64 > limit {
                return Err(CodecError::TooMuch { limit });
            }
            if result.status == Status::StreamEnd {
                if let Self::Lzma1(stream) = self {
                    reader.set_position(reader.position().saturating_sub(stream.unused_input().len()));
                }
                return Ok(());
            }
            if result.bytes_consumed == 0 && result.bytes_produced == 0 {
                return Err(self.cut_short(reader, output.len()));
            }
        }
    }

    fn process(&mut self, input: &[u8], output: &mut [u8], action: Action) -> io::Result<StreamResult> {
        match self {
            Self::Lzma1(stream) => stream.process(input, output, action),
            Self::Lzma2(stream) => stream.process(input, output, action),
        }
    }

    fn total_in(&self) -> u64 {
        match self {
            Self::Lzma1(stream) => stream.total_in(),
            Self::Lzma2(stream) => stream.total_in(),
        }
    }

    fn name(&self) -> &'static str {
        match self {
            Self::Lzma1(_) => "LZMA",
            Self::Lzma2(_) => "LZMA2",
        }
    }

    fn cut_short(&self, reader: &Reader, nbytes: usize) -> CodecError {
        let found = format!("the end of the input, after {nbytes} bytes of output");
        reader.ended(format!("more of the {} stream", self.name()), found)
    }
}
