//! The course: somebody who knows nothing but what is on the screen answers every question.
#![allow(clippy::unwrap_used, clippy::panic)]

use zarrscope::explorer::Work;
use zarrscope::explorer::tasks::KeepProgress;
use zarrscope::explorer::{Action, App, CourseMode, Key, Mouse, MouseKind, Terminal};
use zarrscope::learn::{CourseProgress, LESSONS};

use crate::explorer::Explorer;

const TINY: (u16, u16) = (40, 12);
const SMALL: (u16, u16) = (80, 24);
const MEDIUM: (u16, u16) = (140, 40);

/// A lesson, opened.
fn open(number: usize, size: (u16, u16)) -> Explorer {
    let (app, effects) = App::learning(CourseProgress::default(), Some(number), size);
    let mut explorer = Explorer::before_anything(app);
    explorer.judges = true;
    explorer.perform(effects);
    explorer
}

fn press(explorer: &mut Explorer, key: Key) {
    explorer.act(Action::Key(key));
}

/// Presses what stands between backticks in a text: names of keys, and texts to type. Gives what was on the screen below the
/// strip, the last first.
fn follow(explorer: &mut Explorer, text: &str) -> String {
    let mut seen = Vec::new();
    let parts: Vec<&str> = text.split('`').collect();
    for at in (1..parts.len()).step_by(2) {
        let times = if parts.get(at + 1).is_some_and(|after| after.starts_with(" twice")) { 2 } else { 1 };
        match parts[at] {
            "Enter" => press(explorer, Key::Enter),
            "Tab" => press(explorer, Key::Tab),
            "Esc" => press(explorer, Key::Esc),
            "End" => press(explorer, Key::End),
            "PgDn" => press(explorer, Key::PageDown),
            typed => drop(explorer.keys(&typed.repeat(times))),
        }
        seen.insert(0, explorer.screen().lines().skip(5).collect::<Vec<_>>().join("\n"));
    }
    seen.join("\n")
}

/// The text of a screen behind a word, from the first line that has it.
fn behind<'a>(screen: &'a str, word: &str) -> &'a str {
    let line = screen.lines().find(|line| line.contains(word));
    let line = line.unwrap_or_else(|| panic!("no {word} on\n{screen}"));
    line.split_once(word).unwrap().1
}

fn first_word(text: &str) -> String {
    text.split_whitespace().next().unwrap().to_owned()
}

/// The numbers in a text.
fn numbers(text: &str) -> Vec<u64> {
    text.split(|c: char| !c.is_ascii_digit()).filter_map(|part| part.parse().ok()).collect()
}

/// Whether a line has the size of the selected chunk, which may be said to be the largest, for example.
fn has_size(line: &str) -> bool {
    (line.contains(" B  ") || line.contains(" B, ")) && !line.contains(" unchanged;")
}

/// The bytes of the selected chunk: what stands before "B" in the line about it.
fn chunk_bytes(screen: &str) -> String {
    let line = screen.lines().find(|line| has_size(line) && line.contains(':')).unwrap();
    let before = line.split(" B").next().unwrap();
    before.split_whitespace().last().unwrap().to_owned()
}

/// The coordinates of the selected chunk, from its key.
fn selected(screen: &str) -> String {
    let line = screen.lines().find(|line| has_size(line) && line.contains("c.")).unwrap();
    let key = first_word(line.split_once("c.").unwrap().1);
    format!("({})", key.replace('.', ", "))
}

/// What somebody reads from the page and the screen of each lesson.
fn read(name: &str, page: &str, screen: &str) -> String {
    match name {
        "plain" => chunk_bytes(screen),
        "missing" => {
            // Each chunk takes two columns behind the number of its row.
            let row = behind(screen, "0 ■ ").split('│').next().unwrap();
            format!("0,{}", 1 + row.chars().position(|sign| sign == '·').unwrap() / 2)
        }
        "overhang" => {
            let shape = numbers(behind(screen, "int16 (").split_once(')').unwrap().0);
            let covers = numbers(
                screen
                    .lines()
                    .find(|line| has_size(line) && line.contains("overhang  "))
                    .unwrap()
                    .rsplit_once("overhang  ")
                    .unwrap()
                    .1,
            );
            ((shape[0] - covers[0]) * (shape[1] - covers[2])).to_string()
        }
        "keys" => first_word(behind(screen, "key ")),
        "byte-order" => {
            let row = behind(screen, "0000 ").replace(' ', "");
            assert!(row.contains("1234"), "{row}");
            u64::from_str_radix("1234", 16).unwrap().to_string()
        }
        "dimension-order" => {
            let second = behind(screen, "0000 ").replace(' ', "")[2..4].parse::<u64>().unwrap();
            let rows = (0..2).map(|row| (row, numbers(behind(page, &format!("    row {row}")))));
            let found = rows
                .flat_map(|(row, values)| values.into_iter().take(3).enumerate().map(move |at| (row, at)));
            found
                .into_iter()
                .find(|(_, (_, value))| *value == second)
                .map(|(row, (column, _))| format!("{row},{column}"))
                .unwrap()
        }
        "scale" => {
            let numbers = numbers(behind(page, "Here the offset is"));
            let [offset, scale] =
                [numbers[0], numbers[1]].map(|number| f64::from(u32::try_from(number).unwrap()));
            let stored = (13.25 - offset) * scale;
            assert!(screen.contains(&format!("{stored:.1}")), "{stored} is not on\n{screen}");
            stored.to_string()
        }
        "cast" => {
            let mut panes = screen.lines().flat_map(|line| line.split(['│', '┃']));
            numbers(panes.find(|pane| pane.trim_end().ends_with("200")).unwrap())[3].to_string()
        }
        "fill" => {
            let line = screen.lines().find(|line| line.contains("uint8") && line.contains("fill "));
            first_word(line.unwrap().split_once("fill ").unwrap().1)
        }
        "bits" => {
            let rows = screen.lines().filter(|line| line.contains("×32"));
            let cells = rows.map(|line| line.split("  ").map(str::trim).collect::<Vec<&str>>());
            let stored = |row: &[&str]| {
                let cell = row.iter().find(|cell| cell.ends_with(" B")).unwrap();
                cell.replace(' ', "").trim_end_matches('B').parse::<u64>().unwrap()
            };
            let best = cells.min_by_key(|row| stored(row)).unwrap();
            let name = best.iter().rfind(|cell| cell.contains('▪')).unwrap();
            first_word(name.rsplit_once('▪').unwrap().1)
        }
        "chunks" | "checksum" | "faults" => selected(screen),
        _ => read_later(name, page, screen),
    }
}

/// The same of the later lessons.
fn read_later(name: &str, page: &str, screen: &str) -> String {
    match name {
        "shards" => numbers(behind(screen, "uint16 (8, 8)"))[0].to_string(),
        "index" => numbers(behind(screen, "index i at"))[0].to_string(),
        "choosing" => numbers(behind(screen, "int16 (8, 6, 6)"))[0].to_string(),
        "coordinates" => numbers(behind(screen, "[3, 4, 3] = "))[0].to_string(),
        "groups" => behind(screen, "\"units\": ").split('"').nth(1).unwrap().to_owned(),
        "copies" => first_word(behind(screen, "metadata lists")),
        "versions" => {
            let sign = behind(screen, "\"dtype\": \"").chars().next().unwrap();
            behind(page, if sign == '<' { "< is " } else { "> " }).split('-').next().unwrap().to_owned()
        }
        "doctor" => first_word(behind(screen, "data type should be ")),
        "lab" => first_word(behind(screen, "bytes zstd 9")),
        "long-way" => {
            behind(screen, "sharding_indexed").split_whitespace().last().map_or_else(String::new, |last| {
                let words: Vec<&str> = behind(screen, "number 10  1050 ").split_whitespace().collect();
                assert!(!last.is_empty() && !words.is_empty());
                numbers(behind(screen, "cast_value"))[3].to_string()
            })
        }
        "build" => first_word(behind(screen, "┃✗ ")),
        "last-fault" => {
            let line = screen.lines().find(|line| line.contains("does not decode")).unwrap();
            let before = line.split_once(" B").unwrap().0;
            format!("({}", before.rsplit_once('(').unwrap().1.split_once(')').unwrap().0)
        }
        other => panic!("{other}"),
    }
}

#[test]
fn every_question_is_answered_from_the_screen_alone() {
    for size in [SMALL, MEDIUM] {
        for (number, lesson) in LESSONS.iter().enumerate() {
            let mut explorer = open(number, size);
            let page = explorer.screen();
            assert!(page.contains(lesson.text().title), "{page}");
            explorer.keys("\n");
            let seen = follow(&mut explorer, lesson.text().look);
            let typed = read(lesson.name, &page, &seen);
            let screen = explorer.screen();
            explorer.keys("Q").keys(&typed).keys("\n");
            let course = explorer.app.course.as_ref().unwrap();
            assert!(course.is_right(), "{}: \"{typed}\" from\n{screen}\n{}", lesson.name, explorer.screen());
        }
    }
}

#[test]
fn a_wrong_answer_gets_a_hint_and_the_answer_comes_after_a_try() {
    let mut explorer = open(0, SMALL);
    explorer.keys("\nQ\x1ba");
    assert!(explorer.screen().contains("try first"), "{}", explorer.screen());
    explorer.keys("48\n");
    assert!(
        explorer.screen().contains("✗ 48: An element takes one byte here, not four"),
        "{}",
        explorer.screen()
    );
    explorer.keys("\x1ba");
    assert!(explorer.screen().contains("= 12 bytes: 3 × 4 elements"), "{}", explorer.screen());
    assert!(!explorer.work.iter().any(Work::is::<KeepProgress>), "it is not done");
    explorer.keys("12\n");
    assert!(explorer.screen().contains("✓ 12 bytes"), "{}", explorer.screen());
    assert!(explorer.last_task::<KeepProgress>().unwrap().0.done.contains("plain"));
}

#[test]
fn lessons_follow_each_other_and_start_again() {
    let mut explorer = open(0, SMALL);
    assert!(explorer.screen().contains("lesson 1 of"), "{}", explorer.screen());
    explorer.keys("\nQ12\n\n");
    assert!(explorer.screen().contains("lesson 2 of"), "Enter goes on: {}", explorer.screen());
    explorer.keys("\n\n").keys("jQ");
    press(&mut explorer, Key::Esc);
    press(&mut explorer, Key::Left);
    assert!(explorer.screen().contains("lesson 1 of"), "{}", explorer.screen());
    press(&mut explorer, Key::Left);
    press(&mut explorer, Key::Right);
    let screen = explorer.keys("\n").screen();
    assert!(screen.contains("lesson 2 of") && screen.contains("✓▸"), "{screen}");
    let mut again = open(4, SMALL);
    again.keys("\n\njQ");
    press(&mut again, Key::Esc);
    let screen = again.keys("R\n").screen();
    assert!(screen.contains("[■]"), "the first chunk is selected: {screen}");
}

#[test]
fn answers_of_the_lesson_before_are_not_taken() {
    let (app, effects) = App::learning(CourseProgress::default(), Some(0), SMALL);
    let mut explorer = Explorer::before_anything(app);
    // The first lesson's node is still to come when the second lesson is opened.
    let next = explorer.app.update(Action::Key(Key::Right));
    explorer.perform(effects);
    explorer.perform(next);
    let screen = explorer.keys("\n").screen();
    assert!(screen.contains("heights") && !screen.contains("numbers"), "{screen}");
}

#[test]
fn the_strip_has_the_keys_only_while_it_has_the_focus() {
    let mut explorer = open(4, MEDIUM);
    explorer.keys("\n");
    assert_eq!(explorer.app.course.as_ref().unwrap().mode, CourseMode::Panes);
    explorer.keys("/rain");
    assert!(explorer.screen().contains("/rain"), "{}", explorer.screen());
    explorer.keys("Q");
    assert!(explorer.screen().contains("/rainQ"), "in a line Q is a letter: {}", explorer.screen());
    explorer.keys("\x1b?Q");
    assert!(explorer.screen().contains("> ▏"), "over a window: {}", explorer.screen());
    explorer.keys("\x1b\t\x1b");
    explorer.act(Action::Mouse(Mouse { kind: MouseKind::Click, x: 5, y: 1 }));
    assert_eq!(explorer.app.course.as_ref().unwrap().mode, CourseMode::Strip);
    explorer.keys("\x1b");
    assert!(explorer.screen().contains("Esc once more leaves"), "{}", explorer.screen());
    explorer.keys("\x1b");
    assert_eq!(explorer.terminal.last(), Some(&Terminal::Quit));
}

#[test]
fn a_lesson_on_small_and_large_screens() {
    for size in [TINY, SMALL, MEDIUM, (200, 60), (20, 5), (1, 1)] {
        for number in 0..LESSONS.len() {
            let mut explorer = open(number, size);
            explorer.screen();
            explorer.keys("\n\nQ").screen();
            explorer.act(Action::Resize(size.1, size.0)).screen();
        }
    }
    let mut tiny = open(4, TINY);
    insta::assert_snapshot!(tiny.screen());
    insta::assert_snapshot!(tiny.keys("\n\nQ24").screen());
    insta::assert_snapshot!(open(4, MEDIUM).keys("\n\njQ0\n").screen());
}

#[test]
fn inside_a_broken_shard_the_broken_inner_chunk_is_marked() {
    let mut explorer = open(LESSONS.len() - 1, SMALL);
    let screen = explorer.keys("\nVf\n").screen();
    assert!(screen.contains("0 ■[✗]"), "{screen}");
}
