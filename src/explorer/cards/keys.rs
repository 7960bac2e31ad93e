use crate::configuration::Key;
use crate::explorer::cards::{CardIndex, IndexRow, OpenedCard, draw, index_view};
use crate::explorer::keys::keymap::{WindowHint, command, named, named_all};
use crate::explorer::{
    App, Canvas, CardsWindow, Handled, Hints, KeyCommand, Move, Overlay, Pane, Scroll, Side, step_number,
    views,
};
use crate::hierarchy::NodeKind;
use crate::metadata::linear;
use crate::pipeline::State;
use crate::tell::card_page::{CardTarget, InChunk};
use crate::tell::card_page::{fields, with_chunk};
use crate::tell::cards::{self, Card};

impl App {
    pub(crate) fn open_card(&mut self) {
        match self.card_here() {
            Some(card) => self.show_card(card),
            None => {
                let all = named(&[KeyCommand::Cards], "lists all cards");
                self.shared.say(format!("no card about this: {all}"));
            }
        }
    }

    pub(crate) fn open_cards(&mut self) {
        self.overlays.open(CardsWindow { index: Some(CardIndex::default()), opened: Vec::new() });
    }

    pub(crate) fn show_card(&mut self, card: Card) {
        self.overlays.open(CardsWindow { index: None, opened: vec![self.opened_card(card)] });
    }

    fn opened_card(&self, card: Card) -> OpenedCard {
        OpenedCard { card, in_chunk: self.in_chunk(&card), chosen: None, scroll: Scroll::default() }
    }

    /// `None` until the selected chunk is decoded, and for a card that is about no chunk.
    fn in_chunk(&self, card: &Card) -> Option<InChunk> {
        if card.group == cards::OTHERS {
            return None;
        }
        let selection = &self.shared.selection;
        let element = &selection.element;
        let coords = if element.steps.is_empty() { None } else { Some(element.coords.as_slice()) };
        Some(with_chunk(selection.array()?, selection.trace.ready()?, card, coords))
    }

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
                Some(stage) => cards::card_of_stage(&stage.info).or_else(|| cards::find("codec-pipeline")),
                None if is_missing => cards::find("missing-chunk"),
                None => cards::find("chunk-key-encoding"),
            },
        }
    }

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

    fn topic_of_element(&self, is_missing: bool) -> &'static str {
        let selection = &self.shared.selection;
        let coords = &selection.element.coords;
        let (Some(origin), Some(layout)) = (selection.origin(), selection.array_layout()) else {
            return "data-type";
        };
        if is_missing {
            return "missing-chunk";
        }
        let mut places = coords.iter().zip(&origin).zip(&layout.shape);
        if places.any(|((own, start), end)| own.saturating_add(*start) >= *end) {
            return "chunk-grid";
        }
        let is_fill_value = || {
            let trace = selection.trace.ready()?;
            let number = usize::try_from(linear(coords, &trace.decoded.shape)?).ok()?;
            Some(trace.trace.result()?.get(number)? == *trace.decoded.fill_value.as_ref()?)
        };
        if is_fill_value() == Some(true) { "fill-value" } else { "data-type" }
    }
}

impl Overlay for CardsWindow {
    fn key(&mut self, key: Key, app: &mut App) -> Handled {
        if self.is_typing() {
            return self.key_in_index(key, app);
        }
        let size = app.shared.size;
        let Some(opened) = self.opened.last_mut() else { return Handled::Pass };
        match command(key) {
            Some(KeyCommand::Move(by)) => self.scroll(by, app),
            Some(KeyCommand::NextPane | KeyCommand::FindNext) => opened.choose(false, size),
            Some(KeyCommand::PreviousPane | KeyCommand::FindPrevious) => opened.choose(true, size),
            Some(KeyCommand::Enter) => match opened.link(size) {
                Some(link) => return self.follow_link(link.target, app),
                None => app.shared.say("Tab chooses a link to another card"),
            },
            // Back to the card before, or to the index.
            Some(KeyCommand::Out) => {
                self.opened.pop();
                if self.opened.is_empty() && self.index.is_none() {
                    return Handled::Close;
                }
            }
            // The index is as it was left.
            Some(KeyCommand::Cards) => {
                self.opened.clear();
                self.index.get_or_insert_with(CardIndex::default);
            }
            Some(KeyCommand::Back | KeyCommand::Explain | KeyCommand::Info) => return Handled::Close,
            // On a stage `?` opens the card of its codec first; there it goes on to the list of keys.
            _ => return Handled::Pass,
        }
        Handled::Stay
    }

    fn scroll(&mut self, by: Move, app: &mut App) {
        let size = app.shared.size;
        if let Some(opened) = self.opened.last_mut() {
            let height = views::text_window(size).inner().height;
            opened.scroll.step_page(by, height.into(), opened.page(size).rows.len() as u64);
        } else if let Some(index) = &mut self.index {
            let count = index.fitting().cards.len();
            step_number(&mut index.selected, by, 1_u64, count);
        }
    }

    fn click(&mut self, x: u16, y: u16, app: &mut App) -> Handled {
        let size = app.shared.size;
        if let Some(opened) = self.opened.last_mut() {
            let Some(number) = opened.link_at(x, y, size) else { return Handled::Stay };
            opened.chosen = Some(number);
            return match opened.link(size) {
                Some(link) => self.follow_link(link.target, app),
                None => Handled::Stay,
            };
        }
        let list = index_view(size).list;
        let Some(index) = &mut self.index else { return Handled::Stay };
        if !list.contains(x, y) {
            return Handled::Stay;
        }
        let row = index.scroll.first.saturating_add(u64::from(y - list.y));
        if let Some(IndexRow::Card(card)) = index.rows().get(usize::try_from(row).unwrap_or(usize::MAX)) {
            let cards = index.fitting().cards;
            index.selected = cards.iter().position(|other| other == card).unwrap_or(0);
            self.open_next(*card, app);
        }
        Handled::Stay
    }

    fn is_typing(&self) -> bool {
        self.opened.is_empty() && self.index.is_some()
    }

    fn reconcile(&mut self, app: &mut App) {
        let size = app.shared.size;
        if let Some(opened) = self.opened.last_mut() {
            if opened.in_chunk.is_none() && opened.chosen.is_none() {
                opened.in_chunk = app.in_chunk(&opened.card);
            }
            let height = views::text_window(size).inner().height;
            opened.scroll.keep_page(height.into(), opened.page(size).rows.len() as u64);
        } else if let Some(index) = &mut self.index {
            index.keep_on_screen(size);
        }
    }

    fn draw(&self, canvas: &mut Canvas, app: &App) {
        draw::draw(canvas, app, self);
    }

    fn hints(&self, _: &App) -> Hints {
        if self.card().is_none() {
            return Hints::Texts(vec![" ↑ ↓ choose  ⏎ open the card  Esc leave".to_owned()]);
        }
        Hints::Keys(named_all(IN_CARD), "back")
    }
}

const IN_CARD: &[WindowHint] = &[
    (&[KeyCommand::NextPane, KeyCommand::PreviousPane], "choose a link"),
    (&[KeyCommand::Enter], "follow"),
    (&[KeyCommand::Cards], "all cards"),
    (&[KeyCommand::Move(Move::Down), KeyCommand::Move(Move::Up)], "scroll"),
    (&[KeyCommand::Help], "keys"),
];

impl CardsWindow {
    fn follow_link(&mut self, target: CardTarget, app: &mut App) -> Handled {
        match target {
            CardTarget::Card(topic) => {
                if let Some(card) = cards::find(topic) {
                    self.open_next(card, app);
                }
                Handled::Stay
            }
            CardTarget::Field(name) => self.show_field(&name, app),
        }
    }

    fn open_next(&mut self, card: Card, app: &App) {
        // Cards may lead round in a circle.
        if self.opened.len() >= MOST_OPENED {
            self.opened.remove(0);
        }
        self.opened.push(app.opened_card(card));
    }

    fn show_field(&self, name: &str, app: &mut App) -> Handled {
        if let Some(opened) = self.card()
            && let Some(trace) = app.shared.selection.trace.ready()
            && let Some((row, fields)) = fields(trace, &opened.card)
            && let Some(range) = fields.named(name)
        {
            app.shared.selection.select_stage(row);
            app.shared.focus = Pane::Values;
            app.show_byte(Side::Output, range.start);
            return Handled::Close;
        }
        app.shared.say("the chunk has changed: its old bytes are gone");
        Handled::Stay
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "every other key is for the line")]
    fn key_in_index(&mut self, key: Key, app: &App) -> Handled {
        let Some(index) = &mut self.index else { return Handled::Pass };
        let by = match key {
            Key::Esc => return Handled::Close,
            Key::Backspace if index.line.is_empty() => return Handled::Close,
            Key::Enter => {
                if let Some(card) = index.current() {
                    self.open_next(card, app);
                }
                return Handled::Stay;
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
                return Handled::Stay;
            }
        };
        let page = index_view(app.shared.size).list.height;
        let count = index.fitting().cards.len();
        step_number(&mut index.selected, by, page, count);
        Handled::Stay
    }
}

const MOST_OPENED: usize = 64;
