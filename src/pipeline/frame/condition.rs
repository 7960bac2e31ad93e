//! Which rows of a table are asked for: `cell_type == "B cell" and n_genes > 500`.

use std::{cmp::Ordering, ops::Range};

use super::{Frame, FrameCell, column::CategoryOrder};
use crate::codec::DecodeOptions;
use crate::meaning::is_nothing;
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

const QUOTES: [char; 3] = ['"', '\'', '`'];
/// What a missing value is compared with; in quotes it is a text.
const MISSING: &str = "null";
/// How many categories a message names.
const CATEGORIES: usize = 12;

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
    /// Where it is one: as a float, a large one is also its neighbours.
    whole: Option<i128>,
    asks_for_missing: bool,
    /// Where the value is among the categories of the column.
    category: Option<i128>,
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
            let after = after.trim_start();
            let is_quoted = after.starts_with(QUOTES);
            let (wanted, after) = word(after).ok_or_else(|| form(rest))?;
            let asks_for_missing = wanted == MISSING && !is_quoted;
            if asks_for_missing && !is_equality(holds) {
                return Err(format!("expected == or != before {MISSING}, found \"{}\"", cut(rest)));
            }
            let is_named = |column: &super::FrameColumn| column.name == name;
            let column = frame.columns.iter().position(is_named).ok_or_else(|| no_column(name, frame))?;
            let (number, whole) = (wanted.parse().ok(), wanted.parse().ok());
            let wanted = wanted.to_owned();
            terms.push(Term { column, holds, wanted, number, whole, asks_for_missing, category: None });
            rest = after.trim_start();
            if rest.is_empty() {
                return Ok(Self { terms });
            }
            let next = ["and ", "&&", "&", ","].iter().find_map(|sign| rest.strip_prefix(sign));
            rest = next.ok_or_else(|| format!("expected and, found \"{}\"", cut(rest)))?.trim_start();
        }
    }

    /// Finds the values of terms among the categories of their columns.
    ///
    /// # Errors
    /// Where one is no category, or the categories cannot be read.
    pub fn resolve(mut self, frame: &Frame, options: &DecodeOptions) -> Result<Self, String> {
        for term in &mut self.terms {
            let Some(column) = frame.columns.get(term.column) else { continue };
            let Some((names, order)) = column.categories(options) else { continue };
            if term.asks_for_missing {
                continue;
            }
            let names = names.map_err(|fault| format!("{}: {fault}", escape(&column.name)))?;
            let cell = |at: usize| names.beginning(at, usize::MAX).map(FrameCell::Value);
            if order == CategoryOrder::Unordered && !is_equality(term.holds) {
                if let Some(FrameCell::Value(Scalar::Text(_))) = cell(0) {
                    // As texts, cluster 10 would be less than cluster 2.
                    let name = escape(&column.name);
                    return Err(format!("{name}: expected == or !=, because its categories have no order"));
                }
                continue;
            }
            let is_wanted =
                |at: &usize| cell(*at).is_some_and(|cell| term.order(&cell) == Ok(Some(Ordering::Equal)));
            let Some(at) = (0..names.size()).find(is_wanted) else {
                let mut some: Vec<String> =
                    (0..names.size()).take(CATEGORIES).filter_map(|at| cell(at)?.text()).collect();
                if names.size() > CATEGORIES {
                    some.push("…".to_owned());
                }
                let (name, some, wanted) = (escape(&column.name), cut(&some.join(", ")), cut(&term.wanted));
                return Err(format!("{name}: expected one of its categories {some}, found \"{wanted}\""));
            };
            term.category = i128::try_from(at).ok();
        }
        Ok(self)
    }

    /// Those of some rows in which all terms hold.
    pub fn rows(&self, frame: &Frame, part: Range<u64>, options: &DecodeOptions) -> Result<Vec<u64>, String> {
        let mut rows: Vec<u64> = part.clone().collect();
        for term in &self.terms {
            let Some(column) = frame.columns.get(term.column) else { continue };
            let name = escape(&column.name);
            let cells = match term.category {
                Some(_) => column.read_order(&part, frame.most, options),
                None => column.read(&part, frame.most, options),
            };
            let cells = cells.map_err(|fault| format!("{name}: {fault}"))?;
            let mut held = Vec::new();
            for row in rows {
                let cell = usize::try_from(row - part.start).ok().and_then(|at| cells.get(at));
                let holds = match cell {
                    None => Err("a value, found none".to_owned()),
                    Some(FrameCell::Fault(fault)) => return Err(format!("{name}: row {row}: {fault}")),
                    Some(cell) => term.holds(cell).map_err(|expected| {
                        format!("{expected} to compare with, found \"{}\"", cut(&term.wanted))
                    }),
                };
                if holds.map_err(|reason| format!("{name}: row {row}: expected {reason}"))? {
                    held.push(row);
                }
            }
            rows = held;
        }
        Ok(rows)
    }
}

impl Term {
    /// An error says what is expected instead of the value of the term.
    fn holds(&self, cell: &FrameCell) -> Result<bool, &'static str> {
        if self.asks_for_missing {
            let is_missing = match cell {
                FrameCell::Value(value) => is_nothing(value),
                FrameCell::Missing | FrameCell::Fault(_) | FrameCell::Stored(_) => true,
            };
            return Ok((self.holds)(if is_missing { Ordering::Equal } else { Ordering::Less }));
        }
        Ok(match self.order(cell)? {
            Some(order) => (self.holds)(order),
            // What is missing and NaN are unequal to everything.
            None => (self.holds)(Ordering::Less) && (self.holds)(Ordering::Greater),
        })
    }

    fn order(&self, cell: &FrameCell) -> Result<Option<Ordering>, &'static str> {
        let FrameCell::Value(own) = cell else { return Ok(None) };
        let text = |own: &str| Some(own.cmp(self.wanted.as_str()));
        Ok(match (own, self.category.or(self.whole), self.number) {
            (Scalar::Integer(own), Some(wanted), _) => Some(own.cmp(&wanted)),
            (Scalar::Text(own), ..) => text(own),
            (own, _, Some(number)) => NumberType::nearest(own).partial_cmp(&number),
            (Scalar::Bool(own), ..) => match self.wanted.to_ascii_lowercase().as_str() {
                "true" => Some(own.cmp(&true)),
                "false" => Some(own.cmp(&false)),
                _ => return Err("true or false"),
            },
            (Scalar::Integer(_) | Scalar::Float(_), ..) => return Err("a number"),
            (own, ..) => text(&own.to_string()),
        })
    }
}

/// Whether a comparison is `==` or `!=`, which need no order.
fn is_equality(holds: Holds) -> bool {
    holds(Ordering::Less) == holds(Ordering::Greater)
}

/// The first name or value, without its quotes, and what follows it.
fn word(text: &str) -> Option<(&str, &str)> {
    let first = text.chars().next()?;
    if QUOTES.contains(&first) {
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
