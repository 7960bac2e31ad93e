//! Repositories of Icechunk: what commands show of the history and of chunks, and what they do not read.

#[cfg(feature = "icechunk")]
mod read {
    use std::fs;

    use serde_json::{Value, json};
    use tempfile::TempDir;

    use crate::repository::{copy, repository};
    use crate::run::*;

    /// What Icechunk says of a repository of the data.
    fn known(name: &str) -> Value {
        let text = fs::read_to_string(repository("tests/icechunk/manifest.json")).unwrap();
        let all: Value = serde_json::from_str(&text).unwrap();
        all[name].clone()
    }

    fn path(name: &str) -> String {
        repository("tests/icechunk").join(name).display().to_string()
    }

    fn copied(name: &str) -> TempDir {
        let directory = tempfile::tempdir().unwrap();
        copy(&repository("tests/icechunk").join(name), &directory.path().join("r"));
        directory
    }

    #[test]
    fn the_history_is_a_table_newest_first() {
        for version in [1, 2] {
            let name = format!("history{version}.icechunk");
            let known = known(&name);
            let id = |row: usize| known["history"][row]["id"].as_str().unwrap().to_owned();
            let said = text(&format!("info {}", path(&name)));
            assert_names(
                &said,
                &[
                    "an Icechunk repository: branches and tags are below it",
                    &format!("Icechunk {version}"),
                    &format!("{}  virtual chunks  ← branch.work  (after {})", id(0), id(3)),
                    &format!("{}  without gone  ← branch.main", id(1)),
                    &format!("{}  one chunk is changed …  ← tag.v2", id(2)),
                    &format!("{}  Repository initialized", id(4)),
                ],
            );
            assert!(!said.contains("withdrawn"), "a tag that was deleted");
            assert_eq!(said.matches("(after ").count(), 1, "where it is not the one below: {said}");
            let history = &parsed(&format!("info {} --json", path(&name)))["history"];
            assert_eq!(history["snapshots"].as_array().unwrap().len(), 5);
            assert_has(
                history,
                &json!({"format": version, "tags": [{"name": "v1", "snapshot": id(3)}, {"name": "v2", "snapshot": id(2)}]}),
            );
            if version == 2 {
                let named = &history["branches"][0];
                assert_has(named, &json!({"name": "feature/a%b", "key": "branch.feature%2Fa%25b"}));
            }
            assert_eq!(history["snapshots"][2]["message"], known["history"][2]["message"]);
            assert!(history["snapshots"][2]["written"].as_str().unwrap().ends_with('Z'));
        }
    }

    #[test]
    fn a_chunk_says_what_leads_to_it() {
        let array = |name: &str| path(&format!("plain2.icechunk/branch.main/{name}"));
        let trace = parsed(&format!("trace {} --chunk 0,1 --json", array("native")));
        assert_has(&trace["target"], &json!({"offset": 0, "nbytes": 80, "form": "native"}));
        let file = trace["target"]["file"].as_str().unwrap().to_owned();
        assert!(file.starts_with(&path("plain2.icechunk/chunks/")), "{file}");
        assert_names(
            &text(&format!("trace {} --chunk 0,1", array("native"))),
            &[&format!("in      {file}, bytes 0:80, native")],
        );
        let inline = text(&format!("trace {} --chunk 1", array("inner/small")));
        assert_names(&inline, &["in      written out in the manifest of the repository"]);
        assert_eq!(
            parsed(&format!("trace {} --chunk 1 --json", array("inner/small")))["inline"],
            json!(true)
        );
        let located = parsed(&format!("locate {} --chunk 0,1 --json", array("native")));
        assert_has(&located, &json!({"state": "stored", "form": "native", "file": file}));
        assert!(
            located["python"]
                .as_str()
                .unwrap()
                .contains(".readonly_session(\"main\").store, path=\"native\"")
        );
        let refused = path("history2.icechunk/branch.work/virtual/away");
        assert_names(
            &text(&format!("info {refused}")),
            &["read only with --allow-references: file:///etc/passwd"],
        );
    }

    #[test]
    fn chunks_that_two_versions_share_are_not_read() {
        let name = "history2.icechunk";
        let (directory, known) = (copied(name), known(name));
        let root = directory.path().join("r").display().to_string();
        let version =
            |row: usize| format!("{root}/snapshot.{}", known["history"][row]["id"].as_str().unwrap());
        let diff = |a: &str, b: &str| parsed_fault(&format!("diff {a} {b} --json"));
        let expected = json!({"compared": 18, "differ": 1, "only_in_a": 0, "only_in_b": 0});
        let grid = |found: &Value| {
            found["arrays"].as_array().unwrap().iter().find(|row| row["path"] == "grid").cloned()
        };
        let before = grid(&diff(&version(3), &version(2))).unwrap();
        assert_eq!(before["chunks"], expected);
        // Only the two chunks that differ are still there: whatever else is read would be a fault.
        for side in [3, 2] {
            let target = parsed(&format!("trace {}/grid --chunk 2,1 --json", version(side)));
            let file = target["target"]["file"].as_str().unwrap().to_owned();
            fs::rename(&file, format!("{file}.kept")).unwrap();
        }
        for file in fs::read_dir(format!("{root}/chunks")).unwrap() {
            let file = file.unwrap().path();
            match file.to_str().unwrap().strip_suffix(".kept") {
                Some(name) => fs::rename(&file, name).unwrap(),
                None => fs::remove_file(&file).unwrap(),
            }
        }
        let found = diff(&version(3), &version(2));
        assert_eq!(grid(&found), Some(before));
        assert_eq!(found["faults"].as_array().map_or(0, Vec::len), 0, "{found}");
    }

    #[test]
    fn a_repository_that_lacks_something_is_at_fault() {
        let neither = "neither repo (version 2) nor branches or tags in refs (version 1)";
        for (name, lacking, said) in [
            ("plain2.icechunk", "repo", neither),
            ("plain1.icechunk", "refs", neither),
            ("plain2.icechunk", "snapshots", "to which branch.main leads"),
        ] {
            let directory = copied(name);
            let root = directory.path().join("r");
            let gone = root.join(lacking);
            if gone.is_dir() {
                fs::remove_dir_all(&gone).unwrap();
            } else {
                fs::remove_file(&gone).unwrap();
            }
            for command in ["verify", "check", "tree"] {
                let (message, _) = failed(&format!("{command} {}", root.display()), 1);
                assert!(message.contains(said), "{command} without {lacking}: {message}");
            }
        }
    }

    #[test]
    fn what_is_not_there_is_said() {
        let (message, _) = failed(&format!("info {}", path("history2.icechunk/branch.wrok")), 2);
        assert!(message.contains("history2.icechunk has no branch.wrok"), "{message}");
        assert!(message.contains("did you mean branch.work?"), "{message}");
        let (message, _) = failed(&format!("info {}", path("history2.icechunk/branch.main/gone/deep")), 2);
        assert!(message.contains("no such path: "), "{message}");
        assert!(message.ends_with("history2.icechunk/branch.main has no gone\n"), "{message}");
        let slashed = path("history2.icechunk/branch.feature/a%b/grid");
        let (message, _) = failed(&format!("info {slashed}"), 2);
        let hint = "did you mean branch.feature%2Fa%25b? A / in the name of a branch or a tag is written %2F";
        assert!(message.contains(hint), "{message}");
        let directory = copied("history2.icechunk");
        let id = known("history2.icechunk")["branches"]["main"].as_str().unwrap().to_owned();
        fs::remove_file(directory.path().join("r/snapshots").join(&id)).unwrap();
        let (message, _) = failed(&format!("info {}/branch.main", directory.path().join("r").display()), 1);
        assert!(message.contains(&format!("the snapshot {id}, to which branch.main leads")), "{message}");
    }
}

#[cfg(not(feature = "icechunk"))]
#[test]
fn a_repository_is_named_with_what_it_takes_to_read_it() {
    use crate::run::*;

    let path = crate::repository::repository("tests/icechunk/plain2.icechunk").display().to_string();
    assert_names(&text(&format!("info {path}")), &["built with `--features icechunk`"]);
    let (message, _) = failed(&format!("info {path}/branch.main"), 1);
    assert!(message.contains("build it with `--features icechunk`"), "{message}");
}
