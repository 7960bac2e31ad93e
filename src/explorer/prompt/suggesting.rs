//! What can be typed after `:`, narrowed by what is typed already: the list above the line, and what Tab completes.

use std::collections::BTreeSet;

use crate::explorer::core::app::App;
use crate::explorer::grid::grid_mode::GridMode;
use crate::explorer::keys::keymap::{KEYMAP, names};
use crate::explorer::prompt::line::{Completing, Suggestion};
use crate::explorer::prompt::prompt_line::Prompt;
use crate::explorer::prompt::typed_command::{TYPED, TypedKind, WordMeaning, meaning};
use crate::tell::cards;
use crate::tell::channel::{ShownChannel, level_words};
use crate::tell::theme_name::ThemeName;

/// The most arguments that are offered.
const MOST: usize = 50;

impl App {
    pub fn suggestions(&self, prompt: &Prompt) -> Vec<Suggestion> {
        if let Some(Completing { found, at }) = &prompt.completing {
            let chosen =
                |(number, own): (usize, &Suggestion)| Suggestion { is_chosen: number == *at, ..own.clone() };
            return found.iter().enumerate().map(chosen).collect();
        }
        let text = prompt.line.text();
        let text = text.trim_start();
        match text.split_once(char::is_whitespace) {
            None => commands(text),
            Some((word, argument)) => self.arguments(word, argument.trim_start()),
        }
    }

    /// What an argument can be, below what the command does.
    fn arguments(&self, word: &str, argument: &str) -> Vec<Suggestion> {
        let Ok(WordMeaning::Typed(kind)) = meaning(word, true) else { return Vec::new() };
        let found = self.candidates(kind, argument);
        let row = |(argument, help): (String, String)| Suggestion {
            line: format!("{word} {argument}"),
            shown: argument,
            help,
            is_chosen: false,
        };
        let rows: Vec<Suggestion> = found.into_iter().take(MOST).map(row).collect();
        if !rows.is_empty() {
            return rows;
        }
        let own = TYPED.iter().filter(|command| command.kind == kind);
        own.map(|command| Suggestion {
            line: format!("{word} {argument}"),
            shown: format!("{word} {}", command.argument),
            help: command.help.to_owned(),
            is_chosen: false,
        })
        .collect()
    }

    fn candidates(&self, kind: TypedKind, argument: &str) -> Vec<(String, String)> {
        let selection = &self.shared.selection;
        let begins = |name: &str| name.to_lowercase().starts_with(&argument.to_lowercase());
        let plain = |name: String| (name, String::new());
        match kind {
            TypedKind::Rows | TypedKind::Columns => {
                let names =
                    selection.array_layout().map(|layout| layout.dimensions.clone()).unwrap_or_default();
                names.into_iter().filter(|name| begins(name)).map(plain).collect()
            }
            TypedKind::Labels => {
                let names = self.shared.selection.array_layout().map(|layout| layout.dimensions.as_slice());
                let last = argument.rsplit(char::is_whitespace).next().unwrap_or_default();
                let begin = argument.strip_suffix(last).unwrap_or_default();
                let fits = names.unwrap_or_default().iter().filter(|name| name.starts_with(last));
                fits.map(|name| plain(format!("{begin}{name}="))).collect()
            }
            TypedKind::Show => {
                let names = GridMode::ALL.map(GridMode::name).into_iter();
                names.filter(|name| begins(name)).map(|name| plain(name.to_owned())).collect()
            }
            TypedKind::Card => {
                let fitting = cards::all().filter(|card| begins(card.topic));
                fitting.map(|card| (card.topic.to_owned(), card.summary.to_owned())).collect()
            }
            TypedKind::Chunk => {
                let shape = selection.layout().map(|layout| layout.grid.grid_shape());
                numbers(&shape.unwrap_or_default(), selection.coords(), argument)
            }
            TypedKind::Element => {
                let shape = selection.array_layout().map(|layout| layout.shape.clone());
                let at = selection.cursor().unwrap_or_default();
                numbers(&shape.unwrap_or_default(), &at, argument)
            }
            TypedKind::Key => {
                let layout = selection.array_layout();
                let key = layout.map(|layout| layout.encoding.key(&selection.address.chunk));
                key.into_iter()
                    .filter(|key| begins(key))
                    .map(|key| (key, "the selected chunk".to_owned()))
                    .collect()
            }
            TypedKind::Level | TypedKind::Channel => self.of_image(kind, &begins),
            TypedKind::ImageLabels => {
                let image = self.shared.selection.image();
                let names = image.into_iter().flat_map(|image| image.pyramid.labels.iter());
                names.filter(|name| begins(name)).cloned().map(plain).collect()
            }
            TypedKind::Node => self.paths(argument).into_iter().map(plain).collect(),
            TypedKind::Theme => {
                let names = ThemeName::ALL.map(ThemeName::name).into_iter();
                names.filter(|name| begins(name)).map(|name| plain(name.to_owned())).collect()
            }
            TypedKind::Byte | TypedKind::Find | TypedKind::Report | TypedKind::Digits | TypedKind::Width => {
                Vec::new()
            }
        }
    }

    fn of_image(&self, kind: TypedKind, begins: &dyn Fn(&str) -> bool) -> Vec<(String, String)> {
        let Some(image) = self.shared.selection.image() else { return Vec::new() };
        let pyramid = &image.pyramid;
        let found: Vec<(String, String)> = if kind == TypedKind::Level {
            let levels = pyramid.levels.iter().enumerate();
            levels.map(|(at, level)| (level.level.index.to_string(), level_words(pyramid, at))).collect()
        } else {
            let channels = &pyramid.metadata.channels;
            let one = |index: u64| (index.to_string(), ShownChannel::with_color(&pyramid.metadata, index));
            (0..channels.len() as u64).map(one).collect()
        };
        found.into_iter().filter(|(number, _)| begins(number)).collect()
    }

    /// The paths of nodes that are known and begin with a text: those of the tree, and those that the finder has seen.
    fn paths(&self, argument: &str) -> BTreeSet<String> {
        let argument = argument.trim_start_matches('/');
        let rows = self.hierarchy.tree.rows().iter().filter(|row| row.files.is_empty());
        let mut found: BTreeSet<String> = rows
            .map(|row| row.child.key.as_str())
            .filter(|key| fits(key, argument))
            .take(MOST)
            .map(str::to_owned)
            .collect();
        let view = self.finder.catalog.view();
        let seen =
            (0..view.len()).filter_map(|number| view.row(number)).filter(|row| fits(&row.key, argument));
        found.extend(seen.take(MOST).map(|row| row.key.to_string()));
        found
    }
}

pub(crate) fn takes_argument(word: &str) -> bool {
    TYPED.iter().any(|command| command.words.contains(&word))
}

/// Whether a path begins with a text, or has a name that does; not below that.
fn fits(key: &str, text: &str) -> bool {
    let behind = key.strip_prefix(text);
    !key.is_empty() && behind.is_some_and(|rest| !rest.trim_start_matches('/').contains('/'))
}

/// The commands that begin with a text; where none does, those with it in their names or help.
fn commands(text: &str) -> Vec<Suggestion> {
    let typed = TYPED.iter().filter_map(|command| {
        let word = *command.words.first()?;
        Some((word, format!("{word} {}", command.argument), command.help.to_owned()))
    });
    let takes = |name: &str| TYPED.iter().any(|command| command.words.contains(&name));
    let keys = KEYMAP.iter().filter(|binding| !takes(binding.name)).map(|binding| {
        (binding.name, binding.name.to_owned(), format!("{} ({})", binding.help, names(binding)))
    });
    let all: Vec<_> = typed.chain(keys).collect();
    let begins: Vec<_> = all.iter().filter(|(word, ..)| word.starts_with(text)).collect();
    let text = text.to_lowercase();
    let found = if begins.is_empty() {
        all.iter()
            .filter(|(word, _, help)| word.contains(&text) || help.to_lowercase().contains(&text))
            .collect()
    } else {
        begins
    };
    let row = |(word, shown, help): &(&str, String, String)| Suggestion {
        line: (*word).to_owned(),
        shown: shown.clone(),
        help: help.clone(),
        is_chosen: false,
    };
    found.into_iter().map(row).collect()
}

/// Coordinates that begin as a text: first those of the cursor, then what the number that is being typed can be.
fn numbers(shape: &[u64], cursor: &[u64], text: &str) -> Vec<(String, String)> {
    let joined = |coords: &[u64]| coords.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
    let mut found = Vec::new();
    if cursor.len() == shape.len() && !shape.is_empty() && joined(cursor).starts_with(text) {
        found.push((joined(cursor), "where the cursor is".to_owned()));
    }
    let (before, begun) = text.rsplit_once(',').map_or(("", text), |(before, begun)| (before, begun));
    let axis = text.matches(',').count();
    let Some(edge) = shape.get(axis) else { return found };
    let sep = if before.is_empty() { "" } else { "," };
    let end = if axis + 1 < shape.len() { "," } else { "" };
    // Numbers with more digits than are typed come after those with as many.
    let numbers = (0..(*edge).min(1000)).filter(|number| number.to_string().starts_with(begun.trim()));
    let numbers =
        numbers.take(20).map(|number| (format!("{before}{sep}{number}{end}"), format!("of {edge}")));
    found.extend(numbers);
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
        assert!(words("").len() > 70 && words("clipboard").is_empty());
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
