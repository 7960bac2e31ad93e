use super::CodecError;
use crate::limits::Streams;

#[derive(Debug)]
pub struct Reader<'a> {
    input: &'a [u8],
    position: usize,
    streams: u64,
}

impl<'a> Reader<'a> {
    pub fn new(input: &'a [u8]) -> Self {
        Self { input, position: 0, streams: 0 }
    }

    pub fn position(&self) -> usize {
        self.position
    }

    pub fn rest(&self) -> &'a [u8] {
        self.input.get(self.position..).unwrap_or_default()
    }

    pub fn since(&self, start: usize) -> &'a [u8] {
        self.input.get(start..self.position).unwrap_or_default()
    }

    pub fn set_position(&mut self, position: usize) {
        self.position = position.min(self.input.len());
    }

    pub fn corrupt(&self, expected: impl Into<String>, found: impl Into<String>) -> CodecError {
        corrupt_at(self.position, expected, found)
    }

    pub fn ended(&self, expected: impl Into<String>, found: impl Into<String>) -> CodecError {
        ended_at(self.position, expected, found)
    }

    pub fn begin_stream(&mut self, output: &[u8], limit: Streams) -> Result<(), CodecError> {
        self.streams += 1;
        let most = limit.most.saturating_add(output.len() as u64 / limit.output);
        if self.streams <= most {
            return Ok(());
        }
        let Streams { most: free, output } = limit;
        let expected = format!("at most {free} streams, and one more for each {output} bytes of output");
        Err(self.corrupt(expected, format!("another after {most}")))
    }

    pub fn take(&mut self, nbytes: usize, what: &str) -> Result<&'a [u8], CodecError> {
        let taken = self.rest().get(..nbytes).ok_or_else(|| self.cut_short(nbytes, what))?;
        self.position += nbytes;
        Ok(taken)
    }

    pub fn array<const N: usize>(&mut self, what: &str) -> Result<[u8; N], CodecError> {
        let taken = self.rest().first_chunk().ok_or_else(|| self.cut_short(N, what))?;
        self.position += N;
        Ok(*taken)
    }

    fn cut_short(&self, nbytes: usize, what: &str) -> CodecError {
        let found = format!("the end after {} bytes", self.rest().len());
        let bytes = if nbytes == 1 { "byte" } else { "bytes" };
        self.ended(format!("{nbytes} {bytes} of {what}"), found)
    }
}

pub fn corrupt_at(position: usize, expected: impl Into<String>, found: impl Into<String>) -> CodecError {
    CodecError::Corrupt { offset: position as u64, expected: expected.into(), found: found.into() }
}

pub fn ended_at(position: usize, expected: impl Into<String>, found: impl Into<String>) -> CodecError {
    CodecError::Ended { offset: position as u64, expected: expected.into(), found: found.into() }
}

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ")
}
