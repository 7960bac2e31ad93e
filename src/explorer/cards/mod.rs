//! The window with explanations: an index of cards, and one that is open, with a way back.

pub(super) mod draw;
pub(super) mod keys;

use crate::explorer::geometry::views::{self, FinderView};
use crate::explorer::{Area, Scroll, TypedLine};
use crate::tell::card_page::{CardLink, CardPage, InChunk, page};
use crate::tell::cards;
use crate::tell::cards::Card;

#[derive(Debug, Default)]
pub struct CardsWindow {
    pub index: Option<CardIndex>,
    pub opened: Vec<OpenedCard>,
}

#[derive(Debug, Default)]
pub struct CardIndex {
    pub line: TypedLine,
    pub selected: usize,
    pub scroll: Scroll,
}

#[derive(Debug)]
pub struct OpenedCard {
    pub card: Card,
    pub in_chunk: Option<InChunk>,
    pub chosen: Option<usize>,
    pub scroll: Scroll,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IndexRow {
    Group(&'static str),
    Card(Card),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FittingCards {
    pub cards: Vec<Card>,
    /// No name or summary fits, so the words were found in the texts.
    pub in_texts: bool,
}

impl CardsWindow {
    pub fn card(&self) -> Option<&OpenedCard> {
        self.opened.last()
    }
}

impl CardIndex {
    pub fn fitting(&self) -> FittingCards {
        let line = self.line.text().to_lowercase();
        let has_all = |text: &str| {
            let text = text.to_lowercase();
            line.split_whitespace().all(|word| text.contains(word))
        };
        let name = |card: &Card| [card.topic, card.summary, card.group, cards::words(card)].join(" ");
        let named: Vec<Card> = cards::all().filter(|card| has_all(&name(card))).collect();
        if !named.is_empty() {
            return FittingCards { cards: named, in_texts: false };
        }
        FittingCards { cards: cards::all().filter(|card| has_all(card.text)).collect(), in_texts: true }
    }

    pub fn rows(&self) -> Vec<IndexRow> {
        let mut rows = Vec::new();
        let mut group = "";
        for card in self.fitting().cards {
            if card.group != group {
                group = card.group;
                rows.push(IndexRow::Group(group));
            }
            rows.push(IndexRow::Card(card));
        }
        rows
    }

    pub fn current(&self) -> Option<Card> {
        self.fitting().cards.get(self.selected).copied()
    }

    /// The first card of a group is shown with the heading above it.
    pub(crate) fn keep_on_screen(&mut self, size: (u16, u16)) {
        let rows = self.rows();
        let cards = rows.iter().filter(|row| matches!(row, IndexRow::Card(_))).count();
        self.selected = self.selected.min(cards.saturating_sub(1));
        let current = self.current().map(IndexRow::Card);
        let at = rows.iter().position(|row| Some(row) == current.as_ref()).unwrap_or(0);
        let height = u64::from(index_view(size).list.height);
        if self.selected == 0 || (at > 0 && self.scroll.first == at as u64) {
            self.scroll.first = (at as u64).saturating_sub(1);
        }
        self.scroll.follow(at as u64, height, rows.len() as u64);
    }
}

/// Like the finder, but where a card has no room beside the list, the list has all of it.
pub fn index_view(size: (u16, u16)) -> FinderView {
    let view = views::finder(size);
    if view.preview.y == view.list.y {
        return view;
    }
    let height = view.list.height + view.preview.height;
    FinderView { list: Area { height, ..view.list }, preview: Area::default(), ..view }
}

impl OpenedCard {
    pub fn page(&self, size: (u16, u16)) -> CardPage {
        page(&self.card, self.in_chunk.as_ref(), views::text_window(size).inner().width.into())
    }

    pub fn link(&self, size: (u16, u16)) -> Option<CardLink> {
        self.page(size).links.get(self.chosen?).cloned()
    }

    pub(crate) fn choose(&mut self, back: bool, size: (u16, u16)) {
        let CardPage { rows, links } = self.page(size);
        let Some(last) = links.len().checked_sub(1) else { return };
        let height = u64::from(views::text_window(size).inner().height);
        let first = self.scroll.first;
        let on_screen = |link: &CardLink| (first..first.saturating_add(height)).contains(&(link.row as u64));
        let chosen = match (self.chosen, back) {
            (Some(chosen), false) if chosen < last => chosen + 1,
            (Some(_), false) => 0,
            (Some(chosen), true) => chosen.checked_sub(1).unwrap_or(last),
            (None, false) => links.iter().position(on_screen).unwrap_or(0),
            (None, true) => links.iter().rposition(on_screen).unwrap_or(last),
        };
        self.chosen = Some(chosen);
        self.scroll.follow(links.get(chosen).map_or(0, |link| link.row as u64), height, rows.len() as u64);
    }

    pub(crate) fn link_at(&self, x: u16, y: u16, size: (u16, u16)) -> Option<usize> {
        let inner = views::text_window(size).inner();
        if !inner.contains(x, y) {
            return None;
        }
        let row = self.scroll.first.checked_add(u64::from(y - inner.y))?;
        let column = usize::from(x - inner.x);
        let is_there = |link: &CardLink| link.row as u64 == row && link.columns.contains(&column);
        self.page(size).links.iter().position(is_there)
    }
}
