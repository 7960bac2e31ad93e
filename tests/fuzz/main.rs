//! No content of a store does harm: every target of `fuzz/` runs over mutants of sound inputs, the same in every run.
//!
//! `FUZZ_SECONDS=60 cargo test --test fuzz as_long` goes on with each target for that long, with other mutants than these;
//! `FUZZ_TARGET` names one target, and `FUZZ_SEED` a number that gives the same mutants again.
//!
//! `FUZZ_CORPUS=directory cargo test --test fuzz` writes the seeds there, for the fuzzer to begin with.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../fixtures/repository.rs"]
mod repository;

mod mutator;
mod seeds;
mod targets;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

use mutator::{Dice, mutate};
use repository::repository;
use targets::TARGETS;
use targets::chains::ROWS;
use zarrscope::codec::CODECS;

/// The longest that an input may take, even without optimisation and beside other programs.
const LONGEST: Duration = Duration::from_secs(20);

/// Seeds of each target that are tried as they are, at most.
const SOUND: usize = 200;

/// Mutants of each target; those that look at whole stores get fewer.
fn count(target: &str) -> usize {
    match target {
        "screen" => 150,
        "array" | "consolidated" | "zip" | "references" | "icechunk" => 500,
        "codec" => 4000,
        _ => 2000,
    }
}

/// Runs one input. Shows it where the target panics or takes too long.
fn fire(target: &str, data: &[u8]) {
    let start = Instant::now();
    let result = catch_unwind(AssertUnwindSafe(|| targets::run(target, data)));
    assert!(result.is_ok(), "{target}: {}", literal(data));
    assert!(start.elapsed() < LONGEST, "{target} took {:?}: {}", start.elapsed(), literal(data));
}

/// Bytes as a literal that can be copied into a test.
fn literal(data: &[u8]) -> String {
    format!("b\"{}\"", data.escape_ascii())
}

#[test]
fn mutants_of_sound_inputs_do_no_harm() {
    for (target, _) in TARGETS {
        let seeds = seeds::of(target);
        assert!(!seeds.is_empty(), "{target} has no seeds");
        let mut dice = Dice::new(0x9e37_79b9_7f4a_7c15);
        seeds.iter().step_by(seeds.len().div_ceil(SOUND)).for_each(|seed| fire(target, seed));
        for _ in 0..count(target) {
            let seed = dice.pick(&seeds).clone();
            fire(target, &mutate(&seed, &seeds, &mut dice));
        }
    }
}

#[test]
fn mutants_do_no_harm_for_as_long_as_is_asked() {
    let asked = |name: &str| std::env::var(name).ok();
    let Some(seconds) = asked("FUZZ_SECONDS") else { return };
    let long = Duration::from_secs(seconds.parse().unwrap());
    let number = asked("FUZZ_SEED").map_or(1, |number| number.parse().unwrap());
    let wanted = asked("FUZZ_TARGET");
    for (target, _) in TARGETS {
        if wanted.as_ref().is_some_and(|wanted| wanted != target) {
            continue;
        }
        let seeds = seeds::of(target);
        let mut dice = Dice::new(number);
        let start = Instant::now();
        let mut inputs = 0;
        while start.elapsed() < long {
            let seed = dice.pick(&seeds).clone();
            fire(target, &mutate(&seed, &seeds, &mut dice));
            inputs += 1;
        }
        println!("{target}: {inputs} inputs in {seconds} s");
    }
}

#[test]
fn every_codec_is_in_a_chain() {
    for row in ROWS.iter() {
        assert_eq!(row.chain.fault(), None, "{}", row.line);
    }
    let is_named = |codec: &str| ROWS.iter().any(|row| row.line.contains(&format!("\"{codec}\"")));
    let missing: Vec<&str> =
        CODECS.iter().map(|codec| codec.name).filter(|name| *name != "bytes" && !is_named(name)).collect();
    assert_eq!(missing, Vec::<&str>::new());
}

#[test]
fn every_target_is_a_program_of_the_fuzzer() {
    let directory = repository("fuzz/fuzz_targets");
    for (target, _) in TARGETS {
        assert!(directory.join(format!("{target}.rs")).exists(), "{target}");
    }
}

#[test]
fn seeds_are_written_where_they_are_asked_for() {
    let Some(directory) = std::env::var_os("FUZZ_CORPUS") else { return };
    for (target, _) in TARGETS {
        let directory = Path::new(&directory).join(target);
        fs::create_dir_all(&directory).unwrap();
        for (number, seed) in seeds::of(target).iter().enumerate() {
            fs::write(directory.join(format!("seed-{number}")), seed).unwrap();
        }
    }
}
