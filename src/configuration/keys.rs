use std::fmt;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Key {
    Char(char),
    Ctrl(char),
    Enter,
    Esc,
    Backspace,
    Tab,
    BackTab,
    Up,
    Down,
    Left,
    Right,
    /// With Ctrl or Shift.
    CtrlUp,
    CtrlDown,
    CtrlLeft,
    CtrlRight,
    PageUp,
    PageDown,
    Home,
    End,
    Delete,
    Insert,
    Function(u8),
    Other(&'static str),
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Char(' ') => f.write_str("Space"),
            Self::Char(c) => write!(f, "{c}"),
            Self::Ctrl(c) => write!(f, "Ctrl-{c}"),
            Self::BackTab => f.write_str("Shift-Tab"),
            Self::Up => f.write_str("↑"),
            Self::Down => f.write_str("↓"),
            Self::Left => f.write_str("←"),
            Self::Right => f.write_str("→"),
            Self::CtrlUp => f.write_str("Ctrl-↑"),
            Self::CtrlDown => f.write_str("Ctrl-↓"),
            Self::CtrlLeft => f.write_str("Ctrl-←"),
            Self::CtrlRight => f.write_str("Ctrl-→"),
            Self::PageUp => f.write_str("PgUp"),
            Self::PageDown => f.write_str("PgDn"),
            Self::Function(number) => write!(f, "F{number}"),
            Self::Other(name) => f.write_str(name),
            other => write!(f, "{other:?}"),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyEntry {
    /// The window that it belongs to; empty for the panes.
    pub view: &'static str,
    pub name: &'static str,
    pub keys: &'static [Key],
    pub help: &'static str,
    pub everywhere: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rebinding {
    pub view: &'static str,
    pub name: &'static str,
    pub keys: Vec<Key>,
    pub line: usize,
}

const WORDS: &[(&str, Key)] = &[
    ("space", Key::Char(' ')),
    ("enter", Key::Enter),
    ("esc", Key::Esc),
    ("backspace", Key::Backspace),
    ("tab", Key::Tab),
    ("shift-tab", Key::BackTab),
    ("up", Key::Up),
    ("down", Key::Down),
    ("left", Key::Left),
    ("right", Key::Right),
    ("ctrl-up", Key::CtrlUp),
    ("ctrl-down", Key::CtrlDown),
    ("ctrl-left", Key::CtrlLeft),
    ("ctrl-right", Key::CtrlRight),
    ("page-up", Key::PageUp),
    ("page-down", Key::PageDown),
    ("home", Key::Home),
    ("end", Key::End),
    ("delete", Key::Delete),
    ("insert", Key::Insert),
];

pub fn key_of_name(name: &str) -> Option<Key> {
    let mut letters = name.chars();
    if let (Some(letter), None) = (letters.next(), letters.next()) {
        return (!letter.is_control() && !letter.is_whitespace()).then_some(Key::Char(letter));
    }
    let lower = name.to_lowercase();
    if let Some((_, key)) = WORDS.iter().find(|(word, _)| *word == lower) {
        return Some(*key);
    }
    let mut letters = lower.strip_prefix("ctrl-")?.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) if letter.is_ascii_lowercase() => Some(Key::Ctrl(letter)),
        _ => None,
    }
}

pub fn name_of_key(key: Key) -> String {
    match (WORDS.iter().find(|(_, known)| *known == key), key) {
        (Some((word, _)), _) => (*word).to_owned(),
        (None, Key::Ctrl(letter)) => format!("ctrl-{letter}"),
        (None, other) => other.to_string(),
    }
}

/// A key of the rebinding that does something else too, and the name of the other thing.
fn conflict(rebinding: &Rebinding, rows: &[KeyEntry], asked: &[Rebinding]) -> Option<(Key, &'static str)> {
    for other in rows {
        let is_itself = other.view == rebinding.view && other.name == rebinding.name;
        // A window may use a key of the panes for itself, unless the key means the same everywhere. Where such a key is moved to
        // one of a window, the window gives way.
        let may_share = other.view != rebinding.view && (rebinding.view.is_empty() || !other.everywhere);
        if is_itself || may_share {
            continue;
        }
        let moved = asked.iter().find(|moved| moved.view == other.view && moved.name == other.name);
        let keys = moved.map_or(other.keys, |moved| moved.keys.as_slice());
        if let Some(key) = rebinding.keys.iter().find(|key| keys.contains(key)) {
            return Some((*key, other.name));
        }
    }
    None
}

pub(super) fn table(view: &str) -> String {
    if view.is_empty() { "keys.".to_owned() } else { format!("keys.{view}.") }
}

/// Gives the line of each, and the reason.
pub(super) fn refuse_conflicts(rows: &[KeyEntry], asked: &mut Vec<Rebinding>) -> Vec<(usize, String)> {
    let mut refused = Vec::new();
    let mut place = 0;
    while let Some(rebinding) = asked.get(place) {
        let Some((key, other)) = conflict(rebinding, rows, asked) else {
            place += 1;
            continue;
        };
        let Rebinding { view, name, line, .. } = asked.remove(place);
        let (key, table) = (name_of_key(key), table(view));
        refused.push((line, format!("{table}{name}: {key} is already the key of {other}")));
        // The key that is free again may be one of a rebinding before this one.
        place = 0;
    }
    refused
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_a_character_or_a_word() {
        for (_, key) in WORDS {
            assert_eq!(key_of_name(&name_of_key(*key)), Some(*key));
        }
        assert_eq!(["", "ctrl-", "ctrl-xy", "\u{7}", "hyper-x"].map(key_of_name), [None; 5]);
    }

    #[test]
    fn a_key_has_one_meaning() {
        let row = |name, keys| KeyEntry { view: "", name, keys, help: "", everywhere: false };
        let rows = [row("verify", &[Key::Char('V')]), row("fault", &[Key::Char('f')])];
        let rebinding = |name, key, line| Rebinding { view: "", name, keys: vec![key], line };
        let mut taken = vec![rebinding("verify", Key::Char('f'), 3)];
        let said = refuse_conflicts(&rows, &mut taken);
        assert_eq!(said, [(3, "keys.verify: f is already the key of fault".to_owned())]);
        assert_eq!(taken, []);
        let swapped = [rebinding("verify", Key::Char('f'), 1), rebinding("fault", Key::Char('V'), 2)];
        let mut kept = swapped.to_vec();
        assert_eq!(refuse_conflicts(&rows, &mut kept), []);
        assert_eq!(kept, swapped);
    }

    #[test]
    fn a_window_has_keys_of_its_own() {
        let row = |view, name, keys, everywhere| KeyEntry { view, name, keys, help: "", everywhere };
        let rows = [
            row("", "axes", &[Key::Char('a')], false),
            row("", "out", &[Key::Esc], true),
            row("lab", "add", &[Key::Char('a')], false),
        ];
        let rebinding = |view, name, key| Rebinding { view, name, keys: vec![key], line: 1 };
        let mut kept = vec![rebinding("lab", "add", Key::Char('t')), rebinding("", "axes", Key::Char('t'))];
        assert_eq!(refuse_conflicts(&rows, &mut kept), []);
        let mut refused = vec![rebinding("lab", "add", Key::Esc), rebinding("", "out", Key::Char('a'))];
        let said: Vec<String> =
            refuse_conflicts(&rows, &mut refused).into_iter().map(|(_, said)| said).collect();
        // Only once `out` has its own key again does it clash with that of the lab.
        let expected =
            ["keys.out: a is already the key of axes", "keys.lab.add: esc is already the key of out"];
        assert_eq!(said, expected);
    }
}
