use crate::configuration::Key;
use crate::explorer::keys::own_keys::{OwnHelp, OwnHint, OwnKeys, WindowKey, own};
use crate::explorer::lab::codec_picker::CodecPicker;
use crate::explorer::lab::loss::LossView;
use crate::explorer::lab::work::{ReturnValues, SampleValues, TryChain};
use crate::explorer::lab::{ChainForms, LabRow, are_together, draw};
use crate::explorer::{
    App, Area, Canvas, Handled, Hints, KeyCommand, LabPart, LabWindow, Late, Move, Overlay, Pane, Scroll,
    Shared, Terminal,
};
use crate::lab::{SampleChoice, TrialOrigin};
use crate::metadata::text::escape;
use crate::tell::trial_facts::chunk_text;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LabCommand {
    Loss,
    Edit,
    Add,
    Remove,
    Earlier,
    Later,
    NextChunk,
    PreviousChunk,
}

pub(crate) const KEYS: OwnKeys<LabCommand> = OwnKeys {
    view: "in-lab",
    title: "the lab",
    rows: &[
        own(&[Key::Char('m')], LabCommand::Loss, "loss", "what the selected chain loses, or back"),
        own(&[Key::Char('e')], LabCommand::Edit, "edit", "edit a copy of the selected chain"),
        own(&[Key::Char('a')], LabCommand::Add, "add", "add a codec"),
        own(&[Key::Char('x')], LabCommand::Remove, "remove", "remove the codec, or the edited chain"),
        own(&[Key::Char('<')], LabCommand::Earlier, "earlier", "move the codec towards the values"),
        own(&[Key::Char('>')], LabCommand::Later, "later", "move the codec towards the stored bytes"),
        own(&[Key::Char('n')], LabCommand::NextChunk, "next-chunk", "the losses in the next chunk"),
        own(&[Key::Char('N')], LabCommand::PreviousChunk, "chunk-before", "the losses in the previous chunk"),
    ],
};

const CHOOSE: OwnHint<LabCommand> =
    (&[WindowKey::Pane(KeyCommand::Move(Move::Down)), WindowKey::Pane(KeyCommand::Move(Move::Up))], "choose");

const CHAINS: &[OwnHint<LabCommand>] = &[
    (&[WindowKey::Pane(KeyCommand::Enter)], "all"),
    (&[WindowKey::Own(LabCommand::Loss)], "what it loses"),
    (&[WindowKey::Own(LabCommand::Edit)], "edit a copy"),
    (&[WindowKey::Own(LabCommand::Add)], "add a codec"),
    (&[WindowKey::Pane(KeyCommand::Copy)], "copy"),
    (&[WindowKey::Own(LabCommand::Remove)], "remove edited chain"),
    CHOOSE,
];

const CODECS: &[OwnHint<LabCommand>] = &[
    (&[WindowKey::Pane(KeyCommand::Enter)], "configure"),
    (&[WindowKey::Own(LabCommand::Add)], "add"),
    (&[WindowKey::Own(LabCommand::Remove)], "remove"),
    (&[WindowKey::Own(LabCommand::Earlier), WindowKey::Own(LabCommand::Later)], "move"),
    (&[WindowKey::Own(LabCommand::Loss)], "what it loses"),
    (&[WindowKey::Pane(KeyCommand::Copy)], "copy"),
    CHOOSE,
];

const COPIES: &[OwnHint<LabCommand>] = &[(&[WindowKey::Pane(KeyCommand::Enter)], "take"), CHOOSE];

const LOSS: &[OwnHint<LabCommand>] = &[
    (&[WindowKey::Pane(KeyCommand::NextPane)], "other view"),
    (&[WindowKey::Pane(KeyCommand::Enter)], "largest"),
    (&[WindowKey::Pane(KeyCommand::SliceBack), WindowKey::Pane(KeyCommand::SliceOn)], "slice"),
    (&[WindowKey::Own(LabCommand::NextChunk), WindowKey::Own(LabCommand::PreviousChunk)], "chunk"),
    (&[WindowKey::Pane(KeyCommand::PictureMap)], "colours"),
];

const WHOLE: &[OwnHint<LabCommand>] = &[
    (&[WindowKey::Pane(KeyCommand::Move(Move::Down)), WindowKey::Pane(KeyCommand::Move(Move::Up))], "scroll"),
    (&[WindowKey::Pane(KeyCommand::Copy)], "copy"),
];

const PICKING: [&str; 3] = [
    " type to find a codec  ↑ ↓ choose  ⏎ take  Esc back",
    " ↑ ↓ choose  ⏎ take  Esc back",
    " ⏎ take  Esc back",
];

const CHUNKS: u64 = 8;

impl App {
    pub(crate) fn open_lab(&mut self) {
        let selection = &self.shared.selection;
        let Some(array) = selection.array().cloned() else {
            self.shared.say("chains are tried on the values of an array or a chunk");
            return;
        };
        let is_chunk = self.shared.focus != Pane::Hierarchy;
        if is_chunk && !array.metadata.chunk_grid.contains(&selection.address.chunk) {
            self.shared.say("no chunk is selected");
            return;
        }
        let address = is_chunk.then(|| selection.address.clone());
        let name = self.shared.hierarchy.display(selection.child.key.trim_end_matches('/'));
        let name = name.rsplit('/').next().unwrap_or(&name).to_owned();
        let choice = SampleChoice { address, most: CHUNKS, chunk_shape: None };
        let options = self.shared.options;
        let subject = Late::asked(self.shared.ask(SampleValues { array, choice, options }));
        self.overlays.open(LabWindow { name, subject, ..LabWindow::default() });
    }
}

impl Overlay for LabWindow {
    fn key(&mut self, key: Key, app: &mut App) -> Handled {
        if self.is_typing() {
            self.typed(key, &mut app.shared);
            return Handled::Stay;
        }
        let Some(asked) = KEYS.asked(key) else { return Handled::Pass };
        match (asked, &self.part) {
            (WindowKey::Pane(KeyCommand::Help), _) => return Handled::Pass,
            (WindowKey::Pane(KeyCommand::Lab), _)
            | (WindowKey::Pane(KeyCommand::Out | KeyCommand::Back), LabPart::Chains) => {
                return Handled::Close;
            }
            (WindowKey::Pane(KeyCommand::Out | KeyCommand::Back), part) => self.part = before(part),
            (WindowKey::Own(LabCommand::Loss), LabPart::Loss(_)) => self.part = before(&self.part),
            (WindowKey::Own(LabCommand::Loss), LabPart::Chains | LabPart::Whole(_) | LabPart::Codecs) => {
                if self.row().is_some() {
                    self.part = LabPart::Loss(Box::new(LossView::new(self.is_editing())));
                }
            }
            (asked, LabPart::Loss(_)) => return self.in_loss(asked, &mut app.shared),
            (WindowKey::Pane(KeyCommand::Move(by)), _) => self.step(by, &app.shared),
            (
                WindowKey::Pane(KeyCommand::Enter | KeyCommand::Copy | KeyCommand::CopyAs),
                LabPart::Copies(_),
            ) => self.copy_chain(&mut app.shared),
            (
                WindowKey::Pane(KeyCommand::Copy | KeyCommand::CopyAs),
                LabPart::Chains | LabPart::Whole(_) | LabPart::Codecs,
            ) => self.list_copies(&mut app.shared),
            (WindowKey::Pane(KeyCommand::Enter), LabPart::Chains) if self.row().is_some() => {
                self.part = LabPart::Whole(Scroll::default());
            }
            (WindowKey::Own(LabCommand::Edit), LabPart::Chains) => _ = self.edit(&mut app.shared),
            (WindowKey::Own(LabCommand::Add), LabPart::Chains) => {
                if self.edit(&mut app.shared) {
                    self.part = LabPart::Picker(CodecPicker::default());
                }
            }
            (WindowKey::Own(LabCommand::Remove), LabPart::Chains) => {
                if self.row().is_some_and(|row| row.edited.is_some()) {
                    self.rows.remove(self.selected);
                } else {
                    app.shared.say("only edited chains can be removed");
                }
            }
            (WindowKey::Pane(KeyCommand::Enter), LabPart::Codecs) => self.configure(&mut app.shared),
            (WindowKey::Own(LabCommand::Add), LabPart::Codecs) => {
                self.part = LabPart::Picker(CodecPicker::default());
            }
            (WindowKey::Own(LabCommand::Remove), LabPart::Codecs) => self.remove_codec(&mut app.shared),
            (WindowKey::Own(LabCommand::Earlier), LabPart::Codecs) => self.move_codec(false, &mut app.shared),
            (WindowKey::Own(LabCommand::Later), LabPart::Codecs) => self.move_codec(true, &mut app.shared),
            (WindowKey::Pane(KeyCommand::Enter), LabPart::Whole(_)) => self.part = LabPart::Chains,
            (
                _,
                LabPart::Chains
                | LabPart::Whole(_)
                | LabPart::Codecs
                | LabPart::Copies(_)
                | LabPart::Picker(_)
                | LabPart::Line(_),
            ) => return Handled::Pass,
        }
        Handled::Stay
    }

    fn scroll(&mut self, by: Move, app: &mut App) {
        if let LabPart::Loss(view) = &mut self.part {
            view.step(by, app.shared.size);
        } else {
            self.step(by, &app.shared);
        }
    }

    fn is_typing(&self) -> bool {
        matches!(self.part, LabPart::Line(_) | LabPart::Picker(_))
    }

    fn reconcile(&mut self, app: &mut App) {
        self.keep_on_screen(app.shared.size);
        self.ask_loss(&mut app.shared);
        self.try_next_chain(&mut app.shared);
    }

    fn draw(&self, canvas: &mut Canvas, app: &App) {
        draw::draw(canvas, app, self);
    }

    fn hints(&self, app: &App) -> Hints {
        let (hints, out) = match &self.part {
            LabPart::Chains => (CHAINS, "close"),
            LabPart::Codecs | LabPart::Line(_) => (CODECS, "done"),
            LabPart::Copies(_) => (COPIES, "back"),
            // Letters are typed there: only the arrows choose.
            LabPart::Picker(_) => return Hints::Texts(PICKING.map(str::to_owned).to_vec()),
            LabPart::Loss(_) => (LOSS, "back"),
            LabPart::Whole(_) => (WHOLE, "back"),
        };
        let applies = |hint: &&OwnHint<LabCommand>| self.applies(hint, app.shared.size);
        Hints::Keys(hints.iter().filter(applies).map(|hint| KEYS.hint(hint)).collect(), out)
    }

    fn own_help(&self) -> Option<OwnHelp> {
        Some(KEYS.help())
    }

    fn has_line(&self) -> bool {
        matches!(self.part, LabPart::Line(_))
    }

    fn draw_line(&self, canvas: &mut Canvas, area: Area, _: &App) {
        draw::draw_line(canvas, area, self);
    }
}

fn before(part: &LabPart) -> LabPart {
    match part {
        LabPart::Picker(_) | LabPart::Line(_) | LabPart::Copies(ChainForms { is_edited: true, .. }) => {
            LabPart::Codecs
        }
        LabPart::Loss(view) if view.was_editing => LabPart::Codecs,
        LabPart::Chains | LabPart::Whole(_) | LabPart::Codecs | LabPart::Copies(_) | LabPart::Loss(_) => {
            LabPart::Chains
        }
    }
}

impl LabWindow {
    /// Asks for one chain at a time, so that they do not slow each other down; those that are edited come first.
    pub(crate) fn try_next_chain(&mut self, shared: &mut Shared) {
        let Some(subject) = self.subject.ready().cloned() else { return };
        if self.loss().is_some_and(|view| view.chunk.is_waiting()) {
            return;
        }
        let is_next = |row: &LabRow| matches!(row.tried, Late::Idle) && row.chain.is_ok();
        let edited = self.rows.iter().rposition(|row| row.edited.is_some() && is_next(row));
        if let Some(waiting) = self.rows.iter_mut().find(|row| row.tried.is_waiting()) {
            if edited.is_none() || waiting.edited.is_some() {
                return;
            }
            // Its turn comes again.
            waiting.tried.give_up();
        }
        let Some(place) = edited.or_else(|| self.rows.iter().position(is_next)) else { return };
        let Some(row) = self.rows.get_mut(place) else { return };
        let Ok(chain) = row.chain.clone() else { return };
        row.tried = Late::asked(shared.ask(TryChain { subject, chain, options: shared.options }));
    }

    fn copy_chain(&mut self, shared: &mut Shared) {
        let LabPart::Copies(copies) = &self.part else { return };
        let Some(text) = copies.forms.get(copies.selected).map(|form| form.text.clone()) else { return };
        shared.say(match &copies.note {
            Some(note) => format!("copied, but {}", escape(note)),
            None => format!("copied {text}"),
        });
        self.part = before(&self.part);
        shared.terminal(Terminal::Copy(text));
    }

    fn applies(&self, (asked, _): &OwnHint<LabCommand>, size: (u16, u16)) -> bool {
        let Some(subject) = self.subject.ready() else { return false };
        let Some(first) = asked.first() else { return true };
        let LabPart::Loss(view) = &self.part else {
            let is_edited = self.row().is_some_and(|row| row.edited.is_some());
            return *first != WindowKey::Own(LabCommand::Remove) || self.is_editing() || is_edited;
        };
        let Some(values) = view.values() else { return false };
        match first {
            WindowKey::Pane(KeyCommand::NextPane) => !are_together(size),
            WindowKey::Pane(KeyCommand::SliceBack) => values.shape.len() > 2,
            WindowKey::Own(LabCommand::NextChunk) => subject.sample.values.len() > 1,
            WindowKey::Own(_) | WindowKey::Pane(_) => true,
        }
    }

    pub fn loss(&self) -> Option<&LossView> {
        let LabPart::Loss(view) = &self.part else { return None };
        Some(view)
    }

    pub fn nothing_lost(&self) -> Option<String> {
        let row = self.row()?;
        let chain = match &row.chain {
            Ok(chain) => chain,
            Err(reason) => return Some(format!("refused: {reason}")),
        };
        let Some(tried) = row.tried.ready() else { return Some("not tried yet".to_owned()) };
        let figures = match &tried.trial.outcome {
            Ok(figures) => figures,
            Err(reason) => return Some(reason.to_string()),
        };
        if let Err(reason) = &figures.encode {
            return Some(format!("not encoded: {reason}"));
        }
        let exact = "exact: every value comes back bit for bit (all NaNs count as equal)";
        let in_force =
            "These are the stored values: what this chain lost when they were written is not known.";
        if !figures.loss.is_exact {
            return None;
        }
        let is_in_force = chain.origin == TrialOrigin::InForce;
        Some(if is_in_force { format!("{exact}. {in_force}") } else { format!("{exact}: nothing differs") })
    }

    pub(crate) fn ask_loss(&mut self, shared: &mut Shared) {
        let is_new = self.loss().is_some_and(|view| matches!(view.chunk, Late::Idle));
        if !is_new || self.nothing_lost().is_some() {
            return;
        }
        let Some(subject) = self.subject.ready().cloned() else { return };
        let Some(Ok(chain)) = self.row().map(|row| row.chain.clone()) else { return };
        let LabPart::Loss(view) = &mut self.part else { return };
        let options = shared.options;
        view.chunk = Late::asked(shared.ask(ReturnValues { subject, chain, number: view.wanted, options }));
    }

    pub(crate) fn in_loss(&mut self, asked: WindowKey<LabCommand>, shared: &mut Shared) -> Handled {
        let LabPart::Loss(view) = &mut self.part else { return Handled::Pass };
        match asked {
            WindowKey::Pane(KeyCommand::Move(by)) => view.step(by, shared.size),
            WindowKey::Pane(KeyCommand::SliceBack) => view.slice(false, shared.size),
            WindowKey::Pane(KeyCommand::SliceOn) => view.slice(true, shared.size),
            WindowKey::Pane(KeyCommand::SliceAxis) => {
                if let Some(values) = view.values().cloned() {
                    view.sliced = view.moving(&values, shared.size).plane.next_sliced(view.sliced);
                }
            }
            WindowKey::Pane(KeyCommand::NextPane) => view.part = view.part.turned(false),
            WindowKey::Pane(KeyCommand::PreviousPane) => view.part = view.part.turned(true),
            WindowKey::Pane(KeyCommand::PictureMap) => view.map = view.map.next(),
            WindowKey::Pane(KeyCommand::Enter) => {
                if let Some(values) = view.values().cloned() {
                    view.put_furthest(&values);
                }
            }
            WindowKey::Own(LabCommand::NextChunk) => self.turn_chunk(true, shared),
            WindowKey::Own(LabCommand::PreviousChunk) => self.turn_chunk(false, shared),
            WindowKey::Own(_) | WindowKey::Pane(_) => return Handled::Pass,
        }
        Handled::Stay
    }

    fn turn_chunk(&mut self, on: bool, shared: &mut Shared) {
        let count = self.subject.ready().map_or(0, |subject| subject.sample.values.len());
        let LabPart::Loss(view) = &mut self.part else { return };
        let Some(shown) = view.chunk.ready().map(|chunk| chunk.number) else { return };
        let next = if on { shown.checked_add(1) } else { shown.checked_sub(1) };
        match next.filter(|next| *next < count) {
            Some(next) => (view.wanted, view.chunk) = (Some(next), Late::Idle),
            None if on => shared.say("this is the last of the chunks that chains are tried on"),
            None => shared.say("this is the first of the chunks that chains are tried on"),
        }
    }

    pub fn chunk_name(&self, number: usize) -> String {
        let Some(subject) = self.subject.ready() else { return String::new() };
        let sample = &subject.sample;
        let name = match sample.chunks.get(number) {
            Some(chunk) if !sample.is_regrouped => chunk_text(&chunk.address),
            _ => "chunk".to_owned(),
        };
        format!("{name}, {} of {}", number.saturating_add(1), sample.values.len())
    }
}
