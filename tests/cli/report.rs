//! `report`: what an issue needs, and nothing that a tracker could take for something else.

use std::fs;
use std::path::{Path, PathBuf};

use crate::document::Document;
use crate::run::*;
use crate::store::Store;

/// The report of a node with a fault.
fn shown(arguments: &str) -> String {
    String::from_utf8(faulty(&format!("report {arguments}")).1).unwrap()
}

#[test]
fn a_report_has_everything_that_an_issue_needs() {
    let report = shown("broken.zarr/bad_shard_index --chunk 0,0 --inner 0,1");
    insta::assert_snapshot!(report.replace(env!("CARGO_PKG_VERSION"), "VERSION"));
}

#[test]
fn the_first_faulty_chunk_is_looked_for() {
    let report = shown("broken.zarr/flipped_bit");
    assert_names(
        &report,
        &[
            "## `broken.zarr/flipped_bit`, chunk (1, 0)",
            "Looked for faults in 3 of 4 stored chunks. The search ended with the first that is faulty.",
            "- `crc32c`: `expected the checksum 0x18ee2490 (stored), found 0xd3610e69 (computed)`",
            "`one bit is flipped: byte 17, bit 5 of the file`",
            "zarr.open_array(\"broken.zarr/flipped_bit\", mode=\"r\")[4:8, 0:4]",
        ],
    );
    let sound = text("report broken.zarr/flipped_bit --chunks 2");
    assert_names(
        &sound,
        &["2 of 4 stored chunks. There is more, which was not looked at.", "No fault was found."],
    );
    let sound = text("report climate.zarr/temperature --chunk 0,0,0");
    assert_names(&sound, &["No fault was found.", "✓ `5×20×400 float32`", "zarr_format 3"]);
}

#[test]
fn the_bytes_around_a_fault_are_shown() {
    let report = shown("broken.zarr/zstd_checksum_mismatch --chunk 1");
    assert_names(&report, &["Around byte 73, at which `zstd` fails, of the 77 bytes that go into it:"]);
    let report = shown("broken.zarr/truncated_gzip --chunk 0,1");
    assert_names(&report, &["00000000  1f 8b 08", "`gzip` fails at byte 41, where they end."]);
}

/// A checksum is computed at the end: what is wrong is elsewhere, in the file and in an inner chunk of a shard.
#[test]
fn the_bytes_that_the_likeliest_cause_names_are_shown() {
    let mut bytes: Vec<u8> = (0..4000_u32).map(|number| (number * number).to_le_bytes()[1]).collect();
    bytes.extend(crc32c::crc32c(&bytes).to_le_bytes());
    bytes[1500] ^= 8;
    let document = Document::v3().shaped("[4000]", "[4000]").with("codecs", r#"["bytes", "crc32c"]"#);
    let store = Store::of(&document).file("c/0", &bytes);
    let digits: Vec<String> = bytes[1488..1504].iter().map(|byte| format!("{byte:02x}")).collect();
    let around = format!("000005d0  {}", digits.join(" "));
    let report = shown(&store.to_string());
    let said = "Around byte 1500, which the likeliest cause points to, of the 4 004 stored bytes:";
    assert_names(&report, &["byte 1500, bit 3 of the file", said, &around]);
    // An inner chunk lies behind another one of 244 bytes; of a short shard all is seen that the cause is about.
    let report = shown("../tests/doctor/shard_flipped_inner");
    assert_names(
        &report,
        &[
            "byte 17, bit 4 of the inner chunk",
            "Inner chunk (1, 0): offset 244,",
            "Around byte 261, which the likeliest cause points to, of the 524 stored bytes:",
        ],
    );
    let report = shown("../tests/doctor/shard_flipped_index_checksum");
    assert_names(&report, &["Byte 33, which the likeliest cause points to, is among them."]);
}

#[test]
fn the_faults_below_a_group_stand_in_a_table() {
    let (message, report) = faulty("report broken.zarr");
    let report = String::from_utf8(report).unwrap();
    assert_names(&message, &["broken.zarr/bad_data_type: zarr.json: metadata", "(and 10 more)"]);
    assert_names(
        &report,
        &[
            "Looked for faults in 13 nodes, 10 arrays and 14 stored chunks.",
            "| `wrong_length` | (0, 1) `c.0.1` | `bytes`: `expected 128 bytes (4×4 int64), found 64` | `data type is int32 in this chunk alone` |",
            "zarrscope verify 'broken.zarr'",
        ],
    );
    let short = String::from_utf8(faulty("report broken.zarr --chunks 2").1).unwrap();
    assert_names(&short, &["10 arrays and 2 stored chunks. There is more, which was not looked at."]);
    // Every fault that the samples are recorded with is in the table.
    for row in manifest("fault_stage") {
        let Some(array) = row["array"].as_str().unwrap().strip_prefix("broken.zarr/") else { continue };
        assert_names(&report, &[&format!("| `{array}` |")]);
    }
    assert_names(&text("report climate.zarr"), &["No fault was found."]);
}

#[test]
fn a_document_that_cannot_be_used_is_reported_with_what_would_mend_it() {
    let report = shown("broken.zarr/bad_order");
    assert_names(
        &report,
        &[
            "- `zarr.json` `/codecs/0/configuration/order (transpose)`: `expected a permutation",
            "would decode with `/codecs/0/configuration/order` as `[1,0]`",
            "zarr.open_array(\"broken.zarr/bad_order\", mode=\"r\")",
        ],
    );
    assert_names(&shown("broken.zarr/not_json"), &["It is not readable JSON.", "truncated"]);
    assert_names(&misused("report broken.zarr --chunk 0,0"), &["--chunk: expected an array"]);
    misused("report broken.zarr/flipped_bit --chunk 9,9");
    misused("report broken.zarr/flipped_bit --chunk 0,0 --inner 0,0");
}

#[test]
fn attributes_are_left_out_unless_they_are_asked_for() {
    let attributes = r#"{"owner": "me", "_zarrs": {"description": "This array was created with zarrs", "version": "0.1"}}"#;
    let store = Store::of(&Document::v3().with("attributes", attributes)).file("c/0", [0; 8]);
    let without = store.text("report PATH");
    assert_names(&without, &["\"(2 left out; --attributes puts them in)\""]);
    assert_names(&without, &["written by: `This array was created with zarrs, 0.1` (`_zarrs`)"]);
    assert!(!without.contains("owner"), "{without}");
    assert_names(&store.text("report PATH --attributes"), &["\"owner\": \"me\""]);
    let v2 = Store::of(&Document::v2()).file("0", [0; 8]).file(".zattrs", r#"{"owner": "me"}"#);
    let without = v2.text("report PATH");
    assert_names(&without, &["(1 left out; --attributes puts them in)", "zarr_format 2, as `.zarray` says"]);
    assert!(!without.contains("owner"), "{without}");
    assert_names(&v2.text("report PATH --attributes"), &["\"owner\": \"me\""]);
}

/// What every tracker, or one of them, takes for something else than text.
const HOSTILE: &str =
    "a`b``c```d <img src=x onerror=y> | @you #123 GH-1 [l](http://h) $x$ \u{1b}[2J\u{202e}\u{200b}";

/// An array whose names all are hostile, in a directory with such a name.
fn hostile() -> (Store, PathBuf) {
    let name = serde_json::Value::from(HOSTILE).to_string();
    let fences = serde_json::Value::from("```\n````\n# h\n`````").to_string();
    let document = Document::v3()
        .with("attributes", format!("{{{name}: {name}, {fences}: {fences}}}"))
        .with("dimension_names", format!("[{name}]"))
        .with("codecs", format!("[{{\"name\": \"bytes\"}}, {{\"name\": {name}}}]"));
    let store = Store::named("home of me").group("s.zarr");
    let array = format!("s.zarr/{HOSTILE}");
    store.put(&array, &document, &[("c/0", b"``` @you".to_vec())]);
    let path = store.path(&array);
    (store, path)
}

fn report_of(path: &Path, more: &[&str]) -> String {
    let mut command = zarrscope("report --color never");
    let run = command.arg(path).args(more).output().unwrap();
    assert_eq!(run.status.code(), Some(1), "{run:?}");
    String::from_utf8(run.stdout).unwrap()
}

#[test]
fn nothing_in_a_store_is_taken_for_markdown() {
    let (_store, array) = hostile();
    let whole = array.parent().unwrap();
    for report in [
        report_of(&array, &["--attributes"]),
        report_of(&array, &["--chunk", "0"]),
        report_of(whole, &["--attributes"]),
    ] {
        assert_eq!(crate::plain::controlling(&report), None, "{report}");
        let own = without_code(&report);
        for part in ["<", ">", "@", "#1", "GH-", "http", "$", "`", "img", "you"] {
            assert!(!own.contains(part), "{part:?} is outside of code in\n{report}\nwhich leaves\n{own}");
        }
        let headings = own.lines().filter(|line| line.starts_with('#'));
        assert!(
            headings.into_iter().all(|line| line.starts_with("## ") || line.starts_with("### ")),
            "{own}"
        );
        assert!(!report.contains("home of me"), "{report}");
    }
}

/// The text of a page without its code, by the rules of `CommonMark`; cells of tables have to be as many as in the head.
fn without_code(page: &str) -> String {
    let (mut text, mut fence, mut cells) = (String::new(), None::<usize>, None::<usize>);
    for line in page.lines() {
        let run = line.len() - line.trim_start_matches('`').len();
        if let Some(open) = fence {
            if run >= open && line.trim_matches('`').trim().is_empty() {
                fence = None;
            }
            continue;
        }
        if run >= 3 && !line[run..].contains('`') {
            fence = Some(run);
            continue;
        }
        if line.starts_with('|') {
            let found = line.replace("\\|", "").matches('|').count();
            assert_eq!(found, *cells.get_or_insert(found), "{line}");
        } else {
            cells = None;
        }
        text.push_str(&without_spans(line));
        text.push('\n');
    }
    assert_eq!(fence, None, "a block without an end in\n{page}");
    text
}

/// A line without its code spans.
fn without_spans(line: &str) -> String {
    let (mut text, mut rest) = (String::new(), line);
    while let Some(start) = rest.find('`') {
        let run = rest[start..].len() - rest[start..].trim_start_matches('`').len();
        text.push_str(&rest[..start]);
        let behind = &rest[start + run..];
        let Some(end) = end_of_span(behind, run) else { panic!("a span without an end in {line}") };
        rest = &behind[end..];
    }
    text + rest
}

/// Where the run of so many backticks ends that is the next one of this length.
fn end_of_span(text: &str, run: usize) -> Option<usize> {
    let mut at = 0;
    loop {
        at += text[at..].find('`')?;
        let found = text[at..].len() - text[at..].trim_start_matches('`').len();
        at += found;
        if found == run {
            return Some(at);
        }
    }
}

#[test]
fn a_report_is_written_whole_and_never_into_a_store() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("report.md");
    let (_, printed) = faulty(&format!("report broken.zarr -o {}", file.display()));
    assert!(printed.is_empty());
    assert_eq!(fs::read(&file).unwrap(), faulty("report broken.zarr").1);
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    copy("broken.zarr", directory.path());
    let before = snapshot(directory.path());
    let target = directory.path().join("broken.zarr/report.md");
    misused(&format!("report broken.zarr -o {}", target.display()));
    assert!(before == snapshot(directory.path()));
}

#[cfg(unix)]
#[test]
fn a_chunk_that_is_a_link_out_of_the_store_is_called_so() {
    let store = Store::named("a.zarr").array("", &Document::v3()).file("c/0", [0; 8]);
    let report = |chunk: &Path| {
        let run = zarrscope(&format!("report {store} --chunk 0")).output().unwrap();
        assert!(chunk.exists(), "{run:?}");
        String::from_utf8(run.stdout).unwrap()
    };
    let chunk = store.path("c/0");
    assert!(!report(&chunk).contains("leads out of the store"));
    // A link within the store leads nowhere else.
    fs::rename(&chunk, store.path("c/own")).unwrap();
    std::os::unix::fs::symlink("own", &chunk).unwrap();
    assert!(!report(&chunk).contains("leads out of the store"));
    fs::remove_file(&chunk).unwrap();
    fs::rename(store.path("c/own"), store.beside("elsewhere")).unwrap();
    std::os::unix::fs::symlink("../../elsewhere", &chunk).unwrap();
    assert_names(&report(&chunk), &["a link that leads out of the store"]);
    assert!(!report(&chunk).contains("elsewhere"), "strangers need not know where");
}

/// A page shows what the report says and more, loads nothing, and takes nothing of a store for HTML.
#[test]
fn a_page_for_a_browser_is_one_file_without_scripts() {
    let page = shown("broken.zarr/wrong_length --format html");
    assert_names(
        &page,
        &[
            "<title>broken.zarr/wrong_length</title>",
            "<tr><th>data type</th><td>int64</td></tr>",
            "Chunk grid (1, 2): 2 stored (blue), 0 missing (white), 1 found faulty (red).",
            "<img alt=\"The values of a plane, as far as they decode\" src=\"data:image/png;base64,iVBOR",
            "<code>expected 128 bytes (4×4 int64), found 64</code>",
            "What may be the cause",
        ],
    );
    assert_eq!(page.matches("#d62728").count(), 1);
    for forbidden in
        ["<script", "http-equiv", "href=", "src=\"http", "url(", &repository("").display().to_string()]
    {
        assert!(!page.contains(forbidden), "{forbidden}");
    }
    let group = text("report climate.zarr --format html");
    assert_names(&group, &["▾ climate.zarr", "├ ▪ temperature", "No fault was found."]);
    let store = Store::new();
    let document = Document::v3().with("attributes", r#"{"title": "<script>alert(1)</script>"}"#);
    store.put("<img src=x>", &document, &[("c/0", vec![1; 8])]);
    let hostile = text(&format!("report {store} --format html --attributes"));
    assert!(!hostile.contains("<img") && !hostile.contains("<script"), "{hostile}");
    assert_names(&hostile, &["&lt;img src=x&gt;"]);
}

#[test]
fn values_that_look_wrong_are_in_the_report() {
    let document = Document::v3().shaped("[40, 40]", "[10, 10]").typed("float32");
    let mut store = Store::named("field.zarr").group("").array("t", &document);
    for chunk in 0..16_u16 {
        let off = if chunk == 5 { 90.0 } else { 0.0 };
        let value = |place: u16| {
            let (row, column) = (chunk / 4 * 10 + place / 10, chunk % 4 * 10 + place % 10);
            280.0 + 9.0 * (f32::from(row) / 9.0).sin() + 7.0 * (f32::from(column) / 7.0).cos() + off
        };
        let bytes: Vec<u8> = (0..100).flat_map(|place| value(place).to_le_bytes()).collect();
        store = store.file(&format!("t/c/{}/{}", chunk / 4, chunk % 4), bytes);
    }
    for arguments in ["report PATH", "report PATH --format html"] {
        let (error, page) = faulty(&arguments.replace("PATH", &store.to_string()));
        assert_names(
            &String::from_utf8(page).unwrap(),
            &["values look wrong", "field.zarr/t: c/1/1: ", "about 90", "too large"],
        );
        assert_names(&error, &["field.zarr/t: c/1/1"]);
    }
}
