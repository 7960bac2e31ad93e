use super::foreign::foreign;
use crate::codec::{CODECS, hex};

const FIRST: usize = 12;
const TEXT: usize = 48;
const LEAST_TEXT: usize = 6;
const LEAST_MARK: usize = 2;

pub fn on(stored: &[u8], others: Vec<u64>) -> Vec<String> {
    let mut remarks = vec![size(stored.len() as u64, others)];
    if !stored.is_empty() {
        remarks.push(beginning(stored));
    }
    remarks.extend(marks(stored));
    remarks
}

fn size(own: u64, mut others: Vec<u64>) -> String {
    others.sort_unstable();
    let Some(median) = others.get(others.len() / 2) else {
        return format!("{own} bytes are stored, and no other chunk to compare them with");
    };
    let whose = match others.len() {
        1 => "the one other stored chunk".to_owned(),
        count => format!("the median of {count} other chunks"),
    };
    if own == *median {
        format!("{own} bytes are stored, the same as {whose}")
    } else {
        format!("{own} bytes are stored; {whose} has {median}")
    }
}

fn beginning(stored: &[u8]) -> String {
    let first = stored.get(..FIRST).unwrap_or(stored);
    let more = if stored.len() > FIRST { " …" } else { "" };
    let mut text = String::new();
    for byte in stored.iter().take(TEXT) {
        if !byte.is_ascii_graphic() && *byte != b' ' {
            break;
        }
        text.push(char::from(*byte));
    }
    let shown = format!("they begin with {}{more}", hex(first));
    match text.len() {
        length if length >= LEAST_TEXT.min(stored.len()) => format!("{shown}, as text {text:?}"),
        _ => shown,
    }
}

fn marks(stored: &[u8]) -> Option<String> {
    if let Some((what, why)) = foreign(stored) {
        return Some(format!("they look like {what}: {why}"));
    }
    let mut names = Vec::new();
    for row in CODECS {
        if let Some(mark) = row.signature
            && mark.mark_nbytes >= LEAST_MARK
            && mark.recognises(stored)
        {
            names.push(row.label());
        }
    }
    names.dedup();
    if names.is_empty() { None } else { Some(format!("they begin as {} does", names.join(" or "))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_stands_beside_the_median_of_the_others() {
        assert_eq!(size(12, vec![90, 70, 80]), "12 bytes are stored; the median of 3 other chunks has 80");
        assert_eq!(
            size(80, vec![90, 70, 80]),
            "80 bytes are stored, the same as the median of 3 other chunks"
        );
        assert_eq!(size(12, vec![90]), "12 bytes are stored; the one other stored chunk has 90");
        assert_eq!(size(12, vec![]), "12 bytes are stored, and no other chunk to compare them with");
    }

    #[test]
    fn the_first_bytes_are_shown_as_text_where_they_are_text() {
        let html = b"404 page not found\n";
        assert_eq!(
            beginning(html),
            "they begin with 34 30 34 20 70 61 67 65 20 6e 6f 74 …, as text \"404 page not found\""
        );
        assert_eq!(beginning(&[1, 2, 65]), "they begin with 01 02 41");
    }

    #[test]
    fn known_marks_are_named() {
        assert_eq!(on(&[], vec![]).len(), 1);
        let zstd = [0x28, 0xb5, 0x2f, 0xfd, 0x20, 3, 25, 0, 0, 1, 2, 3];
        assert_eq!(marks(&zstd).as_deref(), Some("they begin as zstd does"));
        assert_eq!(
            marks(b"\x89HDF\r\n\x1a\n").as_deref(),
            Some("they look like an HDF5 file: it begins with 89 48 44 46 0d 0a 1a 0a")
        );
    }
}
