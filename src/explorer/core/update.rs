//! The one place where an action changes the state.

use crate::configuration::Key;
use crate::explorer::core::element_cursor;
use crate::explorer::keys::keymap::{binding_of, command, is_quit};
use crate::explorer::{Action, App, Effect, KeyCommand, Pane, PaneEvent, Prompt, Side, Terminal, stages};

/// A movement is done at most so often at once.
const MOST_REPEATED: u32 = 1000;

impl App {
    pub fn update(&mut self, action: Action) -> Vec<Effect> {
        match action {
            // Nothing is looked at any more: what is on the screen may take long.
            Action::Quit | Action::Signal(_) => return self.quit(),
            Action::Key(key) if is_quit(key) => return self.quit(),
            Action::Key(key) => self.key(key),
            Action::Paste(text) => self.paste(&text),
            Action::Mouse(mouse) => {
                if let Some(mouse) = self.mouse_in_course(mouse) {
                    self.mouse(mouse);
                }
            }
            // They come in great numbers, and nothing else depends on them.
            Action::Answer(answer) if answer.is_note => {
                answer.apply(self);
                return std::mem::take(&mut self.shared.effects);
            }
            Action::Answer(answer) => {
                answer.apply(self);
                // The answer may list names on the way to a node.
                self.continue_to_node();
            }
            Action::Ground(ground) => self.fit_to(ground),
            Action::Graphics(graphics) => self.shared.terminal_graphics = graphics,
            Action::Resize(width, height) => self.resize((width, height)),
            Action::Tick => self.tick(),
            Action::Printed(screen) => self.printed(*screen),
            Action::Recorded(recording) => self.recorded(*recording),
            Action::Suspend => return vec![Effect::Terminal(Terminal::Suspend)],
            Action::Continue => return vec![Effect::Terminal(Terminal::Resume)],
        }
        self.follow_row();
        self.reconcile();
        std::mem::take(&mut self.shared.effects)
    }

    fn quit(&mut self) -> Vec<Effect> {
        self.shared.terminal(Terminal::Quit);
        std::mem::take(&mut self.shared.effects)
    }

    pub(crate) fn reconcile(&mut self) {
        if let Some(course) = &self.course {
            let (width, height) = course.size;
            self.shared.size = (width, height.saturating_sub(course.rows()));
        }
        self.shared.tree_columns = self.hierarchy.tree.columns;
        self.reconcile_focus();
        self.shared.has_picture = self.picture.is_shown(&self.shared);
        self.reconcile_fault();
        let array = self.shared.selection.array().cloned();
        self.shared.selection.window.keep_to(array.as_ref(), self.shared.options);
        self.report.reconcile(&self.shared);
        // The cursors, the grid and the picture follow the place that was asked for.
        self.reconcile_place();
        element_cursor::reconcile(&mut self.shared.selection, &mut self.values);
        self.grid.follow(&self.shared);
        self.mark_faults();
        self.values.iter_mut().for_each(|pane| pane.reconcile(&self.shared));
        self.hierarchy.reconcile(&mut self.shared);
        self.grid.reconcile(&mut self.shared);
        self.group.reconcile(&mut self.shared);
        self.frame.reconcile(&mut self.shared);
        self.plate.reconcile(&mut self.shared);
        self.reconcile_image();
        self.reconcile_visited();
        self.picture.reconcile(&mut self.shared);
        self.picture.reconcile_labels(&mut self.shared);
        self.picture.reconcile_pixels(&mut self.shared);
        self.reconcile_overlays();
        self.ask_for_window();
        self.reconcile_label_search();
        self.reconcile_labels();
        self.grid.begin_survey(&mut self.shared);
    }

    fn reconcile_focus(&mut self) {
        let shared = &mut self.shared;
        if shared.selection.layout().is_none() && shared.selection.node.ready().is_some() {
            shared.selection.opened = false; // reading again has found no array any more
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

    pub(crate) fn key(&mut self, key: Key) {
        self.shared.message = None;
        let asked = command(key);
        // It works even while a line is typed or a window is open.
        if asked == Some(KeyCommand::Suspend) {
            return self.command(KeyCommand::Suspend);
        }
        if let Some(keys) = &mut self.shown_keys {
            keys.push(key);
            keys.drain(..keys.len().saturating_sub(6));
        }
        // In a line, the key to record looks through earlier ones.
        let is_typing = self.overlays.get::<Prompt>().is_some();
        if let Some(of_screen @ (KeyCommand::PrintScreen | KeyCommand::Record)) = asked
            && !(is_typing && of_screen == KeyCommand::Record)
        {
            return self.command(of_screen);
        }
        if self.key_in_course(key) || self.key_in_overlay(key) {
            return;
        }
        let count = std::mem::take(&mut self.pending.count);
        if let Key::Char(digit) = key
            && let Some(digit) = digit.to_digit(10)
            && (asked.is_none() || count > 0)
        {
            self.pending.count = (count * 10 + digit).min(MOST_REPEATED);
            return self.shared.say(format!("the next movement is repeated {} times", self.pending.count));
        }
        match asked {
            Some(command) if is_movement(command) => {
                for _ in 0..count.max(1) {
                    self.command_here(command);
                }
            }
            Some(command) => self.command_here(command),
            None => self.say_nothing_happens(key),
        }
    }

    pub(crate) fn command_here(&mut self, command: KeyCommand) {
        match self.why_nothing(command) {
            Some(why) => self.shared.say(why),
            None => self.command(command),
        }
    }

    pub(crate) fn command(&mut self, command: KeyCommand) {
        match binding_of(command).and_then(|binding| binding.does) {
            Some(does) => does(self),
            None => self.pane(self.pane_of(command), PaneEvent::KeyCommand(command)),
        }
    }

    fn pass_to_pane(&mut self, command: KeyCommand) {
        self.pane(self.shared.focus, PaneEvent::KeyCommand(command));
    }

    pub(crate) fn enter(&mut self) {
        if self.opens_element() { self.open_element() } else { self.pass_to_pane(KeyCommand::Enter) }
    }

    pub(crate) fn out(&mut self) {
        if self.pending.labels.progress.is_waiting() {
            self.stop_looking_up();
        } else if self.ends_verifying() {
            self.stop_verifying();
        } else {
            self.pass_to_pane(KeyCommand::Out);
        }
    }

    pub(crate) fn back(&mut self) {
        if self.shared.focus == Pane::Hierarchy {
            self.shared.terminal(Terminal::Quit);
        } else {
            self.pass_to_pane(KeyCommand::Back);
        }
    }

    pub(crate) fn help(&mut self) {
        if self.shared.focus == Pane::Stages { self.open_card() } else { self.open_help() }
    }

    pub(crate) fn suspend(&mut self) {
        if cfg!(unix) {
            self.shared.terminal(Terminal::Suspend);
        } else {
            self.shared.say("programs cannot be suspended here");
        }
    }

    pub(crate) fn toggle_picture(&mut self) {
        if self.is_on_image() {
            self.show_image();
        } else if self.is_on_frame() {
            self.frame.toggle(&mut self.shared);
        } else if self.is_on_plate() {
            self.plate.toggle(&mut self.shared);
        } else {
            self.picture.toggle(&mut self.shared);
        }
    }

    pub(crate) fn toggle_hex(&mut self) {
        let side = Side::of(self.shared.focus);
        if self.picture.takes_over(&self.shared) {
            self.picture.on = false;
            self.pane(Pane::Values, PaneEvent::KeyCommand(KeyCommand::Hex));
        } else {
            self.pane(side.map_or(Pane::Values, Side::pane), PaneEvent::KeyCommand(KeyCommand::Hex));
        }
    }

    pub(crate) fn step_stage(&mut self, back: bool) {
        let stage = self.shared.selection.stage();
        let next = if back { stage.saturating_sub(1) } else { stage + 1 };
        self.shared.selection.select_stage(next);
        if self.shared.selection.stage() == stage && self.shared.selection.trace.ready().is_some() {
            self.shared.say(if back { "this is the first stage" } else { "this is the last stage" });
        }
    }

    pub(crate) fn next(&mut self, back: bool) {
        if self.next_bytes(back) {
            return;
        }
        if self.shared.focus == Pane::Hierarchy {
            return self.next_found(back);
        }
        if self.next_wanted(back) {
            return;
        }
        let selection = &mut self.shared.selection;
        let said = self.following.next_changed(selection, back);
        let said = said.or_else(|| element_cursor::next_lost(selection, back));
        match said.or_else(|| element_cursor::next_changed(selection, back)) {
            Some(said) => self.shared.say(said),
            None => self.next_found(back),
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "every other command is for the focused pane")]
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

    pub(crate) fn pane(&mut self, pane: Pane, event: PaneEvent) {
        let shared = &mut self.shared;
        match pane {
            Pane::Hierarchy => {
                // Moving in the tree cancels a jump on its way.
                self.pending.node = None;
                self.pending.fault = None;
                self.hierarchy.update(event, shared);
            }
            Pane::Grid if shared.selection.layout().is_some() => self.grid.update(event, shared),
            Pane::Grid if self.group.is_shown() => {
                let entered = if self.frame.is_shown(shared) {
                    self.frame.update(event, shared)
                } else if self.plate.shown(shared).is_some() {
                    self.plate.update(event, shared)
                } else {
                    self.group.update(event, shared)
                };
                if let Some(key) = entered {
                    self.go_to_node(key);
                }
            }
            Pane::Grid => self.report.update(event, shared),
            Pane::Stages => stages::update(event, shared),
            Pane::Values if self.picture.takes(event, shared) => self.picture.update(event, shared),
            Pane::Input => self.values[0].update(event, shared),
            Pane::Values => self.values[1].update(event, shared),
        }
    }

    pub(crate) fn turn_focus(&mut self, back: bool) {
        let panes = self.shared.panes();
        let at = panes.iter().position(|pane| *pane == self.shared.focus).unwrap_or(0);
        let by = if back { panes.len() - 1 } else { 1 };
        self.shared.focus = panes.get((at + by) % panes.len()).copied().unwrap_or(Pane::Hierarchy);
    }

    pub(crate) fn toggle_files(&mut self) {
        self.shared.shows_files = !self.shared.shows_files;
        self.hierarchy.tree.fold_files(!self.shared.shows_files);
        let shown = if self.shared.shows_files { "one by one" } else { "as one line" };
        self.shared.say(format!("files that are neither node nor chunk are shown {shown}"));
    }

    pub(crate) fn toggle_checksums(&mut self) {
        let options = &mut self.shared.options;
        options.ignore_checksums = !options.ignore_checksums;
        let checksums = if options.ignore_checksums { "ignored" } else { "checked" };
        self.shared.say(format!("checksums are {checksums}"));
        self.grid.forget();
        self.shared.trace();
    }
}

fn is_movement(command: KeyCommand) -> bool {
    matches!(
        command,
        KeyCommand::Move(_)
            | KeyCommand::SliceBack
            | KeyCommand::SliceOn
            | KeyCommand::PreviousStage
            | KeyCommand::NextStage
    )
}
