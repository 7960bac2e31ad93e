//! Copied texts are plain, and a line for a shell does what it says and nothing else, whatever the names are.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::path::Path;
use std::process::Command;

use zarrscope::explorer::{CopyMenu, Terminal};
use zarrscope::hierarchy::Hierarchy;

use crate::document::Document;
use crate::explorer::Explorer;
use crate::plain::is_controlling;
use crate::store::Store;

/// Names that a shell, a program or a terminal could take for something else.
const NAMES: &[&str] = &[
    "plain",
    "two words",
    "it's",
    "\"quoted\"",
    "$(touch owned)",
    "`touch owned`",
    "; touch owned;",
    "'; touch owned; '",
    "a\ntouch owned\n#",
    "'\n$(touch owned)\\047",
    "-rf",
    "--help",
    "-\u{1b}[2J",
    "%s%n\u{7}",
    "back\\slash\\n\r",
    "!!\n!touch",
    "*",
    "~",
    "\u{202e}gnp.exe",
    "\u{9b}31m",
    "温度 \u{feff}",
];

/// A store with an array of that name, of eight bytes in one chunk.
fn store(name: &str) -> Store {
    Store::named(name).array("", &Document::v3()).file("c/0", b"sought !")
}

/// The texts that were copied so far. Checks that all of them are plain.
fn copied(explorer: &Explorer) -> Vec<String> {
    let text = |asked: &Terminal| if let Terminal::Copy(text) = asked { Some(text.clone()) } else { None };
    let texts: Vec<String> = explorer.terminal.iter().filter_map(text).collect();
    for text in &texts {
        assert!(!text.contains(is_controlling), "copied {text:?}");
    }
    texts
}

/// Every form of the chunk that is selected, with its text.
fn forms(explorer: &mut Explorer) -> Vec<(&'static str, String)> {
    explorer.keys("Y");
    let Some(menu) = explorer.app.overlays.get::<CopyMenu>() else { panic!("no menu of forms") };
    let whats: Vec<&'static str> = menu.forms.ready().unwrap().iter().map(|form| form.what).collect();
    explorer.keys("\u{1b}");
    for number in 0..whats.len() {
        explorer.keys("Y").keys(&"j".repeat(number)).keys("\n");
    }
    whats.into_iter().zip(copied(explorer)).collect()
}

/// Runs a line in the directory, with the program on the shell's PATH. Gives its output.
fn run(shell: &str, line: &str, directory: &Path) -> Vec<u8> {
    let program = Path::new(env!("CARGO_BIN_EXE_zarrscope")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let output = Command::new(shell).args(["-c", line]).current_dir(directory).env("PATH", path).output();
    output.unwrap().stdout
}

#[test]
fn a_copied_line_reads_the_chunk_and_does_nothing_else() {
    for name in NAMES {
        let store = store(name);
        let mut explorer = Explorer::open(store.hierarchy(), (120, 40));
        let forms = forms(&mut explorer);
        let line = |what: &str| forms.iter().find(|(own, _)| *own == what).map(|(_, text)| text).unwrap();
        assert_eq!(run("sh", line("shell"), &store.beside("")), b"sought !", "{name:?}: {}", line("shell"));
        let printed = run("sh", line("zarrscope"), &store.beside(""));
        let printed = String::from_utf8(printed).unwrap();
        assert!(printed.contains("uint8") && printed.contains("✓ bytes"), "{name:?}: {}", line("zarrscope"));
        let left: Vec<_> = fs::read_dir(store.beside("")).unwrap().collect();
        assert_eq!(left.len(), 1, "{name:?}: {left:?}");
    }
}

#[test]
fn other_programs_open_a_group_an_array_and_an_image() {
    let array = Document::v3().shaped("[2, 3]", "[2, 2]").with("dimension_names", r#"["y", "x"]"#);
    let axes = serde_json::json!([{"name": "y", "type": "space"}, {"name": "x", "type": "space"}]);
    let ome =
        serde_json::json!({"multiscales": [{"axes": axes, "datasets": [{"path": "0"}, {"path": "1"}]}]});
    let small = Document::v3().shaped("[1, 1]", "[1, 1]").with("dimension_names", r#"["y", "x"]"#);
    let store = Store::named("s.zarr").group("").array("t", &array).ome("image", &ome);
    let store = store.array("image/0", &array).array("image/1", &small);
    let mut explorer = store.explorer((120, 40));
    let path = store.path("").display().to_string();
    let line = |forms: &[(&'static str, String)], what: &str| -> Option<String> {
        forms.iter().find(|(own, _)| *own == what).map(|(_, text)| text.replace(&path, "/s.zarr"))
    };
    // The rows are the root, the image with its levels, and the array.
    let root = forms(&mut explorer);
    assert_eq!(line(&root, "python").unwrap(), r#"zarr.open_group("/s.zarr", mode="r")"#);
    assert_eq!(line(&root, "xarray").unwrap(), r#"xr.open_zarr("/s.zarr")"#);
    assert_eq!(line(&root, "gdal").unwrap(), r#"gdalmdiminfo 'ZARR:"/s.zarr"'"#);
    assert_eq!(line(&root, "napari"), None);
    explorer.terminal.clear();
    let image = forms(explorer.keys("j"));
    assert_eq!(line(&image, "xarray"), None);
    assert_eq!(line(&image, "napari").unwrap(), "napari --plugin napari-ome-zarr '/s.zarr/image'");
    explorer.terminal.clear();
    let array = forms(explorer.keys("G"));
    assert_eq!(line(&array, "xarray").unwrap(), r#"xr.open_zarr("/s.zarr")["t"][0:2, 0:2]"#);
    assert_eq!(line(&array, "gdal").unwrap(), r#"gdalinfo 'ZARR:"/s.zarr":/t'"#);
    assert_eq!(line(&array, "r").unwrap(), r#"Rarr::read_zarr_array("/s.zarr/t", index = list(1:2, 1:2))"#);
    assert_eq!(line(&array, "julia").unwrap(), r#"using Zarr; zopen("/s.zarr/t")[1:2, 1:2]"#);
}

#[test]
fn what_is_copied_of_a_name_is_plain_in_every_pane() {
    for name in NAMES {
        let store = store(name);
        let mut explorer = Explorer::open(Hierarchy::open(&store.beside("")).unwrap(), (120, 40));
        explorer.keys("jy").keys("\ty").keys("\ty").keys("\ty").keys("\n<y");
        assert!(copied(&explorer).len() >= 4, "{name:?}: {:?}", copied(&explorer));
        assert!(!explorer.screen().contains(|c| c != '\n' && is_controlling(c)), "{}", explorer.screen());
    }
}

#[test]
fn a_copied_value_has_escapes_for_what_controls_a_terminal() {
    let text = "\u{1b}]52;c;b3duZWQ=\u{7}\u{202e}\r\n\u{9b}";
    let document = Document::v3().shaped("[1]", "[1]").dotted().with("data_type", r#""string""#);
    let document = document.with("fill_value", r#""""#).with("codecs", r#"[{"name": "vlen-utf8"}]"#);
    let length = u32::try_from(text.len()).unwrap();
    let chunk = [&1_u32.to_le_bytes(), &length.to_le_bytes(), text.as_bytes()].concat();
    let store = Store::of(&document).file("0", chunk);
    let mut explorer = store.explorer((120, 40));
    explorer.keys("\t\ty");
    let copied = copied(&explorer);
    let value = copied.last().unwrap();
    assert!(value.contains("]52;c;b3duZWQ=") && value.contains("\\u{202e}"), "{value}");
}
