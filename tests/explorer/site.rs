//! The site: pages of Markdown, made of what the program has, and every link between them leads somewhere.
//! `packaging/site/make` writes them and makes a book of them.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use zarrscope::explorer::print;
use zarrscope::explorer::{App, ThemeName};
use zarrscope::learn::{CourseLesson, CourseProgress, LESSONS};
use zarrscope::tell::card_markdown;
use zarrscope::tell::cards::{self, Card};

use crate::explorer::Explorer;
use crate::program::run;
use crate::repository::repository;

/// The pages that are files of the repository: what they are called on the site and in its contents.
const FILES: &[(&str, &str, &str)] = &[
    ("README.md", "index.md", "zarrscope"),
    ("assets/MANUAL.md", "manual.md", "Manual"),
    ("CHANGELOG.md", "contributing/changelog.md", "What changed"),
    ("CONTRIBUTING.md", "contributing/index.md", "How to contribute"),
    ("src/ARCHITECTURE.md", "contributing/architecture.md", "The map of the code"),
    ("src/DECISIONS.md", "contributing/decisions.md", "Decisions"),
    ("tests/README.md", "contributing/tests.md", "Tests"),
    ("benches/README.md", "contributing/measurements.md", "Measurements"),
    ("sample-data/README.md", "contributing/sample-data.md", "Sample data"),
];

const SCREEN: (u16, u16) = (110, 30);

/// The pages by their path, the first of them the contents.
struct Site {
    pages: BTreeMap<String, String>,
    contents: String,
}

impl Site {
    fn make() -> Self {
        let mut site = Self { pages: BTreeMap::new(), contents: "# Contents\n\n".to_owned() };
        for (file, path, title) in &FILES[..2] {
            site.add_file(file, path, title);
        }
        site.add_course();
        site.add_cards();
        site.add_commands();
        site.part("For contributors");
        let (changes, others) = FILES[2..].split_first().unwrap();
        for (file, path, title) in others.iter().chain([changes]) {
            site.add_file(file, path, title);
        }
        site
    }

    fn part(&mut self, title: &str) {
        writeln!(self.contents, "\n# {title}\n").unwrap();
    }

    fn add(&mut self, path: &str, title: &str, text: String) {
        let is_beside = self.contents.lines().count() > 4;
        let mark = if is_beside { "- " } else { "" };
        writeln!(self.contents, "{mark}[{title}]({path})").unwrap();
        assert_eq!(self.pages.insert(path.to_owned(), text), None, "{path}");
    }

    fn add_file(&mut self, file: &str, path: &str, title: &str) {
        let text = fs::read_to_string(repository(file)).unwrap();
        self.add(path, title, moved(&text, file, path));
    }

    fn add_course(&mut self) {
        self.part("The course");
        let mut text = "# The course\n\n\
            Each lesson has a page to read, a store to look at, and a question whose answer is in the store. \
            `zarrscope learn` opens them in a terminal, where you can try what you read and the answers are checked; \
            the stores are part of the program. Here you can read along.\n\n"
            .to_owned();
        for (number, lesson) in LESSONS.iter().enumerate() {
            writeln!(text, "{}. [{}]({}.md)", number + 1, title(lesson), lesson.name).unwrap();
        }
        self.add("course/start.md", "How it goes", text);
        for (number, lesson) in LESSONS.iter().enumerate() {
            let name = lesson.name;
            self.pages.insert(format!("course/{name}.svg"), screen(number));
            let title = format!("{}. {}", number + 1, title(lesson));
            self.add(&format!("course/{name}.md"), &title, page_of(number, lesson));
        }
    }

    /// The page of all cards, taken apart again: there they have links to each other.
    fn add_cards(&mut self) {
        self.part("Cards");
        let course = card_markdown::course();
        let mut parts = course.split("<a id=\"").skip(1);
        for Card { topic, .. } in cards::all() {
            let (id, text) = parts.next().unwrap().split_once("\"></a>\n\n").unwrap();
            assert_eq!(id, topic);
            // The heading of the next group stands below the last card of a group.
            let text = text.rsplit_once("\n## ").map_or(text, |(text, _)| text);
            let text = text.replace("\n#### ", "\n## ").replacen("### ", "# ", 1);
            self.add(
                &format!("cards/{topic}.md"),
                topic,
                with_links(&text, |link| link.strip_prefix('#').map(|topic| format!("{topic}.md"))),
            );
        }
        let (_, rules, _) = run(".", "explain rules");
        self.add(
            "cards/rules.md",
            "rules of verify and check",
            format!("# Rules of verify and check\n\n```text\n{rules}```\n"),
        );
    }

    fn add_commands(&mut self) {
        self.part("Commands");
        let (_, help, _) = run(".", "--help");
        self.add("commands/all.md", "zarrscope", format!("# zarrscope\n\n```text\n{help}```\n"));
        let names = help.split_once("\nCommands:\n").unwrap().1.split("\n\n").next().unwrap();
        let names = names.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
        for name in names.filter(|name| !name.is_empty() && *name != "help") {
            let (_, help, _) = run(".", &format!("{name} --help"));
            let mut text = format!("# zarrscope {name}\n\n```text\n{help}```\n");
            if let Ok(schema) = fs::read_to_string(repository(&format!("assets/schemas/{name}.json"))) {
                write!(
                    text,
                    "\n## What it prints as JSON\n\n`zarrscope schema {name}` prints this schema.\n\n"
                )
                .unwrap();
                write!(text, "```json\n{}\n```\n", schema.trim_end()).unwrap();
            }
            self.add(&format!("commands/{name}.md"), name, text);
        }
    }

    /// Pages whose links lead nowhere, with the links.
    fn lost_links(&self) -> Vec<String> {
        let mut lost = Vec::new();
        for (page, text) in self.pages.iter().filter(|(page, _)| !page.contains(".svg")) {
            let _ = with_links(text, |link| {
                let target = link.split('#').next().unwrap_or_default();
                let is_there = link.starts_with("https://")
                    || target.is_empty()
                    || self.pages.contains_key(&resolved(page, target))
                    || repository(&resolved(page, target)).is_file();
                if !is_there {
                    lost.push(format!("{page}: {link}"));
                }
                None
            });
        }
        lost
    }
}

/// As a heading; in the terminal it begins small.
fn title(lesson: &CourseLesson) -> String {
    let title = lesson.text().title;
    let (first, rest) = title.split_at(1);
    format!("{}{rest}", first.to_uppercase())
}

/// The text of a lesson. What is pressed is in backticks already, and a drawing is indented.
fn page_of(number: usize, lesson: &CourseLesson) -> String {
    let text = lesson.text();
    let plain = |text: &str| text.replace('<', "&lt;");
    let page: Vec<String> = text
        .page
        .lines()
        .map(|line| if line.starts_with("    ") { line.to_owned() } else { plain(line) })
        .collect();
    let answer = |title: &str, text: &str| {
        format!("<details><summary>{title}</summary>\n\n{}\n\n</details>\n\n", plain(text))
    };
    let number = number + 1;
    let mut lines = format!("# {number}. {}\n\n{}\n\n", title(lesson), page.join("\n"));
    write!(lines, "## Look\n\n{}\n\n", plain(text.look)).unwrap();
    // On a phone it is small; the link shows it alone, as large as it is.
    let screen = format!("{}.svg", lesson.name);
    write!(lines, "[![The explorer on the store of this lesson]({screen})]({screen})\n\n").unwrap();
    write!(lines, "## Question\n\n{}\n\n", plain(text.question)).unwrap();
    lines.push_str(&answer("A hint", text.hint));
    lines.push_str(&answer("The answer", text.answer));
    write!(lines, "In the terminal: `zarrscope learn {number}`\n\n").unwrap();
    match LESSONS.get(number) {
        Some(next) => writeln!(lines, "Next: [{}]({}.md)", title(next), next.name).unwrap(),
        None => lines.push_str("This was the last lesson. [Cards](../cards/metadata.md) have the rest.\n"),
    }
    lines
}

/// The explorer on the store of a lesson, as it opens.
fn screen(number: usize) -> String {
    let (app, effects) = App::learning(CourseProgress::default(), Some(number), SCREEN);
    let mut explorer = Explorer::before_anything(app);
    explorer.judges = true;
    explorer.perform(effects);
    print::svg(&explorer.keys("\n").buffer(), ThemeName::Dark)
}

/// The same text at another place. A link to a file that is no page leads nowhere there: its name stays.
fn moved(text: &str, from: &str, to: &str) -> String {
    let up = "../".repeat(to.matches('/').count());
    let text = with_links(text, |link| {
        let target = link.split('#').next().unwrap_or_default();
        // In the documentation of the code, names are links that only rustdoc follows.
        if link.contains("::") || link == "crate" {
            return Some(String::new());
        }
        let file = resolved(from, target);
        if let Some((_, page, _)) = FILES.iter().find(|(own, ..)| *own == file) {
            return Some(format!("{up}{page}"));
        }
        let is_file = !target.is_empty() && repository(&file).exists();
        is_file.then(|| if file.starts_with("assets/") { format!("{up}{file}") } else { String::new() })
    });
    if from.starts_with("src/") { text.replace("[`", "`").replace("`]", "`") } else { text }
}

/// Where a relative link of a page leads.
fn resolved(page: &str, link: &str) -> String {
    let mut path = PathBuf::from(page);
    path.pop();
    for part in link.split('/') {
        match part {
            ".." => drop(path.pop()),
            part => path.push(part),
        }
    }
    path.to_string_lossy().into_owned()
}

/// Replaces the targets of links outside of blocks of code. An empty one leaves the text alone.
fn with_links(text: &str, mut replace: impl FnMut(&str) -> Option<String>) -> String {
    let mut is_code = false;
    let mut written = String::new();
    for line in text.split_inclusive('\n') {
        is_code ^= line.starts_with("```");
        let mut rest = line;
        while let (false, Some((before, after))) = (is_code, rest.split_once("](")) {
            let Some((link, after)) = after.split_once(')') else { break };
            rest = after;
            let replaced = replace(link).unwrap_or_else(|| link.to_owned());
            match before.rfind('[') {
                Some(start) if replaced.is_empty() => {
                    written.extend([&before[..start], &before[start + 1..]]);
                }
                _ => written.extend([before, "](", &replaced, ")"]),
            }
        }
        written.push_str(rest);
    }
    written
}

#[test]
fn every_link_of_the_site_leads_somewhere() {
    let site = Site::make();
    assert_eq!(site.lost_links(), Vec::<String>::new());
    if let Some(to) = std::env::var_os("SITE").map(PathBuf::from) {
        for (path, text) in site.pages.iter().chain([(&"SUMMARY.md".to_owned(), &site.contents)]) {
            let path = to.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
    }
}
