//! A recording: what was drawn, and when. As SVG it moves in a browser and in a README, as an asciicast in the players of asciinema.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io;
use std::time::Duration;

use ratatui::backend::{Backend, CrosstermBackend};
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::{Rect, Size};
use serde_json::json;

use crate::explorer::draw::palettes;
use crate::explorer::draw::print::{CELL, Sheet};
use crate::tell::theme_name::ThemeName;

/// What is drawn faster than this is one frame.
const FRAME: Duration = Duration::from_millis(40);
/// Nobody waits longer for the next frame when it is played.
const IDLE: Duration = Duration::from_secs(2);
/// The last frame stays before it begins again.
const LAST: Duration = Duration::from_secs(3);
/// Some 50 MB.
const MOST_CELLS: usize = 1 << 20;

#[derive(Debug, Clone)]
pub struct Recording {
    frames: Vec<RecordedFrame>,
    last: Buffer,
    cells: usize,
}

#[derive(Debug, Clone)]
struct RecordedFrame {
    at: Duration,
    changed: Vec<(u16, u16, Cell)>,
}

impl Recording {
    /// Of a screen with so many columns and rows.
    pub fn of((width, height): (u16, u16)) -> Self {
        let last = Buffer::empty(Rect { x: 0, y: 0, width, height });
        Self { frames: Vec::new(), last, cells: 0 }
    }

    /// Takes what is on the screen; `at` counts from the beginning. A terminal that was resized since is cut, or filled up.
    pub fn add(&mut self, drawn: &Buffer, at: Duration) {
        let mut now = Buffer::empty(self.last.area);
        for row in now.area.rows() {
            for place in row.columns() {
                if let (Some(to), Some(from)) = (now.cell_mut(place), drawn.cell(place.as_position())) {
                    *to = from.clone();
                }
            }
        }
        let changed = self.last.diff(&now);
        if changed.is_empty() && !self.frames.is_empty() {
            return;
        }
        let changed: Vec<(u16, u16, Cell)> =
            changed.into_iter().map(|(x, y, cell)| (x, y, cell.clone())).collect();
        self.cells += changed.len();
        self.last = now;
        match self.frames.last_mut() {
            Some(frame) if at.saturating_sub(frame.at) < FRAME => frame.changed.extend(changed),
            _ => self.frames.push(RecordedFrame { at, changed }),
        }
    }

    /// Whether it has no room for more.
    pub fn is_full(&self) -> bool {
        self.cells >= MOST_CELLS
    }

    /// For how long each frame is shown.
    fn lengths(&self) -> impl Iterator<Item = Duration> {
        let next = self.frames.iter().skip(1).map(|frame| Some(frame.at)).chain([None]);
        let length = |(frame, next): (&RecordedFrame, Option<Duration>)| {
            next.map_or(LAST, |next| next.saturating_sub(frame.at).min(IDLE))
        };
        self.frames.iter().zip(next).map(length)
    }

    /// Each frame beside the one before it, on a strip that is moved behind a window. Rows that are the same are written once.
    pub fn svg(&self, theme: ThemeName) -> String {
        let sheet = Sheet::of(self.last.area, theme);
        let mut known: HashMap<String, usize> = HashMap::new();
        let (mut rows, mut strip) = (String::new(), String::new());
        let mut screen = Buffer::empty(self.last.area);
        for (number, frame) in self.frames.iter().enumerate() {
            for (x, y, cell) in &frame.changed {
                if let Some(to) = screen.cell_mut((*x, *y)) {
                    *to = cell.clone();
                }
            }
            let painted = sheet.painted(&screen);
            // Writing to a String cannot fail.
            let _ = writeln!(strip, "<g transform=\"translate({:.1})\">", sheet.width * as_f64(number));
            for y in 0..painted.area.height {
                let row = sheet.row(&painted, y, 0);
                if row.is_empty() {
                    continue;
                }
                let next = known.len();
                let own = *known.entry(row.clone()).or_insert(next);
                if own == next {
                    let _ = write!(rows, "<g id=\"r{own}\">\n{row}</g>\n");
                }
                let _ = writeln!(strip, "<use href=\"#r{own}\" y=\"{:.1}\"/>", f64::from(y) * CELL.1);
            }
            strip.push_str("</g>\n");
        }
        let all: f64 = self.lengths().map(|length| length.as_secs_f64()).sum();
        let (mut steps, mut before) = (String::new(), 0.0);
        for (number, length) in self.lengths().enumerate() {
            let (share, left) = (100.0 * before / all, sheet.width * as_f64(number));
            let _ = write!(steps, "{share:.2}%{{transform:translateX(-{left:.1}px)}}");
            before += length.as_secs_f64();
        }
        let style = format!(
            "@keyframes play{{{steps}}}.strip{{animation:play {all:.2}s steps(1,end) infinite}}\
             @media (prefers-reduced-motion:reduce){{.strip{{animation:none}}}}"
        );
        format!("{}<defs>\n{rows}</defs>\n<g class=\"strip\">\n{strip}</g>\n</svg>\n", sheet.head(&style))
    }

    /// An asciicast, version 2: a line of JSON for the terminal and one for each frame.
    pub fn cast(&self, theme: ThemeName) -> String {
        let Rect { width, height, .. } = self.last.area;
        let mut text = json!({
            "version": 2, "width": width, "height": height, "idle_time_limit": IDLE.as_secs(),
            "env": {"TERM": "xterm-256color"}, "title": "zarrscope"
        })
        .to_string();
        text.push('\n');
        for frame in &self.frames {
            let shown = escapes(&frame.changed, self.last.area.as_size(), theme);
            // Writing to memory does not fail, and all that is written is text.
            let Ok(Ok(shown)) = shown.map(String::from_utf8) else { continue };
            text.push_str(&json!([frame.at.as_secs_f64(), "o", shown]).to_string());
            text.push('\n');
        }
        text
    }
}

fn as_f64(number: usize) -> f64 {
    f64::from(u32::try_from(number).unwrap_or(u32::MAX))
}

/// What a terminal needs to draw these cells.
fn escapes(changed: &[(u16, u16, Cell)], size: Size, theme: ThemeName) -> io::Result<Vec<u8>> {
    let mut painted = Buffer::empty(Rect { x: 0, y: 0, width: size.width, height: size.height });
    for (x, y, cell) in changed {
        if let Some(to) = painted.cell_mut((*x, *y)) {
            *to = cell.clone();
        }
    }
    palettes::apply(&mut painted, theme);
    let cells = changed.iter().filter_map(|(x, y, _)| Some((*x, *y, painted.cell((*x, *y))?)));
    let mut bytes = Vec::from(*b"\x1b[?25l");
    CrosstermBackend::new(&mut bytes).draw(cells)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::style::{Color, Style};

    fn recording() -> Recording {
        let mut recording = Recording::of((4, 2));
        let mut buffer = Buffer::empty(Rect { x: 0, y: 0, width: 5, height: 1 });
        for (text, at) in [("ab", 0), ("ac", 10), ("ac", 500), ("ad", 1000), ("abxyz", 9000)] {
            buffer.set_string(0, 0, text, Style::new().fg(Color::Red));
            recording.add(&buffer, Duration::from_millis(at));
        }
        recording
    }

    #[test]
    fn frames_are_what_changed_and_nobody_waits_long() {
        let lengths: Vec<Duration> = recording().lengths().collect();
        assert_eq!(lengths, [Duration::from_secs(1), IDLE, LAST], "the second frame came with the first");
    }

    #[test]
    fn a_strip_of_frames_with_each_row_once() {
        let svg = recording().svg(ThemeName::Dark);
        assert_eq!(svg.matches("<g id=").count(), 3, "{svg}");
        assert_eq!(svg.matches("<use ").count(), 3);
        assert!(svg.contains("animation:play 6.00s steps(1,end) infinite"), "{svg}");
        assert!(svg.contains("0.00%{transform:translateX(-0.0px)}16.67%{"), "{svg}");
        assert!(svg.contains(">abxy</text>"), "what is outside of the first screen is cut: {svg}");
        let doc = svg.replace(['\n', ' '], "");
        assert!(doc.starts_with("<svg") && doc.ends_with("</svg>"));
    }

    #[test]
    fn an_asciicast_draws_the_changes() {
        let cast = recording().cast(ThemeName::Terminal);
        let lines: Vec<serde_json::Value> =
            cast.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines.len(), 4);
        assert_eq!(
            (&lines[0]["version"], &lines[0]["width"], &lines[0]["height"]),
            (&json!(2), &json!(4), &json!(2))
        );
        assert_eq!((&lines[2][0], &lines[2][1]), (&json!(1.0), &json!("o")));
        let shown = lines[2][2].as_str().unwrap();
        assert!(shown.contains("\x1b[1;2H") && shown.contains('d') && !shown.contains('a'), "{shown:?}");
    }
}
