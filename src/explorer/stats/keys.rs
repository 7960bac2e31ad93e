use crate::configuration::Key;
use crate::explorer::core::chunk_window::is_of;
use crate::explorer::keys::keymap::{READING_PAGE, command, named, named_all};
use crate::explorer::keys::own_keys::{OwnHelp, OwnHint, OwnKeys, WindowKey, own};
use crate::explorer::overlay::stack::closes;
use crate::explorer::stats::work::{ReadProfile, summarize};
use crate::explorer::stats::{ProfileLine, draw, draw_profile, profile_plans};
use crate::explorer::{
    App, Canvas, Handled, Hints, KeyCommand, Late, Move, Overlay, ProfileWindow, Shared, StatsWindow, views,
};
use crate::pipeline::{NumberType, SummaryError};
use crate::tell::summary::number_text;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StatsCommand {
    Least,
    Greatest,
    None,
}

pub(crate) const KEYS: OwnKeys<StatsCommand> = OwnKeys {
    view: "in-statistics",
    title: "the statistics",
    rows: &[
        own(&[Key::Char('m')], StatsCommand::Least, "min", "go to the minimum"),
        own(&[Key::Char('M')], StatsCommand::Greatest, "max", "go to the maximum"),
        own(
            &[Key::Char('n')],
            StatsCommand::None,
            "nan",
            "go to the first NaN, or the first value that is masked",
        ),
    ],
};

const HINTS: &[OwnHint<StatsCommand>] = &[
    (&[WindowKey::Own(StatsCommand::Least)], "min"),
    (&[WindowKey::Own(StatsCommand::Greatest)], "max"),
    (&[WindowKey::Own(StatsCommand::None)], "NaN"),
];

impl Overlay for StatsWindow {
    fn key(&mut self, key: Key, app: &mut App) -> Handled {
        match KEYS.asked(key) {
            Some(WindowKey::Own(asked)) => self.go_to_extreme(asked, app),
            Some(WindowKey::Pane(KeyCommand::Move(by))) => {
                self.scroll(by, app);
                Handled::Stay
            }
            Some(WindowKey::Pane(command)) if closes(command) => Handled::Close,
            Some(WindowKey::Pane(_)) | None => Handled::Pass,
        }
    }

    fn scroll(&mut self, by: Move, app: &mut App) {
        let height = views::window(app.shared.size).inner().height;
        self.scroll.step_page(by, height.into(), self.rows(&app.shared));
    }

    fn reconcile(&mut self, app: &mut App) {
        self.scroll.keep_page(views::window(app.shared.size).inner().height.into(), self.rows(&app.shared));
    }

    fn draw(&self, canvas: &mut Canvas, app: &App) {
        draw::draw(canvas, app, self);
    }

    fn hints(&self, _: &App) -> Hints {
        let own = HINTS.iter().map(|hint| KEYS.hint(hint));
        Hints::Keys(own.chain(named_all(READING_PAGE)).collect(), "close")
    }

    fn own_help(&self) -> Option<OwnHelp> {
        Some(KEYS.help())
    }
}

impl StatsWindow {
    fn go_to_extreme(&self, asked: StatsCommand, app: &mut App) -> Handled {
        let (name, summary) = match (&self.whole, &self.plane, &self.chunk) {
            (Late::Ready { value, .. }, ..) => ("the array", value),
            (_, Late::Ready { value, .. }, _) => ("the plane; the array is not counted yet", value),
            (.., Late::Ready { value, .. }) => ("the chunk; the array is not counted yet", value),
            _ => {
                app.shared.say("nothing is counted yet");
                return Handled::Stay;
            }
        };
        let selection = &app.shared.selection;
        let meaning = selection.shown_meaning().map(AsRef::as_ref);
        let text = |number| number_text(number, meaning);
        let none = if meaning.is_some() { "the first masked value" } else { "the first NaN" };
        let numbers = summary.numbers.as_ref();
        let (what, at) = match asked {
            StatsCommand::Least => (
                numbers.map(|numbers| format!("minimum {}", text(&numbers.least))),
                numbers.and_then(|numbers| numbers.least_at.as_ref()),
            ),
            StatsCommand::Greatest => (
                numbers.map(|numbers| format!("maximum {}", text(&numbers.greatest))),
                numbers.and_then(|numbers| numbers.greatest_at.as_ref()),
            ),
            StatsCommand::None => (Some(none.to_owned()), summary.nan_at.as_ref()),
        };
        if let (Some(what), Some(at)) = (what, at)
            && let Some(layout) = selection.array_layout()
            && let Some((chunk, within)) = layout.grid.locate(at)
        {
            app.visited.jump_within();
            app.go_to_element(chunk, within);
            app.shared.say(format!("{what} at {at:?}, of {name}"));
            return Handled::Close;
        }
        let lacking = match asked {
            StatsCommand::None if meaning.is_some() => "nothing is masked",
            StatsCommand::None => "no NaN",
            StatsCommand::Least | StatsCommand::Greatest => "no finite number",
        };
        app.shared.say(format!("{lacking} in {name}"));
        Handled::Stay
    }
}

impl Overlay for ProfileWindow {
    fn key(&mut self, key: Key, app: &mut App) -> Handled {
        match command(key) {
            Some(KeyCommand::SliceAxis) => self.next(&app.shared),
            Some(KeyCommand::Move(_)) => {}
            Some(command) if closes(command) => return Handled::Close,
            _ => return Handled::Pass,
        }
        Handled::Stay
    }

    fn scroll(&mut self, _: Move, _: &mut App) {}

    fn reconcile(&mut self, app: &mut App) {
        self.ask_for_lines(&mut app.shared);
    }

    fn draw(&self, canvas: &mut Canvas, app: &App) {
        draw_profile::draw(canvas, app, self);
    }

    fn hints(&self, _: &App) -> Hints {
        Hints::Keys(vec![named(&[KeyCommand::SliceAxis], "along another dimension")], "close")
    }
}

impl App {
    pub(crate) fn open_profile(&mut self) {
        if self.shared.selection.array_layout().is_none() {
            return self.shared.say("no array is selected");
        }
        self.overlays.open(ProfileWindow::default());
    }

    pub(crate) fn open_stats(&mut self) {
        let Some(array) = self.shared.selection.value_array().cloned() else {
            return self.shared.say("no array is selected");
        };
        let mut window = StatsWindow::default();
        let data_type = array.values_type();
        let why_not = if NumberType::of(data_type).is_none() {
            Some(SummaryError::NoNumbers(data_type.clone()).to_string())
        } else {
            array.fault().map(|fault| format!("no chunk of this array can be decoded: {fault}"))
        };
        if let Some(why) = why_not {
            window.refused = Some(why);
            return self.overlays.open(window);
        }
        // An array without elements has no chunk, but it can be counted.
        let used = array.metadata.chunk_grid.used(&self.shared.selection.address.chunk);
        if used.is_none() {
            window.chunk = Late::Failed("no chunk is selected".to_owned());
        }
        let region = used.unwrap_or_else(|| array.whole());
        let late = if window.chunk.is_failed() { &mut window.whole } else { &mut window.chunk };
        *late = summarize(&mut self.shared, region);
        self.overlays.open(window);
    }
}

impl ProfileWindow {
    pub(crate) fn ask_for_lines(&mut self, shared: &mut Shared) {
        let plans = profile_plans(&shared.selection, self.alone).unwrap_or_default();
        let (array, options) = (shared.selection.value_array().cloned(), shared.options);
        let is_same = is_of(self.asked.as_ref(), array.as_ref(), options);
        if is_same && self.lines.iter().map(|line| &line.plan).eq(&plans) {
            return;
        }
        let request = shared.request();
        self.asked = array.clone().map(|array| (array, options));
        self.lines.clear();
        for plan in &plans {
            self.lines.push(ProfileLine { plan: plan.clone(), picture: Late::asked(request.clone()) });
        }
        if let Some(array) = array
            && !plans.is_empty()
        {
            shared.send(&request, ReadProfile { array, plans, options });
        }
    }
}
