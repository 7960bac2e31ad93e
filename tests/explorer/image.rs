//! Images in several sizes: the level that fits, a channel, other levels, and what is said of broken ones.
#![allow(clippy::unwrap_used)]

use serde_json::{Value, json};
use zarrscope::Hierarchy;
use zarrscope::explorer::{Action, Key, Pane};
use zarrscope::places::StorePlace;

use crate::document::Document;
use crate::explorer::Explorer;
use crate::labelled;
use crate::store::Store;

const WIDE: (u16, u16) = (140, 40);
const MEDIUM: (u16, u16) = (80, 24);

/// Three channels of 192×192 and their levels: an element of channel c at y, x is 64·c + y/16 of the largest level.
fn level(store: Store, name: &str, edge: u64) -> Store {
    let shape = format!("[3, {edge}, {edge}]");
    let scale = 192 / edge;
    let value = |c: u64, y: u64| u8::try_from(64 * c + y * scale / 16).unwrap();
    let bytes: Vec<u8> =
        (0..3).flat_map(|c| (0..edge).flat_map(move |y| (0..edge).map(move |_| value(c, y)))).collect();
    let document =
        Document::v3().shaped(&shape, &shape).dotted().with("dimension_names", r#"["c", "y", "x"]"#);
    store.array(name, &document).file(&format!("{name}/0.0.0"), bytes)
}

fn attributes(paths: &[&str]) -> Value {
    let dataset = |path: &&str| {
        let edge: f64 = path.strip_prefix('s').map_or(0.0, |edge| edge.parse().unwrap());
        let step = 192.0 / edge * 0.5;
        json!({"path": path, "coordinateTransformations": [{"type": "scale", "scale": [1.0, step, step]}]})
    };
    let axis = |name: &str, kind: &str| json!({"name": name, "type": kind});
    let channel = |label: &str, color: &str, end: u64| json!({"label": label, "color": color, "window": {"start": 0, "end": end, "min": 0, "max": 255}});
    json!({"ome": {
        "version": "0.5",
        "multiscales": [{
            "axes": [axis("c", "channel"), axis("y", "space"), axis("x", "space")],
            "datasets": paths.iter().map(dataset).collect::<Vec<_>>(),
        }],
        "omero": {"channels": [channel("DAPI", "0000FF", 20), channel("GFP", "00FF00", 100), channel("RFP", "FF0000", 200)]},
    }})
}

/// A store with an image below a group, of the levels that are there, and those that are said to be.
fn levels(there: &[u64], said: &[&str]) -> Store {
    let mut store = Store::named("cells.zarr").group("").described("embryo", &attributes(said));
    for edge in there {
        store = level(store, &format!("embryo/s{edge}"), *edge);
    }
    store
}

fn image() -> Store {
    levels(&[192, 96, 48], &["s192", "s96", "s48"])
}

#[test]
fn a_channel_of_an_image_at_the_level_that_fits_takes_under_ten_keys() {
    for (size, level) in
        [(WIDE, "level 1 (0–2), 96×96"), (MEDIUM, "level 1 (0–2), 96×96"), ((40, 12), "level 2 (0–2), 48×48")]
    {
        let store = image();
        let mut explorer = store.explorer(size);
        let keys = "jm]]";
        let screen = explorer.keys(keys).screen();
        assert!(keys.len() < 10 && screen.contains(level), "{size:?}: {screen}");
        assert!(size.0 == 40 || screen.contains("channel 2 RFP"), "{screen}");
        assert!(size.0 == 40 || screen.contains("window of RFP"), "{screen}");
        assert_eq!(explorer.app.shared.selection.cursor().unwrap()[0], 2);
    }
}

/// What the picture pane says of itself: the part of the title behind its name.
fn title(screen: &str) -> String {
    let line = screen.lines().find(|line| line.contains("picture  ")).unwrap_or(screen);
    line.split("picture  ").nth(1).unwrap_or_default().to_owned()
}

#[test]
fn other_levels_keep_the_place_and_the_channel() {
    let store = image();
    let mut explorer = store.explorer(MEDIUM);
    explorer.keys("jm]:at 1,30,40\n*");
    let screen = explorer.screen();
    assert!(title(&screen).starts_with("level 0 (0–2), 192×192, channel 1 GFP"), "{screen}");
    // The middle of the element at 30, 40 of a level with elements twice as long.
    assert_eq!(explorer.app.shared.selection.cursor(), Some(vec![1, 61, 81]));
    // 64 for the channel, and 61 / 16.
    assert!(screen.contains("[1, 61, 81] = 67"), "{screen}");
    assert!(explorer.keys("*").screen().contains("no finer level"));
    let screen = explorer.keys("__").screen();
    assert!(title(&screen).starts_with("level 2 (0–2), 48×48, channel 1 GFP"), "{screen}");
    assert_eq!(explorer.app.shared.selection.cursor(), Some(vec![1, 15, 20]));
    assert!(explorer.keys("_").screen().contains("no coarser level"));
    // What is zoomed into is the same part of the image in every level.
    let rows = |explorer: &Explorer| {
        explorer.app.picture.picture.ready().map(|picture| picture.plan.shown[0].clone()).unwrap()
    };
    explorer.keys("++");
    assert_eq!(rows(&explorer), 9..21);
    explorer.keys("*");
    assert_eq!(rows(&explorer), 19..43);
    // Back to where it was before, and values as of any array.
    let screen = explorer.keys("m").screen();
    assert!(screen.contains("array, y ↓ x →") && !screen.contains("picture  level"), "{screen}");
}

#[test]
fn levels_and_channels_have_names_behind_a_colon() {
    let store = image();
    let mut explorer = store.explorer(WIDE);
    let screen = explorer.keys("j:channel rfp\n").screen();
    assert!(title(&screen).starts_with("level 1 (0–2), 96×96, channel 2 RFP"), "{screen}");
    let screen = explorer.keys(":level 2\n").screen();
    assert!(title(&screen).starts_with("level 2 (0–2), 48×48, channel 2 RFP"), "{screen}");
    let screen = explorer.keys(":channel 0\n").screen();
    assert!(title(&screen).starts_with("level 2 (0–2), 48×48, channel 0 DAPI"), "{screen}");
    for (typed, said) in [
        ("channel Cy5", "expected a channel from 0 to 2, or one of DAPI, GFP, RFP, found \"Cy5\""),
        ("level 7", "expected a level from 0 to 2, found 7"),
        ("level finest", "expected the number of a level, found \"finest\""),
    ] {
        let screen = explorer.keys(&format!(":{typed}\n")).screen();
        assert!(screen.contains(said), "{typed}: {screen}");
        explorer.keys("\u{1b}");
    }
    assert!(explorer.keys(":channel").screen().contains("channels of an image, by name"));
    // The channels are offered with their names.
    assert!(explorer.keys(" ").screen().contains("channel 1 GFP #00FF00"), "{}", explorer.screen());
}

#[test]
fn colours_and_window_are_those_of_the_channel_until_somebody_takes_others() {
    let store = image();
    let mut explorer = store.explorer(WIDE);
    let screen = explorer.keys("jm").screen();
    assert!(screen.contains("window of DAPI") && screen.contains("0 █████ 20"), "{screen}");
    let colours = |explorer: &Explorer| {
        let buffer = explorer.buffer();
        buffer
            .content
            .iter()
            .filter(|cell| cell.symbol() == "▀")
            .map(|cell| format!("{:?}", cell.fg))
            .collect::<Vec<_>>()
    };
    assert!(
        colours(&explorer).iter().all(|color| color.starts_with("Rgb(0, 0,")),
        "{:?}",
        colours(&explorer)
    );
    let screen = explorer.keys("R").screen();
    assert!(screen.contains("the 2nd to the 98th percentile") && screen.contains("2–98 %"), "{screen}");
    assert!(!screen.contains("window of DAPI"), "{screen}");
    let screen = explorer.keys("RR").screen();
    assert!(screen.contains("window of DAPI"), "{screen}");
    let screen = explorer.keys("M").screen();
    assert!(screen.contains("colours: viridis"), "{screen}");
    assert!(!colours(&explorer).iter().all(|color| color.starts_with("Rgb(0, 0,")));
    let screen = explorer.keys("MMM").screen();
    assert!(screen.contains("colours: that of DAPI"), "{screen}");
}

#[test]
fn channels_together_add_their_light() {
    let store = image();
    let mut explorer = store.explorer(WIDE);
    let screen = explorer.keys("jmC").screen();
    assert!(title(&screen).starts_with("level 1 (0–2), 96×96, channels DAPI+GFP+RFP"), "{screen}");
    assert!(
        screen.contains("█ DAPI 0–20  █ GFP 0–100  █ RFP 0–200") || screen.contains("█ DAPI  █ GFP  █ RFP"),
        "{screen}"
    );
    assert!(screen.contains("[0, 0, 0] = 0, GFP 64, RFP 128"), "each channel at the cursor: {screen}");
    let colours = |explorer: &Explorer| {
        let buffer = explorer.buffer();
        let cells = buffer.content.iter().filter(|cell| cell.symbol() == "▀");
        cells.map(|cell| format!("{:?}", cell.fg)).collect::<Vec<_>>()
    };
    // In the first row the channels are 0, 64 and 128: 0 of 20 is no blue, 0.64 of the two other windows is 163 of 255.
    assert_eq!(colours(&explorer).first().unwrap(), "Rgb(163, 163, 0)");
    // In the last two rows they are 11, 75 and 139.
    assert_eq!(colours(&explorer).last().unwrap(), "Rgb(177, 191, 140)");
    assert!(explorer.keys("M").screen().contains("each channel has its own colour; C shows one channel"));
    assert!(explorer.keys("D").screen().contains("only the change of one channel"));
    let screen = explorer.keys(":channel -GFP\n").screen();
    assert!(title(&screen).contains("channels DAPI+RFP"), "{screen}");
    assert_eq!(colours(&explorer).first().unwrap(), "Rgb(163, 0, 0)");
    let screen = explorer.keys(":channel +1\n*").screen();
    assert!(title(&screen).starts_with("level 0 (0–2), 192×192, channels DAPI+RFP+GFP"), "{screen}");
    // A step to another channel shows that one.
    assert!(title(&explorer.keys("]").screen()).contains("channel 1 GFP"), "{}", explorer.screen());
    assert!(title(&explorer.keys("C").screen()).contains("DAPI+GFP+RFP"), "{}", explorer.screen());
    assert!(title(&explorer.keys("C").screen()).contains("channel 0 DAPI"), "{}", explorer.screen());
    assert!(explorer.keys(":channel -0\n").screen().contains("expected a channel that stays"));
}

#[test]
fn a_level_that_is_opened_by_its_own_path_knows_its_image() {
    let store = image();
    let hierarchy = Hierarchy::open(&store.path("embryo/s96")).unwrap();
    let mut explorer = Explorer::open(hierarchy, WIDE);
    let screen = explorer.keys("m").screen();
    assert!(title(&screen).starts_with("level 1 (0–2), 96×96, channel 0 DAPI"), "{screen}");
    assert!(
        title(&explorer.keys(":channel gfp\n").screen()).contains("channel 1 GFP"),
        "{}",
        explorer.screen()
    );
    let screen = explorer.keys("_").screen();
    assert!(screen.contains("this level was opened alone; the others are in"), "{screen}");
}

/// An image of version 0.4, whose axes only the group names: two times, every 10 s, and three planes, every 2 µm from 1 µm on.
fn image_04() -> Store {
    let axis = |name: &str, kind: &str, unit: &str| json!({"name": name, "type": kind, "unit": unit});
    let space = |name: &str| axis(name, "space", "micrometer");
    let placing = [
        json!({"type": "scale", "scale": [10, 2, 0.5, 0.5]}),
        json!({"type": "translation", "translation": [0, 1, 0, 0]}),
    ];
    let attributes = json!({"multiscales": [{
        "version": "0.4", "axes": [axis("t", "time", "second"), space("z"), space("y"), space("x")],
        "datasets": [{"path": "0", "coordinateTransformations": placing}],
    }]});
    let shape = "[2, 3, 4, 4]";
    Store::named("cells.zarr")
        .array("", &Document::group_v2())
        .file(".zattrs", attributes.to_string())
        .array("0", &Document::v2().with("shape", shape).with("chunks", shape))
        .file("0/0.0.0.0", (0..96).collect::<Vec<u8>>())
}

#[test]
fn axes_of_version_0_4_are_dimensions_with_labels() {
    let store = image_04();
    let mut explorer = store.explorer((200, 40));
    let screen = explorer.keys("m").screen();
    assert!(title(&screen).starts_with("level 0 (the only one), 4×4, t=0.0 s, z=1.0"), "{screen}");
    // By its label: 4.6 is nearest to 5, 1 + 2 · 2.
    let screen = explorer.keys(":z=4.6 t=10\n").screen();
    assert!(screen.contains("z 4.6 → index 2 (nearest: 5.0 µm); t 10.0 s → index 1 (exact)"), "{screen}");
    assert_eq!(explorer.app.shared.selection.cursor(), Some(vec![1, 2, 0, 0]));
    let screen = explorer.keys("A").screen();
    assert!(title(&screen).contains("t=10.0 s, z"), "{screen}");
}

/// An image of two levels in all axes but time; half as many elements in the second. Time 1 and plane 3 come first, in grey.
fn planes() -> Store {
    let mut image = labelled::image("tczyx", &[json!([1, 1, 2, 1, 1]), json!([1, 1, 4, 2, 2])]);
    image["omero"] = json!({
        "channels": [{"label": "DAPI", "color": "FF0000", "window": {"start": 0, "end": 255}}],
        "rdefs": {"defaultZ": 3, "defaultT": 1, "model": "greyscale"},
    });
    Store::named("cells.zarr")
        .ome("", &image)
        .whole("0", &[2, 1, 5, 8, 8], (0..640_u16).map(|at| (at % 251) as u8).collect::<Vec<u8>>())
        .whole("1", &[2, 1, 3, 4, 4], [7; 96])
}

#[test]
fn the_first_picture_is_the_one_that_the_image_names() {
    let store = planes();
    let mut explorer = store.explorer(WIDE);
    let screen = explorer.keys("m").screen();
    assert!(title(&screen).starts_with("level 0 (0–1), 8×8, channel 0 DAPI, t=1.0"), "{screen}");
    assert_eq!(explorer.app.shared.selection.cursor(), Some(vec![1, 0, 3, 0, 0]));
    let colours = explorer
        .buffer()
        .content
        .iter()
        .filter(|cell| cell.symbol() == "▀")
        .map(|cell| cell.fg)
        .collect::<Vec<_>>();
    let is_grey = |color: &ratatui::style::Color| matches!(color, ratatui::style::Color::Rgb(red, green, blue) if red == green && green == blue);
    assert!(!colours.is_empty() && colours.iter().all(is_grey), "{colours:?}");
    // Of the second level: the middle of plane 3 is in the plane 1 of twice the length.
    explorer.keys("_");
    assert_eq!(explorer.app.shared.selection.cursor(), Some(vec![1, 0, 1, 0, 0]));
}

#[test]
fn a_level_begins_at_the_plane_that_its_image_names() {
    let store = planes();
    let mut explorer = store.explorer(WIDE);
    let screen = explorer.keys("/1\n\t\t\tm").screen();
    assert!(title(&screen).starts_with("level 1 (0–1), 4×4"), "{screen}");
    assert_eq!(explorer.app.shared.selection.cursor(), Some(vec![1, 0, 1, 0, 0]));
    // Not where somebody has been already, and not again.
    explorer.keys(":at 0,0,0,0,0\n*");
    assert_eq!(explorer.app.shared.selection.cursor(), Some(vec![0, 0, 1, 1, 1]));
    let mut explorer = store.explorer(WIDE);
    explorer.keys("/1\n\t\t\t:at 0,0,2,1,0\nm");
    assert_eq!(explorer.app.shared.selection.cursor(), Some(vec![0, 0, 2, 1, 0]));
}

#[test]
fn going_through_levels_and_back_leads_to_the_same_element() {
    let store = planes();
    let mut explorer = store.explorer(WIDE);
    let at = |explorer: &Explorer| explorer.app.shared.selection.cursor().unwrap();
    explorer.keys("m:at 0,0,2,4,4\n_");
    assert_eq!(at(&explorer), [0, 0, 1, 2, 2]);
    assert_eq!(at(explorer.keys("*")), [0, 0, 2, 4, 4]);
    // Only along the axis on which somebody has moved it is another place.
    assert_eq!(at(explorer.keys("_j")), [0, 0, 1, 3, 2]);
    assert_eq!(at(explorer.keys("*")), [0, 0, 2, 7, 4]);
    assert_eq!(at(explorer.keys("_*_*")), [0, 0, 2, 7, 4]);
}

#[test]
fn the_level_that_fits_is_shown_again_after_a_restart() {
    let store = image();
    for node in ["embryo/s192", "embryo"] {
        let mut explorer = store.explorer(WIDE);
        let place = StorePlace {
            store: store.path(""),
            node: node.to_owned(),
            element: if node == "embryo" { Vec::new() } else { vec![1, 30, 30] },
            ..StorePlace::default()
        };
        let effects = explorer.app.resume(store.path(""), Some(place));
        explorer.perform(effects);
        // Up to the group, if it is not selected.
        let keys = if node == "embryo" { "m" } else { "hm" };
        let screen = explorer.keys(keys).screen();
        assert!(title(&screen).starts_with("level 1 (0–2), 96×96"), "{node}: {screen}");
        // And from its picture to the group and back.
        explorer.app.shared.focus = Pane::Hierarchy;
        let screen = explorer.keys("*").screen();
        assert!(title(&screen).starts_with("level 0 (0–2)"), "{node}: {screen}");
        explorer.app.shared.focus = Pane::Hierarchy;
        let screen = explorer.keys("hm").screen();
        assert!(title(&screen).starts_with("level 1 (0–2)"), "{node}: {screen}");
    }
}

#[test]
fn the_key_of_pictures_counts_once_an_image_is_read() {
    let store = image();
    for picture in [false, true] {
        let mut explorer = store.explorer(WIDE);
        explorer.app.picture.on = picture;
        // Down to the group of the image, and the key before the group is read.
        let mut effects = explorer.app.update(Action::Key(Key::Char('j')));
        effects.extend(explorer.app.update(Action::Key(Key::Char('m'))));
        explorer.perform(effects);
        let screen = explorer.screen();
        assert!(title(&screen).starts_with("level 1 (0–2), 96×96"), "{screen}");
    }
}

#[test]
fn broken_images_say_why() {
    // The largest level is not there, and the middle one has another rank.
    let store = levels(&[48], &["s192", "s96", "s48"]);
    let store = store.whole("embryo/s96", &[96, 96], [0; 96 * 96]);
    let mut explorer = store.explorer(WIDE);
    let screen = explorer.keys("jm").screen();
    assert!(title(&screen).starts_with("level 2 (0–2)"), "{screen}");
    let screen = explorer.keys("*").screen();
    assert!(
        screen.contains("no finer level; level 1 is left out: its array has 2 dimensions, the image 3 axes; level 0 is left out: it has no array"),
        "{screen}"
    );
    let store = levels(&[], &["s192"]);
    let mut explorer = store.explorer(MEDIUM);
    let screen = explorer.keys("jm").screen();
    assert!(screen.contains("no level of the image can be shown: it has no array"), "{screen}");
    // An array that is no level of an image.
    let mut plain = Explorer::sample("climate.zarr/mask", MEDIUM);
    assert!(
        plain.keys("m*").screen().contains("this array is not a level of an image"),
        "{}",
        plain.screen()
    );
    let screen = plain.keys(":level 1\n").screen();
    assert!(screen.contains("expected an image in several sizes"), "{screen}");
}

#[test]
fn the_keys_of_an_image_are_in_the_bottom_line() {
    let store = image();
    let mut explorer = store.explorer(WIDE);
    let screen = explorer.keys("j").screen();
    assert!(screen.lines().last().unwrap().contains("m picture"), "{screen}");
    let screen = explorer.keys("m").screen();
    let last = screen.lines().last().unwrap();
    assert!(last.contains("[ ] channel") && last.contains("* _ level"), "{screen}");
    let screen = explorer.keys("?/finer").screen();
    assert!(screen.contains("the next finer level"), "{screen}");
}
