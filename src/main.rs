//! The command line: arguments, then the explorer or one command.

use std::cell::LazyCell;
use std::collections::VecDeque;
use std::hint::black_box;
use std::io::{IsTerminal, stdin, stdout};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use color_eyre::eyre;
use zarrscope::cli::{self, Arguments, Command, Configured, Failure, Output};
use zarrscope::explorer::{self, Screen, ThreadFailure, print};
use zarrscope::explorer::{Action, App, Backlog, Effect, Ground, LineHistory, PrintedScreen, Terminal};
use zarrscope::explorer::{SLICE, Workers};
use zarrscope::learn::CourseProgress;
use zarrscope::places::{StorePlace, StorePlaces, TypedLines};
use zarrscope::store::is_caught;
use zarrscope::tell::colors::ColorDepth;
use zarrscope::tell::theme_name::ThemeName;

fn main() -> eyre::Result<ExitCode> {
    color_eyre::install()?;
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if !is_caught() {
            report(panic);
        }
    }));
    drop(black_box(Vec::<u8>::with_capacity(KEPT)));
    let keys = explorer::key_entries();
    let (arguments, configured) = Arguments::read(&keys);
    let mut output = Output::new(arguments.color);
    let has_terminal = stdout().is_terminal() && stdin().is_terminal();
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    let depth = output.color_depth();
    let places = LazyCell::new(StorePlaces::read as fn() -> StorePlaces);
    let start = Start { arguments: &arguments, configured: &configured, depth, places };
    let result = match &arguments.command {
        None | Some(Command::Learn(_)) if has_terminal && is_dumb => Err(Failure::Usage(DUMB.to_owned())),
        Some(Command::Learn(lesson)) if has_terminal => cli::asked_lesson(lesson)
            .and_then(|number| run(&start, None, |size| App::learning(CourseProgress::read(), number, size))),
        Some(Command::Explain(card)) if has_terminal && card.tries && !is_dumb => {
            cli::codecs_to_try(card).and_then(|codecs| run(&start, None, |size| App::building(&codecs, size)))
        }
        None if has_terminal => explore(&start),
        other => {
            cli::end_with_input();
            configured.warn();
            match other {
                Some(command) => cli::run(command, &keys, &mut output),
                None => cli::print_tree(&arguments, &mut output),
            }
        }
    };
    Ok(ExitCode::from(cli::exit_status(result, output)))
}

const DUMB: &str = "expected a terminal whose cursor can be moved, found TERM=dumb: `zarrscope tree PATH` prints the nodes \
                    as lines, and `zarrscope --help` lists what else does without a screen";

/// Freeing a buffer of this size makes glibc's allocator keep smaller ones that are freed. It accepts no threshold above 32 MiB,
/// its own bytes included.
///
/// By default it gives a large buffer back to the system, and the next one comes page by page again. For chunks of
/// 1 MiB that takes longer than decoding them (`verify` of crc32c: 220 ms without this, 30 ms with it). Other
/// allocators have no such threshold.
const KEPT: usize = 31 << 20;

struct Start<'a> {
    arguments: &'a Arguments,
    configured: &'a Configured,
    depth: ColorDepth,
    /// Read once, and only for the explorer.
    places: LazyCell<StorePlaces>,
}

fn explore(start: &Start) -> Result<(), Failure> {
    let arguments = start.arguments;
    if arguments.limits.remote.requests {
        let expected =
            "--requests: expected a command, such as verify; the explorer has the screen for itself";
        return Err(Failure::Usage(expected.to_owned()));
    }
    let hierarchy = cli::open(&arguments.path, &arguments.limits.access())?;
    let is_here = arguments.path.as_os_str() == ".";
    let (forgets, access) = (start.configured.configuration.forgets, arguments.limits.access());
    let recent = if is_here && !forgets { cli::recent_stores(&hierarchy) } else { None };
    // No place is kept for a path that cannot be resolved, nor for a directory without a store.
    let is_kept = !forgets && recent.is_none();
    let store = if is_kept { arguments.path.canonicalize().ok() } else { None };
    let resumed = store.map(|store| {
        let place = start.places.find(&store).cloned();
        (store, place)
    });
    run(start, resumed, |size| {
        let (mut app, effects) = App::new(hierarchy, arguments.decode.options(), size);
        app.offer_stores(recent.unwrap_or_default(), access);
        (app, effects)
    })
}

/// `resumed` is a store whose place is kept, and where the last run left it.
fn run(
    start: &Start,
    resumed: Option<(PathBuf, Option<StorePlace>)>,
    open: impl FnOnce((u16, u16)) -> (App, Vec<Effect>),
) -> Result<(), Failure> {
    match run_on_terminal(start, resumed, open) {
        Err(Failure::Output(error)) => {
            Err(explorer::hang_up(&error).map_or(Failure::Output(error), Failure::Signal))
        }
        ended => ended,
    }
}

fn run_on_terminal(
    start: &Start,
    resumed: Option<(PathBuf, Option<StorePlace>)>,
    open: impl FnOnce((u16, u16)) -> (App, Vec<Effect>),
) -> Result<(), Failure> {
    let Start { arguments, configured, depth, .. } = start;
    let (sender, actions) = mpsc::channel();
    let backlog = Backlog::default();
    let waiting = VecDeque::new();
    let mut inbox = Inbox { actions, waiting, backlog: backlog.clone(), looked: Instant::now() };
    let workers = Workers::start(&sender, arguments.cache_bytes);
    let failure = ThreadFailure::default();
    explorer::listen_to_signals(sender.clone(), backlog.clone(), &failure)?;
    let mut screen = Screen::open(*depth)?;
    explorer::listen_to_terminal(sender, backlog, &failure);
    let (width, height) = screen.size();
    let drawn_on = explorer::drawn_on((width, height));
    let (mut app, mut effects) = open(drawn_on);
    if drawn_on != (width, height) {
        // Says so.
        effects.extend(app.update(Action::Resize(width, height)));
    }
    prepare(&mut app, start);
    if let Some((store, place)) = resumed {
        effects.extend(app.resume(store, place));
    }
    app.show_message(&configured.notice());
    let mut effects = VecDeque::from(effects);
    // The first frame is drawn before any work begins, so that the screen is never blank.
    screen.draw(&app)?;
    if app.ground.is_none() && *depth != ColorDepth::None {
        screen.ask_for_ground()?;
    }
    if *depth != ColorDepth::None && !configured.configuration.no_graphics && !app.is_plain {
        screen.ask_for_graphics()?;
    }
    let mut signal = None;
    let mut pace = DrawingPace::default();
    loop {
        while let Some(effect) = effects.pop_front() {
            match effect {
                Effect::Work(work) => workers.send(work),
                Effect::Terminal(Terminal::Copy(text)) => screen.copy(&text)?,
                Effect::Terminal(Terminal::Print) => {
                    let drawn = explorer::screen_of(&app);
                    let (rows, ground) = print::rows(&drawn, app.theme);
                    let (svg, text) = (print::svg(&drawn, app.theme), print::plain(&drawn));
                    let screen = PrintedScreen { svg, text, rows, ground };
                    effects.extend(app.update(Action::Printed(Box::new(screen))));
                }
                Effect::Terminal(Terminal::Record) => {
                    let recorded = screen.record().map(|recording| Action::Recorded(Box::new(recording)));
                    effects.extend(recorded.into_iter().flat_map(|recorded| app.update(recorded)));
                }
                Effect::Terminal(Terminal::Suspend) => screen.suspend()?,
                Effect::Terminal(Terminal::Resume) => {
                    let (width, height) = screen.resume()?;
                    effects.extend(app.update(Action::Resize(width, height)));
                }
                Effect::Terminal(Terminal::Quit) => {
                    drop(screen);
                    // Where these cannot be written, only they are lost.
                    if let Some(place) = app.store_place() {
                        let _ = StorePlaces::keep(place);
                    }
                    if !configured.configuration.forgets {
                        let _ = TypedLines::keep(app.history.new_lines());
                    }
                    return ended(&workers, &failure, signal);
                }
            }
        }
        workers.free();
        let mut next = None;
        if let Some(wait) = pace.wait() {
            next = inbox.next_within(wait);
        }
        if next.is_none() {
            pace.drawn(|| screen.draw(&app))?;
            if let Some(recording) = screen.ended_recording() {
                effects.extend(app.update(Action::Recorded(Box::new(recording))));
                continue;
            }
            next = inbox.next(&app);
        }
        let Some(mut action) = next else { return ended(&workers, &failure, signal) };
        let start = Instant::now();
        loop {
            if let Action::Signal(number) = action {
                signal = Some(number);
            }
            pace.hurries |= !matches!(action, Action::Answer(_));
            let is_end = action.is_end();
            inbox.backlog.take(&action);
            effects.extend(app.update(action));
            // Keys and answers may come faster than they are handled; the screen is drawn in between all the same.
            if start.elapsed() > SLICE || is_end {
                break;
            }
            inbox.gather();
            let Some(next) = inbox.waiting.pop_front() else { break };
            action = next;
        }
    }
}

fn prepare(app: &mut App, start: &Start) {
    let Start { arguments, configured, .. } = start;
    app.configure(&configured.configuration);
    let is_kept = !configured.configuration.forgets;
    app.kept_theme = if is_kept { start.places.theme().and_then(ThemeName::named) } else { None };
    let chosen = arguments.theme(configured.configuration.theme).or(app.kept_theme);
    app.theme = chosen.unwrap_or_default();
    app.fits_theme = chosen.is_none();
    if let Ok(colors) = std::env::var("COLORFGBG")
        && let Some(ground) = Ground::of_variable(&colors)
    {
        app.fit_to(ground);
    }
    app.is_plain |= arguments.plain;
    if is_kept {
        app.history = LineHistory::of(TypedLines::read().lines);
    }
}

/// When the next frame is due. Thousands of small answers would keep a core busy if each had a frame of its own.
#[derive(Debug, Default)]
struct DrawingPace {
    /// When the last frame was drawn, and how long that took.
    last: Option<(Instant, Duration)>,
    /// Whether there is more to show than answers: that never waits.
    hurries: bool,
}

impl DrawingPace {
    const LONGEST: Duration = Duration::from_millis(50);

    /// How long answers wait for others before they are drawn: drawing takes a quarter of the time.
    fn wait(&self) -> Option<Duration> {
        let (drawn, taken) = self.last.filter(|_| !self.hurries)?;
        let wait = taken.saturating_mul(3).min(Self::LONGEST).checked_sub(drawn.elapsed())?;
        Some(wait).filter(|wait| !wait.is_zero())
    }

    fn drawn<T>(&mut self, draw: impl FnOnce() -> T) -> T {
        let begun = Instant::now();
        let drawn = draw();
        (self.last, self.hurries) = (Some((Instant::now(), begun.elapsed())), false);
        drawn
    }
}

/// The actions that are not handled yet.
struct Inbox {
    actions: Receiver<Action>,
    waiting: VecDeque<Action>,
    backlog: Backlog,
    /// When a chunk that is followed was looked at last.
    looked: Instant,
}

impl Inbox {
    /// While a chunk is followed, there is a tick whenever a second has passed. `None` where no action will come.
    fn next(&mut self, app: &App) -> Option<Action> {
        self.gather();
        if let Some(action) = self.waiting.pop_front() {
            return Some(action);
        }
        if !app.following.is_on() {
            return self.actions.recv().ok();
        }
        match self.actions.recv_timeout(LOOK.saturating_sub(self.looked.elapsed())) {
            Ok(action) => Some(action),
            Err(RecvTimeoutError::Timeout) => {
                self.looked = Instant::now();
                Some(Action::Tick)
            }
            Err(RecvTimeoutError::Disconnected) => None,
        }
    }

    /// `None` where none comes in time.
    fn next_within(&mut self, wait: Duration) -> Option<Action> {
        self.gather();
        self.waiting.pop_front().or_else(|| self.actions.recv_timeout(wait).ok())
    }

    /// What ends the explorer overtakes whatever waits.
    fn gather(&mut self) {
        for action in self.actions.try_iter() {
            if action.is_end() {
                self.waiting.push_front(action);
            } else {
                self.waiting.push_back(action);
            }
        }
    }
}

/// How often the files of a chunk that is followed are looked at.
const LOOK: Duration = Duration::from_secs(1);

/// A thread that has panicked has ended the explorer too.
fn ended(workers: &Workers, failure: &ThreadFailure, signal: Option<i32>) -> Result<(), Failure> {
    if failure.has_happened() {
        return Err(Failure::Data(
            "what the terminal sends could not be read any more, see above".to_owned(),
        ));
    }
    if workers.have_failed() {
        return Err(Failure::Data("a worker of the explorer has ended, see above".to_owned()));
    }
    signal.map_or(Ok(()), |signal| Err(Failure::Signal(signal)))
}
