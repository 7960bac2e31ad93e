//! The dependencies of zarrscope have allowed licences, one version each, and a reason that is written down.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Command;

use serde_json::Value;

use crate::repository::repository;

/// The platform of this build. Crates that only other platforms need may not have been downloaded.
fn host() -> String {
    let output = Command::new("rustc").arg("-vV").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().find_map(|line| line.strip_prefix("host: ")).unwrap().to_owned()
}

/// What cargo knows of every package that is built here, with every feature.
fn metadata() -> Value {
    let host = host();
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked", "--all-features", "--filter-platform", &host])
        .current_dir(repository(""))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The texts in quotes in a list of `.deny.toml`.
fn listed(name: &str) -> Vec<String> {
    let text = fs::read_to_string(repository(".deny.toml")).unwrap();
    let (_, rest) = text.split_once(&format!("\n{name} = [")).unwrap();
    let (list, _) = rest.split_once("\n]").unwrap();
    list.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

fn text<'a>(value: &'a Value, member: &str) -> &'a str {
    value[member].as_str().unwrap_or_default()
}

/// Whether a licence expression leaves a choice that is allowed.
fn is_allowed(expression: &str, allowed: &[String]) -> bool {
    let plain = expression.replace(['(', ')'], "").replace('/', " OR ");
    let choice =
        |part: &str| part.split(" OR ").any(|licence| allowed.iter().any(|one| one == licence.trim()));
    plain.split(" AND ").all(choice)
}

/// The packages that are built into the program or build it: none that only tests need.
fn used(metadata: &Value) -> BTreeSet<String> {
    let nodes: BTreeMap<&str, &Value> = metadata["resolve"]["nodes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|node| (text(node, "id"), node))
        .collect();
    let mut waiting = vec![text(&metadata["resolve"], "root")];
    let mut found = BTreeSet::new();
    while let Some(id) = waiting.pop() {
        if !found.insert(id.to_owned()) {
            continue;
        }
        let needed = |dependency: &&Value| {
            dependency["dep_kinds"].as_array().unwrap().iter().any(|kind| text(kind, "kind") != "dev")
        };
        waiting
            .extend(nodes[id]["deps"].as_array().unwrap().iter().filter(needed).map(|one| text(one, "pkg")));
    }
    found
}

#[test]
fn every_licence_is_allowed() {
    let (metadata, allowed) = (metadata(), listed("allow"));
    let packages = metadata["packages"].as_array().unwrap();
    assert!(packages.len() > 100);
    let refused: Vec<_> = packages
        .iter()
        .filter(|package| !is_allowed(text(package, "license"), &allowed))
        .map(|package| (text(package, "name"), text(package, "license")))
        .collect();
    assert_eq!(refused, []);
}

#[test]
fn there_is_one_version_of_each_package() {
    let (metadata, used) = (metadata(), used(&metadata()));
    let mut versions: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for package in metadata["packages"].as_array().unwrap() {
        if used.contains(text(package, "id")) {
            versions.entry(text(package, "name")).or_default().push(text(package, "version"));
        }
    }
    assert!(versions.len() > 50);
    let skipped: Vec<String> =
        listed("skip").iter().filter_map(|one| Some(one.split_once('@')?.0.to_owned())).collect();
    let twice: Vec<&str> =
        versions.iter().filter(|(_, versions)| versions.len() > 1).map(|(name, _)| *name).collect();
    assert_eq!(twice, skipped);
}

#[test]
fn the_map_names_every_dependency_with_its_reason() {
    let metadata = metadata();
    let root = text(&metadata["resolve"], "root");
    let packages = metadata["packages"].as_array().unwrap();
    let package = packages.iter().find(|package| text(package, "id") == root).unwrap();
    let dependencies: BTreeSet<&str> =
        package["dependencies"].as_array().unwrap().iter().map(|one| text(one, "name")).collect();
    let map = fs::read_to_string(repository("src/ARCHITECTURE.md")).unwrap();
    let (_, map) = map.split_once("## Dependencies").unwrap();
    let missing: Vec<_> = dependencies.iter().filter(|name| !map.contains(&format!("`{name}`"))).collect();
    assert!(missing.is_empty(), "not in src/ARCHITECTURE.md: {missing:?}");
    let rows = map.lines().filter_map(|line| line.strip_prefix("| `")?.split_once(" | "));
    let named: Vec<&str> =
        rows.flat_map(|(names, _)| names.split([',', '`', ' '])).filter(|name| !name.is_empty()).collect();
    let gone: Vec<_> = named.iter().filter(|name| !dependencies.contains(**name)).collect();
    assert!(gone.is_empty(), "in src/ARCHITECTURE.md, but no dependency: {gone:?}");
}

#[test]
fn files_of_packages_name_this_version() {
    let version = env!("CARGO_PKG_VERSION");
    for (path, line) in [
        ("CITATION.cff", format!("version: {version}")),
        ("packaging/conda/recipe.yaml", format!("  version: {version}")),
    ] {
        let text = fs::read_to_string(repository(path)).unwrap();
        assert!(text.lines().any(|own| own == line), "{path}: expected a line `{line}`");
    }
}
