//! Which rows of a table are asked for: `cell_type == "B cell" and n_genes > 500`.

use std::cmp::Ordering;

use super::{Frame, FrameCell, FramePart};
use crate::codec::DecodeOptions;
use crate::metadata::Scalar;
use crate::metadata::text::{escape, shorten};
use crate::pipeline::NumberType;

pub type Holds = fn(Ordering) -> bool;

/// The longer one first where one begins like another.
pub const COMPARISONS: [(&str, Holds); 7] = [
    ("==", Ordering::is_eq),
    ("!=", Ordering::is_ne),
    ("<=", Ordering::is_le),
    (">=", Ordering::is_ge),
    ("=", Ordering::is_eq),
    ("<", Ordering::is_lt),
    (">", Ordering::is_gt),
];
const LONGEST: usize = 200;

/// All of its terms have to hold. A missing value is unequal to everything, and neither less nor greater than anything.
#[derive(Debug, Clone)]
pub struct RowCondition {
    terms: Vec<Term>,
}

#[derive(Debug, Clone)]
struct Term {
    column: usize,
    holds: Holds,
    wanted: String,
    number: Option<f64>,
}

impl RowCondition {
    /// Names and values with blanks are quoted, names also as `` `n genes` ``.
    pub fn read(text: &str, frame: &Frame) -> Result<Self, String> {
        let form = |rest: &str| {
            let found = if rest.is_empty() { "nothing".to_owned() } else { format!("\"{}\"", cut(rest)) };
            format!("expected a condition such as cell_type == \"B cell\" and n_genes > 500, found {found}")
        };
        let mut terms = Vec::new();
        let mut rest = text.trim();
        loop {
            let (name, after) = word(rest).ok_or_else(|| form(rest))?;
            let after = after.trim_start();
            let found =
                COMPARISONS.iter().find_map(|(sign, holds)| Some((after.strip_prefix(sign)?, *holds)));
            let (after, holds) = found.ok_or_else(|| form(rest))?;
            let (wanted, after) = word(after.trim_start()).ok_or_else(|| form(rest))?;
            let is_named = |column: &super::FrameColumn| column.name == name;
            let column = frame.columns.iter().position(is_named).ok_or_else(|| no_column(name, frame))?;
            let number = wanted.parse().ok();
            terms.push(Term { column, holds, wanted: wanted.to_owned(), number });
            rest = after.trim_start();
            if rest.is_empty() {
                return Ok(Self { terms });
            }
            let next = ["and ", "&&", "&", ","].iter().find_map(|sign| rest.strip_prefix(sign));
            rest = next.ok_or_else(|| format!("expected and, found \"{}\"", cut(rest)))?.trim_start();
        }
    }

    /// The rows of a part that is read in which all terms hold.
    pub fn rows(&self, frame: &Frame, part: &FramePart, options: &DecodeOptions) -> Result<Vec<u64>, String> {
        let mut rows: Vec<u64> = part.rows.clone().collect();
        for term in &self.terms {
            // Columns that are asked for may not be those that are shown.
            let own = frame.read_all(part.rows.clone(), term.column..term.column.saturating_add(1), options);
            if let Some(Err(fault)) = own.column(term.column) {
                let name = frame.columns.get(term.column).map_or("", |column| &column.name);
                return Err(format!("{}: {fault}", escape(name)));
            }
            let name = frame.columns.get(term.column).map_or("", |column| &column.name);
            let mut held = Vec::new();
            for row in rows {
                let (expected, found) = match own.cell(row, term.column) {
                    None | Some(FrameCell::Fault) => ("a value", "none".to_owned()),
                    Some(cell) => match term.holds(cell) {
                        Some(holds) => {
                            if holds {
                                held.push(row);
                            }
                            continue;
                        }
                        None => ("a number to compare with", format!("\"{}\"", cut(&term.wanted))),
                    },
                };
                return Err(format!("{}: row {row}: expected {expected}, found {found}", escape(name)));
            }
            rows = held;
        }
        Ok(rows)
    }
}

impl Term {
    /// `None` where a number would be compared with a text.
    fn holds(&self, cell: &FrameCell) -> Option<bool> {
        let text = |own: &str| Some(own.cmp(self.wanted.as_str()));
        let order = match (cell, self.number) {
            (FrameCell::Value(Scalar::Text(own)), _) => text(own),
            (FrameCell::Value(Scalar::Bool(own)), None) => text(&own.to_string()),
            (FrameCell::Value(own), Some(number)) => NumberType::nearest(own).partial_cmp(&number),
            (FrameCell::Value(Scalar::Integer(_) | Scalar::Float(_)), None) => return None,
            (FrameCell::Value(own), None) => text(&own.to_string()),
            (FrameCell::Missing | FrameCell::Fault | FrameCell::Stored(_), _) => None,
        };
        Some(match order {
            Some(order) => (self.holds)(order),
            // What is missing and NaN are unequal to everything.
            None => (self.holds)(Ordering::Less) && (self.holds)(Ordering::Greater),
        })
    }
}

fn word(text: &str) -> Option<(&str, &str)> {
    let first = text.chars().next()?;
    if matches!(first, '"' | '\'' | '`') {
        return text.get(1..)?.split_once(first);
    }
    let is_end = |letter: char| letter.is_whitespace() || "=!<>&,".contains(letter);
    let (word, rest) = text.split_at(text.find(is_end).unwrap_or(text.len()));
    if word.is_empty() { None } else { Some((word, rest)) }
}

fn no_column(name: &str, frame: &Frame) -> String {
    let names: Vec<&str> =
        frame.columns.iter().map(|column| column.name.as_str()).filter(|name| !name.is_empty()).collect();
    format!("expected one of the columns {}, found \"{}\"", cut(&names.join(", ")), cut(name))
}

fn cut(text: &str) -> String {
    shorten(&escape(text), LONGEST)
}
