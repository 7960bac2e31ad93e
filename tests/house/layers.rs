//! The direction of the layers: a module uses lower ones only, never its neighbour, never a higher one. No files use
//! each other in a circle, and no two types have the same name.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use crate::repository::repository;

/// The modules of each layer, lowest first.
pub const LAYERS: &[&[&str]] = &[
    &["lenient", "limits", "simd"],
    &["metadata", "store"],
    &["codec", "hierarchy", "meaning"],
    &["pipeline"],
    &["check", "doctor", "lab"],
    &["tell", "places"],
    &["save", "issue", "learn", "configuration"],
    &["cli", "explorer"],
];

/// The layers that know no terminal.
const WITHOUT_TERMINAL: usize = 7;

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|modules| modules.contains(&module))
}

/// Every source file of a module, with its text.
pub fn sources(module: &str) -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    let mut directories = vec![repository("src").join(module)];
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                directories.push(path);
            } else {
                let text = fs::read_to_string(&path).unwrap();
                files.push((path, text));
            }
        }
    }
    files
}

/// The modules that a file names in `crate::…` paths.
fn used(text: &str) -> impl Iterator<Item = &str> {
    text.split("crate::")
        .skip(1)
        .map(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or(""))
}

#[test]
fn every_path_points_down() {
    let mut wrong = Vec::new();
    for (level, modules) in LAYERS.iter().enumerate() {
        for module in *modules {
            for (path, text) in sources(module) {
                let bad = used(&text)
                    .filter(|other| other != module && layer(other).is_none_or(|other| other >= level));
                wrong.extend(bad.map(|other| format!("{} uses {other}", path.display())));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn no_layer_below_the_drawing_names_a_terminal_library() {
    let mut wrong = Vec::new();
    for module in LAYERS.iter().take(WITHOUT_TERMINAL).copied().flatten() {
        for (path, text) in sources(module) {
            if ["ratatui", "crossterm"].iter().any(|name| text.contains(name)) {
                wrong.push(path);
            }
        }
    }
    assert_eq!(wrong, Vec::<PathBuf>::new());
}

#[test]
fn every_module_has_a_layer() {
    let modules = fs::read_dir(repository("src")).unwrap();
    let directories = modules.map(|entry| entry.unwrap()).filter(|entry| entry.path().is_dir());
    let names: Vec<String> = directories.map(|entry| entry.file_name().into_string().unwrap()).collect();
    assert!(names.iter().all(|name| layer(name).is_some()), "{names:?}");
}

/// The source files by their modules, such as `store/zip` for `src/store/zip/mod.rs`, with their text. Tests are left out:
/// they may use whatever they test.
fn modules() -> BTreeMap<String, String> {
    let root = repository("src");
    let mut modules = BTreeMap::new();
    for (path, text) in LAYERS.iter().copied().flatten().flat_map(|module| sources(module)) {
        let path = path.strip_prefix(&root).unwrap().with_extension("");
        let module = path.to_str().unwrap().replace('\\', "/");
        modules.insert(module.strip_suffix("/mod").unwrap_or(&module).to_owned(), without_tests(&text));
    }
    let declared = |(module, text): (&String, &String)| test_modules(module, text);
    let tests: Vec<String> = modules.iter().flat_map(declared).collect();
    modules.retain(|module, _| !tests.iter().any(|test| lies_in(module, test)));
    modules
}

/// Whether a module is another one, or lies in it.
fn lies_in(module: &str, other: &str) -> bool {
    module.strip_prefix(other).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// A text without comments, and without the module of tests at its end.
fn without_tests(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(|line| line.split("//").next().unwrap_or(line)).collect();
    let is_tests = |pair: &[&str]| {
        pair[0].trim() == "#[cfg(test)]" && pair[1].starts_with("mod ") && pair[1].ends_with('{')
    };
    let end = lines.windows(2).position(is_tests).unwrap_or(lines.len());
    lines[..end].join("\n")
}

/// The modules of tests that a file declares.
fn test_modules(module: &str, text: &str) -> Vec<String> {
    let after = text.split("#[cfg(test)]").skip(1).filter_map(|rest| rest.trim_start().strip_prefix("mod "));
    let names = after.filter_map(|rest| rest.split_once(';'));
    names.map(|(name, _)| format!("{module}/{name}")).collect()
}

/// The names, the `::` and every other sign of a text.
fn tokens(text: &str) -> Vec<&str> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let (mut tokens, mut rest) = (Vec::new(), text.trim_start());
    while let Some(first) = rest.chars().next() {
        let end = match first {
            c if is_name(c) => rest.find(|c| !is_name(c)).unwrap_or(rest.len()),
            ':' if rest.starts_with("::") => 2,
            c => c.len_utf8(),
        };
        tokens.push(&rest[..end]);
        rest = rest[end..].trim_start();
    }
    tokens
}

/// Every path of a text: those of `use`, and those that begin with `crate`, `super` or `self`.
fn paths(text: &str) -> Vec<Vec<&str>> {
    let (tokens, mut paths, mut at) = (tokens(text), Vec::new(), 0);
    while let Some(token) = tokens.get(at) {
        at = match *token {
            "use" => use_tree(&tokens, at + 1, &[], &mut paths),
            "crate" | "super" | "self" if tokens.get(at + 1) == Some(&"::") => {
                let joints = tokens[at + 1..].chunks_exact(2).take_while(|pair| pair[0] == "::");
                paths.push([*token].into_iter().chain(joints.map(|pair| pair[1])).collect());
                at + 2
            }
            _ => at + 1,
        };
    }
    paths
}

/// Adds the paths of a tree of `use` that begins at a token, and gives the token behind it.
fn use_tree<'a>(
    tokens: &[&'a str],
    mut at: usize,
    before: &[&'a str],
    paths: &mut Vec<Vec<&'a str>>,
) -> usize {
    let mut path = before.to_vec();
    while let Some(token) = tokens.get(at) {
        match *token {
            "," | ";" | "}" => break,
            "{" => {
                at += 1;
                while tokens.get(at).is_some_and(|token| !matches!(*token, "}" | ";")) {
                    at = use_tree(tokens, at, &path, paths);
                    at += usize::from(tokens.get(at) == Some(&","));
                }
                return at + 1;
            }
            "::" => at += 1,
            "as" => at += 2,
            name => {
                path.push(name);
                at += 1;
            }
        }
    }
    paths.push(path);
    at
}

/// A path from the root of the crate; `None` where it leads into another crate.
fn from_root(module: &str, path: &[&str], modules: &BTreeMap<String, String>) -> Option<String> {
    let (first, rest) = path.split_first()?;
    let rest = rest.join("/");
    match *first {
        "crate" => Some(rest),
        "self" => Some(format!("{module}/{rest}")),
        "super" => {
            let parent = module.rsplit_once('/').map_or("", |(parent, _)| parent);
            let next: Vec<&str> = ["self"].into_iter().chain(path[1..].iter().copied()).collect();
            match path.get(1) {
                Some(&"super") => from_root(parent, &path[1..], modules),
                _ => from_root(parent, &next, modules),
            }
        }
        child => Some(format!("{module}/{child}/{rest}"))
            .filter(|_| modules.contains_key(&format!("{module}/{child}"))),
    }
}

/// Where the names are that the root of the explorer gives, so that a name from there counts as one from its own file. The
/// whole `App` is the one that may be used from everywhere.
fn names_of_explorer(modules: &BTreeMap<String, String>) -> BTreeMap<String, String> {
    let mut names = BTreeMap::new();
    for path in paths(&modules["explorer"]) {
        if let (Some(name), Some(place)) = (path.last(), from_root("explorer", &path, modules))
            && name.starts_with(char::is_uppercase)
            && *name != "App"
        {
            names.insert((*name).to_owned(), place);
        }
    }
    names
}

/// The files that each file uses. What uses one of the modules that it lies in does not count, because those say what
/// there is. A folder of the explorer is different: its `mod.rs` has the state, so its files count as users of it.
pub fn uses() -> BTreeMap<String, BTreeSet<String>> {
    let modules = modules();
    let names = names_of_explorer(&modules);
    let of = |module: &String, text: &String| {
        let used = paths(text).into_iter().filter_map(|path| {
            let mut path = from_root(module, &path, &modules)?;
            if let Some(name) = path.strip_prefix("explorer/")
                && let Some(place) = names.get(name)
            {
                path.clone_from(place);
            }
            let ends = path.match_indices('/').map(|(end, _)| end).chain([path.len()]);
            let mut files = ends.map(|end| path[..end].to_owned());
            files.rfind(|file| modules.contains_key(file))
        });
        let is_outer = |file: &String| lies_in(module, file);
        let has_state = |file: &String| file.starts_with("explorer/") && file != module;
        used.filter(|file| !is_outer(file) || has_state(file)).collect()
    };
    modules.iter().map(|(module, text)| (module.clone(), of(module, text))).collect()
}

/// Everything that a file leads to.
fn reached<'a>(from: &'a str, uses: &'a BTreeMap<String, BTreeSet<String>>) -> BTreeSet<&'a str> {
    let (mut reached, mut next) = (BTreeSet::new(), vec![from]);
    while let Some(file) = next.pop() {
        let direct = uses.get(file).into_iter().flatten().map(String::as_str);
        next.extend(direct.filter(|file| reached.insert(*file)));
    }
    reached
}

#[test]
fn no_circle_of_files() {
    let uses = uses();
    let reached: BTreeMap<&str, BTreeSet<&str>> =
        uses.keys().map(|file| (file.as_str(), self::reached(file, &uses))).collect();
    let circle = |file: &str| {
        let both = reached[file].iter().filter(|other| reached[*other].contains(file));
        both.copied().collect::<Vec<&str>>().join(" ")
    };
    let found: BTreeSet<String> =
        uses.keys().map(|file| circle(file)).filter(|circle| !circle.is_empty()).collect();
    assert!(found.is_empty(), "files that use each other in a circle: {found:#?}");
}

/// The name of the type that a line defines. An associated type is no definition, nor is what an implementation calls its
/// error.
fn defined_type(line: &str) -> Option<&str> {
    let words = line.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
    let mut words = words.skip_while(|word| matches!(*word, "pub" | "crate" | "super" | "in"));
    let name = match words.next()? {
        "struct" | "enum" | "trait" => words.next()?,
        "type" if !line.starts_with(' ') => words.next()?,
        _ => return None,
    };
    name.starts_with(char::is_uppercase).then_some(name)
}

#[test]
fn a_type_name_has_one_meaning() {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (module, text) in modules() {
        for name in text.lines().filter_map(defined_type) {
            places.entry(name.to_owned()).or_default().push(module.clone());
        }
    }
    places.retain(|_, modules| modules.len() > 1);
    assert!(places.is_empty(), "types of the same name: {places:#?}");
}
