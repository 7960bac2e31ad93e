use std::io::{self, Write};

use unicode_width::UnicodeWidthChar;

/// Cuts lines between two words where a terminal ends, which would wrap them into something that nobody can read. What is
/// written ends with a line.
pub(super) struct FittedLines<'a> {
    output: &'a mut (dyn Write + Send),
    columns: usize,
    /// Columns of the line so far, and bytes of a character that has not come as a whole.
    used: usize,
    begun: Vec<u8>,
    /// The last word, of which the rest may not fit: half of a number would be another number.
    word: String,
    is_cut: bool,
    in_color: bool,
    pub(super) cut: u64,
}

impl<'a> FittedLines<'a> {
    pub(super) fn new(output: &'a mut (dyn Write + Send), columns: usize) -> Self {
        let (word, begun) = (String::new(), Vec::new());
        Self { output, columns, used: 0, begun, word, is_cut: false, in_color: false, cut: 0 }
    }

    fn take(&mut self, letter: char, text: &mut String) {
        // A colour has no width, and is not cut: else what follows would have it.
        if self.in_color || letter == '\u{1b}' {
            self.in_color = letter != 'm';
            let to = if self.is_cut { text } else { &mut self.word };
            return to.push(letter);
        }
        if letter == '\n' {
            text.push_str(&std::mem::take(&mut self.word));
            (self.used, self.is_cut) = (0, false);
            return text.push(letter);
        }
        if self.is_cut {
            return;
        }
        // The last column is for the sign that the line goes on.
        let width = letter.width().unwrap_or(0);
        if self.used + width < self.columns {
            self.used += width;
            self.word.push(letter);
            if letter == ' ' {
                text.push_str(&std::mem::take(&mut self.word));
            }
            return;
        }
        (self.is_cut, self.cut) = (true, self.cut + 1);
        self.word.clear();
        text.push('…');
    }
}

impl Write for FittedLines<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.begun.extend_from_slice(bytes);
        let begun = std::mem::take(&mut self.begun);
        let whole = match std::str::from_utf8(&begun) {
            Ok(text) => text,
            Err(error) => {
                let (whole, rest) = begun.split_at(error.valid_up_to());
                self.begun = rest.to_vec();
                std::str::from_utf8(whole).unwrap_or_default()
            }
        };
        let mut text = String::with_capacity(whole.len());
        for letter in whole.chars() {
            self.take(letter, &mut text);
        }
        self.output.write_all(text.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_cut_at_the_edge() {
        let mut written = Vec::new();
        let mut fitted = FittedLines::new(&mut written, 6);
        for part in ["12345\n12 3", "4567890\n温 ", "度温度\n\n"] {
            // In the middle of a character too.
            let (one, other) = part.as_bytes().split_at(part.len() / 2);
            fitted.write_all(one).unwrap();
            fitted.write_all(other).unwrap();
        }
        assert_eq!(fitted.cut, 2);
        assert_eq!(String::from_utf8(written).unwrap(), "12345\n12 …\n温 …\n\n");
    }
}
