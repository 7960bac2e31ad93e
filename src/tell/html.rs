//! A report as a page for a browser: one file, no scripts, nothing that is loaded. What comes from a store is text or a picture.

use std::collections::BTreeSet;
use std::fmt::Write;

use base64::prelude::{BASE64_STANDARD, Engine};
use pulldown_cmark::{Options, Parser, html};

use super::report::Line;
use super::words::{count, grouped, shape};
use crate::metadata::text::escape;
use crate::pipeline::Survey;

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:auto;padding:1rem;color:#1c1c1c;background:#fff}\
    h2,h3{line-height:1.2}table{border-collapse:collapse;display:block;overflow-x:auto}\
    td,th{border:1px solid #ccc;padding:.2rem .6rem;text-align:left;vertical-align:top}\
    pre{background:#f4f4f4;padding:.6rem;overflow-x:auto}code{background:#f4f4f4;overflow-wrap:anywhere}\
    pre code{overflow-wrap:normal}img,svg{max-width:100%;height:auto}.fault{color:#a00}\
    @media(prefers-color-scheme:dark){body{color:#ddd;background:#181818}pre,code{background:#262626}\
    td,th{border-color:#555}img{background:#fff}.fault{color:#f88}}";

/// Parts of a page, which stand between its title and the report in words.
#[derive(Debug, Clone, Default)]
pub struct HtmlPage {
    parts: String,
}

impl HtmlPage {
    pub fn heading(&mut self, text: &str) {
        self.add(&format!("<h3>{}</h3>", plain(text)));
    }

    pub fn facts(&mut self, lines: &[Line]) {
        self.add("<table>");
        for line in lines {
            match line {
                Line::Fact(name, text) => {
                    self.add(&format!("<tr><th>{}</th><td>{}</td></tr>", plain(name), plain(text)));
                }
                Line::Fault(text) => {
                    self.add(&format!("<tr><th></th><td class=\"fault\">✗ {}</td></tr>", plain(text)));
                }
                Line::Heading(_) | Line::Text(_) => {}
            }
        }
        self.add("</table>");
    }

    pub fn text(&mut self, text: &str) {
        self.add(&format!("<pre>{}</pre>", plain(text.trim_end())));
    }

    pub fn picture(&mut self, png: &[u8], words: &str) {
        let data = BASE64_STANDARD.encode(png);
        self.add(&format!("<p><img alt=\"{}\" src=\"data:image/png;base64,{data}\"></p>", plain(words)));
    }

    pub fn grid(&mut self, grid: &GridPicture) {
        self.add(&grid.svg());
        self.add(&format!("<p>{}</p>", plain(&grid.words())));
    }

    fn add(&mut self, text: &str) {
        self.parts.push_str(text);
        self.parts.push('\n');
    }

    /// `markdown` is a report in which everything from a store is code.
    pub fn finish(self, title: &str, markdown: &str) -> String {
        let mut words = String::new();
        html::push_html(&mut words, Parser::new_ext(markdown, Options::ENABLE_TABLES));
        // Its own title comes first.
        let end = words.find("</h2>").map_or(0, |at| at + "</h2>".len());
        let (own_title, words) = words.split_at(end);
        let title = plain(title);
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
             <style>{STYLE}</style>\n</head>\n<body>\n{own_title}\n{}{words}</body>\n</html>\n",
            self.parts
        )
    }
}

/// No character of it means anything to a browser.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for (number, line) in text.split('\n').enumerate() {
        if number > 0 {
            plain.push('\n');
        }
        for letter in escape(line).chars() {
            match letter {
                '&' => plain.push_str("&amp;"),
                '<' => plain.push_str("&lt;"),
                '>' => plain.push_str("&gt;"),
                '"' => plain.push_str("&quot;"),
                letter => plain.push(letter),
            }
        }
    }
    plain
}

/// How many squares a picture of a grid has along a side.
const SQUARES: u64 = 64;
const SQUARE: [u64; 2] = [10, 32];
/// The longest side of a picture of a grid, where its squares may be larger than the least.
const SIDE: u64 = 320;

/// The last two dimensions of a chunk grid as squares, each for one chunk or for all that lie there.
#[derive(Debug, Clone)]
pub struct GridPicture {
    /// Rows and columns of squares, and how many chunks each has along both.
    squares: [u64; 2],
    step: [u64; 2],
    /// Of each square, row by row: chunks that are stored, and faulty ones.
    stored: Vec<u64>,
    faulty: Vec<u64>,
    /// Chunks of a square that is not at an edge.
    each: u128,
    grid_shape: Vec<u64>,
    counts: [Option<u128>; 3],
}

impl GridPicture {
    pub fn of(grid_shape: &[u64], survey: &Survey, broken: &BTreeSet<Vec<u64>>) -> Self {
        let rank = grid_shape.len();
        let edge =
            |back: usize| rank.checked_sub(back).and_then(|axis| grid_shape.get(axis)).copied().unwrap_or(1);
        let sides = [edge(2), edge(1)];
        let step = sides.map(|side| side.div_ceil(SQUARES).max(1));
        let squares = [sides[0].div_ceil(step[0]), sides[1].div_ceil(step[1])];
        let size = usize::try_from(squares[0] * squares[1]).unwrap_or(0);
        let place = |coords: &[u64]| {
            let at = |back: usize| {
                coords.len().checked_sub(back).and_then(|axis| coords.get(axis)).copied().unwrap_or(0)
            };
            let (row, column) = (at(2) / step[0], at(1) / step[1]);
            usize::try_from(row * squares[1] + column).unwrap_or(usize::MAX)
        };
        let count = |chunks: &mut dyn Iterator<Item = &[u64]>| {
            let mut counted = vec![0_u64; size];
            for coords in chunks {
                if let Some(number) = counted.get_mut(place(coords)) {
                    *number += 1;
                }
            }
            counted
        };
        let stored = count(&mut survey.iter().map(|(coords, _)| coords));
        let faulty = count(&mut broken.iter().map(Vec::as_slice));
        let above: u128 =
            grid_shape.iter().take(rank.saturating_sub(2)).map(|edge| u128::from(*edge)).product();
        let each = above.saturating_mul((step[0] * step[1]).into());
        let counts = [Some(survey.stored().into()), survey.missing(), Some(broken.len() as u128)];
        Self { squares, step, stored, faulty, each, grid_shape: grid_shape.to_vec(), counts }
    }

    fn words(&self) -> String {
        let [stored, missing, faulty] = self.counts.map(|number| number.map_or("many".to_owned(), grouped));
        let grid = shape(&self.grid_shape);
        let what = if self.each > 1 {
            format!(", each square up to {}", count(self.each, "chunk"))
        } else {
            String::new()
        };
        format!(
            "Chunk grid {grid}{what}: {stored} stored (blue), {missing} missing (white), {faulty} found faulty (red)."
        )
    }

    fn svg(&self) -> String {
        let [rows, columns] = self.squares;
        let square = (SIDE / rows.max(columns).max(1)).clamp(SQUARE[0], SQUARE[1]);
        let (width, height) = (columns * square + 1, rows * square + 1);
        let mut svg = format!(
            "<svg role=\"img\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\"><title>{}</title>",
            plain(&self.words())
        );
        for (index, (stored, faulty)) in self.stored.iter().zip(&self.faulty).enumerate() {
            let index = index as u64;
            let (row, column) = (index / columns.max(1), index % columns.max(1));
            let color = if *faulty > 0 { "#d62728".to_owned() } else { self.blue(*stored) };
            let place: Vec<String> =
                [row * self.step[0], column * self.step[1]].map(|at| at.to_string()).into();
            // Writing to a string cannot fail.
            let _ = write!(
                svg,
                "<rect x=\"{}\" y=\"{}\" width=\"{square}\" height=\"{square}\" fill=\"{color}\" stroke=\"#888\"><title>{}: {} stored{}</title></rect>",
                column * square,
                row * square,
                place.join(", "),
                grouped((*stored).into()),
                if *faulty > 0 { format!(", {} faulty", grouped((*faulty).into())) } else { String::new() },
            );
        }
        svg.push_str("</svg>");
        svg
    }

    /// The more of its chunks are stored, the darker.
    fn blue(&self, stored: u64) -> String {
        let part = u128::from(stored).saturating_mul(100) / self.each.max(1);
        let part = u64::try_from(part.min(100)).unwrap_or(100);
        if stored == 0 {
            return "#fff".to_owned();
        }
        let mix = |dark: u64| 235 - (235 - dark) * part / 100;
        format!("#{:02x}{:02x}{:02x}", mix(31), mix(119), mix(180))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_is_read_as_html() {
        assert_eq!(plain("<b>&\"\u{1b}[2J</b>\nx"), "&lt;b&gt;&amp;&quot;\\u{1b}[2J&lt;/b&gt;\nx");
        let mut page = HtmlPage::default();
        page.facts(&[Line::Fact("a<b", "<script>".to_owned()), Line::Fault("</table>".to_owned())]);
        page.text("</pre><script>");
        page.picture(b"x", "\"><script>");
        let page = page.finish("<script>", "## `<script>`\n\n`</body><script>` and words\n");
        assert!(!page.contains("<script"), "{page}");
        assert!(page.contains("<h2><code>&lt;script&gt;</code></h2>\n<table>"), "{page}");
    }

    #[test]
    fn a_large_grid_has_few_squares() {
        let survey = Survey::default();
        let grid = GridPicture::of(&[3, 1000, 20], &survey, &BTreeSet::from([vec![0, 999, 19]]));
        assert_eq!((grid.squares, grid.step, grid.each), ([63, 20], [16, 1], 48));
        assert_eq!(grid.svg().matches("<rect").count(), 63 * 20);
        assert_eq!(grid.svg().matches("#d62728").count(), 1);
        let point = GridPicture::of(&[], &survey, &BTreeSet::new());
        assert_eq!((point.squares, point.each), ([1, 1], 1));
    }
}
