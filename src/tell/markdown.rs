//! Markdown for the issue trackers of others. What comes from a store is in code only: there no tracker reads HTML,
//! mentions, numbers of issues or links, and characters that could turn the text round are written as escapes.

use crate::metadata::text::{escape, shorten};

const LONGEST: usize = 400;
const WIDEST: usize = 200;

#[derive(Debug, Clone, Default)]
pub struct Markdown {
    text: String,
}

impl Markdown {
    pub fn heading(&mut self, level: usize, text: &str) {
        self.paragraph(&format!("{} {text}", "#".repeat(level)));
    }

    pub fn paragraph(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push_str("\n\n");
    }

    pub fn list(&mut self, items: &[(String, Vec<String>)]) {
        for (item, below) in items {
            self.text.extend(["- ", item, "\n"]);
            for text in below {
                self.text.extend(["  - ", text, "\n"]);
            }
        }
        if !items.is_empty() {
            self.text.push('\n');
        }
    }

    /// The fence is longer than any run of backticks in the lines.
    pub fn block(&mut self, language: &str, lines: &[String]) {
        let lines: Vec<String> = lines.iter().map(|line| shorten(&escape(line), WIDEST)).collect();
        let fence = "`".repeat(lines.iter().map(|line| longest_run(line)).max().unwrap_or(0).max(2) + 1);
        self.paragraph(&format!("{fence}{language}\n{}\n{fence}", lines.join("\n")));
    }

    pub fn table<const N: usize>(&mut self, head: [&str; N], rows: &[[String; N]]) {
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        self.text.push_str(&line(head.iter().map(|cell| pipes(cell)).collect()));
        self.text.push_str(&line(vec!["---".to_owned(); N]));
        for row in rows {
            self.text.push_str(&line(row.iter().map(|cell| pipes(cell)).collect()));
        }
        self.text.push('\n');
    }

    pub fn finish(mut self) -> String {
        self.text.truncate(self.text.trim_end().len());
        self.text.push('\n');
        self.text
    }
}

/// Shows text from a store, or a message about one.
pub fn code(text: &str) -> String {
    let text = shorten(&escape(text), LONGEST);
    if text.is_empty() {
        return "(nothing)".to_owned();
    }
    let fence = "`".repeat(longest_run(&text) + 1);
    // One blank on each side is taken away by the reader; without, a backtick would become part of the fence.
    let needs_blanks = |text: &str| text.starts_with(['`', ' ']) || text.ends_with(['`', ' ']);
    let blank = if needs_blanks(&text) && !text.trim().is_empty() { " " } else { "" };
    format!("{fence}{blank}{text}{blank}{fence}")
}

fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

/// A pipe would end the cell, in code too. Readers differ on a backslash before `\|`: that pipe is a number.
fn pipes(cell: &str) -> String {
    let mut text = String::new();
    for c in cell.chars() {
        match c {
            '|' if text.ends_with('\\') => text.push_str("\\u{7c}"),
            '|' => text.push_str("\\|"),
            c => text.push(c),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_has_a_fence_that_nothing_in_it_can_end() {
        assert_eq!(code("c/0"), "`c/0`");
        assert_eq!(code("a`b``c"), "```a`b``c```");
        assert_eq!(code("`"), "`` ` ``");
        assert_eq!(code(" a"), "`  a `");
        assert_eq!(code("  "), "`  `");
        assert_eq!(code(""), "(nothing)");
        assert_eq!(code("a\n\n# b\u{202e}"), "`a\\n\\n# b\\u{202e}`");
        assert!(code(&"x".repeat(500)).ends_with("x…`"));
    }

    #[test]
    fn a_block_has_a_fence_longer_than_any_run_in_it() {
        let mut page = Markdown::default();
        page.block("json", &["a".to_owned(), "````".to_owned(), "b\r\n```".to_owned()]);
        assert_eq!(page.finish(), "`````json\na\n````\nb\\r\\n```\n`````\n");
    }

    #[test]
    fn a_pipe_does_not_end_a_cell() {
        let mut page = Markdown::default();
        page.table(["a", "b"], &[[code("x|y"), code("x\\|y")]]);
        assert_eq!(page.finish(), "| a | b |\n| --- | --- |\n| `x\\|y` | `x\\\\u{7c}y` |\n");
    }

    #[test]
    fn texts_below_a_text_are_indented() {
        let mut page = Markdown::default();
        page.list(&[("a".to_owned(), vec!["b".to_owned()]), ("c".to_owned(), Vec::new())]);
        page.paragraph("d");
        assert_eq!(page.finish(), "- a\n  - b\n- c\n\nd\n");
    }
}
