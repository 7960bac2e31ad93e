//! The screen without boxes, and with letters for marks, for screen readers and logs.

use ratatui::buffer::Buffer;

/// The legends and the help are drawn with the same marks, so they explain each letter.
const LETTERS: &[(&str, &str)] = &[
    ("■", "s"),
    ("·", "."),
    ("□", "f"),
    ("◧", "h"),
    ("◌", "o"),
    ("▒", "p"),
    ("░", "l"),
    ("▓", "m"),
    ("✗", "X"),
    ("✓", "V"),
    ("▸", "+"),
    ("▾", "-"),
    ("▹", "+"),
    ("▿", "-"),
    ("▪", "a"),
    ("▽", "<"),
    ("△", ">"),
    ("▼", "v"),
    ("▲", "^"),
    ("▏", "|"),
    ("▁", "1"),
    ("▂", "2"),
    ("▃", "3"),
    ("▄", "4"),
    ("▅", "5"),
    ("▆", "6"),
    ("▇", "7"),
    ("█", "8"),
];

fn worded(symbol: &str) -> Option<&'static str> {
    if let Some((_, letter)) = LETTERS.iter().find(|(mark, _)| *mark == symbol) {
        return Some(letter);
    }
    match symbol.chars().next()? {
        // The corner before the title of the pane with the focus: nothing else would show the focus.
        '┏' => Some(">"),
        '─'..='╿' | '\u{2800}' => Some(" "),
        '▀'..='▟' => Some("#"),
        '■'..='◿' | '\u{2801}'..='\u{28ff}' => Some("*"),
        _ => None,
    }
}

/// Replaces the blocks of a bar, which would otherwise look like a number.
pub(crate) fn bar(text: &str) -> String {
    text.chars().map(|c| if ('▉'..='▏').contains(&c) || c == '█' { '=' } else { c }).collect()
}

pub(crate) fn apply(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        if let Some(letter) = worded(cell.symbol()) {
            cell.set_symbol(letter);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_mark_has_a_letter_and_boxes_have_none() {
        assert_eq!(
            ["■", "✗", "┏", "━", "│", "▀", "x", "°"].map(worded),
            [Some("s"), Some("X"), Some(">"), Some(" "), Some(" "), Some("#"), None, None]
        );
    }

    #[test]
    fn bars_and_plots_are_no_numbers() {
        assert_eq!(bar("281.5 ┤██▌ 12"), "281.5 ┤=== 12");
        assert_eq!(["⣿", "⠁", "\u{2800}"].map(worded), [Some("*"), Some("*"), Some(" ")]);
    }

    #[test]
    fn marks_that_stand_beside_each_other_differ() {
        let of_chunks: Vec<_> =
            ["■", "·", "□", "◧", "◌", "▒", "░", "▓", "✗", "✓", "▽", "△"].map(worded).to_vec();
        assert_eq!(of_chunks.iter().collect::<BTreeSet<_>>().len(), of_chunks.len());
    }
}
