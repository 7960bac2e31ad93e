//! What the cards do: which one is opened, keys and the mouse in their window, and the way from a card to bytes.

use crate::configuration::Key;
use crate::explorer::cards::window::{CardIndex, CardsWindow, IndexRow, OpenedCard, index_view};
use crate::explorer::core::app::App;
use crate::explorer::core::side::Side;
use crate::explorer::geometry::plane::Scroll;
use crate::explorer::geometry::regions::Pane;
use crate::explorer::geometry::views;
use crate::explorer::keys::keymap::{KeyCommand, Move};
use crate::explorer::overlay::window::Overlay;
use crate::hierarchy::NodeKind;
use crate::pipeline::State;
use crate::tell::card_fields::{fields, with_chunk};
use crate::tell::card_page::{CardTarget, InChunk};
use crate::tell::cards::{self, Card};
use crate::tell::worked;

impl App {
    /// Opens the card of what is under the cursor, worked through with the numbers of the selected chunk.
    pub(crate) fn open_card(&mut self) {
        let Some(card) = self.card_here() else {
            return self.shared.say("there is no card about this: E lists all cards");
        };
        self.show_card(card);
    }

    /// Opens a card.
    pub(crate) fn show_card(&mut self, card: Card) {
        let opened = vec![self.opened_card(card)];
        self.overlay = Overlay::Cards(Box::new(CardsWindow { index: None, opened }));
    }

    /// Opens the index of all cards; from a card, the way back is to that card.
    pub(crate) fn open_card_index(&mut self) {
        let index = Some(CardIndex::default());
        self.overlay = Overlay::Cards(Box::new(CardsWindow { index, opened: Vec::new() }));
    }

    fn opened_card(&self, card: Card) -> OpenedCard {
        OpenedCard::new(card, self.in_chunk(&card))
    }

    /// What a card says of the selected chunk, once that is decoded.
    fn in_chunk(&self, card: &Card) -> Option<InChunk> {
        let selection = &self.shared.selection;
        let element =
            Some(selection.element.coords.as_slice()).filter(|_| !selection.element.steps.is_empty());
        let (array, trace) = (selection.array()?, selection.trace.ready()?);
        (card.group != cards::OTHERS).then(|| with_chunk(array, trace, card, element))
    }

    /// The card of what is under the cursor.
    fn card_here(&self) -> Option<Card> {
        let selection = &self.shared.selection;
        let is_missing = self.is_missing();
        match self.shared.focus {
            Pane::Hierarchy => cards::find(self.topic_of_node()),
            Pane::Grid if selection.layout().is_none() => cards::find(self.topic_of_node()),
            Pane::Grid if is_missing => cards::find("missing-chunk"),
            Pane::Grid => cards::find("chunk-grid"),
            Pane::Values if !selection.opened => cards::find(self.topic_of_element(is_missing)),
            Pane::Stages | Pane::Input | Pane::Values => match selection.stage_trace() {
                Some(stage) => worked::of_stage(&stage.info).or_else(|| cards::find("codec-pipeline")),
                None if is_missing => cards::find("missing-chunk"),
                None => cards::find("chunk-key-encoding"),
            },
        }
    }

    /// Whether the selected chunk is missing: as it was read, or as the survey says before that.
    fn is_missing(&self) -> bool {
        let selection = &self.shared.selection;
        match (selection.trace.ready(), self.grid.shown_survey(selection)) {
            (Some(trace), _) => trace.state == State::Missing,
            (None, Some(survey)) => survey.nbytes(selection.coords()).is_none(),
            (None, None) => false,
        }
    }

    fn topic_of_node(&self) -> &'static str {
        let node = self.shared.selection.node.ready();
        match node.map(|node| &node.open.node.kind) {
            Some(NodeKind::Document(document)) if document.zarr_format() == 2 => "zarr-v2",
            _ => "metadata",
        }
    }

    /// The topic of an element: that it is in no stored chunk, past the array, the fill value, or of a data type.
    fn topic_of_element(&self, is_missing: bool) -> &'static str {
        let selection = &self.shared.selection;
        let coords = &selection.element.coords;
        let (Some(origin), Some(layout)) = (selection.origin(), selection.array_layout()) else {
            return "data-type";
        };
        let mut in_array = coords.iter().zip(&origin).map(|(own, start)| own.saturating_add(*start));
        let is_past = layout.shape.iter().any(|end| in_array.next().is_some_and(|at| at >= *end));
        let value = selection.trace.ready().and_then(|trace| {
            let number = usize::try_from(crate::metadata::linear(coords, &trace.decoded.shape)?).ok()?;
            Some(trace.trace.result()?.get(number)? == *trace.decoded.fill_value.as_ref()?)
        });
        match value {
            _ if is_missing => "missing-chunk",
            _ if is_past => "chunk-grid",
            Some(true) => "fill-value",
            _ => "data-type",
        }
    }

    /// Acts on a command in a card.
    pub(crate) fn in_cards(&mut self, command: KeyCommand) {
        let size = self.shared.size;
        let Overlay::Cards(window) = &mut self.overlay else { return };
        let Some(opened) = window.opened.last_mut() else { return };
        match command {
            KeyCommand::Move(by) => {
                let height = views::window(size).inner().height;
                opened.scroll.step_page(by, height.into(), opened.page(size).rows.len() as u64);
            }
            KeyCommand::NextPane | KeyCommand::FindNext => opened.choose(false, size),
            KeyCommand::PreviousPane | KeyCommand::FindPrevious => opened.choose(true, size),
            KeyCommand::Enter => match opened.link(size) {
                Some(link) => self.follow_link(link.target),
                None => self.shared.say("Tab chooses a word that leads to another card"),
            },
            KeyCommand::Out => self.leave_card(),
            KeyCommand::Cards => self.open_index_from_card(),
            // On a stage `?` opens the card of its codec first; there it goes on to the list of keys.
            KeyCommand::Help => self.open_help(),
            KeyCommand::Back | KeyCommand::Explain | KeyCommand::Info => self.overlay = Overlay::None,
            _ => {}
        }
    }

    /// Goes back to the card before, or to the index, or closes the window.
    fn leave_card(&mut self) {
        let Overlay::Cards(window) = &mut self.overlay else { return };
        window.opened.pop();
        if window.opened.is_empty() && window.index.is_none() {
            self.overlay = Overlay::None;
        }
    }

    /// Shows the index; where that was left for a card, as it was.
    fn open_index_from_card(&mut self) {
        let Overlay::Cards(window) = &mut self.overlay else { return };
        window.opened.clear();
        window.index.get_or_insert_with(CardIndex::default);
    }

    /// Goes to another card, or to the bytes of a field.
    fn follow_link(&mut self, target: CardTarget) {
        match target {
            CardTarget::Card(topic) => {
                if let Some(card) = cards::find(topic) {
                    self.open_next(card);
                }
            }
            CardTarget::Field(name) => self.show_field(&name),
        }
    }

    /// Opens a card over what is read.
    fn open_next(&mut self, card: Card) {
        let opened = self.opened_card(card);
        if let Overlay::Cards(window) = &mut self.overlay {
            // Nobody goes back further than this, and cards may lead round in a circle.
            if window.opened.len() >= MOST_OPENED {
                window.opened.remove(0);
            }
            window.opened.push(opened);
        }
    }

    /// Shows the bytes of a field in hex, with the cursor on it, so that it is marked.
    fn show_field(&mut self, name: &str) {
        let Overlay::Cards(window) = &self.overlay else { return };
        let found = window.card().zip(self.shared.selection.trace.ready()).and_then(|(opened, trace)| {
            let (row, fields) = fields(trace, &opened.card)?;
            Some((row, fields.named(name)?.start))
        });
        let Some((row, start)) = found else {
            return self.shared.say("the chunk has changed: its bytes are not here any more");
        };
        self.overlay = Overlay::None;
        self.shared.selection.select_stage(row);
        self.shared.focus = Pane::Values;
        self.show_byte(Side::Output, start);
    }

    /// Handles a key while the index is shown; `None` where something else is.
    pub(crate) fn key_in_card_index(&mut self, key: Key) -> bool {
        let page = u64::from(index_view(self.shared.size).list.height);
        let Overlay::Cards(window) = &mut self.overlay else { return false };
        let Some(index) = window.index.as_mut().filter(|_| window.opened.is_empty()) else { return false };
        let by = match key {
            Key::Esc => {
                self.overlay = Overlay::None;
                return true;
            }
            Key::Backspace if index.line.is_empty() => {
                self.overlay = Overlay::None;
                return true;
            }
            Key::Enter => {
                if let Some(card) = index.current() {
                    self.open_next(card);
                }
                return true;
            }
            Key::Up | Key::BackTab | Key::Ctrl('p') => Move::Up,
            Key::Down | Key::Tab | Key::Ctrl('n') => Move::Down,
            Key::PageUp => Move::PageUp,
            Key::PageDown => Move::PageDown,
            key => {
                let before = index.line.text();
                if index.line.key(key) && index.line.text() != before {
                    (index.selected, index.scroll) = (0, Scroll::default());
                }
                return true;
            }
        };
        step(index, by, page);
        true
    }

    /// The wheel scrolls; a click follows a link, or opens a card of the index.
    pub(crate) fn mouse_in_cards(&mut self, by: Option<Move>, x: u16, y: u16) {
        let size = self.shared.size;
        let Overlay::Cards(window) = &mut self.overlay else { return };
        match (window.opened.last_mut(), window.index.as_mut(), by) {
            (Some(_), _, Some(by)) => self.in_cards(KeyCommand::Move(by)),
            (Some(opened), _, None) => {
                let Some(number) = opened.link_at(x, y, size) else { return };
                opened.chosen = Some(number);
                if let Some(link) = opened.link(size) {
                    self.follow_link(link.target);
                }
            }
            (None, Some(index), Some(by)) => step(index, by, 1),
            (None, Some(index), None) => {
                let list = index_view(size).list;
                if !list.contains(x, y) {
                    return;
                }
                let row = index.scroll.first.saturating_add(u64::from(y - list.y));
                let row = usize::try_from(row).unwrap_or(usize::MAX);
                if let Some(IndexRow::Card(card)) = index.rows().get(row) {
                    let cards = index.fitting().cards;
                    index.selected = cards.iter().position(|other| other == card).unwrap_or(0);
                    self.open_next(*card);
                }
            }
            (None, None, _) => {}
        }
    }

    /// Scrolls to the selected card of the index, and keeps a card on the screen. A card that was opened before its chunk was
    /// decoded gets its numbers now.
    pub(crate) fn settle_cards(&mut self) {
        let size = self.shared.size;
        let Overlay::Cards(window) = &self.overlay else { return };
        let waiting = window.card().filter(|opened| opened.in_chunk.is_none() && opened.chosen.is_none());
        let came = waiting.and_then(|opened| self.in_chunk(&opened.card));
        let Overlay::Cards(window) = &mut self.overlay else { return };
        if let Some(opened) = window.opened.last_mut() {
            opened.in_chunk = opened.in_chunk.take().or(came);
            let height = views::window(size).inner().height;
            opened.scroll.keep_page(height.into(), opened.page(size).rows.len() as u64);
        } else if let Some(index) = &mut window.index {
            index.settle(size);
        }
    }
}

/// The most cards that are kept for the way back.
const MOST_OPENED: usize = 64;

/// Moves the cursor of the index.
fn step(index: &mut CardIndex, by: Move, page: u64) {
    let mut at = Scroll { first: index.selected as u64 };
    at.step(by, page, index.fitting().cards.len() as u64);
    index.selected = usize::try_from(at.first).unwrap_or(0);
}
