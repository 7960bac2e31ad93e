//! Ratios of a run beside those that were recorded, so that a row that is lost does not go unnoticed.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

/// By how much a ratio may be worse than the recorded one.
const ALLOWED: f64 = 0.05;
/// The columns that are compared, and whether more is better.
const COLUMNS: [(&str, bool); 3] = [("ratio", true), ("rate/rate", true), ("traced/decoded", false)];

/// The section and the words of a row, with the header and the number of its column.
type Place = (String, String, usize);

/// Runs what is named in a process of its own, and says which ratios are worse than in the tables of `recorded`.
pub fn run(recorded: &str, names: &[String]) {
    let before = ratios(&fs::read_to_string(recorded).expect("a file of recorded tables"));
    let own = std::env::current_exe().expect("the path of this program");
    let mut child = Command::new(own).args(names).stdout(Stdio::piped()).spawn().expect("the measurements");
    let mut printed = String::new();
    for line in BufReader::new(child.stdout.take().expect("its output")).lines() {
        let line = line.expect("its output in UTF-8");
        println!("{line}");
        printed += &line;
        printed.push('\n');
    }
    assert!(child.wait().is_ok_and(|status| status.success()), "the measurements failed");
    let now = ratios(&printed);
    println!("\n## against {recorded}\n");
    let (mut compared, mut worse) = (0, 0);
    for (place, (ratio, is_more_better)) in &now {
        let Some((was, _)) = before.get(place) else { continue };
        compared += 1;
        let change = if *is_more_better { ratio / was } else { was / ratio };
        if change < 1.0 - ALLOWED {
            worse += 1;
            println!("{}: {}, column {}: {ratio}, recorded {was}", place.0, place.1, place.2 + 1);
        }
    }
    println!("{worse} of {compared} ratios are worse by more than {} %", ALLOWED * 100.0);
}

fn ratios(text: &str) -> BTreeMap<Place, (f64, bool)> {
    let mut found = BTreeMap::new();
    let (mut section, mut header) = (String::new(), Vec::new());
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("## ") {
            name.clone_into(&mut section);
        }
        let Some(cells) = line.strip_prefix("| ") else {
            header.clear();
            continue;
        };
        let cells: Vec<&str> = cells.trim_end_matches('|').split('|').map(str::trim).collect();
        if header.is_empty() {
            header = cells.iter().map(|cell| (*cell).to_owned()).collect();
            continue;
        }
        let is_word = |cell: &&str| cell.parse::<f64>().is_err();
        let words = cells.iter().copied().filter(is_word).collect::<Vec<_>>().join(", ");
        for (at, (cell, name)) in cells.iter().zip(&header).enumerate() {
            let known = COLUMNS.iter().find(|(known, _)| known == name);
            if let (Some((_, is_more_better)), Ok(ratio)) = (known, cell.parse()) {
                found.insert((section.clone(), words.clone(), at), (ratio, *is_more_better));
            }
        }
    }
    found
}
