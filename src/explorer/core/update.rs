//! The one place where the state changes: actions in, effects out.

use crate::configuration::Key;
use crate::explorer::core::action::Action;
use crate::explorer::core::app::App;
use crate::explorer::core::element_cursor as follow;
use crate::explorer::core::side::Side;
use crate::explorer::core::task::{Effect, Terminal};
use crate::explorer::geometry::plane::Scroll;
use crate::explorer::geometry::regions::Pane;
use crate::explorer::keys::input::PaneEvent;
use crate::explorer::keys::key_help::HelpWindow;
use crate::explorer::keys::keymap::{KeyCommand, command};
use crate::explorer::overlay::window::{Overlay, Prompt, Purpose};
use crate::explorer::prompt::line::Typing;
use crate::explorer::stages::pane as stages;
use crate::explorer::stats::profile::ProfileWindow;

impl App {
    /// Handles what happened, and gives what is to be done.
    pub fn update(&mut self, action: Action) -> Vec<Effect> {
        let mut effects = match action {
            Action::Key(key) => self.key(key),
            Action::Paste(text) => self.paste(&text),
            Action::Mouse(mouse) => match self.mouse_in_course(mouse) {
                Some(mouse) => self.mouse(mouse),
                None => Vec::new(),
            },
            // These come in great numbers, and nothing else depends on them.
            Action::Answer(answer) if answer.is_note() => return answer.apply(self),
            Action::Answer(answer) => {
                let mut effects = answer.apply(self);
                effects.extend(self.go_on());
                effects
            }
            Action::Ground(ground) => {
                self.fit_to(ground);
                Vec::new()
            }
            Action::Resize(width, height) => {
                self.resize((width, height));
                Vec::new()
            }
            Action::Tick => self.tick().into_iter().collect(),
            Action::Printed(screen) => {
                self.printed(*screen);
                Vec::new()
            }
            Action::Quit => vec![Terminal::Quit.into()],
            Action::Suspend => return vec![Terminal::Suspend.into()],
            Action::Continue => return vec![Terminal::Resume.into()],
        };
        effects.extend(self.follow_row());
        effects.extend(self.settle());
        effects
    }

    /// Brings cursors and scrolling up to date, and asks workers for what the screen lacks.
    pub(crate) fn settle(&mut self) -> Vec<Effect> {
        self.settle_course();
        self.shared.tree_columns = self.hierarchy.tree.columns();
        self.settle_focus();
        self.shared.has_picture = self.picture.is_shown(&self.shared);
        self.settle_station();
        self.shared.selection.keep_window(self.shared.options);
        self.report.settle(&self.shared);
        self.settle_info();
        self.overlay.settle(&self.shared);
        self.settle_help_over();
        self.settle_cards();
        self.settle_comparison();
        follow::settle(&mut self.shared.selection, &mut self.values);
        self.grid.follow(&self.shared);
        self.mark_faults();
        self.values.iter_mut().for_each(|pane| pane.settle(&self.shared));
        let mut effects: Vec<Effect> = self.hierarchy.settle(&mut self.shared).into_iter().collect();
        effects.extend(self.grid.settle(&mut self.shared));
        effects.extend(self.group.settle(&self.shared));
        effects.extend(self.frame.settle(&mut self.shared));
        effects.extend(self.plate.settle(&mut self.shared));
        effects.extend(self.settle_finder());
        effects.extend(self.settle_image());
        // The picture is of the place that was gone to.
        effects.extend(self.settle_visited());
        effects.extend(self.picture.settle(&mut self.shared));
        effects.extend(self.picture.settle_labels(&mut self.shared));
        effects.extend(self.settle_profile());
        effects.extend(self.ask_for_window());
        self.settle_sought();
        effects.extend(self.settle_labels());
        effects.extend(self.settle_lab());
        effects.extend(self.grid.begin_survey(&mut self.shared));
        effects
    }

    /// Keeps the focus on a pane that is shown. Going to a pane outside an opened stage closes the stage.
    fn settle_focus(&mut self) {
        let shared = &mut self.shared;
        if shared.selection.layout().is_none() && shared.selection.node.ready().is_some() {
            shared.selection.opened = false; // what was read again is no array any more
        }
        if shared.selection.node.ready().is_none() || shared.panes().contains(&shared.focus) {
            return;
        }
        if shared.focus == Pane::Input && shared.selection.opened {
            shared.focus = Pane::Values; // what is stored has no input
            return;
        }
        shared.selection.opened = false;
        if !shared.panes().contains(&shared.focus) {
            shared.focus = Pane::Grid;
        }
    }

    pub(crate) fn key(&mut self, key: Key) -> Vec<Effect> {
        self.shared.message = None;
        let asked = command(key);
        // These two work even while a line is typed or a window is open.
        if let Some(at_once @ (KeyCommand::Quit | KeyCommand::Suspend)) = asked {
            return self.command(at_once);
        }
        self.note_key(key);
        if asked == Some(KeyCommand::PrintScreen) {
            return vec![Terminal::Print.into()];
        }
        if let Some(effects) = self.key_in_course(key) {
            return effects;
        }
        if let Some(effects) = self.key_in_window(key, asked) {
            return effects;
        }
        let Some(command) = asked else {
            self.say_nothing_happens(key);
            return Vec::new();
        };
        if command == KeyCommand::Question {
            self.question();
            return Vec::new();
        }
        if self.overlay.is_open() {
            let effect = self.in_overlay(command);
            if self.has_no_use(command) {
                self.say_nothing_happens(key);
            }
            return effect.into_iter().collect();
        }
        self.command_here(command)
    }

    /// Handles a key where a window or a line takes all of them.
    fn key_in_window(&mut self, key: Key, asked: Option<KeyCommand>) -> Option<Vec<Effect>> {
        if self.key_in_help_over(asked, key) {
            return Some(Vec::new());
        }
        if matches!(self.overlay, Overlay::Finder) {
            return Some(self.key_in_finder(key));
        }
        if let Some(effects) = self.key_in_card_index(key) {
            return Some(effects);
        }
        if let Overlay::Help(window) = &mut self.overlay
            && window.is_typing
        {
            window.key(key, self.shared.size);
            return Some(Vec::new());
        }
        if self.key_in_go_to(key) {
            return Some(Vec::new());
        }
        if let Overlay::Prompt(prompt) = &mut self.overlay {
            let typing = prompt.key(key);
            return Some(self.typed(typing));
        }
        if self.types_in_lab() {
            self.key_in_lab_line(key);
            return Some(Vec::new());
        }
        if matches!(self.overlay, Overlay::Bench(_)) && asked != Some(KeyCommand::Question) {
            return Some(self.key_in_bench(key, asked).into_iter().collect());
        }
        self.key_in_recent(key).or_else(|| self.key_in_places(key))
    }

    /// Acts on a key, or says why it does nothing in this pane.
    pub(crate) fn command_here(&mut self, command: KeyCommand) -> Vec<Effect> {
        if let Some(why) = self.why_nothing(command) {
            self.shared.say_fitting(&why);
            return Vec::new();
        }
        self.command(command)
    }

    /// Opens the list of all keys, those of the pane with the focus first.
    pub(crate) fn open_help(&mut self) {
        let help = Box::new(HelpWindow::new(self.place()));
        if self.overlay.is_open() {
            self.help_over = Some(help);
        } else {
            self.overlay = Overlay::Help(help);
        }
    }

    /// Acts on a typed line, once it is complete.
    fn typed(&mut self, typing: Typing) -> Vec<Effect> {
        if typing == Typing::Going {
            return Vec::new();
        }
        let Overlay::Prompt(prompt) = std::mem::replace(&mut self.overlay, Overlay::None) else {
            return Vec::new();
        };
        let text = prompt.line.text();
        match prompt.purpose {
            _ if typing == Typing::Left => {
                self.save_nothing();
                Vec::new()
            }
            Purpose::GoTo => self.go_to(prompt),
            Purpose::SaveAs => self.save_as(&text).into_iter().collect(),
            Purpose::Overwrite => self.save_over().into_iter().collect(),
        }
    }

    /// Acts on a key: some keys are for the whole explorer, the others for the focused pane.
    pub(crate) fn command(&mut self, command: KeyCommand) -> Vec<Effect> {
        if let Some(effects) = self.lead_away(command) {
            return effects;
        }
        let effect = match command {
            KeyCommand::Quit => Some(Terminal::Quit.into()),
            KeyCommand::Back if self.shared.focus == Pane::Hierarchy => Some(Terminal::Quit.into()),
            KeyCommand::Suspend if cfg!(not(unix)) => {
                self.shared.say("here a shell cannot stop a program and let it go on");
                None
            }
            KeyCommand::Suspend => Some(Terminal::Suspend.into()),
            KeyCommand::Verify => self.verify(),
            KeyCommand::Out if self.sought.progress.is_waiting() => {
                self.stop_looking_up();
                None
            }
            KeyCommand::Out if self.ends_verifying() => {
                self.stop_verifying();
                None
            }
            KeyCommand::GoTo
            | KeyCommand::MarkPlace
            | KeyCommand::Places
            | KeyCommand::Build
            | KeyCommand::Help
            | KeyCommand::Info
            | KeyCommand::Probe
            | KeyCommand::Profile
            | KeyCommand::Save
            | KeyCommand::Cards
            | KeyCommand::Explain => {
                self.open_overlay(command);
                None
            }
            KeyCommand::Enter if self.opens_element() => {
                self.open_element();
                None
            }
            _ if changes_the_view(command) => {
                self.show_otherwise(command);
                None
            }
            KeyCommand::Compare
            | KeyCommand::Lab
            | KeyCommand::Stats
            | KeyCommand::CopyAs
            | KeyCommand::Diagnose
            | KeyCommand::Undo
            | KeyCommand::IgnoreChecksums
            | KeyCommand::Copy
            | KeyCommand::Report
            | KeyCommand::Reload
            | KeyCommand::Follow => self.on_selected(command),
            KeyCommand::Hex if self.picture.takes_over(&self.shared) => {
                self.picture.on = false;
                return self.pane(Pane::Values, PaneEvent::KeyCommand(command));
            }
            _ => return self.pane(self.pane_of(command), PaneEvent::KeyCommand(command)),
        };
        effect.into_iter().collect()
    }

    /// Acts on a key that leads to another place, and gives nothing for others.
    fn lead_away(&mut self, command: KeyCommand) -> Option<Vec<Effect>> {
        Some(match command {
            KeyCommand::NextFault => self.next_fault(false),
            KeyCommand::PreviousFault => self.next_fault(true),
            KeyCommand::VisitedBack | KeyCommand::VisitedForward => self.revisit(command),
            KeyCommand::Find => self.open_finder(),
            KeyCommand::FindNext => self.next(false),
            KeyCommand::FindPrevious => self.next(true),
            KeyCommand::Picture if self.is_on_image() => self.show_image(),
            KeyCommand::FinerLevel | KeyCommand::CoarserLevel => {
                self.other_level(command == KeyCommand::FinerLevel)
            }
            _ => return None,
        })
    }

    /// Acts on the selected node, chunk or element.
    fn on_selected(&mut self, command: KeyCommand) -> Option<Effect> {
        match command {
            KeyCommand::Compare => self.compare(),
            KeyCommand::Lab => self.open_lab(),
            KeyCommand::Stats => self.open_stats(),
            KeyCommand::CopyAs => self.open_copies(),
            KeyCommand::Diagnose => self.open_diagnosis(),
            KeyCommand::Undo => self.undo_what_if(),
            KeyCommand::IgnoreChecksums => self.toggle_checksums(),
            KeyCommand::Copy => self.copy(),
            KeyCommand::Report => self.report(None),
            KeyCommand::Reload => Some(self.reload()),
            _ => {
                self.toggle_following();
                None
            }
        }
    }

    /// Shows another part, or the same in another way.
    fn show_otherwise(&mut self, command: KeyCommand) {
        let stage = self.shared.selection.stage();
        match command {
            KeyCommand::NextPane => self.turn_focus(false),
            KeyCommand::PreviousPane => self.turn_focus(true),
            KeyCommand::NextStage => self.shared.selection.select_stage(stage + 1),
            KeyCommand::PreviousStage => self.shared.selection.select_stage(stage.saturating_sub(1)),
            KeyCommand::Picture if self.is_on_frame() => self.frame.toggle(&mut self.shared),
            KeyCommand::Picture if self.is_on_plate() => self.plate.toggle(&mut self.shared),
            KeyCommand::Picture => self.picture.toggle(&mut self.shared),
            KeyCommand::Axes => self.shared.next_axes(),
            KeyCommand::Files => self.toggle_files(),
            KeyCommand::Zoom => self.shared.zoom(),
            KeyCommand::NextMode => self.grid.next_mode(&mut self.shared),
            KeyCommand::MoveBorder(to) => self.shared.move_border(to),
            KeyCommand::ResetBorders => self.shared.reset_borders(),
            KeyCommand::Theme | KeyCommand::ShowKeys => self.present(command),
            KeyCommand::Physical => self.toggle_physical(),
            KeyCommand::PictureLabels => self.picture.next_labels(&mut self.shared),
            KeyCommand::PictureMap | KeyCommand::PictureRange => {
                self.picture.recolor(command, &mut self.shared);
            }
            _ => self.write_otherwise(command),
        }
    }

    /// Goes to the next thing that was found: in bytes the next of those that are looked for, outside of the hierarchy an element that could not be converted, where there
    /// are some, otherwise a node.
    fn next(&mut self, back: bool) -> Vec<Effect> {
        if let Some(looked_for) = self.next_bytes(back) {
            return looked_for;
        }
        let selection = &mut self.shared.selection;
        let is_in_chunk = self.shared.focus != Pane::Hierarchy;
        match is_in_chunk.then(|| follow::next_lost(selection, back)).flatten() {
            Some(said) => {
                self.shared.say(said);
                Vec::new()
            }
            None => self.next_found(back),
        }
    }

    /// The pane that a key is for. Some keys belong to one pane even where another has the focus.
    pub(crate) fn pane_of(&self, command: KeyCommand) -> Pane {
        let focus = self.shared.focus;
        let on_picture = focus == Pane::Values && self.picture.is_shown(&self.shared);
        match command {
            KeyCommand::ZoomOut | KeyCommand::ZoomIn | KeyCommand::ZoomToFit if on_picture => Pane::Values,
            KeyCommand::Sort
            | KeyCommand::SortBack
            | KeyCommand::ZoomOut
            | KeyCommand::ZoomIn
            | KeyCommand::ZoomToFit
            | KeyCommand::NextMode
            | KeyCommand::Axes => Pane::Grid,
            KeyCommand::PreviousStage | KeyCommand::NextStage => Pane::Stages,
            KeyCommand::Narrow
            | KeyCommand::FinerLevel
            | KeyCommand::CoarserLevel
            | KeyCommand::PictureMap
            | KeyCommand::PictureLabels
            | KeyCommand::PictureRange => Pane::Values,
            KeyCommand::Hex => Side::of(focus).map_or(Pane::Values, Side::pane),
            // Outside the panes of values these keys step the slice of the grid. The values follow the chunk that this selects.
            KeyCommand::SliceBack | KeyCommand::SliceOn | KeyCommand::SliceAxis
                if Side::of(focus).is_none() =>
            {
                Pane::Grid
            }
            _ => focus,
        }
    }

    /// Passes an event to a pane.
    pub(crate) fn pane(&mut self, pane: Pane, event: PaneEvent) -> Vec<Effect> {
        let shared = &mut self.shared;
        match pane {
            Pane::Hierarchy => {
                // Whoever moves in the tree does not want to be taken elsewhere any more.
                (self.going, self.station) = (None, None);
                self.hierarchy.update(event, shared)
            }
            Pane::Grid if shared.selection.layout().is_some() => self.grid.update(event, shared),
            Pane::Grid if self.group.is_shown() => {
                let is_frame = self.frame.is_shown(shared);
                let entered = if is_frame {
                    self.frame.update(event, shared)
                } else if self.plate.shown(shared).is_some() {
                    self.plate.update(event, shared)
                } else {
                    self.group.update(event, shared)
                };
                entered.map(|key| self.go_to_node(key)).unwrap_or_default()
            }
            Pane::Grid => {
                self.report.update(event, shared);
                Vec::new()
            }
            Pane::Stages => {
                stages::update(event, shared);
                Vec::new()
            }
            Pane::Values if self.picture.takes(event, shared) => {
                self.picture.update(event, shared).into_iter().collect()
            }
            Pane::Input | Pane::Values => match Side::of(pane) {
                Some(side) => {
                    let [input, output] = &mut self.values;
                    let pane = if side == Side::Input { input } else { output };
                    pane.update(event, shared)
                }
                None => Vec::new(),
            },
        }
    }

    fn turn_focus(&mut self, back: bool) {
        let panes = self.shared.panes();
        let at = panes.iter().position(|pane| *pane == self.shared.focus).unwrap_or(0);
        let by = if back { panes.len() - 1 } else { 1 };
        self.shared.focus = panes.get((at + by) % panes.len()).copied().unwrap_or(Pane::Hierarchy);
    }

    fn open_overlay(&mut self, command: KeyCommand) {
        match command {
            KeyCommand::GoTo => self.overlay = Overlay::Prompt(Prompt::new(Purpose::GoTo)),
            KeyCommand::Info => self.overlay = Overlay::Info(Scroll::default()),
            KeyCommand::Probe => self.open_way(),
            KeyCommand::Profile => self.overlay = Overlay::Profile(ProfileWindow::default()),
            KeyCommand::Explain => self.open_card(),
            KeyCommand::Build => self.build(),
            KeyCommand::MarkPlace => self.mark_place(),
            KeyCommand::Places => self.open_places(),
            KeyCommand::Cards => self.open_card_index(),
            KeyCommand::Save => self.ask_name(),
            KeyCommand::Help if self.shared.focus == Pane::Stages => self.open_card(),
            _ => self.open_help(),
        }
    }

    /// Shows the files that are neither node nor chunk one by one, or how many there are.
    pub(crate) fn toggle_files(&mut self) {
        self.shared.shows_files = !self.shared.shows_files;
        self.hierarchy.tree.fold_files(!self.shared.shows_files);
        let shown = if self.shared.shows_files { "one by one" } else { "as one line" };
        self.shared.say(format!("files that are neither node nor chunk are shown {shown}"));
    }

    fn toggle_checksums(&mut self) -> Option<Effect> {
        let options = &mut self.shared.options;
        options.ignore_checksums = !options.ignore_checksums;
        let checksums = if options.ignore_checksums { "ignored" } else { "checked" };
        self.shared.say(format!("checksums are {checksums}"));
        self.grid.forget();
        self.shared.trace()
    }
}

/// Whether a key changes how something is shown, and neither what is selected nor what is read.
fn changes_the_view(command: KeyCommand) -> bool {
    matches!(
        command,
        KeyCommand::NextPane
            | KeyCommand::PreviousPane
            | KeyCommand::NextStage
            | KeyCommand::PreviousStage
            | KeyCommand::Picture
            | KeyCommand::PictureMap
            | KeyCommand::PictureLabels
            | KeyCommand::PictureRange
            | KeyCommand::Axes
            | KeyCommand::Files
            | KeyCommand::NextMode
            | KeyCommand::MoveBorder(_)
            | KeyCommand::ResetBorders
            | KeyCommand::Theme
            | KeyCommand::ShowKeys
            | KeyCommand::Physical
            | KeyCommand::NumberForm
            | KeyCommand::FewerDigits
            | KeyCommand::MoreDigits
            | KeyCommand::Narrower
            | KeyCommand::Wider
            | KeyCommand::Zoom
    )
}
