//! The stages of a chunk in the explorer: opening one, following an element through them, and shards.
#![allow(clippy::unwrap_used)]

use insta::assert_snapshot;
use zarrscope::explorer::tasks::TraceChunk;
use zarrscope::explorer::{Content, Pane, Side, Terminal};
use zarrscope::hierarchy::Hierarchy;
use zarrscope::pipeline::ChunkAddress;

use crate::document::Document;
use crate::explorer::Explorer;
use crate::repository::repository;
use crate::store::Store;

const WIDE: (u16, u16) = (140, 40);
const MEDIUM: (u16, u16) = (80, 24);
const NARROW: (u16, u16) = (40, 12);

/// A store of the tests, without the path it has on this machine.
fn store(path: &str) -> Hierarchy {
    let mut hierarchy = Hierarchy::open(&repository(path)).unwrap();
    path.clone_into(&mut hierarchy.name);
    hierarchy
}

/// The element or byte under the cursor of a side, as text.
fn under(explorer: &Explorer, side: Side) -> String {
    let pane = explorer.app.values(side);
    match pane.content(&explorer.app.shared.selection) {
        Content::Bytes { .. } => format!("byte {}", pane.offset),
        content => format!("{:?} = {}", pane.coords, content.shown_text(&pane.coords).unwrap_or_default()),
    }
}

#[test]
fn an_opened_stage_shows_what_goes_in_and_what_comes_out() {
    for size in [WIDE, MEDIUM] {
        let mut explorer = Explorer::sample("codecs.zarr/packed_temperature", size);
        assert_snapshot!(explorer.keys("\t\nj").screen());
    }
    let mut explorer = Explorer::sample("codecs.zarr/transpose", NARROW);
    explorer.keys("\t\n");
    for _ in 0..3 {
        assert_snapshot!(explorer.keys("\t").screen());
    }
}

#[test]
fn both_cursors_follow_the_same_element() {
    // A chunk of 2×3×4 int16, stored as 4×2×3: element (1, 0, 2) is (2, 1, 0) there, number 15, bytes 30 and 31.
    let mut explorer = Explorer::sample("codecs.zarr/transpose", MEDIUM);
    explorer.keys("\t\n]ll");
    assert_eq!(under(&explorer, Side::Output), "[1, 0, 2] = 14");
    assert_eq!(under(&explorer, Side::Input), "[2, 1, 0] = 14");
    explorer.keys("<");
    assert_eq!(under(&explorer, Side::Output), "[2, 1, 0] = 14");
    assert_eq!(under(&explorer, Side::Input), "byte 30");
    // Three bytes back in the input is the second byte of element number 13: (2, 0, 1), which is (0, 1, 2) in the chunk.
    explorer.keys("\t\thhh");
    assert_eq!(
        (explorer.app.shared.focus, under(&explorer, Side::Input)),
        (Pane::Input, "byte 27".to_owned())
    );
    assert_eq!(under(&explorer, Side::Output), "[2, 0, 1] = 6");
    explorer.keys(">");
    assert_eq!(under(&explorer, Side::Output), "[0, 1, 2] = 6");
}

#[test]
fn the_way_of_an_element_is_shown_on_any_screen() {
    let mut explorer = Explorer::sample("sharded.zarr/transpose_before", NARROW);
    assert_snapshot!(explorer.keys(":at 5,1\np").screen());
    explorer.keys("p");
    let mut explorer = Explorer::sample("climate.zarr/temperature", MEDIUM);
    assert_snapshot!(explorer.keys(":at 0,2,401\np").screen());
}

#[test]
fn an_element_that_was_gone_to_is_found_in_every_stage() {
    let mut explorer = Explorer::sample("codecs.zarr/packed_temperature", MEDIUM);
    explorer.keys(":at 3,4\n");
    let value = under(&explorer, Side::Output);
    explorer.keys("<<<>>>");
    assert_eq!(under(&explorer, Side::Output), value);
}

#[test]
fn the_bytes_of_values_have_the_cursor_of_the_values() {
    let mut explorer = Explorer::sample("codecs.zarr/bytes_big", MEDIUM);
    explorer.keys("\t\tljx");
    assert_eq!(under(&explorer, Side::Output), "byte 16");
    explorer.keys("lllllx");
    assert_eq!(under(&explorer, Side::Output), "[1, 2] = 8");
}

#[test]
fn a_shard_is_a_table_a_strip_and_a_grid_of_inner_chunks() {
    let mut explorer = Explorer::sample("sharded.zarr/missing_inner", MEDIUM);
    assert_snapshot!(explorer.keys("\tg\n").screen());
    assert_snapshot!(explorer.keys("j\n").screen());
    explorer.keys("qq");
    assert_eq!((explorer.app.shared.focus, explorer.app.shared.selection.shards.len()), (Pane::Hierarchy, 0));
}

#[test]
fn an_inner_chunk_is_decoded_on_its_own() {
    let mut explorer = Explorer::sample("sharded.zarr/plain", WIDE);
    explorer.keys("\n");
    assert_eq!(explorer.app.shared.selection.address.inner.len(), 1);
    assert_snapshot!(explorer.keys("l").screen());
    let asked = explorer.last_task::<TraceChunk>().map(|task| task.address.clone());
    assert_eq!(asked, Some(ChunkAddress { chunk: vec![0, 0], inner: vec![vec![0, 1]] }));
    explorer.keys("\u{1b}");
    assert_eq!(explorer.app.shared.selection.address, vec![0, 0].into());
}

#[test]
fn an_element_of_the_array_is_gone_to_from_inside_a_shard() {
    let mut explorer = Explorer::sample("sharded.zarr/plain", MEDIUM);
    explorer.keys(":at 7,6\n");
    let first = under(&explorer, Side::Output);
    assert!(first.starts_with("[7, 6] = "), "{first}");
    explorer.keys("qq\n");
    assert_eq!(explorer.app.shared.selection.shards.len(), 1);
    explorer.keys(":at 7,6\n");
    assert_eq!((explorer.app.shared.selection.shards.len(), under(&explorer, Side::Output)), (0, first));
    explorer.keys("qq\n:at nowhere\n\u{1b}:key c/0/0\n");
    assert_eq!(explorer.app.shared.selection.address, vec![0, 0].into());
}

#[test]
fn the_card_of_a_stage_comes_before_the_keys() {
    let mut explorer = Explorer::sample("codecs.zarr/transpose", MEDIUM);
    assert_snapshot!(explorer.keys("\t?").screen());
    assert!(explorer.keys("?").screen().contains("in the pipeline"));
    explorer.keys("?");
    assert!(explorer.screen().contains("hierarchy"));
    // In another pane the card is about what that pane shows, with the numbers of the chunk.
    let screen = Explorer::sample("grids.zarr/edges", MEDIUM).keys("e").screen();
    assert!(screen.contains("card: chunk-grid") && screen.contains("In this chunk"), "{screen}");
}

#[test]
fn a_chunk_is_copied_in_many_forms() {
    let mut explorer = Explorer::sample("codecs.zarr/crc32c", MEDIUM);
    let screen = explorer.keys("Y").screen();
    for form in ["key", "path", "coordinates", "python", "shell", "zarrscope"] {
        assert!(screen.contains(&format!("┃{form} ")), "{form}: {screen}");
    }
    explorer.keys("\n");
    let copied = explorer.terminal.iter().rev().find_map(|asked| match asked {
        Terminal::Copy(text) => Some(text.clone()),
        _ => None,
    });
    assert_eq!(copied.as_deref(), Some("c.0.0"));
}

#[test]
fn the_likeliest_cause_stands_beside_the_fault() {
    let mut explorer = Explorer::sample("broken.zarr/flipped_bit", MEDIUM);
    let screen = explorer.keys("j").screen();
    assert!(screen.contains("hint: one bit is flipped: byte 17, bit 5"), "{screen}");
    assert_snapshot!(explorer.keys("d").screen());
}

#[test]
fn a_flipped_bit_is_flipped_back_in_memory_and_taken_back() {
    let mut explorer = Explorer::sample("broken.zarr/flipped_bit", MEDIUM);
    let damaged = explorer.keys("j").screen();
    assert!(damaged.contains("[✗]"), "{damaged}");
    assert!(explorer.keys("d").screen().contains("Enter previews this in memory"), "{}", explorer.screen());
    let mended = explorer.keys("\n").screen();
    assert!(mended.contains("what if one bit is flipped") && mended.contains("[■]"), "{mended}");
    let back = explorer.keys("u").screen();
    assert!(back.contains("as it is stored") && back.contains("[✗]"), "{back}");
}

#[test]
fn a_cause_can_be_tried_out_and_taken_back() {
    let mut explorer = Explorer::open(store("tests/plausible/stores/endian/complex64_big"), WIDE);
    let before = explorer.screen();
    assert!(explorer.keys("d").screen().contains("endian should be"), "{}", explorer.screen());
    explorer.keys("\n");
    let screen = explorer.screen();
    assert!(screen.contains("what if endian is"), "{screen}");
    assert_ne!(before, screen);
    assert!(
        explorer.keys("d").screen().contains("endian should be"),
        "the doubts are those about the document"
    );
    explorer.keys("du");
    assert!(!explorer.screen().contains("what if"), "{}", explorer.screen());
}

#[test]
fn a_document_that_cannot_be_used_is_mended_in_memory() {
    let mut explorer = Explorer::sample("broken.zarr/bad_data_type", MEDIUM);
    assert!(explorer.keys("d").screen().contains("data type should be int32"), "{}", explorer.screen());
    assert_snapshot!(explorer.keys("\n").screen());
}

#[test]
fn a_sound_chunk_raises_no_doubt() {
    let screen = Explorer::sample("climate.zarr/temperature", MEDIUM).keys("d").screen();
    assert!(screen.contains("nothing looks wrong with this chunk"), "{screen}");
}

#[test]
fn a_chunk_that_does_not_decode_is_never_called_sound() {
    for array in ["bad_shard_index", "unknown_codec"] {
        let screen = Explorer::sample(&format!("broken.zarr/{array}"), MEDIUM).keys("d").screen();
        assert!(!screen.contains("nothing looks wrong"), "{screen}");
        assert!(screen.contains("✗ ") && screen.contains("they begin with"), "{screen}");
    }
}

#[test]
fn what_a_failed_stage_had_given_is_shown() {
    let mut explorer = Explorer::sample("broken.zarr/truncated_gzip", MEDIUM);
    let screen = explorer.keys("l\tk").screen();
    assert!(screen.contains("of gzip, before it failed  4 bytes"), "{screen}");
    assert!(screen.contains("before it failed"), "{screen}");
}

#[test]
fn what_is_readable_of_a_damaged_chunk_is_shown() {
    // 64 of 128 bytes are there: of 4×4 int64 in columns, the first two columns.
    let mut explorer = Explorer::sample("broken.zarr/wrong_length", MEDIUM);
    assert_snapshot!(explorer.keys("l\t\t").screen());
    // A shard with one broken entry: its other inner chunks.
    let mut explorer = Explorer::sample("broken.zarr/bad_shard_index", WIDE);
    assert_snapshot!(explorer.screen());
    assert!(
        explorer.keys(":at 0,4\n").screen().contains("[0, 4]  ✗ sharding_indexed"),
        "{}",
        explorer.screen()
    );
}

#[test]
fn the_overhang_is_marked_in_hex_too() {
    // 30 columns in chunks of 16: the last two elements of each row of the last chunk are past the array.
    let mut explorer = Explorer::sample("grids.zarr/edges", MEDIUM);
    explorer.keys("l\t\tx");
    let screen = explorer.screen();
    assert!(screen.contains("byte 0 = ") && !screen.contains("past the array (overhang)"), "{screen}");
    assert_snapshot!(screen);
}

#[test]
fn a_chunk_whose_values_look_wrong_is_marked_unasked() {
    let mut explorer = Explorer::open(store("tests/plausible/stores/endian"), MEDIUM);
    explorer.keys("jjjjjjjjj");
    let screen = explorer.screen();
    let name = explorer.app.shared.selection.child.name.clone();
    assert_eq!(name, "float32_whole_numbers_big", "{screen}");
    for text in ["? float32_", "[?]", "? values look wrong (d)", "? endian should be little: "] {
        assert!(screen.contains(text), "{text}: {screen}");
    }
    // With the document that the doctor proposes nothing looks wrong.
    explorer.keys("d\n");
    assert!(!explorer.screen().contains("? endian should be little"), "{}", explorer.screen());
}

#[test]
fn a_document_that_is_mended_has_its_first_chunk_selected() {
    let document =
        Document::v3().shaped("[4, 4]", "[2, 2]").with("chunk_key_encoding", r#"{"name": "defualt"}"#);
    let store = Store::of(&document).file("c/0/0", [7, 8, 9, 10]);
    let mut explorer = store.explorer(MEDIUM);
    assert!(explorer.app.shared.selection.layout().is_none(), "{}", explorer.screen());
    explorer.keys("d\n");
    assert_eq!(explorer.app.shared.selection.address, vec![0, 0].into(), "{}", explorer.screen());
    assert_eq!(under(&explorer, Side::Output), "[0, 0] = 7");
    explorer.keys("u");
    assert!(explorer.app.shared.selection.layout().is_none(), "{}", explorer.screen());
}

/// Enter on a shard leads to the inner chunk because of which it does not decode, also where the first is sound.
#[test]
fn a_faulty_shard_is_entered_at_its_faulty_inner_chunk() {
    for size in [WIDE, MEDIUM] {
        let mut explorer = Explorer::open(store("tests/doctor/shard_flipped_inner"), size);
        for (chunk, inner) in [("1,0", vec![1, 0]), ("0,0", vec![0, 0])] {
            explorer.keys(&format!(":c {chunk}\n\n"));
            assert_eq!(explorer.app.shared.selection.address.inner, [inner], "{}", explorer.screen());
            explorer.keys("q");
        }
    }
    let mut explorer = Explorer::sample("broken.zarr/bad_shard_index", WIDE);
    explorer.keys(":c 0,0\n\n");
    assert_eq!(explorer.app.shared.selection.address.inner, [vec![0, 1]]);
}

/// Decoding halves: zeros stay as they are.
#[test]
fn n_goes_to_the_next_element_that_the_opened_stage_changes() {
    let store = Store::new();
    let open = |codec: &str, size| {
        let codecs = format!(r#"[{codec}, {{"name": "bytes", "configuration": {{"endian": "little"}}}}]"#);
        let document = Document::v3().shaped("[2, 3]", "[2, 3]").with("data_type", r#""float64""#);
        store.write("zarr.json", document.with("codecs", &codecs).dotted().text());
        store.write("0.0", [0.0_f64, 6.0, 0.0, 0.0, 10.0, 0.0].map(f64::to_le_bytes).concat());
        let mut explorer = store.explorer(size);
        explorer.keys("l\t\n");
        assert!(explorer.app.shared.selection.opened, "{}", explorer.screen());
        explorer
    };
    for size in [WIDE, MEDIUM] {
        let mut explorer =
            open(r#"{"name": "scale_offset", "configuration": {"offset": 0, "scale": 2}}"#, size);
        for (key, at, said) in [
            ("n", [0, 1], "changed by scale_offset: 6.0 → 3.0"),
            ("n", [1, 1], "changed by scale_offset: 10.0 → 5.0"),
            ("n", [1, 1], "no further element that scale_offset changes"),
            ("N", [0, 1], "changed by scale_offset: 6.0 → 3.0"),
        ] {
            let screen = explorer.keys(key).screen();
            assert_eq!(explorer.app.shared.selection.cursor(), Some(at.to_vec()), "{screen}");
            assert!(screen.contains(said), "{screen}");
        }
    }
    let screen =
        open(r#"{"name": "transpose", "configuration": {"order": [1, 0]}}"#, WIDE).keys("n").screen();
    assert!(screen.contains("transpose moves elements, but changes none of them"), "{screen}");
}
