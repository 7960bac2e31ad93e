//! Nothing outside `src/codec` names a codec by a string: facts about a codec come from its row.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::path::Path;

use zarrscope::codec::CODECS;

use crate::layers::{LAYERS, sources};
use crate::repository::repository;

/// Literals that look like the name of a codec but mean something else: the end of the path, the literals, the reason.
const NO_CODECS: &[(&str, &[&str], &str)] = &[
    ("metadata/data_type/names.rs", &["bytes"], "a data type"),
    ("metadata/v2/mod.rs", &["transpose"], "documents are read below the codecs: what `order` stands for"),
    (
        "metadata/v2/dtype.rs",
        &["vlen-utf8", "vlen-bytes", "vlen-array", "categorize", "json2", "msgpack2"],
        "documents are read below the codecs: the data type that an id gives objects",
    ),
    ("store/mod.rs", &["bytes"], "a unit"),
    ("store/icechunk/file.rs", &["bytes"], "a unit"),
    ("cli/locate.rs", &["bytes"], "a column of the output"),
    ("explorer/draw/titles.rs", &["bytes"], "a title"),
    ("save/format.rs", &["jpeg"], "the end of a name"),
    ("learn/lessons.rs", &["zstd"], "an array of a lesson"),
    ("learn/fact.rs", &["endian"], "a member of a configuration"),
    ("doctor/sizes.rs", &["endian"], "a member of a configuration"),
    ("doctor/plausible/subject.rs", &["endian"], "a member of a configuration"),
    ("tell/worked/layout.rs", &["endian"], "a member of a configuration"),
];

/// Why a literal is no codec in that file.
fn excuse(
    path: &Path,
    literal: &str,
) -> Option<&'static (&'static str, &'static [&'static str], &'static str)> {
    NO_CODECS.iter().find(|(end, literals, _)| path.ends_with(end) && literals.contains(&literal))
}

/// Whether a literal is the topic of a card, in the list of cards.
fn is_card(path: &Path, literal: &str) -> bool {
    path.ends_with("tell/cards.rs") && repository("assets/explain").join(format!("{literal}.md")).is_file()
}

/// The string literals of a source file, without those in comments and in a test module at its end.
fn literals(text: &str) -> Vec<String> {
    let code = text.split("#[cfg(test)]\nmod ").next().unwrap();
    let (mut found, mut chars) = (Vec::new(), code.chars().peekable());
    while let Some(c) = chars.next() {
        match c {
            '/' if chars.peek() == Some(&'/') => while chars.next().is_some_and(|c| c != '\n') {},
            // A quote as a character: `'"'`. A lifetime has no quote behind it.
            '\'' if chars.peek() == Some(&'"') => {
                chars.next();
            }
            '"' => {
                let mut literal = String::new();
                while let Some(c) = chars.next().filter(|c| *c != '"') {
                    literal.push(c);
                    literal.extend(if c == '\\' { chars.next() } else { None });
                }
                found.push(literal);
            }
            _ => {}
        }
    }
    found
}

#[test]
fn nothing_but_a_codec_names_a_codec() {
    let names: BTreeSet<&str> =
        CODECS.iter().flat_map(|row| [&[row.name], row.aliases, row.v2].concat()).collect();
    let (mut wrong, mut excused) = (Vec::new(), BTreeSet::new());
    for module in LAYERS.iter().copied().flatten().filter(|module| **module != "codec") {
        for (path, text) in sources(module).into_iter().filter(|(path, _)| !path.ends_with("tests.rs")) {
            for literal in literals(&text).iter().filter(|literal| names.contains(literal.as_str())) {
                if is_card(&path, literal) {
                    continue;
                }
                match excuse(&path, literal) {
                    Some((end, ..)) => _ = excused.insert((*end, literal.clone())),
                    None => wrong.push(format!("{}: \"{literal}\"", path.display())),
                }
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new(), "ask its row");
    let listed =
        NO_CODECS.iter().flat_map(|(end, literals, _)| literals.iter().map(|literal| (*end, *literal)));
    let idle: Vec<_> =
        listed.filter(|(end, literal)| !excused.contains(&(*end, (*literal).to_owned()))).collect();
    assert!(idle.is_empty(), "no longer needed: {idle:?}");
}

#[test]
fn literals_are_distinguished_from_comments_and_characters() {
    let text = "// \"no\"\nlet a = \"one\"; '\"' b\"two\" \"th\\\"ree\" // \"no\"\n#[cfg(test)]\nmod tests { \"no\" }";
    assert_eq!(literals(text), ["one", "two", "th\\\"ree"]);
}
