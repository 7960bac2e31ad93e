//! Every lesson is whole, fits its screen, and can be answered; every store is in the program as it is in the repository.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::*;
use crate::places::StateFile;

/// The columns of a small terminal, without borders.
const COLUMNS: usize = 76;

#[test]
fn every_lesson_has_all_its_parts_and_fits_a_small_screen() {
    for lesson in LESSONS {
        let text = lesson.text();
        for part in [text.title, text.page, text.look, text.question, text.hint, text.answer] {
            assert!(!part.trim().is_empty(), "{}: {text:?}", lesson.name);
        }
        let lines: Vec<&str> = text.page.lines().collect();
        assert!(lines.len() <= 19, "{}: {} lines", lesson.name, lines.len());
        for line in lines {
            assert!(line.chars().count() <= COLUMNS, "{}: {line}", lesson.name);
        }
        assert!(
            text.question.ends_with(['?', '.']) && text.question.chars().count() <= 2 * COLUMNS,
            "{}",
            lesson.name
        );
        assert!(
            text.look.chars().count() <= 2 * COLUMNS + COLUMNS / 2,
            "{}: {}",
            lesson.name,
            text.look.len()
        );
    }
}

#[test]
fn every_question_is_answered_by_its_store() {
    for lesson in LESSONS {
        let store = lesson.open().unwrap();
        let right = lesson.right.find(&store).unwrap_or_else(|reason| panic!("{}: {reason}", lesson.name));
        let said = match &right {
            Answer::Number(number) => number.to_string(),
            other => other.to_string(),
        };
        assert!(lesson.text().answer.contains(&said), "{}: {said} is not in its answer", lesson.name);
        assert!(matches!(judge(lesson, &store, &said), AnswerVerdict::Right(_)), "{}: {said}", lesson.name);
        for (fact, hint) in lesson.wrong {
            let found = fact.find(&store).unwrap_or_else(|reason| panic!("{}: {reason}", lesson.name));
            assert_ne!(found, right, "{}", lesson.name);
            assert_eq!(judge(lesson, &store, &found.to_string()), AnswerVerdict::Wrong((*hint).to_owned()));
        }
        let AnswerVerdict::Wrong(hint) = judge(lesson, &store, "elephant") else { panic!("{}", lesson.name) };
        assert!(hint.contains(lesson.text().hint), "{}: {hint}", lesson.name);
    }
}

/// What the answers are, worked out by hand from what the stores are made of (`tests/python/samples/lessons.py`).
#[test]
fn the_answers_are_those_of_who_made_the_stores() {
    let answers: Vec<String> = LESSONS
        .iter()
        .map(|lesson| lesson.right.find(&lesson.open().unwrap()).unwrap().to_string())
        .collect();
    assert_eq!(
        answers,
        [
            "12",
            "(1, 2)",
            "2",
            "1.0",
            "(0, 1)",
            "4660",
            "(1, 0)",
            "bits_sorted",
            "551",
            "(1, 0)",
            "3",
            "96",
            "9",
            "fathom",
            "343",
            "sea/wrecks",
            "big",
            "5",
            "2",
            "255",
            "(1, 1)",
            "int16",
            "1050",
            "crc32c",
            "(0, 1)",
        ]
    );
}

#[test]
fn the_stores_are_those_of_the_repository() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("sample-data/lessons");
    let names = |path: &Path| -> BTreeSet<String> {
        let entries =
            fs::read_dir(path).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        entries.filter(|name| name != "README.md").collect()
    };
    assert_eq!(names(&root), STORES.iter().map(|store| store.name.to_owned()).collect());
    for store in STORES {
        let mut found = BTreeSet::new();
        let mut folders = vec![root.join(store.name)];
        while let Some(folder) = folders.pop() {
            for name in names(&folder) {
                let path = folder.join(name);
                if path.is_dir() {
                    folders.push(path);
                } else {
                    found.insert(
                        path.strip_prefix(root.join(store.name)).unwrap().to_str().unwrap().to_owned(),
                    );
                }
            }
        }
        assert_eq!(found, store.values.iter().map(|(key, _)| (*key).to_owned()).collect(), "{}", store.name);
        for (key, value) in store.values {
            assert_eq!(fs::read(root.join(store.name).join(key)).unwrap(), *value, "{}/{key}", store.name);
        }
    }
}

#[test]
fn what_is_done_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("deep/down/lessons");
    let read = || CourseProgress::of(StateFile(Some(file.clone())));
    let mut progress = read();
    assert!(progress.done.is_empty());
    progress.done.insert("plain".to_owned());
    progress.write().unwrap();
    assert_eq!(read(), progress);
    // Two sessions at once.
    let mut other = read();
    other.done.insert("keys".to_owned());
    progress.done.insert("bytes".to_owned());
    other.write().unwrap();
    progress.write().unwrap();
    assert_eq!(read().done, ["bytes", "keys", "plain"].map(str::to_owned).into());
    assert!(CourseProgress::default().write().is_ok(), "nothing is kept where there is no file");
}
