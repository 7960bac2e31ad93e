use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Cuts at spaces where there are some, and never within a sign of the screen.
pub fn wrap(text: &str, width: u16) -> Vec<String> {
    let width = usize::from(width.max(1));
    let (mut lines, mut line, mut used) = (Vec::new(), String::new(), 0);
    for word in text.split_inclusive(' ') {
        let is_plain = word.bytes().all(is_plain);
        let columns = |text: &str| if is_plain { text.len() } else { text.width() };
        if used + columns(word.trim_end()) > width && !line.is_empty() {
            lines.push(std::mem::take(&mut line));
            used = 0;
        }
        if is_plain && used + word.len() <= width {
            line.push_str(word);
            used += word.len();
            continue;
        }
        for sign in signs(word) {
            let columns = sign.width();
            let is_full = used + columns > width && !line.is_empty();
            if is_full && sign == " " {
                continue; // the end of the line stands for it
            }
            if is_full {
                lines.push(std::mem::take(&mut line));
                used = 0;
            }
            line.push_str(sign);
            used += columns;
        }
    }
    lines.push(line);
    lines
}

/// Counts the lines of [`wrap`]. Long reports are counted for every frame: plain text is counted without being cut.
pub fn wrapped_lines(text: &str, width: u16) -> usize {
    if !text.bytes().all(is_plain) {
        return wrap(text, width).len();
    }
    let width = usize::from(width.max(1));
    let (mut lines, mut used) = (1, 0);
    for word in text.as_bytes().split_inclusive(|letter| *letter == b' ') {
        let space = usize::from(word.ends_with(b" "));
        let letters = word.len() - space;
        if used > 0 && used + letters > width {
            lines += 1;
            used = 0;
        }
        // A word that is longer than a line fills some; a space at the end of a full line is left out.
        used += letters;
        let filled = used.saturating_sub(1) / width;
        lines += filled;
        used -= filled * width;
        used += if used < width { space } else { 0 };
    }
    lines
}

const JOINER: char = '\u{200d}';

/// A sign is a letter with its marks, or several pictures that are joined into one.
fn signs(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        // Long reports are wrapped for every frame, and nearly all of them is this.
        if let [first, second, ..] = rest.as_bytes()
            && is_plain(*first)
            && is_plain(*second)
        {
            let (sign, others) = rest.split_at(1);
            rest = others;
            return Some(sign);
        }
        let mut letters = rest.char_indices();
        let mut before = letters.next()?.1;
        let end = letters.find(|(_, letter)| {
            let is_skin = ('\u{1f3fb}'..='\u{1f3ff}').contains(letter);
            let goes_on = before == JOINER || letter.width() == Some(0) || is_skin;
            before = *letter;
            !goes_on
        });
        let (sign, others) = rest.split_at(end.map_or(rest.len(), |(at, _)| at));
        rest = others;
        Some(sign)
    })
}

fn is_plain(byte: u8) -> bool {
    (b' '..=b'~').contains(&byte)
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

    #[test]
    fn plain_words_are_wrapped_like_all_others() {
        for (text, width, lines) in [
            ("ab cd  e", 5, ["ab cd", "e"].as_slice()),
            ("ab cd", 3, &["ab ", "cd"]),
            ("ab cd", 2, &["ab", "cd"]),
            ("温 ab c\u{301}d", 4, &["温 ", "ab ", "c\u{301}d"]),
            ("abc\u{301}def", 3, &["abc\u{301}", "def"]),
            ("a\tbc d", 2, &["a\t", "bc", "d"]),
        ] {
            assert_eq!(wrap(text, width), lines, "{text} in {width}");
        }
    }

    #[test]
    fn lines_that_are_counted_are_those_that_are_cut() {
        for text in [
            "",
            " ",
            "  a  ",
            "ab cd  ef",
            "abcdefgh ij",
            "a b c d e f",
            "ab  cd   e    ",
            "温 ab cd",
            "x\u{301}y z",
        ] {
            for width in 0..12 {
                assert_eq!(wrapped_lines(text, width), wrap(text, width).len(), "{text:?} in {width}");
            }
        }
    }

    #[test]
    fn wide_letters_take_two_columns_and_joined_pictures_stay_together() {
        assert_eq!(wrap("温度温度温", 4), ["温度", "温度", "温"]);
        assert_eq!(wrap("温度 ab", 5), ["温度 ", "ab"]);
        assert_eq!(wrap("温度", 1), ["温", "度"]);
        let family = "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}";
        assert_eq!(wrap(&family.repeat(3), 4), [family.repeat(2), family.to_owned()]);
        let (wave, accent) = ("\u{1f44b}\u{1f3fd}", "e\u{301}");
        assert_eq!(wrap(&wave.repeat(2), 3), [wave, wave]);
        assert_eq!(wrap(&accent.repeat(4), 2), [accent.repeat(2), accent.repeat(2)]);
        assert_eq!(wrap(&"\u{301}".repeat(9), 2).len(), 1);
    }
}
