//! The manual pages and completions in `assets`, which packages install, are what the program prints.
//! `UPDATE_ASSETS=1 cargo test --test cli shell_files` writes them again.

use std::fs;
use std::path::{Path, PathBuf};

use crate::run::*;

/// What a completion script is called where shells look for it.
const COMPLETIONS: [(&str, &str); 4] = [
    ("bash", "zarrscope.bash"),
    ("fish", "zarrscope.fish"),
    ("powershell", "_zarrscope.ps1"),
    ("zsh", "_zarrscope"),
];

fn assets(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets").join(folder)
}

/// Holds a file to what a command prints.
fn check(path: &Path, command: &str) {
    let printed = text(command);
    if std::env::var_os("UPDATE_ASSETS").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, &printed).unwrap();
    }
    // Lines end as git has them on this machine.
    let written = fs::read_to_string(path).unwrap_or_default().replace("\r\n", "\n");
    assert!(
        written == printed,
        "{} is not what `zarrscope {command}` prints: see the top of this test",
        path.display()
    );
}

/// The pages that there are: the program's, and one for each command.
fn pages() -> Vec<String> {
    let all = text("man");
    let titles = all.lines().filter_map(|line| line.strip_prefix(".TH "));
    titles.map(|title| title.split(' ').next().unwrap().replace("\\-", "-")).collect()
}

#[test]
fn completions_are_in_step() {
    for (shell, name) in COMPLETIONS {
        check(&assets("completions").join(name), &format!("completions {shell}"));
    }
}

#[test]
fn manual_pages_are_in_step() {
    let pages = pages();
    assert!(pages.len() > 20 && pages[0] == "zarrscope", "{pages:?}");
    for page in &pages {
        let command = page.strip_prefix("zarrscope-").unwrap_or(page);
        check(&assets("man").join(format!("{page}.1")), &format!("man {command}"));
    }
    let kept = fs::read_dir(assets("man")).unwrap().count();
    assert_eq!(kept, pages.len(), "a page of a command that is no more");
}

#[test]
fn a_page_of_no_command_is_refused() {
    assert_names(&misused("man verfy"), &["verfy", "did you mean verify?"]);
}
