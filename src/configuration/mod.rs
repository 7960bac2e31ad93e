//! What a user has chosen once for always: the entries of `config.toml`, read from its text. Nothing of it is needed.

mod keys;

use std::fmt::Display;
use std::ops::RangeInclusive;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::limits::{JSON_DEPTH, LIMITS, Limit};
use crate::metadata::text::escape;
use crate::tell::colors::ColorMap;
use crate::tell::nearest::nearest;
use crate::tell::number_form::NumberForm;
use crate::tell::theme_name::ThemeName;
use crate::tell::writing::{MOST_DIGITS, NARROW, WIDEST, Writing};

pub use self::keys::{Key, KeyEntry, Rebinding, key_of_name, name_of_key};
use self::keys::{refuse_conflicts, table};

/// What a user has chosen.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Configuration {
    /// The colours of the explorer.
    pub theme: Option<ThemeName>,
    /// The colours of pictures.
    pub color_map: Option<ColorMap>,
    /// What is shown of an array first.
    pub first_view: FirstView,
    /// How elements are written in cells.
    pub writing: Writing,
    /// Whether files that are neither node nor chunk are shown one by one.
    pub show_files: bool,
    /// Whether the screen has letters in the place of boxes and marks.
    pub plain: bool,
    /// Whether nothing is kept of where somebody was.
    pub forgets: bool,
    /// Limits: the name of the option without its dashes, and what holds without the option.
    pub limits: Vec<(&'static str, u64)>,
    /// Other keys.
    pub keys: Vec<Rebinding>,
}

/// What is shown of an array first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FirstView {
    /// Its values.
    #[default]
    Values,
    /// A picture, where that is more.
    Picture,
}

/// Something that is wrong in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigFault {
    /// The line, from 1.
    pub line: usize,
    /// What it is.
    pub said: String,
}

/// An entry outside of the tables.
struct ConfigEntry {
    name: &'static str,
    /// What holds without it, as it is written.
    default: &'static str,
    help: &'static str,
    take: fn(&mut Configuration, &DeValue) -> Result<(), String>,
}

const ENTRIES: &[ConfigEntry] = &[
    ConfigEntry {
        name: "theme",
        default: "\"terminal\"",
        help: "colours of the explorer: terminal, dark, light, contrast, contrast-light; --theme goes before it",
        take: |configuration, value| {
            configuration.theme = Some(one_of(value, &ThemeName::ALL, ThemeName::name)?);
            Ok(())
        },
    },
    ConfigEntry {
        name: "color-map",
        default: "\"viridis\"",
        help: "colours of pictures: viridis, greys, red-blue",
        take: |configuration, value| {
            configuration.color_map = Some(one_of(value, &ColorMap::ALL, ColorMap::name)?);
            Ok(())
        },
    },
    ConfigEntry {
        name: "first-view",
        default: "\"values\"",
        help: "what is shown of an array first: values, picture",
        take: |configuration, value| {
            let view = one_of(value, &["values", "picture"], |name| name)?;
            configuration.first_view = if view == "picture" { FirstView::Picture } else { FirstView::Values };
            Ok(())
        },
    },
    ConfigEntry {
        name: "number-form",
        default: "\"shortest\"",
        help: "how numbers are written in cells: shortest, thousands, scientific, percent, hexadecimal",
        take: |configuration, value| {
            configuration.writing.form = one_of(value, &NumberForm::ALL, NumberForm::name)?;
            Ok(())
        },
    },
    ConfigEntry {
        name: "digits",
        default: "3",
        help: "digits of floats behind the point, in cells; without it as many as it takes",
        take: |configuration, value| {
            configuration.writing.digits = Some(number_within(value, 0..=MOST_DIGITS)?);
            Ok(())
        },
    },
    ConfigEntry {
        name: "column-width",
        default: "12",
        help: "characters of a column of values; without it as many as what is shown needs",
        take: |configuration, value| {
            configuration.writing.width = Some(number_within(value, NARROW..=WIDEST)?);
            Ok(())
        },
    },
    ConfigEntry {
        name: "show-files",
        default: "false",
        help: "whether files that are neither node nor chunk are shown one by one",
        take: |configuration, value| {
            configuration.show_files = yes_or_no(value)?;
            Ok(())
        },
    },
    ConfigEntry {
        name: "plain",
        default: "false",
        help: "whether the screen has letters in the place of boxes and marks, as --plain",
        take: |configuration, value| {
            configuration.plain = yes_or_no(value)?;
            Ok(())
        },
    },
    ConfigEntry {
        name: "remember",
        default: "true",
        help: "whether it is kept where you were in each store, in a file beside that of the lessons",
        take: |configuration, value| {
            configuration.forgets = !yes_or_no(value)?;
            Ok(())
        },
    },
];

impl Configuration {
    /// Reads the text of the file, which may move these keys. What is wrong is left out, and the rest holds.
    pub fn read(text: &str, keys: &[KeyEntry]) -> (Self, Vec<ConfigFault>) {
        let (table, errors) = DeTable::parse_recoverable(text);
        let mut reading = ConfigReading { text, keys, configuration: Self::default(), faults: Vec::new() };
        for error in errors {
            let at = error.span().map_or(0, |span| span.start);
            reading.wrong(at, error.message().to_owned());
        }
        for (name, value) in table.get_ref() {
            reading.entry(name, value);
        }
        reading.configuration.keys.sort_by_key(|rebinding| rebinding.line);
        for (line, said) in refuse_conflicts(keys, &mut reading.configuration.keys) {
            reading.faults.push(ConfigFault { line, said });
        }
        reading.faults.sort_by_key(|fault| fault.line);
        reading.faults.dedup();
        (reading.configuration, reading.faults)
    }

    /// The file with all that holds without it, as comments.
    pub fn commented_default(keys: &[KeyEntry]) -> String {
        let entry = |ConfigEntry { name, default, help, .. }: &ConfigEntry| {
            format!("\n# {help}\n#{name} = {default}\n")
        };
        let limit =
            |limit: &Limit| format!("\n# {}\n#{} = {}\n", limit.of, plain(limit.option), limit.default);
        let mut text: Vec<String> = ENTRIES.iter().map(entry).collect();
        text.push(
            "\n# What is read of a store at most; options of the same names go before it.\n#[limits]\n"
                .to_owned(),
        );
        text.extend(LIMITS.iter().map(limit));
        let how = "a character, ctrl-x or a word such as page-up; several in brackets: [\"j\", \"down\"].";
        text.push(format!("\n# Keys: {how}\n#[keys]\n"));
        let mut view = "";
        for row in keys {
            if row.view != view {
                view = row.view;
                let of = view.trim_start_matches("in-");
                text.push(format!("\n# Keys that mean something of their own: {of}.\n#[keys.{view}]\n"));
            }
            let names: Vec<_> = row.keys.iter().map(|key| quoted(&name_of_key(*key))).collect();
            let names =
                if let [name] = names.as_slice() { name.clone() } else { format!("[{}]", names.join(", ")) };
            text.push(format!("\n# {}\n#{} = {names}\n", row.help, row.name));
        }
        text.concat()
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

fn plain(option: &'static str) -> &'static str {
    option.trim_start_matches('-')
}

/// A file that is being read.
struct ConfigReading<'a> {
    text: &'a str,
    /// What can have other keys.
    keys: &'a [KeyEntry],
    configuration: Configuration,
    faults: Vec<ConfigFault>,
}

impl ConfigReading<'_> {
    fn line(&self, at: usize) -> usize {
        let before = self.text.as_bytes().iter().take(at);
        before.filter(|byte| **byte == b'\n').count() + 1
    }

    fn wrong(&mut self, at: usize, said: String) {
        let line = self.line(at);
        self.faults.push(ConfigFault { line, said });
    }

    /// An entry outside of the tables, or a table.
    fn entry(&mut self, name: &Spanned<impl AsRef<str>>, value: &Spanned<DeValue>) {
        let (at, written) = (name.span().start, name.get_ref().as_ref());
        let wanted = written.replace('_', "-");
        match (wanted.as_str(), value.get_ref()) {
            ("limits", DeValue::Table(table)) => {
                table.iter().for_each(|(name, value)| self.limit((name.span().start, name.get_ref()), value));
            }
            ("keys", DeValue::Table(table)) => {
                for (name, value) in table {
                    self.key("", (name.span().start, name.get_ref()), value);
                }
            }
            ("limits" | "keys", _) => self.wrong(at, format!("{wanted}: expected a table: [{wanted}]")),
            _ => match ENTRIES.iter().find(|entry| entry.name == wanted) {
                None => self.unknown_outside(at, written, &wanted),
                Some(entry) => {
                    if let Err(said) = (entry.take)(&mut self.configuration, value.get_ref()) {
                        self.wrong(at, format!("{wanted}: {said}"));
                    }
                }
            },
        }
    }

    fn unknown<'a>(&mut self, at: usize, (table, name): (&str, &str), known: impl Iterator<Item = &'a str>) {
        let near = nearest(&name.replace('_', "-"), known);
        let what = match near.as_slice() {
            [] => "`zarrscope config` lists what there is".to_owned(),
            near => format!("did you mean {}?", near.join(" or ")),
        };
        self.wrong(at, format!("{table}{}: unknown; {what}", escape(name)));
    }

    /// An entry outside of the tables that none has there.
    fn unknown_outside(&mut self, at: usize, written: &str, wanted: &str) {
        let table = match () {
            () if LIMITS.iter().any(|limit| plain(limit.option) == wanted) => "limits",
            () if self.keys.iter().any(|row| row.view.is_empty() && row.name == wanted) => "keys",
            () => {
                let known = ENTRIES.iter().map(|entry| entry.name).chain(["limits", "keys"]);
                return self.unknown(at, ("", written), known);
            }
        };
        self.wrong(at, format!("{wanted}: belongs below [{table}]"));
    }

    fn limit(&mut self, (at, name): (usize, &str), value: &Spanned<DeValue>) {
        let wanted = name.replace('_', "-");
        let Some(limit) = LIMITS.iter().find(|limit| plain(limit.option) == wanted) else {
            return self.unknown(at, ("limits.", name), LIMITS.iter().map(|limit| plain(limit.option)));
        };
        let most = if limit.option == JSON_DEPTH.option { limit.default } else { u64::MAX };
        let least = u64::from(limit.option == JSON_DEPTH.option);
        match whole(value.get_ref()).filter(|number| (least..=most).contains(number)) {
            // As many threads as there are cores: as without the entry.
            Some(0) if limit.default == 0 => {}
            Some(number) => self.configuration.limits.push((plain(limit.option), number)),
            None => {
                let up_to = if most == u64::MAX { String::new() } else { format!(" from {least} to {most}") };
                let found = found(value.get_ref());
                self.wrong(at, format!("limits.{wanted}: expected a whole number{up_to}, found {found}"));
            }
        }
    }

    /// Takes a key of the panes, of a window, or a table of those of a window.
    fn key(&mut self, view: &str, (at, name): (usize, &str), value: &Spanned<DeValue>) {
        let wanted = name.replace('_', "-");
        if let DeValue::Table(table) = value.get_ref()
            && self.keys.iter().any(|row| view.is_empty() && row.view == wanted)
        {
            for (name, value) in table {
                self.key(&wanted, (name.span().start, name.get_ref()), value);
            }
            return;
        }
        let rows = self.keys.iter().filter(|row| row.view == view);
        let Some(row) = rows.clone().find(|row| row.name == wanted) else {
            return self.unknown(at, (&table(view), name), rows.map(|row| row.name));
        };
        let key = |value: &DeValue| value.as_str().and_then(key_of_name);
        let keys: Option<Vec<_>> = match value.get_ref() {
            DeValue::Array(keys) => keys.iter().map(|value| key(value.get_ref())).collect(),
            one => key(one).map(|key| vec![key]),
        };
        match keys.filter(|keys| !keys.is_empty()) {
            Some(keys) => {
                let line = self.line(at);
                self.configuration.keys.push(Rebinding { view: row.view, name: row.name, keys, line });
            }
            None => {
                let found = found(value.get_ref());
                self.wrong(
                    at,
                    format!(
                        "{}{wanted}: expected a key such as \"x\", \"ctrl-x\" or \"page-up\", found {found}",
                        table(view)
                    ),
                );
            }
        }
    }
}

/// A value as a message names it.
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
    let chosen = value.as_str().and_then(|text| all.iter().find(|one| name(**one) == text));
    chosen.copied().ok_or_else(|| {
        let names: Vec<_> = all.iter().map(|one| name(*one)).collect();
        format!("expected one of {}; found {}", names.join(", "), found(value))
    })
}

fn yes_or_no(value: &DeValue) -> Result<bool, String> {
    value.as_bool().ok_or_else(|| format!("expected true or false, found {}", found(value)))
}

fn number_within<T>(value: &DeValue, range: RangeInclusive<T>) -> Result<T, String>
where
    T: TryFrom<u64> + PartialOrd + Display,
{
    let number = whole(value).and_then(|number| T::try_from(number).ok());
    number.filter(|number| range.contains(number)).ok_or_else(|| {
        let (least, most) = (range.start(), range.end());
        format!("expected a whole number from {least} to {most}, found {}", found(value))
    })
}

/// A whole number that is not negative.
fn whole(value: &DeValue) -> Option<u64> {
    let number = value.as_integer()?;
    u64::from_str_radix(number.as_str(), number.radix()).ok()
}
