use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::sync::mpsc::Sender;

use super::{ColorChoice, Result, interrupt};
use crate::tell::colors::ColorDepth;

#[derive(Debug)]
pub struct Output {
    sink: Sink,
    color: bool,
    pub(super) columns: Option<usize>,
}

#[derive(Debug)]
enum Sink {
    Stdout(BufWriter<Stdout>),
    /// What was written, and how many bytes there may be.
    Memory(Vec<u8>, usize),
    Channel(Sender<OutputPart>),
}

/// What a command on a thread prints, and how it ended.
#[derive(Debug)]
pub(super) enum OutputPart {
    Bytes(Vec<u8>),
    End(Result),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    Heading,
    Name,
    Quiet,
    Fault,
    Sound,
}

impl Output {
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
        let mut columns = None;
        if io::stdout().is_terminal()
            && let Ok((width, _)) = crossterm::terminal::size()
        {
            columns = Some(width.into());
        }
        Self { sink: Sink::Stdout(BufWriter::new(io::stdout())), color, columns }
    }

    pub fn in_memory() -> Self {
        Self::in_memory_of(usize::MAX)
    }

    /// Takes about so many bytes; then writing fails.
    pub(super) fn in_memory_of(most: usize) -> Self {
        Self { sink: Sink::Memory(Vec::new(), most), color: false, columns: None }
    }

    /// With the same colours. Where nobody listens any more, writing fails.
    pub(super) fn to_channel(&self, parts: Sender<OutputPart>, columns: usize) -> Self {
        Self { sink: Sink::Channel(parts), color: self.color, columns: Some(columns) }
    }

    pub(super) fn has_colors(&self) -> bool {
        self.color
    }

    pub fn bytes(&self) -> &[u8] {
        match &self.sink {
            Sink::Stdout(_) | Sink::Channel(_) => &[],
            Sink::Memory(bytes, _) => bytes,
        }
    }

    pub fn color_depth(&self) -> ColorDepth {
        let of = |name: &str| std::env::var(name).unwrap_or_default();
        if self.color { ColorDepth::of(&of("COLORTERM"), &of("TERM")) } else { ColorDepth::None }
    }

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
            Sink::Memory(kept, most) if kept.len() > *most => Err(io::ErrorKind::BrokenPipe.into()),
            Sink::Memory(kept, _) => kept.write(bytes),
            Sink::Channel(parts) => match parts.send(OutputPart::Bytes(bytes.to_vec())) {
                Ok(()) => Ok(bytes.len()),
                Err(_) => Err(io::ErrorKind::BrokenPipe.into()),
            },
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.sink {
            Sink::Stdout(stdout) => stdout.flush(),
            Sink::Memory(..) | Sink::Channel(_) => Ok(()),
        }
    }
}
