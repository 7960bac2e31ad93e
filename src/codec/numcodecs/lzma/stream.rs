//! One stream of LZMA or LZMA2, run step by step, so that no more comes out than is allowed.

use std::io::{self, ErrorKind};

use lzma_rust2::{Action, Lzma2Stream, LzmaStream, Status, StreamResult};

use super::super::super::CodecError;
use super::super::super::reader::Reader;

/// A decoder; both keep the bytes of their dictionary only as far as they have come out.
pub enum Stream {
    Lzma1(LzmaStream),
    Lzma2(Lzma2Stream),
}

/// How many bytes come out at a time.
const STEP: usize = 1 << 16;

impl Stream {
    /// Appends the stream's bytes to `output`, which may grow to `limit` bytes.
    pub fn run(&mut self, reader: &mut Reader, output: &mut Vec<u8>, limit: u64) -> Result<(), CodecError> {
        let start = reader.position();
        let mut step = vec![0; STEP];
        loop {
            let result = self.process(reader.rest(), &mut step);
            reader.set_position(start.saturating_add(usize::try_from(self.total_in()).unwrap_or(usize::MAX)));
            let result = result.map_err(|error| self.fault(reader, &error, output.len()))?;
            output.extend_from_slice(step.get(..result.bytes_produced).unwrap_or_default());
            if output.len() as u64 > limit {
                return Err(CodecError::TooMuch { limit });
            }
            if result.status == Status::StreamEnd {
                reader.set_position(reader.position().saturating_sub(self.unused()));
                return Ok(());
            }
            if result.bytes_consumed == 0 && result.bytes_produced == 0 {
                return Err(self.cut_short(reader, output.len()));
            }
        }
    }

    fn process(&mut self, input: &[u8], output: &mut [u8]) -> io::Result<StreamResult> {
        match self {
            Self::Lzma1(stream) => stream.process(input, output, Action::Finish),
            Self::Lzma2(stream) => stream.process(input, output, Action::Finish),
        }
    }

    fn total_in(&self) -> u64 {
        match self {
            Self::Lzma1(stream) => stream.total_in(),
            Self::Lzma2(stream) => stream.total_in(),
        }
    }

    /// Bytes that were taken from the input, but do not belong to the stream.
    fn unused(&self) -> usize {
        match self {
            Self::Lzma1(stream) => stream.unused_input().len(),
            Self::Lzma2(_) => 0,
        }
    }

    fn name(&self) -> &'static str {
        match self {
            Self::Lzma1(_) => "LZMA",
            Self::Lzma2(_) => "LZMA2",
        }
    }

    fn fault(&self, reader: &Reader, error: &io::Error, nbytes: usize) -> CodecError {
        match error.kind() {
            ErrorKind::UnexpectedEof => self.cut_short(reader, nbytes),
            _ => {
                reader.corrupt(format!("a sound {} stream before this place", self.name()), error.to_string())
            }
        }
    }

    fn cut_short(&self, reader: &Reader, nbytes: usize) -> CodecError {
        let found = format!("the end of the input, after {nbytes} bytes of output");
        reader.corrupt(format!("more of the {} stream", self.name()), found)
    }
}
