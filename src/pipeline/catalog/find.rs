use std::{cmp::Reverse, collections::BTreeSet, sync::Arc};

use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, IntoParallelRefIterator, ParallelIterator};

use super::filter::{Filter, QueryError};
use super::list::{Catalog, CatalogView};
use super::{matching::Word, row::NodeRow};

const FEW: usize = 512;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Hit {
    score: u32,
    index: u32,
}

#[derive(Debug, Clone, Default)]
pub struct Found {
    pub query: Query,
    pub view: CatalogView,
    hits: Vec<Hit>,
}

impl Found {
    pub fn len(&self) -> usize {
        self.hits.len()
    }

    pub fn is_empty(&self) -> bool {
        self.hits.is_empty()
    }

    pub fn row(&self, number: usize) -> Option<&NodeRow> {
        self.view.row(self.hits.get(number)?.index as usize)
    }

    pub fn number_of(&self, before: &Self, number: usize) -> Option<usize> {
        let index = before.hits.get(number)?.index;
        self.hits.iter().position(|hit| hit.index == index)
    }

    pub fn iter(&self) -> impl Iterator<Item = (u32, &NodeRow)> {
        self.hits.iter().filter_map(|hit| Some((hit.score, self.view.row(hit.index as usize)?)))
    }
}

/// At blanks outside of double quotes, which are left out; one that is not closed counts as a letter.
fn split(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut rest = line;
    while let Some(letter) = rest.chars().next() {
        rest = rest.get(letter.len_utf8()..).unwrap_or_default();
        if letter == '"'
            && let Some((quoted, after)) = rest.split_once('"')
        {
            word.push_str(quoted);
            rest = after;
        } else if !letter.is_whitespace() {
            word.push(letter);
        } else if !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Query {
    words: Vec<Word>,
    filters: Vec<Filter>,
    faulty: Arc<BTreeSet<String>>,
}

impl Query {
    /// What was found (`old`) for another query or among fewer nodes makes this faster. `None` once `go_on` gives false.
    pub fn find(
        &self,
        catalog: &Catalog,
        before: Option<&Found>,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<Found> {
        let view = catalog.view();
        // Another all may have other nodes under the same numbers.
        let mut hits = Vec::new();
        let mut seen = 0;
        if let Some(found) = before
            && found.view.begins(&view)
            && self.narrows(&found.query)
        {
            let again = |hit: &Hit| {
                Some(Hit { score: self.score(found.view.row(hit.index as usize)?)?, index: hit.index })
            };
            hits = if *self == found.query {
                found.hits.clone()
            } else {
                (&found.hits).into_par_iter().filter_map(again).collect()
            };
            seen = found.view.len();
        }
        for (first, rows) in view.from(seen) {
            if !go_on() {
                return None;
            }
            hits.extend(self.hits(first, rows));
        }
        hits.sort_by_key(|hit| (Reverse(hit.score), hit.index));
        Some(Found { query: self.clone(), view, hits })
    }

    fn hits(&self, first: usize, rows: &[NodeRow]) -> Vec<Hit> {
        let hit = |(index, row): (usize, &NodeRow)| {
            Some(Hit { score: self.score(row)?, index: u32::try_from(first + index).ok()? })
        };
        if rows.len() <= FEW {
            return rows.iter().enumerate().filter_map(hit).collect();
        }
        rows.par_iter().enumerate().filter_map(hit).collect()
    }

    pub fn parse(line: &str) -> Result<Self, QueryError> {
        let mut query = Self::default();
        for word in split(line) {
            query.add(&word)?;
        }
        Ok(query)
    }

    /// Each argument of a command may have blanks: a filter takes all of it.
    pub fn parse_arguments(arguments: &[String]) -> Result<Self, QueryError> {
        let mut query = Self::default();
        for argument in arguments {
            if let Some(filter) = Filter::read(argument.trim()) {
                query.filters.push(filter?);
                continue;
            }
            for word in split(argument) {
                query.add(&word)?;
            }
        }
        Ok(query)
    }

    fn add(&mut self, word: &str) -> Result<(), QueryError> {
        match Filter::read(word) {
            Some(filter) => self.filters.push(filter?),
            None => self.words.push(Word::new(word)),
        }
        Ok(())
    }

    pub fn asks_for_faults(&self) -> bool {
        self.filters.contains(&Filter::Faulty)
    }

    #[must_use]
    pub fn with_faulty(self, faulty: BTreeSet<String>) -> Self {
        Self { faulty: Arc::new(faulty), ..self }
    }

    fn asks_for_kind(&self) -> bool {
        self.filters.iter().any(|filter| matches!(filter, Filter::Kind(_)))
    }

    pub fn score(&self, row: &NodeRow) -> Option<u32> {
        // What is neither group nor array is found only by those who ask for it.
        if !row.facts.kind.is_node() && !self.asks_for_kind() {
            return None;
        }
        for filter in &self.filters {
            let is_known = *filter == Filter::Faulty && self.faulty.contains(row.key.as_ref() as &str);
            if !is_known && !filter.admits(row) {
                return None;
            }
        }
        let mut score = 0_u32;
        for word in &self.words {
            score = score.saturating_add(word.fit(&row.key, None)?);
        }
        Some(score)
    }

    pub fn places(&self, path: &str) -> Vec<usize> {
        let mut places = Vec::new();
        for word in &self.words {
            let _ = word.fit(path, Some(&mut places));
        }
        places.sort_unstable();
        places.dedup();
        places
    }

    pub(super) fn narrows(&self, other: &Self) -> bool {
        let has_word = |word: &Word| self.words.iter().any(|own| own.narrows(word));
        // With a filter for a kind, nodes may be found that are left out without one.
        other.words.iter().all(has_word)
            && other.filters.iter().all(|filter| self.filters.contains(filter))
            && self.asks_for_kind() == other.asks_for_kind()
            && self.faulty == other.faulty
    }
}
