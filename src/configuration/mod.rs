mod keys;

use std::{fmt::Display, ops::RangeInclusive};

use toml::de::{DeTable, DeValue};

use crate::limits::{JSON_DEPTH, LIMITS};
use crate::metadata::text::escape;
use crate::tell::writing::{MOST_DIGITS, NARROW, PhysicalFirst, WIDEST, Writing};
use crate::tell::{colors::ColorMap, nearest::nearest, number_form::NumberForm, theme_name::ThemeName};

pub use self::keys::{Key, KeyEntry, Rebinding, key_of_name, name_of_key};
use self::keys::{refuse_conflicts, table};

#[expect(clippy::struct_excessive_bools, reason = "each is an entry of its own")]
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Configuration {
    pub theme: Option<ThemeName>,
    pub color_map: Option<ColorMap>,
    pub first_view: FirstView,
    pub writing: Writing,
    /// Files that are neither node nor chunk are shown one by one.
    pub show_files: bool,
    /// Pictures are drawn with characters on every terminal.
    pub no_graphics: bool,
    /// The screen has letters in the place of boxes and marks.
    pub plain: bool,
    /// No place in a store is kept.
    pub forgets: bool,
    /// The name of each option without its dashes, and its default.
    pub limits: Vec<(&'static str, u64)>,
    pub keys: Vec<Rebinding>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FirstView {
    #[default]
    Values,
    Picture,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigFault {
    pub line: usize,
    pub said: String,
}

impl FirstView {
    const ALL: [Self; 2] = [Self::Values, Self::Picture];

    fn name(self) -> &'static str {
        if self == Self::Picture { "picture" } else { "values" }
    }
}

struct ConfigEntry {
    name: &'static str,
    default: &'static str,
    help: &'static str,
    take: fn(&mut Configuration, &DeValue) -> Result<(), String>,
}

fn set<T>(place: &mut T, value: Result<T, String>) -> Result<(), String> {
    *place = value?;
    Ok(())
}

const ENTRIES: &[ConfigEntry] = &[
    ConfigEntry {
        name: "theme",
        default: "\"terminal\"",
        help: "colours of the explorer: terminal, dark, light, contrast, contrast-light; --theme overrides it",
        take: |own, value| set(&mut own.theme, one_of(value, &ThemeName::ALL, ThemeName::name).map(Some)),
    },
    ConfigEntry {
        name: "color-map",
        default: "\"viridis\"",
        help: "colours of pictures: viridis, greys, red-blue",
        take: |own, value| set(&mut own.color_map, one_of(value, &ColorMap::ALL, ColorMap::name).map(Some)),
    },
    ConfigEntry {
        name: "first-view",
        default: "\"values\"",
        help: "what an array shows first: values, picture",
        take: |own, value| set(&mut own.first_view, one_of(value, &FirstView::ALL, FirstView::name)),
    },
    ConfigEntry {
        name: "graphics",
        default: "true",
        help: "whether pictures have pixels where the terminal shows graphics (Kitty, Sixel)",
        take: |own, value| set(&mut own.no_graphics, yes_or_no(value).map(|is| !is)),
    },
    ConfigEntry {
        name: "number-form",
        default: "\"shortest\"",
        help: "how numbers are written in cells: shortest, thousands, scientific, percent, hexadecimal",
        take: |own, value| set(&mut own.writing.form, one_of(value, &NumberForm::ALL, NumberForm::name)),
    },
    ConfigEntry {
        name: "digits",
        default: "3",
        help: "decimal places of floats in cells; by default as many as needed",
        take: |own, value| set(&mut own.writing.digits, number_within(value, 0..=MOST_DIGITS).map(Some)),
    },
    ConfigEntry {
        name: "column-width",
        default: "12",
        help: "width of a column of values, in characters; by default as wide as its contents",
        take: |own, value| set(&mut own.writing.width, number_within(value, NARROW..=WIDEST).map(Some)),
    },
    ConfigEntry {
        name: "physical",
        default: "\"where-clear\"",
        help: "which values are shown as their attributes describe them: where-clear (packed ones, times, and numbers of which some stand for missing values), always, never",
        take: |own, value| {
            set(&mut own.writing.physical, one_of(value, &PhysicalFirst::ALL, PhysicalFirst::name))
        },
    },
    ConfigEntry {
        name: "show-files",
        default: "false",
        help: "whether to list each file that is neither node nor chunk",
        take: |own, value| set(&mut own.show_files, yes_or_no(value)),
    },
    ConfigEntry {
        name: "plain",
        default: "false",
        help: "whether to draw letters instead of boxes and marks, as --plain does",
        take: |own, value| set(&mut own.plain, yes_or_no(value)),
    },
    ConfigEntry {
        name: "remember",
        default: "true",
        help: "whether to remember where you were in each store, in a file beside that of the lessons",
        take: |own, value| set(&mut own.forgets, yes_or_no(value).map(|is| !is)),
    },
];

impl Configuration {
    /// Entries that are wrong are left out, and the others hold.
    pub fn read(text: &str, keys: &[KeyEntry]) -> (Self, Vec<ConfigFault>) {
        let (table, errors) = DeTable::parse_recoverable(text);
        let mut reading = ConfigReading { text, keys, configuration: Self::default(), faults: Vec::new() };
        for error in errors {
            reading.wrong(error.span().map_or(0, |span| span.start), error.message().to_owned());
        }
        for (name, value) in table.get_ref() {
            reading.entry(name.span().start, name.get_ref(), value.get_ref());
        }
        reading.configuration.keys.sort_by_key(|rebinding| rebinding.line);
        for (line, said) in refuse_conflicts(keys, &mut reading.configuration.keys) {
            reading.faults.push(ConfigFault { line, said });
        }
        reading.faults.sort_by_key(|fault| fault.line);
        reading.faults.dedup();
        (reading.configuration, reading.faults)
    }

    pub fn commented_default(keys: &[KeyEntry]) -> String {
        let mut text = Vec::new();
        for ConfigEntry { name, default, help, .. } in ENTRIES {
            text.push(commented(help, name, default));
        }
        let limits =
            "\n# Limits on what is read from a store; options of the same names override them.\n#[limits]\n";
        text.push(limits.to_owned());
        for limit in LIMITS {
            text.push(commented(limit.of, plain(limit.option), &limit.default.to_string()));
        }
        let how = "a character, ctrl-x or a word such as page-up; several in brackets: [\"j\", \"down\"].";
        text.push(format!("\n# Keys: {how}\n#[keys]\n"));
        let mut view = "";
        for row in keys {
            if row.view != view {
                view = row.view;
                let of = view.trim_start_matches("in-");
                text.push(format!("\n# Keys with a meaning of their own: {of}.\n#[keys.{view}]\n"));
            }
            let quoted = |key: &Key| name_of_key(*key).replace('\\', "\\\\").replace('"', "\\\"");
            let names: Vec<_> = row.keys.iter().map(|key| format!("\"{}\"", quoted(key))).collect();
            let names = names.join(", ");
            let value = if row.keys.len() == 1 { names } else { format!("[{names}]") };
            text.push(commented(row.help, row.name, &value));
        }
        text.concat()
    }
}

fn commented(help: &str, name: &str, value: &str) -> String {
    format!("\n# {help}\n#{name} = {value}\n")
}

fn plain(option: &'static str) -> &'static str {
    option.trim_start_matches('-')
}

struct ConfigReading<'a> {
    text: &'a str,
    keys: &'a [KeyEntry],
    configuration: Configuration,
    faults: Vec<ConfigFault>,
}

impl ConfigReading<'_> {
    fn line(&self, at: usize) -> usize {
        self.text.as_bytes().iter().take(at).filter(|byte| **byte == b'\n').count() + 1
    }

    fn wrong(&mut self, at: usize, said: String) {
        self.faults.push(ConfigFault { line: self.line(at), said });
    }

    fn entry(&mut self, at: usize, written: &str, value: &DeValue) {
        let wanted = written.replace('_', "-");
        match (wanted.as_str(), value) {
            ("limits", DeValue::Table(table)) => {
                for (name, value) in table {
                    self.limit(name.span().start, name.get_ref(), value.get_ref());
                }
            }
            ("keys", DeValue::Table(table)) => {
                for (name, value) in table {
                    self.key("", name.span().start, name.get_ref(), value.get_ref());
                }
            }
            ("limits" | "keys", _) => self.wrong(at, format!("{wanted}: expected a table: [{wanted}]")),
            _ => match ENTRIES.iter().find(|entry| entry.name == wanted) {
                None => self.unknown_outside(at, written, &wanted),
                Some(entry) => {
                    if let Err(said) = (entry.take)(&mut self.configuration, value) {
                        self.wrong(at, format!("{wanted}: {said}"));
                    }
                }
            },
        }
    }

    fn unknown<'a>(&mut self, at: usize, table: &str, name: &str, known: impl Iterator<Item = &'a str>) {
        let near = nearest(&name.replace('_', "-"), known);
        let what = match near.as_slice() {
            [] => "`zarrscope config` lists what there is".to_owned(),
            near => format!("did you mean {}?", near.join(" or ")),
        };
        self.wrong(at, format!("{table}{}: unknown; {what}", escape(name)));
    }

    fn unknown_outside(&mut self, at: usize, written: &str, wanted: &str) {
        let table = if LIMITS.iter().any(|limit| plain(limit.option) == wanted) {
            "limits"
        } else if self.keys.iter().any(|row| row.view.is_empty() && row.name == wanted) {
            "keys"
        } else {
            let known = ENTRIES.iter().map(|entry| entry.name).chain(["limits", "keys"]);
            return self.unknown(at, "", written, known);
        };
        self.wrong(at, format!("{wanted}: belongs below [{table}]"));
    }

    fn limit(&mut self, at: usize, name: &str, value: &DeValue) {
        let wanted = name.replace('_', "-");
        let Some(limit) = LIMITS.iter().find(|limit| plain(limit.option) == wanted) else {
            return self.unknown(at, "limits.", name, LIMITS.iter().map(|limit| plain(limit.option)));
        };
        let is_depth = limit.option == JSON_DEPTH.option;
        let (least, most) = if is_depth { (1, limit.default) } else { (0, u64::MAX) };
        match whole(value) {
            // As many threads as there are cores, as without the entry.
            Some(0) if limit.default == 0 => {}
            Some(number) if (least..=most).contains(&number) => {
                self.configuration.limits.push((plain(limit.option), number));
            }
            _ => {
                let up_to = if is_depth { format!(" from {least} to {most}") } else { String::new() };
                let found = found(value);
                self.wrong(at, format!("limits.{wanted}: expected a whole number{up_to}, found {found}"));
            }
        }
    }

    /// An entry below `[keys]` may be the table of a window.
    fn key(&mut self, view: &str, at: usize, name: &str, value: &DeValue) {
        let wanted = name.replace('_', "-");
        if let DeValue::Table(table) = value
            && self.keys.iter().any(|row| view.is_empty() && row.view == wanted)
        {
            for (name, value) in table {
                self.key(&wanted, name.span().start, name.get_ref(), value.get_ref());
            }
            return;
        }
        let rows = self.keys.iter().filter(|row| row.view == view);
        let Some(row) = rows.clone().find(|row| row.name == wanted) else {
            return self.unknown(at, &table(view), name, rows.map(|row| row.name));
        };
        let key = |value: &DeValue| value.as_str().and_then(key_of_name);
        let keys: Option<Vec<_>> = match value {
            DeValue::Array(keys) => keys.iter().map(|value| key(value.get_ref())).collect(),
            one => key(one).map(|key| vec![key]),
        };
        match keys {
            Some(keys) if !keys.is_empty() => {
                let line = self.line(at);
                self.configuration.keys.push(Rebinding { view: row.view, name: row.name, keys, line });
            }
            _ => {
                let (table, found) = (table(view), found(value));
                let such = "expected a key such as \"x\", \"ctrl-x\" or \"page-up\"";
                self.wrong(at, format!("{table}{wanted}: {such}, found {found}"));
            }
        }
    }
}

fn found(value: &DeValue) -> String {
    match value {
        DeValue::String(text) => {
            let short: String = text.chars().take(40).collect();
            let more = if short.len() < text.len() { "…" } else { "" };
            format!("\"{}{more}\"", escape(&short))
        }
        DeValue::Integer(number) => number.as_str().to_owned(),
        DeValue::Float(number) => number.as_str().to_owned(),
        DeValue::Boolean(is) => is.to_string(),
        DeValue::Datetime(_) => "a date".to_owned(),
        DeValue::Array(_) => "a list".to_owned(),
        DeValue::Table(_) => "a table".to_owned(),
    }
}

fn one_of<T: Copy>(value: &DeValue, all: &[T], name: impl Fn(T) -> &'static str) -> Result<T, String> {
    if let Some(text) = value.as_str()
        && let Some(chosen) = all.iter().find(|one| name(**one) == text)
    {
        return Ok(*chosen);
    }
    let names: Vec<_> = all.iter().map(|one| name(*one)).collect();
    Err(format!("expected one of {}; found {}", names.join(", "), found(value)))
}

fn yes_or_no(value: &DeValue) -> Result<bool, String> {
    value.as_bool().ok_or_else(|| format!("expected true or false, found {}", found(value)))
}

fn number_within<T>(value: &DeValue, range: RangeInclusive<T>) -> Result<T, String>
where
    T: TryFrom<u64> + PartialOrd + Display,
{
    if let Some(number) = whole(value)
        && let Ok(number) = T::try_from(number)
        && range.contains(&number)
    {
        return Ok(number);
    }
    let (least, most) = (range.start(), range.end());
    Err(format!("expected a whole number from {least} to {most}, found {}", found(value)))
}

fn whole(value: &DeValue) -> Option<u64> {
    let number = value.as_integer()?;
    u64::from_str_radix(number.as_str(), number.radix()).ok()
}
