//! Lines of a text that is longer than a pane is wide.

/// Cuts text into lines of at most `width` characters, at spaces where there are some.
#[must_use]
pub fn wrap(text: &str, width: u16) -> Vec<String> {
    let width = usize::from(width.max(1));
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split_inclusive(' ') {
        let fits = line.chars().count() + word.trim_end().chars().count() <= width;
        if !fits && !line.is_empty() {
            lines.push(std::mem::take(&mut line));
        }
        for c in word.chars() {
            let full = line.chars().count() == width;
            if full && c == ' ' {
                continue; // the end of the line stands for it
            }
            if full {
                lines.push(std::mem::take(&mut line));
            }
            line.push(c);
        }
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_wrapped_at_spaces() {
        assert_eq!(wrap("expected 128 bytes", 12), ["expected 128", "bytes"]);
        assert_eq!(wrap("abcdefgh", 3), ["abc", "def", "gh"]);
        assert_eq!(wrap("", 3), [""]);
    }
}
