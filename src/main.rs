//! The command line: arguments, then the explorer or one command.

use std::collections::VecDeque;
use std::hint::black_box;
use std::io::{IsTerminal, stdin, stdout};
use std::process::ExitCode;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use color_eyre::eyre;
use zarrscope::app::{Action, App, Effect, PrintedScreen, Terminal};
use zarrscope::cli::{self, Arguments, Command, Failure, LearnArguments, Output};
use zarrscope::learn::CourseProgress;
use zarrscope::tell::colors::ColorDepth;
use zarrscope::ui::{self, Screen, print};
use zarrscope::worker::{SLICE, Workers};

fn main() -> eyre::Result<ExitCode> {
    color_eyre::install()?;
    keep_buffers();
    let arguments = Arguments::read();
    let mut output = Output::new(arguments.color);
    let has_terminal = stdout().is_terminal() && stdin().is_terminal();
    let result = match &arguments.command {
        Some(Command::Learn(lesson)) if has_terminal => learn(&arguments, lesson, output.color_depth()),
        Some(Command::Explain(card)) if has_terminal && card.tries => cli::codecs_to_try(card)
            .and_then(|codecs| run(&arguments, output.color_depth(), |size| App::building(&codecs, size))),
        Some(command) => cli::run(command, &mut output),
        None if has_terminal => explore(&arguments, output.color_depth()),
        None => cli::print_tree(&arguments, &mut output),
    };
    Ok(ExitCode::from(cli::exit_status(result, output)))
}

/// Makes glibc's allocator keep large buffers that are freed.
///
/// By default it gives a large buffer back to the system, and the next one comes page by page again. For chunks of
/// 1 MiB that takes longer than decoding them (`verify` of crc32c: 220 ms without this, 30 ms with it). Other
/// allocators have no such threshold.
fn keep_buffers() {
    drop(black_box(Vec::<u8>::with_capacity(KEPT)));
}

/// The largest size that is kept. glibc accepts no threshold above 32 MiB, its own bytes included.
const KEPT: usize = 31 << 20;

/// Explores the store of the command line.
fn explore(arguments: &Arguments, depth: ColorDepth) -> Result<(), Failure> {
    let hierarchy = cli::open(&arguments.path, arguments.limits.limits())?;
    run(arguments, depth, |size| App::new(hierarchy, arguments.decode.options(), size))
}

/// Opens the lessons.
fn learn(arguments: &Arguments, lesson: &LearnArguments, depth: ColorDepth) -> Result<(), Failure> {
    let number = cli::asked_lesson(lesson)?;
    run(arguments, depth, |size| App::learning(CourseProgress::read(), number, size))
}

/// Runs the explorer until it ends.
fn run(
    arguments: &Arguments,
    depth: ColorDepth,
    open: impl FnOnce((u16, u16)) -> (App, Vec<Effect>),
) -> Result<(), Failure> {
    let (sender, actions) = mpsc::channel();
    let workers = Workers::start(&sender, arguments.cache_bytes);
    ui::listen_to_signals(sender.clone())?;
    let mut screen = Screen::open(depth)?;
    ui::listen_to_terminal(sender);
    let (mut app, effects) = open(screen.size());
    app.theme = arguments.theme();
    let mut effects = VecDeque::from(effects);
    // The first frame is drawn before any work begins, so that the screen is never blank.
    screen.draw(&app)?;
    let mut looked = Instant::now();
    loop {
        while let Some(effect) = effects.pop_front() {
            match effect {
                Effect::Work(work) => workers.send(work),
                Effect::Terminal(Terminal::Copy(text)) => screen.copy(&text)?,
                Effect::Terminal(Terminal::Print) => {
                    let drawn = print::screen_of(&app);
                    let screen =
                        PrintedScreen { svg: print::svg(&drawn, app.theme), text: print::plain(&drawn) };
                    effects.extend(app.update(Action::Printed(Box::new(screen))));
                }
                Effect::Terminal(Terminal::Suspend) => screen.suspend()?,
                Effect::Terminal(Terminal::Resume) => {
                    let (width, height) = screen.resume()?;
                    effects.extend(app.update(Action::Resize(width, height)));
                }
                Effect::Terminal(Terminal::Quit) => return ended(&workers),
            }
        }
        screen.draw(&app)?;
        let Some(first) = next(&actions, &app, &mut looked) else { return ended(&workers) };
        let start = Instant::now();
        for action in std::iter::once(first).chain(actions.try_iter()) {
            effects.extend(app.update(action));
            // Answers may come faster than they are handled; the screen is drawn in between all the same.
            if start.elapsed() > SLICE {
                break;
            }
        }
    }
}

/// The next action; while a chunk is followed, one that says so whenever a second has passed. `None` where none will come.
fn next(actions: &Receiver<Action>, app: &App, looked: &mut Instant) -> Option<Action> {
    if !app.following.is_on() {
        return actions.recv().ok();
    }
    match actions.recv_timeout(LOOK.saturating_sub(looked.elapsed())) {
        Ok(action) => Some(action),
        Err(RecvTimeoutError::Timeout) => {
            *looked = Instant::now();
            Some(Action::Tick)
        }
        Err(RecvTimeoutError::Disconnected) => None,
    }
}

/// How often a chunk that is followed is looked at.
const LOOK: Duration = Duration::from_secs(1);

/// Reports a worker that has panicked: that has ended the explorer too.
fn ended(workers: &Workers) -> Result<(), Failure> {
    if workers.have_failed() {
        return Err(Failure::Data("a worker of the explorer has ended, see above".to_owned()));
    }
    Ok(())
}
