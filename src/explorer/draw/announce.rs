//! The title of the terminal's window, and the progress of long work on its tab.

use crate::explorer::core::app::App;
use crate::metadata::text::escape;

/// Saves and restores the title on a stack that xterm has, and most terminals since.
pub(crate) const KEEP_TITLE: &str = "\x1b[22;2t";
pub(crate) const RESTORE_TITLE: &str = "\x1b[23;2t";
const NO_PROGRESS: &str = "\x1b]9;4;0\x1b\\";
const LONGEST: usize = 120;

#[derive(Debug, Default)]
pub(crate) struct Announcements {
    title: String,
    progress: Option<u8>,
    /// Only for terminals known to show progress. Others take the same sequence for a message.
    shows_progress: bool,
}

impl Announcements {
    pub(crate) fn new(variable: impl Fn(&str) -> Option<String>) -> Self {
        let is_known = variable("WT_SESSION").is_some()
            || variable("ConEmuPID").is_some()
            || variable("TERM_PROGRAM").is_some_and(|name| name.eq_ignore_ascii_case("ghostty"));
        // A multiplexer does not pass progress on.
        let is_set = |name| variable(name).is_some_and(|value| !value.is_empty());
        let is_inside = is_set("TMUX") || is_set("STY");
        Self { shows_progress: is_known && !is_inside, ..Self::default() }
    }

    pub(crate) fn of(&mut self, app: &App) -> String {
        let mut sent = String::new();
        let title = title(app);
        if title != self.title {
            sent = format!("\x1b]2;{title}\x1b\\");
            self.title = title;
        }
        let progress = app.percent_done().filter(|_| self.shows_progress);
        if progress != self.progress {
            sent += &progress.map_or(NO_PROGRESS.to_owned(), |percent| format!("\x1b]9;4;1;{percent}\x1b\\"));
            self.progress = progress;
        }
        sent
    }

    /// What to send before the terminal is given back. Afterwards everything is sent again.
    pub(crate) fn end(&mut self) -> String {
        let sent = self.progress.map_or("", |_| NO_PROGRESS);
        (self.title, self.progress) = (String::new(), None);
        sent.to_owned()
    }
}

fn title(app: &App) -> String {
    let (store, node) = (&app.shared.hierarchy.name, app.shared.selection.node_key());
    let path = if node.is_empty() { store.clone() } else { format!("{store}/{node}") };
    let path = escape(&path);
    // The ends of long paths tell them apart.
    let skipped = path.chars().count().saturating_sub(LONGEST);
    let mark = if skipped == 0 { "" } else { "…" };
    format!("{mark}{} · zarrscope", path.chars().skip(skipped).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_is_only_for_terminals_that_show_it() {
        let of = |names: &'static [&str]| {
            Announcements::new(move |name| names.contains(&name).then(|| "1".to_owned())).shows_progress
        };
        assert!(of(&["WT_SESSION"]) && of(&["ConEmuPID"]));
        assert!(!of(&[]) && !of(&["WT_SESSION", "TMUX"]) && !of(&["TERM_PROGRAM"]));
    }
}
