//! Bytes as text.

use std::fmt::Write as _;
use std::io::{self, Write};

/// Bytes in a line.
const IN_LINE: usize = 32;

/// Writes bytes as hexadecimal digits with spaces between them; Python's `bytes.fromhex` reads them back.
pub fn write_hex(bytes: &[u8], output: &mut (dyn Write + Send)) -> io::Result<()> {
    let mut line = String::new();
    for row in bytes.chunks(IN_LINE) {
        line.clear();
        for byte in row {
            let _ = write!(line, "{byte:02x} ");
        }
        line.pop();
        line.push('\n');
        output.write_all(line.as_bytes())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thirty_two_bytes_are_a_line() {
        let mut text = Vec::new();
        write_hex(&(0..33).collect::<Vec<u8>>(), &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert!(text.starts_with("00 01 02 ") && text.ends_with(" 1e 1f\n20\n"), "{text}");
    }
}
