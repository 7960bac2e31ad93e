//! `picture`: signs, colours, pixels.

use std::fs;

use assert_cmd::Command;
use serde_json::{Value, json};

use zarrscope::pipeline::PicturePlan;
use zarrscope::tell::colors::{Coloring, Painter};
use zarrscope::tell::figure::Figure;
use zarrscope::tell::legend::PictureWords;

use crate::document::Document;
use crate::run::*;
use crate::store::Store;

/// Four rows of six in chunks of two by three, counting up; the last chunk is missing, the one before it is damaged.
fn array() -> Store {
    Store::of(&Document::v3().shaped("[4, 6]", "[2, 3]").dotted())
        .files(&[("0.0", [0, 1, 2, 6, 7, 8]), ("0.1", [3, 4, 5, 9, 10, 240])])
        .file("1.0", b"short")
}

fn shown(store: &Store, options: &str, color: [&str; 2]) -> String {
    let command = format!("picture {store} {options}");
    let mut command = zarrscope(&command);
    command.env("COLORTERM", color[0]).env("TERM", color[1]);
    let run = Command::from_std(command).assert();
    String::from_utf8(run.get_output().stdout.clone()).unwrap()
}

#[test]
fn without_colours_a_cell_is_a_sign() {
    let store = array();
    let picture = shown(&store, "", ["", ""]);
    let expected = "rows dim 0 0:4, columns dim 1 0:6\n001122334455\n66778899aabb\n✗✗✗✗✗✗░░░░░░\n";
    // A character is twice as high as wide, so each element has two.
    assert!(picture.starts_with(expected), "{picture}");
    assert_names(&picture, &["0 0  1 1  2 2", "b 240", "░ missing", "✗ 1 fault"]);
    let picture = shown(&store, "--region 0:2,0:6 --size 3x2", ["", ""]);
    // The middle of two elements is the second.
    assert!(picture.starts_with("rows dim 0 0:2, columns dim 1 0:6\n012\n0 7  1 9  2 240"), "{picture}");
    let picture = text("picture climate.zarr/ocean/salinity --size 6x2 --range 34.25:34.75");
    assert_names(&picture, &["rows y 0:20, columns x 0:30", "viridis 34.25  .:-=+*#%@ 34.75"]);
    // The ends are those of NumPy, for the same elements of the second time.
    let picture = text("picture climate.zarr/temperature --region 1:2,150:200,2250:3000 --size 53x56");
    assert_names(&picture, &["time=2024-01-02 (1)", "viridis 281.14 ", " 282.38 "]);
}

#[test]
fn colours_are_those_that_the_terminal_has() {
    let store = array();
    let options = "--color always --region 0:2,0:1 --map greys";
    let full = shown(&store, options, ["truecolor", "xterm"]);
    assert_names(&full, &["\u{1b}[38;2;", "\u{1b}[48;2;", "▀"]);
    let palette = shown(&store, options, ["", "xterm-256color"]);
    assert_names(&palette, &["\u{1b}[38;5;", "\u{1b}[48;5;"]);
    assert!(!palette.contains(";2;"), "{palette:?}");
    let sixteen = shown(&store, options, ["", "linux"]);
    assert!(sixteen.contains("▀") && !sixteen.contains("8;"), "{sixteen:?}");
}

#[test]
fn a_file_has_a_pixel_for_each_cell() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("salinity.png");
    sound(&format!("picture climate.zarr/ocean/salinity -o {}", file.display()));
    let mut reader =
        png::Decoder::new(std::io::BufReader::new(fs::File::open(&file).unwrap())).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    assert_eq!((info.width, info.height, info.color_type), (30, 20, png::ColorType::Rgb));
    // Elements below the second percentile have the first colour, those above the last but one the last.
    let pixels: Vec<&[u8]> = pixels.chunks(3).collect();
    assert!(pixels.contains(&&[68, 1, 84][..]) && pixels.contains(&&[253, 231, 37][..]));
}

/// All pixels of a file, row by row.
fn image(file: &std::path::Path) -> Vec<Vec<[u8; 3]>> {
    let mut reader =
        png::Decoder::new(std::io::BufReader::new(fs::File::open(file).unwrap())).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    bytes.chunks(3 * info.width as usize).map(|row| row.as_chunks().0.to_vec()).collect()
}

/// Latitudes that rise from -40 to 40, longitudes from 0 to 160, and numbers that are those of the rows.
fn map() -> Store {
    let line = |name: &str, size: usize, unit: &str| {
        let shape = format!("[{size}]");
        let named = Document::v3().shaped(&shape, &shape).typed("float64");
        let named = named.with("dimension_names", format!("[\"{name}\"]"));
        named.with("attributes", format!("{{\"units\": \"{unit}\"}}"))
    };
    let map = Document::v3().shaped("[5, 9]", "[5, 9]").with("dimension_names", r#"["lat", "lon"]"#);
    let store = Store::named("map.zarr")
        .group("")
        .array("map", &map.with("attributes", r#"{"long_name": "height", "units": "m"}"#))
        .array("lat", &line("lat", 5, "degrees_north"))
        .array("lon", &line("lon", 9, "degrees_east"));
    store.write("map/c/0/0", (0..45).map(|at| at / 9).collect::<Vec<u8>>());
    let degrees = |from: i32, size: i32| {
        (0..size).flat_map(|at| f64::from(from + 20 * at).to_le_bytes()).collect::<Vec<u8>>()
    };
    store.write("lat/c/0", degrees(-40, 5));
    store.write("lon/c/0", degrees(0, 9));
    store
}

#[test]
fn a_large_file_has_axes_and_north_above() {
    let (store, directory) = (map(), tempfile::tempdir().unwrap());
    let file = directory.path().join("map.png");
    let command =
        format!("picture {store}/map --map greys --range extremes --size 640x480 -o {}", file.display());
    sound(&command);
    let with = image(&file);
    let white = [255; 3];
    assert_eq!((with[0].len(), with[0][0]), (640, white));
    sound(&format!("{command} --no-axes"));
    let without = image(&file);
    assert_eq!((without[0].len(), without.len()), (640, 356));
    // North is above with axes and without: down the middle of the plane, from white to black.
    let down = |rows: &[Vec<[u8; 3]>], column: usize| {
        let mut colors: Vec<[u8; 3]> = rows.iter().map(|row| row[column]).collect();
        colors.dedup();
        colors
    };
    let rows = down(&without, 320);
    // The ends of the colours, which no letters of the picture have.
    assert_eq!((rows.len(), rows[0], rows[4]), (5, [255; 3], [0; 3]));
    let plane = down(&with, 300);
    let start = plane.windows(5).position(|colors| colors == rows.as_slice());
    assert!(start.is_some(), "{plane:?} {rows:?}");
    assert_names(&misused(&format!("picture {store}/map --no-axes")), &["--output"]);
    let ends = text(&format!("picture {store}/map --region 1:2 --range array"));
    assert_names(&ends, &["viridis 0 ", " 4"]);
}

#[test]
fn every_picture_of_a_map_has_north_above() {
    let (store, directory) = (map(), tempfile::tempdir().unwrap());
    let file = directory.path().join("map.png");
    // At each size, with axes and without: 320x240 has room for one label of latitudes.
    for options in ["", "--scale 2", "--size 320x240", "--size 400x300", "--size 400x300 --no-axes"] {
        sound(&format!("picture {store}/map --map greys --range extremes {options} -o {}", file.display()));
        let found = image(&file);
        let place = |color: [u8; 3]| {
            let rows = found.iter().enumerate();
            // Only the plane has so many pixels of its darkest and of its second brightest colour beside each other.
            rows.clone()
                .find(|(_, row)| row.iter().filter(|own| **own == color).count() * 4 > row.len())
                .map(|found| found.0)
        };
        assert!(place([191; 3]) < place([0; 3]) && place([191; 3]).is_some(), "{options}");
    }
    let said = text(&format!("picture {store}/map --map greys --range extremes"));
    assert_names(&said, &["lat 0:5 (north above)"]);
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines[1].starts_with("@@@@@@@@@") && lines[5].starts_with("         "), "{said}");

    // The coordinate of a grid that is not along its rows; south is above where it is so stored.
    for (first, step, expected) in [(40, 5, true), (60, -5, false)] {
        let plane = Document::v3().shaped("[4, 3]", "[4, 3]").with("dimension_names", r#"["y", "x"]"#);
        let latitude = plane.clone().typed("float64").with("attributes", r#"{"units": "degrees_north"}"#);
        let store = Store::named("grid.zarr")
            .group("")
            .array("ice", &plane.with("attributes", r#"{"coordinates": "nav_lat"}"#))
            .array("nav_lat", &latitude);
        store.write("ice/c/0/0", (0..12).collect::<Vec<u8>>());
        let degrees = (0..12).flat_map(|at| f64::from(first + step * (at / 3)).to_le_bytes());
        store.write("nav_lat/c/0/0", degrees.collect::<Vec<u8>>());
        assert_eq!(text(&format!("picture {store}/ice")).contains("(north above)"), expected);
    }
}

#[test]
fn what_is_high_is_above() {
    let plane = Document::v3().shaped("[4, 3]", "[4, 3]").with("dimension_names", r#"["level", "x"]"#);
    let line = Document::v3().shaped("[4]", "[4]").typed("float64").with("dimension_names", r#"["level"]"#);
    let said = |attributes: serde_json::Value, levels: [f64; 4]| {
        let store = Store::named("air.zarr")
            .group("")
            .array("wind", &plane)
            .array("level", &line.clone().with("attributes", attributes.to_string()));
        store.write("wind/c/0/0", (0..12).collect::<Vec<u8>>());
        store.write("level/c/0", levels.iter().flat_map(|own| own.to_le_bytes()).collect::<Vec<u8>>());
        text(&format!("picture {store}/wind"))
    };
    let (down, up) = ([1000.0, 850.0, 500.0, 200.0], [10.0, 20.0, 40.0, 80.0]);
    let pressure = json!({"standard_name": "air_pressure", "units": "hPa"});
    assert_names(&said(pressure.clone(), down), &["level 0:4 (up is above)"]);
    assert!(!said(pressure, [200.0, 500.0, 850.0, 1000.0]).contains("above"));
    assert_names(&said(json!({"positive": "up", "units": "m"}), up), &["(up is above)"]);
    assert!(!said(json!({"positive": "down", "units": "m"}), up).contains("above"), "a depth of the sea");
    assert!(!said(json!({"units": "m"}), up).contains("above"), "nothing says which way it goes");
}

#[test]
fn a_file_is_not_larger_than_asked_for() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("small.png");
    // Keys in several rows, long numbers beside the bar, a plane that is high and narrow.
    for array in
        ["codecs.zarr/transpose", "data-types.zarr/uint64", "climate.zarr/time", "climate.zarr/temperature"]
    {
        for size in [[320, 240], [400, 300], [640, 480]] {
            let [columns, rows] = size;
            sound(&format!("picture {array} --size {columns}x{rows} -o {}", file.display()));
            let found = image(&file);
            assert!(found.len() <= rows && found[0].len() <= columns, "{array} {size:?}: {}", found.len());
        }
    }
}

fn figure_of(store: &Store) -> Figure {
    let array = zarrscope::hierarchy::Hierarchy::open(&store.path("")).unwrap();
    let map = zarrscope::pipeline::Array::open(&array, "map").unwrap();
    let options = zarrscope::codec::DecodeOptions::default();
    let labels = map.axis_labels(&array, &options);
    let plan = PicturePlan::new([Some(0), Some(1)], vec![0, 0], [0..5, 0..9], [5, 900]);
    let picture = map.picture(&plan, &options, Vec::new(), &mut |_| true).unwrap();
    let painter = Painter::new(picture.spread.as_ref(), Coloring::default());
    let words = PictureWords { picture: &picture, painter: &painter, meaning: None };
    Figure::of_array(&map, words, &["lat".to_owned(), "lon".to_owned()], Some(&labels))
}

#[test]
fn an_axis_says_where_its_coordinates_are_not_evenly_spaced() {
    let store = map();
    let name = |store: &Store| figure_of(store).axes[0].name.clone();
    assert_eq!(name(&store), "lat");
    let levels = [-40.0, -39.0, 0.0, 20.0, 60.0_f64].iter().flat_map(|at| at.to_le_bytes());
    store.write("lat/c/0", levels.collect::<Vec<u8>>());
    assert_eq!(name(&store), "lat, drawn evenly");
}

#[test]
fn an_axis_that_falls_has_all_its_labels() {
    let store = map();
    let texts = |store: &Store| {
        figure_of(store).axes[1].ticks.iter().map(|tick| tick.text.clone()).collect::<Vec<_>>()
    };
    let rising = texts(&store);
    let falling = (0..9).rev().flat_map(|at| f64::from(20 * at).to_le_bytes());
    store.write("lon/c/0", falling.collect::<Vec<u8>>());
    let mut falling = texts(&store);
    falling.reverse();
    assert!(rising.len() > 1 && falling == rising, "{falling:?}, not {rising:?}");
}

#[test]
fn longitudes_that_go_on_at_the_other_side_have_no_labels_between() {
    let store = map();
    let degrees: Vec<u8> = [340.0, 350.0, 355.0, 0.0, 5.0, 10.0, 15.0, 20.0, 25.0_f64]
        .iter()
        .flat_map(|at| at.to_le_bytes())
        .collect();
    store.write("lon/c/0", degrees);
    let figure = figure_of(&store);
    for tick in &figure.axes[1].ticks {
        let index = (tick.at * 9.0 - 0.5).round();
        assert!((tick.at * 9.0 - 0.5 - index).abs() < 1e-6, "{tick:?} is between two elements");
    }
}

#[test]
fn the_difference_of_two_planes_is_white_where_there_is_none() {
    let (store, other, directory) = (map(), map(), tempfile::tempdir().unwrap());
    let mut values: Vec<u8> = (0..45).map(|at| at / 9).collect();
    values[10] += 6;
    other.write("map/c/0/0", values);
    let file = directory.path().join("difference.png");
    let run = |a: &Store, b: &Store| {
        let command = format!("diff {a}/map {b}/map --picture --no-axes -o {}", file.display());
        let run = zarrscope(&command).output().unwrap();
        (run.status.code(), String::from_utf8(run.stdout).unwrap())
    };
    let (status, said) = run(&store, &other);
    assert_eq!(status, Some(1));
    assert_names(
        &said,
        &[
            "1 of 45 elements differ, from -6 to 0, mean -0.133333, root mean square 0.894427",
            "red-blue -6 to 6",
        ],
    );
    let found = image(&file);
    let odd: Vec<(usize, usize)> = (0..5)
        .flat_map(|row| (0..9).map(move |column| (row, column)))
        .filter(|(row, column)| found[*row][*column] != found[0][0])
        .collect();
    // The second row from the south.
    assert_eq!((found.len(), found[0].len(), odd), (5, 9, vec![(3, 1)]));
    assert!(found[0][0].iter().all(|own| *own > 230), "{:?}", found[0][0]);
    assert_eq!(run(&store, &store).0, Some(0));
    assert_names(&misused(&format!("diff {store}/map {other}/map --range 0:1")), &["--range", "--picture"]);
    assert_names(
        &misused(&format!("diff {store}/map {other}/map --picture --range array")),
        &["for a difference"],
    );
    let shapes = format!("diff {store}/map {store}/lat --picture");
    assert_names(&misused(&shapes), &["expected an array with as many dimensions as (5, 9), found (5)"]);
}

#[test]
fn what_is_missing_on_one_side_is_no_difference_of_numbers() {
    let document = Document::v3().shaped("[2, 3]", "[2, 3]").typed("int16").with("fill_value", "-32768");
    let stored = |values: [i16; 6]| {
        let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<_>>();
        Store::new().array("", &document).file("c/0/0", bytes)
    };
    let sea = stored([1, 2, 3, -32768, 5, 6]);
    let ice = stored([1, 4, 3, -32768, -32768, 6]);
    let run = zarrscope(&format!("diff {sea} {ice} --picture")).output().unwrap();
    assert_eq!(run.status.code(), Some(1));
    let said = String::from_utf8(run.stdout).unwrap();
    let words = "1 of 4 elements differ, from -2 to 0, mean -0.5, root mean square 1; 2 more have the fill value on one side";
    assert_names(&said, &[words]);
    let command = format!("picture {ice} --range array");
    assert_names(&misused(&command), &["-32768 is an end of it, and the fill value"]);
}

#[test]
fn one_step_of_an_array_minus_another() {
    let maps = "lessons/19-weather.zarr/maps";
    let command = format!("diff {maps} {maps} --picture --sel time=2026-06-04 --sel-b");
    let run = zarrscope(&format!("{command} time=2026-06-02")).output().unwrap();
    assert_eq!(run.status.code(), Some(1));
    // The maps of each day are 100 above those of the day before.
    assert_names(
        &String::from_utf8(run.stdout).unwrap(),
        &[&format!("minus {maps} at time=2026-06-02: 36 of 36 elements differ, from 200 to 200, mean 200")],
    );
    let far = zarrscope(&format!("{command} time=2036-06-02")).output().unwrap();
    let far = String::from_utf8(far.stdout).unwrap();
    assert_names(&far, &["time 2036-06-02 → index 7", "2036-06-02 is outside the labels"]);
    assert_names(&misused(&format!("{command} lat=46")), &["expected the same rows and columns"]);
    assert_names(&misused(&format!("diff {maps} {maps} --sel-b time=2026-06-02")), &["--picture"]);
}

/// Two days of a row of three elements, counted from `first`.
fn days(first: i32, unit: &str) -> Store {
    let line = Document::v3().shaped("[2]", "[2]").typed("int32").with("dimension_names", r#"["day"]"#);
    let maps = Document::v3().shaped("[2, 1, 3]", "[2, 1, 3]").typed("uint8");
    let maps = maps.with("dimension_names", r#"["day", "y", "x"]"#);
    let attributes = json!({"units": unit}).to_string();
    let store =
        Store::new().group("").array("heat", &maps.with("attributes", attributes)).array("day", &line);
    store.write("heat/c/0/0/0", [1, 2, 3, 11, 12, 13_u8]);
    store.write("day/c/0", [first, first + 1].map(i32::to_le_bytes).concat());
    store
}

#[test]
fn labels_of_a_difference_are_looked_up_on_both_sides() {
    let (store, next) = (days(5, "K"), days(6, "degC"));
    let diff = |a: &Store, b: &Store, labels: &str| {
        let run = zarrscope(&format!("diff {a}/heat {b}/heat --picture {labels}")).output().unwrap();
        (run.status.code(), String::from_utf8(run.stdout).unwrap() + &String::from_utf8(run.stderr).unwrap())
    };
    assert_eq!(diff(&store, &store, "--sel day=6").0, Some(0));
    let (status, said) = diff(&store, &next, "--sel day=6");
    assert_eq!(status, Some(2));
    let words =
        "--sel: expected labels at the same places in both, found 1:2, 0:1, 0:3 in A and 0:1, 0:1, 0:3 in B";
    assert_names(&said, &[words]);
    let (status, said) = diff(&store, &next, "--sel day=6 --sel-b day=7");
    assert_eq!(status, Some(0), "{said}");
    assert_names(&said, &["units differ: K and degC"]);
}

#[test]
fn channels_that_are_red_green_and_blue_are_one_image_only_if_all_are_shown() {
    let channels = |is_active: bool| {
        let channel = |color: &str, active: bool| json!({"color": color, "active": active});
        let omero = [channel("FF0000", true), channel("00FF00", is_active), channel("0000FF", true)];
        let store = image_of(&omero, &Document::v3().shaped("[3, 2, 2]", "[3, 2, 2]").typed("uint8"));
        store.write("0/c/0/0/0", (0..12).map(|at| 20 * at).collect::<Vec<u8>>());
        text(&format!("picture {store}"))
    };
    let (all, two) = (channels(true), channels(false));
    assert!(all.contains("channel 2 #0000FF"), "{all}");
    assert!(!two.contains("channel 1") && !two.contains("channel 2"), "{two}");
}

/// An image with these channels and one level.
fn image_of(channels: &[Value], level: &Document) -> Store {
    let axes = ["c", "y", "x"]
        .map(|name| json!({"name": name, "type": if name == "c" { "channel" } else { "space" }}));
    let levels = json!([{"path": "0", "coordinateTransformations": [{"type": "scale", "scale": [1, 1, 1]}]}]);
    let ome = json!({"version": "0.5", "multiscales": [{"axes": axes, "datasets": levels}],
        "omero": {"channels": channels}});
    let group = Document::group().with("attributes", json!({"ome": ome}).to_string());
    Store::new().array("", &group).array("0", level)
}

/// A red and a green channel of four by four, each in a chunk of its own, drawn with all channels.
fn red_and_green(is_inverted: bool, chunks: &[(&str, u8)]) -> (String, Vec<Vec<[u8; 3]>>) {
    let window = json!({"start": 0, "end": 255, "min": 0, "max": 255});
    let channel =
        |color: &str| json!({"color": color, "label": color, "window": window, "inverted": is_inverted});
    let level = Document::v3().shaped("[2, 4, 4]", "[1, 4, 4]").typed("uint8");
    let store = image_of(&["FF0000", "00FF00"].map(channel), &level);
    for (key, value) in chunks {
        store.write(&format!("0/{key}"), [*value; 16]);
    }
    let file = store.beside("channels.png");
    let said = text(&format!("picture {store} --channel all --no-axes -o {}", file.display()));
    (said, image(&file))
}

#[test]
fn what_one_channel_lacks_is_striped_over_the_light_of_the_others() {
    let (said, found) = red_and_green(false, &[("c/0/0/0", 255)]);
    assert_names(&said, &["00FF00: no numbers, hatched grey = missing in part"]);
    for (row, pixels) in found.iter().enumerate() {
        for (column, pixel) in pixels.iter().enumerate() {
            let expected = if (row + column) % 4 == 0 { [144; 3] } else { [255, 0, 0] };
            assert_eq!(*pixel, expected, "{row}, {column}");
        }
    }
    // No light at all, where both are there, is black and nothing else.
    let (said, found) = red_and_green(false, &[("c/0/0/0", 0), ("c/1/0/0", 0)]);
    assert!(!said.contains("missing"), "{said}");
    assert!(found.iter().flatten().all(|pixel| *pixel == [0; 3]), "{found:?}");
}

#[test]
fn where_an_array_is_needed_an_image_names_its_levels() {
    let store = image_of(&[], &Document::v3().shaped("[2, 4, 4]", "[1, 4, 4]"));
    for command in ["stats", "decode", "chunks"] {
        assert_names(
            &misused(&format!("{command} {store}")),
            &["found an image (OME-Zarr)", "level 0 is ", "/0"],
        );
    }
}

#[test]
fn an_inverted_channel_is_bright_where_there_is_little() {
    let (said, found) = red_and_green(true, &[("c/0/0/0", 55), ("c/1/0/0", 255)]);
    assert_names(&said, &["#FF0000, inverted", "FF0000: the channel's colour to black 0 to 255"]);
    assert_eq!(found[0][0], [200, 0, 0]);
}

#[test]
fn an_array_of_red_green_and_blue_is_drawn_so() {
    let bytes = Document::v3().shaped("[16, 16, 3]", "[16, 16, 3]").typed("uint8");
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("rgb.png");
    let drawn = |document: &Document, options: &str| {
        let store = Store::of(document).file("c/0/0/0", [10_u8, 120, 230].repeat(256));
        let said = text(&format!("picture {store} --no-axes {options} -o {}", file.display()));
        (said, image(&file)[0][0])
    };
    let (said, color) = drawn(&bytes, "");
    assert_names(&said, &["channel 0 red", "green: black to the channel's colour 0 to 255"]);
    assert_eq!(color, [10, 120, 230]);
    // Who asks for a map, or for the place of a colour, gets numbers.
    assert!(drawn(&bytes, "--map greys").0.contains("greys"));
    assert!(!drawn(&bytes, "--region 0:16,0:16,1:2").0.contains("channel"));
    let named = bytes.clone().with("dimension_names", r#"["time", "y", "x"]"#);
    assert!(!drawn(&named, "").0.contains("channel"), "three columns of a map are no colours");
    assert!(!drawn(&bytes.typed("int8"), "").0.contains("channel"));
    let planes = Document::v3().shaped("[3, 16, 16]", "[3, 16, 16]").typed("uint8");
    let stored = [[10_u8; 256], [120; 256], [230; 256]].concat();
    let drawn = |document: &Document| {
        let store = Store::of(document).file("c/0/0/0", &stored);
        let said = text(&format!("picture {store} --no-axes -o {}", file.display()));
        (said, image(&file)[0][0])
    };
    let (said, color) = drawn(&planes.clone().with("dimension_names", r#"["band", "y", "x"]"#));
    assert_names(&said, &["channel 0 red", "rows y 0:16, columns x 0:16\n"]);
    assert_eq!(color, [10, 120, 230]);
    // Without a name, three of something are three of anything.
    assert!(!drawn(&planes).0.contains("red"));
    assert!(!drawn(&planes.with("dimension_names", r#"["time", "y", "x"]"#)).0.contains("red"));
}

#[test]
fn numbers_that_flags_name_are_classes_as_they_are_stored_too() {
    let attributes = r#"{"flag_values": [0, 1, 2], "flag_meanings": "sea land ice", "units": "1"}"#;
    let document = Document::v3().shaped("[2, 3]", "[2, 3]").typed("float32").with("attributes", attributes);
    let stored: Vec<u8> = [0_f32, 1.0, 2.0, 1.0, 1.0, 0.0].iter().flat_map(|own| own.to_le_bytes()).collect();
    let store = Store::of(&document).file("c/0/0", stored);
    assert_names(&store.text("picture PATH"), &["0 sea  1 land  2 ice"]);
}

#[test]
fn the_ends_of_colours_are_those_of_what_is_drawn() {
    let document = Document::v3().shaped("[100, 100]", "[100, 100]").typed("uint8");
    let store = Store::of(&document).file("c/0/0", (0..100).cycle().take(10_000).collect::<Vec<u8>>());
    let said = |options: &str| store.text(&format!("picture PATH --map greys --size 20x10 {options}"));
    // Ten cells down and twenty across, of characters that are twice as high.
    assert_names(&said(""), &["2–98 % of 1 in 50 elements"]);
    assert!(!said("--range 0:99").contains("of 1 in"));
    assert!(!said("--region 0:5,0:10").contains("of 1 in"));
}

fn pixels(command: &str, file: &std::path::Path) -> (u32, u32) {
    sound(&format!("{command} -o {}", file.display()));
    let file = std::io::BufReader::new(fs::File::open(file).unwrap());
    let reader = png::Decoder::new(file).read_info().unwrap();
    (reader.info().width, reader.info().height)
}

#[test]
fn a_file_keeps_the_shape_of_the_plane() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("out.png");
    let salinity = "picture climate.zarr/ocean/salinity";
    assert_eq!(pixels(&format!("{salinity} --size 400x400 --no-axes"), &file), (400, 267));
    assert_eq!(pixels(&format!("{salinity} --size 9x9"), &file), (9, 6));
    assert_eq!(pixels(&format!("{salinity} --scale 3"), &file), (90, 60));
    let long = text("picture climate.zarr/mask --size 80x40");
    assert_names(&long, &["rows y 0:200, columns x 0:3000; not to scale"]);
    // Latitudes in steps of two degrees, longitudes in steps of one.
    let line = |names: &str, size: usize| {
        let shape = format!("[{size}]");
        Document::v3().shaped(&shape, &shape).typed("float64").with("dimension_names", names)
    };
    let degrees = |step: f64, size: u8| {
        (0..size).flat_map(|at| (f64::from(at) * step).to_le_bytes()).collect::<Vec<u8>>()
    };
    let map = Document::v3().shaped("[3, 8]", "[3, 8]").with("dimension_names", r#"["lat", "lon"]"#);
    let store = Store::named("map.zarr")
        .group("")
        .array("map", &map)
        .array("lat", &line(r#"["lat"]"#, 3).with("attributes", r#"{"units": "degrees_north"}"#))
        .array("lon", &line(r#"["lon"]"#, 8).with("attributes", r#"{"units": "degrees_east"}"#));
    store.write("map/c/0/0", (0..24).collect::<Vec<u8>>());
    store.write("lat/c/0", degrees(2.0, 3));
    store.write("lon/c/0", degrees(1.0, 8));
    assert_eq!(pixels(&format!("picture {store}/map"), &file), (8, 6));
    // Uneven steps are no shape.
    store.write("lat/c/0", [0.0_f64, 1.0, 9.0].map(f64::to_le_bytes).concat());
    assert_eq!(pixels(&format!("picture {store}/map"), &file), (8, 3));
    assert_names(&misused(&format!("{salinity} --scale 3")), &["--output"]);
}

/// One row of float32 in one chunk.
fn reals(fill: &str, numbers: &[f32]) -> Store {
    let shape = format!("[1, {}]", numbers.len());
    let document = Document::v3().shaped(&shape, &shape).dotted().typed("float32").with("fill_value", fill);
    Store::of(&document)
        .file("0.0", numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>())
}

#[test]
fn what_is_no_ordinary_number_has_a_sign_and_leaves_the_range_alone() {
    let numbers = [-999.0, 270.0, f32::INFINITY, 290.0, f32::NEG_INFINITY, f32::NAN, -999.0];
    let store = reals("-999.0", &numbers);
    let picture = shown(&store, "--range extremes", ["", ""]);
    assert!(picture.contains("\n· ▲@▼~·\n"), "{picture}");
    assert_names(&picture, &["viridis 270 ", " 290", "~ NaN", "▲ +Inf", "▼ -Inf", "· fill -999"]);
    let picture = shown(&store, "--range -999:290", ["", ""]);
    assert!(picture.contains("\n @▲@▼~ \n") && !picture.contains("fill"), "{picture}");
    let store = reals("0.0", &[0.0, 1.0, 128.0, 255.0]);
    let picture = shown(&store, "--range extremes", ["", ""]);
    assert!(picture.contains("viridis 0 ") && !picture.contains("fill"), "{picture}");
}

#[test]
fn who_asks_for_a_map_or_a_range_gets_no_labels() {
    let store = array();
    for option in ["--map viridis", "--range percentile"] {
        let picture = shown(&store, option, ["", ""]);
        assert_names(&picture, &["viridis 0 ", "✗ 1 fault"]);
    }
}

#[test]
fn an_image_of_labels_has_as_many_colours_as_it_has_labels() {
    let document = Document::v3().shaped("[4, 5]", "[4, 5]").dotted();
    let document = document.with("attributes", r#"{"ome": {"image-label": {}}}"#);
    let store = Store::of(&document).file("0.0", (0..20).collect::<Vec<u8>>());
    let picture = shown(&store, "", ["", ""]);
    assert!(picture.contains("\n0011223344\n5566778899\naabbccddee\nffgghhiijj\n"), "{picture}");
    assert_names(&picture, &["20 labels  0 0  1 1", "… j 19"]);
    let colored = shown(&store, "--color always", ["truecolor", "xterm"]);
    // The label 1 is the first colour of the table.
    assert_names(&colored, &["38;2;40;40;48m", "38;2;78;121;167m"]);
}

#[test]
fn a_file_says_on_standard_output_what_its_colours_mean() {
    let store = Store::of(&Document::v3().shaped("[4, 8]", "[4, 4]").dotted()).file("0.0", [7; 16]);
    let file = store.beside("out.png");
    let said = text(&format!("picture {store} --map greys -o {}", file.display()));
    assert_names(
        &said,
        &["rows dim 0 0:4, columns dim 1 0:8\n", "greys 7 to 7 (2–98 %), hatched grey = missing"],
    );
    let mut reader =
        png::Decoder::new(std::io::BufReader::new(fs::File::open(&file).unwrap())).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    let missing: Vec<u8> = pixels.chunks(24).flat_map(|row| row[12..].iter().step_by(3).copied()).collect();
    let diagonal: Vec<u8> = (0..4)
        .flat_map(|row| (0..4).map(move |column| if (row + column) % 4 == 0 { 216 } else { 144 }))
        .collect();
    assert_eq!(missing, diagonal);
}

#[test]
fn what_does_not_fit_is_said() {
    assert_names(
        &misused("picture climate.zarr/temperature --dims z,x"),
        &["--dims", "time, y, x", "found \"z\""],
    );
    assert_names(&misused("picture climate.zarr/temperature --dims x,x"), &["two dimensions"]);
    assert_names(&misused("picture climate.zarr/temperature --size 0x5"), &["80x40"]);
    assert_names(&misused("picture climate.zarr/temperature --map jet"), &["viridis, greys, red-blue"]);
    assert_names(&misused("picture climate.zarr/temperature --range 2:1"), &["percentile"]);
    assert_names(&misused("picture data-types.zarr/complex64"), &["found complex64"]);
    assert_names(
        &text("picture climate.zarr/temperature --dims time,y"),
        &["rows time 0:10, columns y 0:200, x=0.0 (0)"],
    );
    let store = array();
    assert_names(&store.faulty("picture PATH").0, &["1 chunk of the picture"]);
}

#[test]
fn a_huge_array_has_a_picture() {
    let edge = "9223372036854775807";
    let store = Store::of(&Document::v3().shaped(&format!("[{edge}, {edge}]"), "[4, 4]"));
    let picture = store.text("picture PATH --size 5x2");
    assert_names(&picture, &["░░░░\n░░░░\n", "no numbers  ░ missing"]);
}

#[test]
fn what_attributes_say_is_no_value_takes_no_part_in_the_range() {
    let attributes = r#"{"_FillValue": 255, "scale_factor": 0.5, "units": "K"}"#;
    let store =
        Store::of(&Document::v3().with("attributes", attributes)).file("c/0", [1, 2, 3, 4, 5, 6, 7, 255]);
    assert_names(&store.text("picture PATH"), &["fill 255", "7"]);
    assert_names(&store.text("picture --physical PATH"), &["0.5", " 3 K", "masked"]);
}

/// The longest run of pixels of one colour that lie beside each other.
fn longest_run(file: &std::path::Path, color: [u8; 3]) -> usize {
    let file = std::io::BufReader::new(fs::File::open(file).unwrap());
    let mut decoder = png::Decoder::new(file);
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    let (nbytes, width) = (info.color_type.samples(), usize::try_from(info.width).unwrap());
    let (mut longest, mut run) = (0, 0);
    for (place, pixel) in pixels.chunks_exact(nbytes).enumerate() {
        let goes_on = place % width > 0 && pixel[..3] == color;
        run = if goes_on { run + 1 } else { usize::from(pixel[..3] == color) };
        longest = longest.max(run);
    }
    longest
}

#[test]
fn an_image_in_micrometres_has_a_scale_bar() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("out.png");
    for (unit, expected) in [("micrometer", 40), ("parsec", 0)] {
        let axis = |name: &str| json!({"name": name, "type": "space", "unit": unit});
        let scale = json!([{"type": "scale", "scale": [0.5, 0.5]}]);
        let ome = json!({"version": "0.5", "multiscales": [{
            "axes": [axis("y"), axis("x")],
            "datasets": [{"path": "0", "coordinateTransformations": scale}],
        }]});
        let store = Store::named("cells.zarr").ome("", &ome).whole("0", &[200, 200], vec![0; 40_000]);
        sound(&format!("picture {store} -o {}", file.display()));
        // 200 elements are 100 µm wide: a fifth of that is 20 µm, which is 40 elements.
        let found = longest_run(&file, [32; 3]);
        assert!(if expected > 0 { found == expected } else { found < 10 }, "{unit}: {found}");
    }
}

#[test]
fn a_difference_that_cannot_be_drawn_names_both_sides() {
    let whole = Store::of(&Document::v3().shaped("[4, 6]", "[2, 3]").dotted()).file("1.0", [0; 6]);
    let damaged = array();
    let (message, _) = faulty(&format!("diff {whole} {damaged} --picture"));
    assert_names(&message, &[&format!("{whole} or "), "1 chunk of the picture cannot be decoded"]);
}

#[test]
fn classes_far_from_each_other_have_colours_of_their_own() {
    let values = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90];
    let attributes = json!({"flag_values": values, "flag_meanings": "a b c d e f g h i j"});
    let document = Document::v3().shaped("[1, 10]", "[1, 10]").with("attributes", attributes.to_string());
    let store = Store::of(&document).file("c/0/0", values);
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("classes.png");
    sound(&format!("picture {store} --physical --no-axes -o {}", file.display()));
    let mut colors = image(&file)[0].clone();
    colors.sort_unstable();
    colors.dedup();
    assert_eq!(colors.len(), 10);
}

#[test]
fn light_is_no_label_however_few_numbers_it_has() {
    let image = |label: &str| {
        json!({"multiscales": [{"version": "0.4", "axes": [{"name": "y", "type": "space"}, {"name": "x", "type": "space"}],
            "datasets": [{"path": "0", "coordinateTransformations": [{"type": "scale", "scale": [1.0, 1.0]}]}]}], label: {}})
    };
    let level = Document::v2().with("shape", "[8, 8]").with("chunks", "[8, 8]");
    let values: Vec<u8> = (0..64).map(|at| at % 9 % 5).collect();
    for (label, is_labels) in [("image-label", true), ("other", false)] {
        let store = Store::named("image.zarr").file(".zgroup", r#"{"zarr_format": 2}"#);
        store.write(".zattrs", image(label).to_string());
        let store = store.array("0", &level);
        store.write("0/0.0", &values);
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("image.png");
        for path in [format!("{store}"), format!("{store}/0")] {
            for options in ["", "--scale 4", "--size 400x400"] {
                let command = format!("picture {path} {options} -o {}", file.display());
                let said = text(&command);
                assert_eq!(
                    said.contains("4 labels from 1 to 4, 0 = background"),
                    is_labels,
                    "{command}: {said}"
                );
                assert_eq!(said.contains("viridis"), !is_labels, "{command}: {said}");
            }
        }
    }
}

#[test]
fn more_cells_for_each_element_make_no_labels() {
    // A slope of 40 numbers, each of which has an area once it is enlarged.
    let values: Vec<u8> = (0..100).map(|at| (at / 10 + at % 10) * 2 + at % 3).collect();
    let store = Store::of(&Document::v3().shaped("[10, 10]", "[10, 10]")).file("c/0/0", values);
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("slope.png");
    let kind =
        |options: &str| text(&format!("picture {store} {options} -o {}", file.display())).contains("label");
    assert_eq!([kind(""), kind("--scale 9"), kind("--size 500x500")], [false; 3]);
}

#[test]
fn a_long_plane_is_as_large_as_asked_and_says_its_scale() {
    let store = Store::of(&Document::v3().shaped("[4, 60]", "[4, 60]")).file("c/0/0", [7; 240]);
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("long.png");
    let size = |options: &str| pixels(&format!("picture {store} {options} --no-axes"), &file);
    assert_eq!([size(""), size("--scale 5"), size("--size 300x200")], [(60, 4), (300, 20), (300, 200)]);
    assert_names(&text(&format!("picture {store} --size 300x200 -o {}", file.display())), &["not to scale"]);
}
