//! Strings that were changed on their way into a store, and sound ones that look nearly so.

#![allow(clippy::unwrap_used, clippy::cast_possible_truncation, reason = "few short strings")]

use zarrscope::doctor::{Checkup, ChunkChoice};
use zarrscope::{DecodeOptions, Hierarchy};

use crate::document::Document;
use crate::store::{Store, in_memory};

/// Chunk after chunk, all of one length.
type Texts = Vec<Vec<String>>;

const CHUNKS: usize = 8;
const TOWNS: [&str; 8] = ["München", "Köln", "Bern", "Århus", "Besançon", "Łódź", "東京", "SÃO PAULO"];

fn texts(text: impl Fn(usize) -> String) -> Texts {
    (0..CHUNKS).map(|chunk| (0..20).map(|place| text(20 * chunk + place)).collect()).collect()
}

/// Keys of eight digits in no order, some of them with zeros at the beginning.
fn key(number: usize) -> String {
    format!("{:08}", number * 7_654_321 % 49_999_991)
}

fn town(number: usize) -> String {
    TOWNS[number * 5 % 8].to_owned()
}

/// As it was written by a program that took its UTF-8 for Latin-1.
fn doubled(text: &str) -> String {
    text.bytes().map(char::from).collect()
}

fn document(texts: &Texts) -> Document {
    let size = texts[0].len();
    let shape = format!("[{}]", size * CHUNKS);
    Document::v3()
        .shaped(&shape, &format!("[{size}]"))
        .typed("string")
        .with("fill_value", "\"\"")
        .with("codecs", r#"[{"name": "vlen-utf8"}]"#)
}

fn encoded(chunk: &[String]) -> Vec<u8> {
    let mut bytes = (chunk.len() as u32).to_le_bytes().to_vec();
    for text in chunk {
        bytes.extend((text.len() as u32).to_le_bytes());
        bytes.extend(text.as_bytes());
    }
    bytes
}

fn look(hierarchy: &Hierarchy) -> Checkup {
    Checkup::run(hierarchy, &DecodeOptions::default(), ChunkChoice::Quick, &mut |_| {})
}

fn causes(hierarchy: &Hierarchy) -> Vec<String> {
    let found = look(hierarchy).found;
    let causes = found.iter().map(|it| format!("{}: {}", it.key, it.verdict.hypotheses[0].hypothesis));
    causes.collect()
}

fn found_without(texts: &Texts, missing: usize) -> Vec<String> {
    let chunks = texts.iter().enumerate().filter(|(number, _)| *number != missing);
    causes(&in_memory(
        &document(texts),
        chunks.map(|(number, chunk)| (format!("c/{number}"), encoded(chunk))),
    ))
}

fn found(texts: &Texts) -> Vec<String> {
    found_without(texts, usize::MAX)
}

/// The one cause in chunk 3, where its strings are changed.
fn changed(texts: Texts, change: impl Fn(&str) -> String) -> String {
    let mut texts = texts;
    texts[3] = texts[3].iter().map(|text| change(text)).collect();
    found(&texts).join("; ")
}

#[test]
fn sound_strings_have_nothing_wrong() {
    let sound: [(&str, Texts); 12] = [
        ("keys", texts(key)),
        ("towns", texts(town)),
        ("one value", texts(|_| "north".to_owned())),
        ("a value for each chunk", texts(|number| format!("batch {}", number / 40))),
        ("counted without zeros", texts(|number| number.to_string())),
        ("counted with a prefix, from 80", texts(|number| format!("r{}", number + 80))),
        ("counted down to two digits", texts(|number| (239 - number).to_string())),
        ("empty here and there", texts(|number| town(number).replace("Bern", ""))),
        (
            "empty in two chunks",
            texts(|number| if (40..80).contains(&number) { String::new() } else { key(number) }),
        ),
        ("Portuguese", texts(|number| ["SÃO", "IRMÃ", "É»", "Å²", "Å³", "MAÇÃ…"][number % 6].to_owned())),
        ("signs", texts(|number| format!("{}{:.4}", if number / 20 == 5 { "-" } else { "" }, 0.1234))),
        ("questions", texts(|number| format!("{}\u{fffd}", town(number)))),
    ];
    for (what, texts) in sound {
        assert_eq!(found(&texts), Vec::<String>::new(), "{what}");
    }
}

#[test]
fn strings_that_were_encoded_twice_or_lost_characters_are_found() {
    let twice = "c/3: strings of the chunk were encoded twice: UTF-8 was taken for cp1252 or Latin-1";
    assert_eq!(changed(texts(town), doubled), twice);
    let cp1252 = |text: &str| doubled(text).replace('\u{85}', "…").replace('\u{9f}', "Ÿ");
    assert_eq!(changed(texts(town), cp1252), twice);
    let lost = "c/3: characters of strings are lost in the chunk: it was read in another encoding";
    assert_eq!(changed(texts(town), |text| text.replace(|c: char| !c.is_ascii(), "\u{fffd}")), lost);
    assert_eq!(changed(texts(|number| format!("{number}ü")), |text| text.replace('ü', "\u{fffd}")), "");
}

#[test]
fn strings_of_another_length_are_explained() {
    let of = |what: &str| format!("c/3: strings of the chunk {what}");
    let zeros = |text: &str| text.trim_start_matches('0').to_owned();
    assert_eq!(changed(texts(key), zeros), of("lost their leading zeros"));
    assert_eq!(changed(texts(key), |text| zeros(text) + ".0"), of("lost their leading zeros"));
    assert_eq!(
        changed(texts(key), |text| format!("{text}  ")),
        of("have spaces or quotation marks around them")
    );
    let sample = |number| format!("PLT-{}-x", key(number));
    assert_eq!(changed(texts(sample), |text| text.replace("PLT-", "")), of("lost their beginning"));
    assert_eq!(changed(texts(sample), |text| text.replace("-x", "")), of("lost their end"));
    assert_eq!(changed(texts(sample), |text| text.replace("PLT-0", "PLT-")), of("lost their leading zeros"));
}

#[test]
fn chunks_of_strings_are_lost_or_copies() {
    let lost = "c/3: the chunk has no strings: it is lost, or was never written";
    assert_eq!(changed(texts(key), |_| String::new()), lost);
    assert_eq!(found_without(&texts(key), 3), [lost]);
    assert_eq!(found_without(&texts(|number| town(number).replace("Bern", "")), 3), Vec::<String>::new());
    let mut copied = texts(key);
    copied[5] = copied[2].clone();
    let copy = "c/2 and c/5 hold the same strings: one is a copy";
    let mut both = found(&copied);
    both.sort();
    assert_eq!(both, [format!("c/2: {copy}"), format!("c/5: {copy}")]);
    copied[7][0] = copied[6][0].clone();
    assert_eq!(found(&copied), Vec::<String>::new(), "others are there twice too");
}

/// Ids of a fixed width in an array, and longer ones in another group.
fn cut(width: usize, name: &str, id: impl Fn(usize) -> String) -> Vec<String> {
    let store = Store::new().group("").group("all");
    let ids: Texts = texts(&id);
    let own: Vec<String> = ids.concat().iter().map(|id| id.chars().take(width).collect()).collect();
    let bytes = own.iter().flat_map(|id| id.chars().flat_map(|c| u32::from(c).to_le_bytes())).collect();
    let fixed = Document::v2().with("shape", "[160]").with("chunks", "[160]").with("fill_value", "\"\"");
    store.put("id", &fixed.with("dtype", format!("\"<U{width}\"")), &[("0", bytes)]);
    let chunks: Vec<(String, Vec<u8>)> =
        ids.iter().enumerate().map(|(number, chunk)| (format!("c/{number}"), encoded(chunk))).collect();
    let chunks: Vec<(&str, Vec<u8>)> =
        chunks.iter().map(|(key, bytes)| (key.as_str(), bytes.clone())).collect();
    store.put(&format!("all/{name}"), &document(&ids), &chunks);
    causes(&store.hierarchy())
}

#[test]
fn strings_of_a_fixed_width_that_others_begin_with_are_cut_off() {
    let id = |number: usize| format!("P{:03}-{}", number, key(number));
    let found = |width: usize| [format!(".zarray: the strings are cut off after {width} characters")];
    assert_eq!(cut(5, "name", id), found(5), "all end in a hyphen");
    assert_eq!(cut(8, "id", id), found(8), "another group has them whole");
    let none: [String; 0] = [];
    assert_eq!(cut(8, "name", id), none, "beginnings of other names");
    assert_eq!(cut(4, "id", id), none, "what goes on with a sign belongs to it");
    assert_eq!(
        cut(4, "id", |number| format!("P{:03}{}", number / 8, number % 8)),
        none,
        "parts of larger ones"
    );
}

#[test]
fn strings_that_were_looked_at_count_as_judged() {
    let texts = texts(key);
    let chunks = texts.iter().enumerate().map(|(number, chunk)| (format!("c/{number}"), encoded(chunk)));
    let checkup = look(&in_memory(&document(&texts), chunks));
    assert_eq!((checkup.chunks, checkup.judged, checkup.judgeable), (8, 8, 8));
}
