//! Asks the terminal whether it is dark or light. The answer comes where keys come from, late or never: whatever is no answer is keys.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::tell::theme_name::Ground;

/// OSC 11 of xterm.
pub(crate) const QUESTION: &str = "\x1b]11;?\x1b\\";
/// An answer is `rgb:RRRR/GGGG/BBBB`, or `rgba:` with a fourth part.
const BEGIN: &str = "11;rgb";
const LONGEST: usize = 40;

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum AnswerPart {
    Kept,
    Ground(Option<Ground>),
    Keys(Vec<KeyEvent>),
}

/// An incomplete answer. The terminal library takes it for keys: Alt and `]`, then every character.
#[derive(Debug, Default)]
pub(crate) struct GroundAnswer {
    keys: Vec<KeyEvent>,
    text: String,
}

impl GroundAnswer {
    pub(crate) fn take(&mut self, key: KeyEvent) -> AnswerPart {
        let is_alt = key.modifiers.contains(KeyModifiers::ALT);
        self.keys.push(key);
        let KeyCode::Char(letter) = key.code else {
            return AnswerPart::Keys(std::mem::take(self).keys);
        };
        match letter {
            ']' if is_alt && self.keys.len() == 1 => return AnswerPart::Kept,
            _ if self.keys.len() == 1 => {}
            '\\' if is_alt => return self.end(),
            'g' if key.modifiers == KeyModifiers::CONTROL => return self.end(),
            // An answer has no keys with Ctrl, so these were pressed.
            _ if self.text.len() < LONGEST && !key.modifiers.contains(KeyModifiers::CONTROL) => {
                self.text.push(letter);
                if BEGIN.starts_with(&self.text) || self.text.starts_with(BEGIN) {
                    return AnswerPart::Kept;
                }
            }
            _ => {}
        }
        AnswerPart::Keys(std::mem::take(self).keys)
    }

    fn end(&mut self) -> AnswerPart {
        let Self { keys, text } = std::mem::take(self);
        if text.starts_with(BEGIN) { AnswerPart::Ground(ground(&text)) } else { AnswerPart::Keys(keys) }
    }
}

/// Whether a colour is nearer to white or to black. Each part has one to four hexadecimal digits.
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

    fn key(letter: char, modifiers: KeyModifiers) -> KeyEvent {
        KeyEvent::new(KeyCode::Char(letter), modifiers)
    }

    fn answer(text: &str, end: KeyEvent) -> AnswerPart {
        let mut answer = GroundAnswer::default();
        assert_eq!(answer.take(key(']', KeyModifiers::ALT)), AnswerPart::Kept);
        for letter in text.chars() {
            assert_eq!(answer.take(key(letter, KeyModifiers::NONE)), AnswerPart::Kept, "{letter}");
        }
        answer.take(end)
    }

    #[test]
    fn answers_of_terminals_are_read() {
        let (st, bel) = (key('\\', KeyModifiers::ALT), key('g', KeyModifiers::CONTROL));
        assert_eq!(answer("11;rgb:ffff/ffff/ffff", st), AnswerPart::Ground(Some(Ground::Light)));
        assert_eq!(answer("11;rgb:fd/f6/e3", bel), AnswerPart::Ground(Some(Ground::Light)));
        assert_eq!(answer("11;rgb:0000/2b2b/3636", st), AnswerPart::Ground(Some(Ground::Dark)));
        assert_eq!(answer("11;rgba:1e1e/1e1e/1e1e/ffff", bel), AnswerPart::Ground(Some(Ground::Dark)));
        assert_eq!(answer("11;rgb:x", st), AnswerPart::Ground(None));
    }

    #[test]
    fn keys_are_never_lost() {
        let (alt, j) = (key(']', KeyModifiers::ALT), key('j', KeyModifiers::NONE));
        let mut answer = GroundAnswer::default();
        assert_eq!(answer.take(j), AnswerPart::Keys(vec![j]));
        assert_eq!(answer.take(alt), AnswerPart::Kept);
        assert_eq!(answer.take(j), AnswerPart::Keys(vec![alt, j]));
        assert_eq!(answer.take(j), AnswerPart::Keys(vec![j]));
        let (one, down) = (key('1', KeyModifiers::NONE), KeyEvent::new(KeyCode::Down, KeyModifiers::NONE));
        assert_eq!([alt, one].map(|key| answer.take(key)), [AnswerPart::Kept, AnswerPart::Kept]);
        assert_eq!(answer.take(down), AnswerPart::Keys(vec![alt, one, down]));
        let quit = key('c', KeyModifiers::CONTROL);
        answer.take(alt);
        for letter in "11;rgb:".chars() {
            assert_eq!(answer.take(key(letter, KeyModifiers::NONE)), AnswerPart::Kept);
        }
        let AnswerPart::Keys(keys) = answer.take(quit) else { panic!("Ctrl-c is kept") };
        assert_eq!(keys.last(), Some(&quit));
    }
}
