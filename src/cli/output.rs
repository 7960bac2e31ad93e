//! What a command prints, with or without colour.

use std::io::{self, BufWriter, IsTerminal, Stdout, Write};

use super::{ColorChoice, interrupt};
use crate::tell::colors::ColorDepth;

/// Standard output, buffered, or what becomes a file.
#[derive(Debug)]
pub struct Output {
    sink: Sink,
    color: bool,
    columns: Option<usize>,
}

#[derive(Debug)]
enum Sink {
    Stdout(BufWriter<Stdout>),
    Memory(Vec<u8>),
}

/// What a piece of text stands for. The colour follows from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// The name of a part.
    Heading,
    /// The name of a node.
    Name,
    /// What is less important.
    Quiet,
    /// What is wrong.
    Fault,
    /// What is right.
    Sound,
}

impl Output {
    /// Standard output with colour as chosen.
    pub fn new(choice: ColorChoice) -> Self {
        let color = match choice {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => {
                io::stdout().is_terminal()
                    && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
                    && ColorDepth::has_colors(&std::env::var("TERM").unwrap_or_default())
            }
        };
        interrupt::survive_full_files();
        let size = io::stdout().is_terminal().then(crossterm::terminal::size);
        let columns = size.and_then(Result::ok).map(|(columns, _)| columns.into());
        Self { sink: Sink::Stdout(BufWriter::new(io::stdout())), color, columns }
    }

    /// Keeps what is printed, without colour.
    pub fn in_memory() -> Self {
        Self { sink: Sink::Memory(Vec::new()), color: false, columns: None }
    }

    /// What was printed and is kept; nothing of what went to standard output.
    pub fn bytes(&self) -> &[u8] {
        match &self.sink {
            Sink::Stdout(_) => &[],
            Sink::Memory(bytes) => bytes,
        }
    }

    /// The columns of the terminal; `None` where the output goes elsewhere.
    pub fn columns(&self) -> Option<usize> {
        self.columns
    }

    /// Whether there is colour.
    pub fn is_colored(&self) -> bool {
        self.color
    }

    /// What of colours is shown, as far as the terminal says so itself.
    pub fn color_depth(&self) -> ColorDepth {
        let of = |name: &str| std::env::var(name).unwrap_or_default();
        if self.color { ColorDepth::of(&of("COLORTERM"), &of("TERM")) } else { ColorDepth::None }
    }

    /// The text in the colour of its tone.
    pub fn paint(&self, tone: Tone, text: &str) -> String {
        let code = match tone {
            Tone::Heading => "1",
            Tone::Name => "36",
            Tone::Quiet => "2",
            Tone::Fault => "31",
            Tone::Sound => "32",
        };
        if self.color && !text.is_empty() {
            format!("\u{1b}[{code}m{text}\u{1b}[0m")
        } else {
            text.to_owned()
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.sink {
            Sink::Stdout(stdout) => stdout.write(bytes),
            Sink::Memory(kept) => kept.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.sink {
            Sink::Stdout(stdout) => stdout.flush(),
            Sink::Memory(_) => Ok(()),
        }
    }
}
