//! The texts for readers are written in plain words: the lessons, the cards, the README and the manual.
#![allow(clippy::unwrap_used)]

use std::fs;

use crate::repository::repository;

/// Words and turns that are always wrong in these texts, and what to write instead.
const AVOIDED: &[(&str, &str)] = &[
    ("also where", "even where"),
    ("anew", "again"),
    ("are as many", "is the same number"),
    ("as near", "equally near"),
    ("behind", "after"),
    ("bytes fewer", "compresses"),
    ("goes for", "applies to"),
    ("gone through", "runs"),
    ("handed on", "passed on"),
    ("hands on", "passes on"),
    ("has to say of", "reports about"),
    ("in force", "used"),
    ("is meant", "means"),
    ("is told", "knows"),
    ("knows even", "even knows"),
    ("make of", "the output of"),
    ("makes of", "the output of"),
    ("nobody", "who does not, or the passive"),
    ("other way round", "in reverse"),
    ("say nothing of", "say nothing about"),
    ("says nothing of", "says nothing about"),
    ("so many", "that many, or the number of"),
    ("so that", "so, or to"),
    ("somebody", "someone, or who it is"),
    ("stand", "are"),
    ("standing", "being"),
    ("stands", "is"),
    ("stood", "was"),
    ("tell of", "report"),
    ("tells of", "reports"),
    ("the way of", "the path of"),
    ("there is written", "is written"),
    ("thereof", "of it"),
    ("turn over", "flip"),
    ("turned over", "flipped"),
    ("turns over", "flips"),
    ("what is told", "what is reported"),
    ("what it is that", "what"),
    ("whereof", "of which"),
    ("whoever", "a reader, or a writer"),
    ("whosoever", "a reader, or a writer"),
    ("without a word", "the default"),
];

/// The words of the prose of a text, each with the number of its line. What is no prose is an empty word: code, names in
/// backticks, and the tables of the manual that come from the program.
fn words(text: &str) -> Vec<(String, usize)> {
    let mut words = Vec::new();
    let mut is_fenced = false;
    let mut is_generated = false;
    let mut is_quoted = false;
    for (line, number) in text.lines().zip(1..) {
        let is_fence = line.starts_with("```");
        if is_fence {
            is_fenced = !is_fenced;
        }
        if line.starts_with("<!-- ") {
            is_generated = !line.starts_with("<!-- end of ");
        }
        if is_fence || is_fenced || is_generated || line.starts_with("    ") || line.trim().is_empty() {
            words.push((String::new(), number));
            continue;
        }
        for (place, part) in line.split('`').enumerate() {
            if place > 0 {
                is_quoted = !is_quoted;
                words.push((String::new(), number));
            }
            if !is_quoted {
                words.extend(part.split_whitespace().map(|word| (word.to_lowercase(), number)));
            }
        }
    }
    words
}

/// Whether a turn is at the beginning of these words. A mark between two words, such as a comma, divides it.
fn begin_with(words: &[(String, usize)], turn: &str) -> bool {
    let turn: Vec<&str> = turn.split(' ').collect();
    let Some(words) = words.get(..turn.len()) else { return false };
    let is_mark = |letter: char| !letter.is_alphanumeric();
    for (place, (word, _)) in words.iter().enumerate() {
        let mut word = word.as_str();
        if place == 0 {
            word = word.trim_start_matches(is_mark);
        }
        if place + 1 == turn.len() {
            word = word.trim_end_matches(is_mark);
        }
        if word != turn[place] {
            return false;
        }
    }
    true
}

/// The avoided turns of a text: the line, the turn, and what to write instead.
fn avoided(text: &str) -> Vec<(usize, &'static str, &'static str)> {
    let words = words(text);
    let mut found = Vec::new();
    for (place, (_, line)) in words.iter().enumerate() {
        for (turn, better) in AVOIDED {
            if begin_with(&words[place..], turn) {
                found.push((*line, *turn, *better));
            }
        }
    }
    found
}

#[test]
fn texts_for_readers_are_in_plain_words() {
    let mut files = vec!["README.md".to_owned(), "assets/MANUAL.md".to_owned()];
    for folder in ["assets/lessons", "assets/explain"] {
        for entry in fs::read_dir(repository(folder)).unwrap() {
            files.push(format!("{folder}/{}", entry.unwrap().file_name().to_str().unwrap()));
        }
    }
    assert!(files.len() > 50, "{files:?}");
    files.sort();
    let mut wrong = Vec::new();
    for file in files {
        for (line, turn, better) in avoided(&fs::read_to_string(repository(&file)).unwrap()) {
            wrong.push(format!("{file}:{line}: \"{turn}\", better: {better}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_turn_is_found_across_lines_and_in_prose_only() {
    let lines = |text: &str| avoided(text).into_iter().map(|(line, ..)| line).collect::<Vec<_>>();
    assert_eq!(lines("One.\nIt is packed, so\nthat it is small, (Behind) it."), [2, 3]);
    assert_eq!(lines("so, that\nso\n\nthat understands so `a` that"), Vec::<usize>::new());
    assert_eq!(
        lines("    behind\n`behind` and `one behind\nbehind` it\n```\nbehind\n```\n"),
        Vec::<usize>::new()
    );
    assert_eq!(lines("<!-- keys -->\nbehind\n<!-- end of keys -->\nbehind"), [4]);
}
