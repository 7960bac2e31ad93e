//! What Tab suggests for a typed command or its argument.

use std::collections::BTreeSet;

use crate::explorer::keys::keymap::{KEYMAP, names};
use crate::explorer::prompt::line::{Completing, Suggestion};
use crate::explorer::prompt::typed_command::{TYPED, TypedKind, WordMeaning, meaning};
use crate::explorer::{App, GridMode, Prompt};
use crate::tell::cards;
use crate::tell::channel::{ShownChannel, level_words};
use crate::tell::theme_name::ThemeName;

const MOST: usize = 50;

impl App {
    pub fn suggestions(&self, prompt: &Prompt) -> Vec<Suggestion> {
        if let Some(Completing { found, at }) = &prompt.completing {
            let mut found = found.clone();
            found.iter_mut().enumerate().for_each(|(number, own)| own.is_chosen = number == *at);
            return found;
        }
        let text = prompt.line.text();
        let text = text.trim_start();
        match text.split_once(char::is_whitespace) {
            None => commands(text),
            Some((word, argument)) => self.arguments(word, argument.trim_start()),
        }
    }

    fn arguments(&self, word: &str, argument: &str) -> Vec<Suggestion> {
        let Ok(WordMeaning::Typed(kind)) = meaning(word, true) else { return Vec::new() };
        let row = |(argument, help)| Suggestion::new(format!("{word} {argument}"), argument, help);
        let rows: Vec<_> = self.candidates(kind, argument).into_iter().take(MOST).map(row).collect();
        if !rows.is_empty() {
            return rows;
        }
        let mut own = Vec::new();
        for command in TYPED {
            if command.kind == kind {
                let shown = format!("{word} {}", command.argument);
                own.push(Suggestion::new(format!("{word} {argument}"), shown, command.help.to_owned()));
            }
        }
        own
    }

    fn candidates(&self, kind: TypedKind, argument: &str) -> Vec<(String, String)> {
        let selection = &self.shared.selection;
        let dimensions =
            selection.array_layout().map(|layout| layout.dimensions.as_slice()).unwrap_or_default();
        let image = selection.image().map(|image| &image.pyramid);
        let begins = |name: &str| name.to_lowercase().starts_with(&argument.to_lowercase());
        let plain = |name: String| (name, String::new());
        let names: Vec<String> = match kind {
            TypedKind::Rows | TypedKind::Columns => dimensions.to_vec(),
            TypedKind::Show => GridMode::ALL.map(|mode| mode.name().to_owned()).to_vec(),
            TypedKind::Theme => ThemeName::ALL.map(|theme| theme.name().to_owned()).to_vec(),
            TypedKind::ImageLabels => image.map(|image| image.labels.clone()).unwrap_or_default(),
            TypedKind::Coordinates => {
                let last = argument.rsplit(char::is_whitespace).next().unwrap_or_default();
                let begin = argument.strip_suffix(last).unwrap_or_default();
                let fits = dimensions.iter().filter(|name| name.starts_with(last));
                return fits.map(|name| plain(format!("{begin}{name}="))).collect();
            }
            TypedKind::Card => {
                let fitting = cards::all().filter(|card| begins(card.topic));
                return fitting.map(|card| (card.topic.to_owned(), card.summary.to_owned())).collect();
            }
            TypedKind::Chunk => {
                let Some(layout) = selection.layout() else { return Vec::new() };
                return numbers(&layout.grid.grid_shape(), selection.coords(), argument);
            }
            TypedKind::Element => {
                let Some(layout) = selection.array_layout() else { return Vec::new() };
                return numbers(&layout.shape, &selection.cursor().unwrap_or_default(), argument);
            }
            TypedKind::Key => {
                let Some(layout) = selection.array_layout() else { return Vec::new() };
                let key = layout.encoding.key(&selection.address.chunk);
                return if begins(&key) { vec![(key, "the selected chunk".to_owned())] } else { Vec::new() };
            }
            TypedKind::Level => {
                let Some(image) = image else { return Vec::new() };
                let levels = image.levels.iter().enumerate();
                let levels =
                    levels.map(|(at, level)| (level.level.index.to_string(), level_words(image, at)));
                return levels.filter(|(number, _)| begins(number)).collect();
            }
            TypedKind::Channel => {
                let Some(image) = image else { return Vec::new() };
                let channels = 0..image.metadata.channels.len() as u64;
                let channels =
                    channels.map(|at| (at.to_string(), ShownChannel::of(&image.metadata, at).with_color()));
                return channels.filter(|(number, _)| begins(number)).collect();
            }
            TypedKind::Node => return self.paths(argument).into_iter().map(plain).collect(),
            TypedKind::Search => ["nan", "fill", "missing"].map(str::to_owned).to_vec(),
            TypedKind::Byte
            | TypedKind::Find
            | TypedKind::Range
            | TypedKind::Minus
            | TypedKind::Where
            | TypedKind::Report
            | TypedKind::Digits
            | TypedKind::Width
            | TypedKind::Write
            | TypedKind::Quit => Vec::new(),
        };
        names.into_iter().filter(|name| begins(name)).map(plain).collect()
    }

    fn paths(&self, argument: &str) -> BTreeSet<String> {
        let argument = argument.trim_start_matches('/');
        let rows = self.hierarchy.tree.rows.iter();
        let known = rows.filter(|row| row.files.is_empty() && fits(&row.child.key, argument));
        let mut found: BTreeSet<String> = known.map(|row| row.child.key.clone()).take(MOST).collect();
        let view = self.finder.catalog.view();
        let seen = (0..view.len()).filter_map(|number| view.row(number));
        found.extend(seen.filter(|row| fits(&row.key, argument)).take(MOST).map(|row| row.key.to_string()));
        found
    }
}

pub(crate) fn takes_argument(word: &str) -> bool {
    TYPED.iter().any(|command| command.words.contains(&word) && !command.argument.is_empty())
}

fn fits(key: &str, text: &str) -> bool {
    let behind = key.strip_prefix(text);
    !key.is_empty() && behind.is_some_and(|rest| !rest.trim_start_matches('/').contains('/'))
}

fn commands(text: &str) -> Vec<Suggestion> {
    let mut all = Vec::new();
    let text = &text.to_lowercase();
    let also =
        |line: &str| KEYMAP.iter().find(|binding| binding.name == line).map_or("", |binding| binding.also);
    for command in TYPED {
        if let Some(word) = command.words.first() {
            let shown = format!("{word} {}", command.argument).trim_end().to_owned();
            all.push(Suggestion::new((*word).to_owned(), shown, command.help.to_owned()));
        }
    }
    for binding in KEYMAP {
        if !takes_argument(binding.name) {
            let help = format!("{} ({})", binding.help, names(binding));
            all.push(Suggestion::new(binding.name.to_owned(), binding.name.to_owned(), help));
        }
    }
    if all.iter().any(|own| own.line.starts_with(text)) {
        all.retain(|own| own.line.starts_with(text));
    } else {
        let has = |own: &Suggestion| {
            [own.line.as_str(), &own.help.to_lowercase(), also(&own.line)]
                .iter()
                .any(|words| words.contains(text))
        };
        all.retain(has);
    }
    all
}

/// Coordinates that begin with a text: first those of the cursor, then completions of the number being typed.
fn numbers(shape: &[u64], cursor: &[u64], text: &str) -> Vec<(String, String)> {
    let joined = |coords: &[u64]| coords.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
    let mut found = Vec::new();
    if cursor.len() == shape.len() && !shape.is_empty() && joined(cursor).starts_with(text) {
        found.push((joined(cursor), "where the cursor is".to_owned()));
    }
    let (before, begun) = text.rsplit_once(',').unwrap_or(("", text));
    let axis = text.matches(',').count();
    let Some(edge) = shape.get(axis) else { return found };
    let sep = if before.is_empty() { "" } else { "," };
    let end = if axis + 1 < shape.len() { "," } else { "" };
    // Numbers with as many digits as are typed come first.
    let numbers = (0..(*edge).min(1000)).filter(|number| number.to_string().starts_with(begun.trim()));
    for number in numbers.take(20) {
        found.push((format!("{before}{sep}{number}{end}"), format!("an index from 0 to {}", edge - 1)));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_narrowed_by_what_is_typed() {
        let words = |text: &str| commands(text).into_iter().map(|own| own.line).collect::<Vec<_>>();
        assert_eq!(words("ve"), ["verify"]);
        assert_eq!(words("col"), ["columns", "colours"]);
        assert!(words("").len() > 70 && words("xyzzy").is_empty());
        assert!(words("checksum").contains(&"ignore-checksums".to_owned()));
    }

    #[test]
    fn numbers_are_completed_one_by_one() {
        let found =
            |text: &str| numbers(&[2, 30], &[1, 7], text).into_iter().map(|own| own.0).collect::<Vec<_>>();
        assert_eq!(found(""), ["1,7", "0,", "1,"]);
        assert_eq!(
            found("1,2"),
            ["1,2", "1,20", "1,21", "1,22", "1,23", "1,24", "1,25", "1,26", "1,27", "1,28", "1,29"]
        );
        assert_eq!(found("1,2,"), Vec::<String>::new());
    }

    #[test]
    fn paths_are_completed_level_by_level() {
        assert!(fits("ocean", "oc") && fits("ocean/tas", "ocean/") && fits("ocean", ""));
        assert!(!fits("ocean/tas", "oc") && !fits("", "") && !fits("land", "oc"));
    }
}
