//! Asks the terminal whether it is dark or light, and which graphics it has. The answers come among the keys, late or never.

use std::str;

use crossterm::event::Event;

use crate::save::GraphicsProtocol;
use crate::tell::theme_name::Ground;

/// OSC 11 of xterm.
pub(crate) const GROUND: &str = "\x1b]11;?\x1b\\";
/// A picture of one pixel in Kitty's protocol, which is not kept. A multiplexer would take it for a title.
pub(crate) const KITTY: &str = "\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\";
/// Asks for 256 colours of Sixel, and then what kind of terminal it is: all terminals answer that, so it comes last.
pub(crate) const SIXEL: &str = "\x1b[?1;3;256S\x1b[c";
/// The colours of a VT340, for terminals that do not give more.
const FEW_COLORS: u16 = 16;
const COLORS: u16 = 256;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum TerminalInput {
    Event(Event),
    /// Without what begins and ends it: a string with its kind (`]`, `_` or `P`) before it, or a sequence such as `?62;4c`.
    Answer(Vec<u8>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TerminalAnswer {
    Ground(Ground),
    Graphics(Option<GraphicsProtocol>),
}

#[derive(Debug, Default)]
pub(crate) struct TerminalAnswers {
    has_kitty: bool,
    colors: Option<u16>,
}

impl TerminalAnswers {
    pub(crate) fn take(&mut self, answer: &[u8]) -> Option<TerminalAnswer> {
        let text = str::from_utf8(answer).ok()?;
        if let Some(color) = text.strip_prefix("]11;rgb") {
            return ground(color).map(TerminalAnswer::Ground);
        }
        if let Some(answer) = text.strip_prefix("_Gi=31;") {
            self.has_kitty = answer == "OK";
        } else if let Some(colors) = text.strip_prefix("?1;").and_then(|text| text.strip_suffix('S')) {
            let given = colors.strip_prefix("0;").and_then(|colors| colors.parse().ok());
            self.colors = Some(given.unwrap_or(FEW_COLORS).clamp(2, COLORS));
        } else if let Some(kind) = text.strip_prefix('?').and_then(|text| text.strip_suffix('c')) {
            let Self { has_kitty, colors } = std::mem::take(self);
            let has_sixel = kind.split(';').any(|part| part == "4");
            let sixel = has_sixel.then(|| GraphicsProtocol::Sixel { colors: colors.unwrap_or(COLORS) });
            return Some(TerminalAnswer::Graphics(if has_kitty {
                Some(GraphicsProtocol::Kitty)
            } else {
                sixel
            }));
        }
        None
    }
}

/// Whether a colour is nearer to white or to black: `:RRRR/GGGG/BBBB`, or `a:` with a fourth part. Each part has one to four
/// hexadecimal digits.
fn ground(text: &str) -> Option<Ground> {
    let (_, color) = text.split_once(':')?;
    let part = |text: &str| {
        let most =
            16_u32.checked_pow(u32::try_from(text.len()).ok()?)?.checked_sub(1).filter(|most| *most > 0)?;
        Some(f64::from(u32::from_str_radix(text, 16).ok()?) / f64::from(most))
    };
    let parts: Vec<f64> = color.split('/').take(3).map(part).collect::<Option<_>>()?;
    let [red, green, blue] = parts.as_slice() else { return None };
    // The weights of ITU-R BT.601.
    let bright = 0.299 * red + 0.587 * green + 0.114 * blue;
    Some(if bright > 0.5 { Ground::Light } else { Ground::Dark })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grounds_are_read() {
        let ground = |text: &str| TerminalAnswers::default().take(text.as_bytes());
        assert_eq!(ground("]11;rgb:ffff/ffff/ffff"), Some(TerminalAnswer::Ground(Ground::Light)));
        assert_eq!(ground("]11;rgb:fd/f6/e3"), Some(TerminalAnswer::Ground(Ground::Light)));
        assert_eq!(ground("]11;rgb:0000/2b2b/3636"), Some(TerminalAnswer::Ground(Ground::Dark)));
        assert_eq!(ground("]11;rgba:1e1e/1e1e/1e1e/ffff"), Some(TerminalAnswer::Ground(Ground::Dark)));
        assert_eq!(ground("]11;rgb:x"), None);
        assert_eq!(ground("]4;rgb:ff/ff/ff"), None);
    }

    #[test]
    fn graphics_are_what_was_answered_before_the_kind_of_terminal() {
        let answered = |texts: &[&str]| {
            let mut answers = TerminalAnswers::default();
            texts.iter().filter_map(|text| answers.take(text.as_bytes())).collect::<Vec<_>>()
        };
        let graphics = |protocol| vec![TerminalAnswer::Graphics(protocol)];
        let sixel = |colors| graphics(Some(GraphicsProtocol::Sixel { colors }));
        assert_eq!(answered(&["_Gi=31;OK", "?62;4c"]), graphics(Some(GraphicsProtocol::Kitty)));
        assert_eq!(answered(&["_Gi=31;ENOTSUPPORTED", "?1;0;256S", "?63;1;2;4;6c"]), sixel(256));
        assert_eq!(answered(&["?62;22;4c"]), sixel(256));
        assert_eq!(answered(&["?1;3;0S", "?62;4c"]), sixel(16));
        assert_eq!(answered(&["?1;0;65535S", "?62;4c"]), sixel(256));
        assert_eq!(answered(&["?62;22;44c"]), graphics(None));
        assert_eq!(answered(&["?1;2c"]), graphics(None));
        assert_eq!(answered(&["?1;0;256S", "]11;rgb:x", "junk"]), Vec::new());
    }
}
