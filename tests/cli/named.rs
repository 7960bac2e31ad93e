//! What a node is by conventions: images, tables, places on the earth, references. The stores are by the writers of the
//! conventions (`tests/python/make_named.py`), which recorded what they wrote.

use std::fs;

use assert_cmd::Command;
use serde_json::{Value, json};

use crate::document::Document;
use crate::labelled::{self, labelled};
use crate::program;
use crate::run::*;
use crate::store::Store;

fn store(name: &str) -> String {
    repository("tests/named/stores").join(name).display().to_string()
}

fn recorded(name: &str) -> Value {
    let text = fs::read_to_string(repository("tests/named/manifest.json")).unwrap();
    serde_json::from_str::<Value>(&text).unwrap()[name].clone()
}

#[test]
fn images_of_ome_zarr_py_in_both_versions() {
    for (name, version) in [("ome_zarr_04.zarr", "0.4"), ("ome_zarr_05.zarr", "0.5")] {
        let said = text(&format!("info {}", store(name)));
        assert_names(
            &said,
            &[
                &format!("convention     OME-Zarr {version}"),
                "image          \"image\", 3 levels",
                "axes           c (channel), y (space) 0.5 µm, x (space) 0.25 µm",
                "channels       0 DAPI, #0000FF, window 0 to 200 (of 0 to 65535), not active",
                "1 GFP, #00FF00, window 10 to 100 (of 0 to 65535)",
                " 1  s1           (2, 16, 24)  elements of y 1 µm, x 0.5 µm",
            ],
        );
        let ome = &parsed(&format!("info --json {}", store(name)))["ome"];
        for level in ome["images"][0]["levels"].as_array().unwrap() {
            let path = level["path"].as_str().unwrap();
            assert_eq!(level["shape"], recorded(name)["levels"][path]["shape"], "{name}: {path}");
        }
        assert_eq!(ome["channels"][1]["window"], json!([10.0, 100.0]));
        assert_names(
            &text(&format!("tree {}", store(name))),
            &[
                "OME image, 3 levels, cyx, 2 channels",
                "labels  OME labels: nuclei",
                "nuclei  OME label image, 5 levels, yx",
            ],
        );
        let level = text(&format!("info {}/s2", store(name)));
        assert_names(
            &level,
            &["level          2 (0–2) of the image \"image\" in ", "element        y 2 µm, x 1 µm"],
        );
    }
}

#[test]
fn images_of_ngff_zarr_have_the_scales_that_it_wrote() {
    for name in ["ngff_04.zarr", "ngff_05.zarr"] {
        let value = parsed(&format!("info --json {}", store(name)));
        let (levels, recorded) = (&value["ome"]["images"][0]["levels"], recorded(name));
        for (index, path) in recorded["paths"].as_array().unwrap().iter().enumerate() {
            let wrote = &recorded["transformations"][index];
            let level = &levels[index];
            assert_eq!((&level["path"], &level["scale"]), (path, &wrote[0]["scale"]), "{name}");
            assert_eq!(level["translation"], wrote[1]["translation"], "{name}");
        }
        let level = text(&format!("info {}/scale1/stack", store(name)));
        assert_names(
            &level,
            &["1 (0–1) of the image \"stack\"", "begins at      z 0 µm, y 10.25 µm, x 20.25 µm"],
        );
    }
}

#[test]
fn a_collection_names_its_series() {
    let store = Store::new().described("", &json!({"bioformats2raw.layout": 3}));
    let image = |name: &str| json!({"multiscales": [{"name": name, "datasets": [{"path": "0"}]}]});
    let store = store.described("0", &image("overview")).described("1", &image("macro"));
    let said = store.text("info PATH");
    assert_names(&said, &["series\n  0     \"overview\", OME image, 1 level\n  1     \"macro\", OME image"]);
    // What the group `OME` says is followed.
    let store = store.described("OME", &json!({"series": ["1", "7"]}));
    assert_names(
        &store.text("info PATH"),
        &["series\n  1     \"macro\", OME image, 1 level\n  ✗ 7  no image there"],
    );
    let report = store.parsed("info PATH --json");
    assert_eq!(report["ome"]["series"][0], json!({"path": "1", "name": "macro", "is_there": true}));
}

#[test]
fn plates_are_tables_and_wells_have_fields() {
    for name in ["plate_04.zarr", "plate_05.zarr"] {
        let said = text(&format!("info {}", store(name)));
        assert_names(
            &said,
            &["\"small\", 2 rows, 3 columns, 3 wells with images", "    1 2 3\n  A 1 · ✗\n  B · ✗ ·\n"],
        );
        assert_names(&text(&format!("info {}/A/1", store(name))), &["well           1 field: 0"]);
        let message = misused(&format!("picture {}", store(name)));
        assert_names(&message, &["found OME plate, 2×3, 3 wells; images are below it, such as A/1"]);
    }
}

#[test]
fn a_picture_takes_the_level_that_fits_and_the_channel() {
    let image = store("ome_zarr_05.zarr");
    for (options, level) in [
        ("--size 24x10", "1 (0–2), the one that fits: s1"),
        ("--size 48x32", "0 (0–2)"),
        ("--size 4x4", "2 (0–2)"),
    ] {
        let said = text(&format!("picture {image} {options}"));
        // DAPI is not active.
        assert_names(&said, &[&format!("level {level}"), "channel 1 GFP #00FF00", ", c = 1\n", "100"]);
    }
    let said = text(&format!("picture {image} --channel DAPI --level 2"));
    assert_names(
        &said,
        &["level 2 (0–2): s2, (2, 8, 12)\nchannel 0 DAPI #0000FF\nrows y 0:8, columns x 0:12, c = 0\n"],
    );
    let said = text(&format!("picture {image}/s1 --channel 1"));
    assert!(said.starts_with("channel 1 GFP #00FF00\nrows y 0:16"), "{said}");
    let mut command = zarrscope(&format!("picture {image} --level 0 --size 48x64 --color always"));
    command.env("COLORTERM", "truecolor");
    let run = Command::from_std(command).assert().code(0);
    let said = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    // The first element is 30: (30 - 10) / 90 of the green. Elements are twice as high as wide, so it has two cells.
    let picture: String = said.lines().skip(3).collect();
    assert!(picture.starts_with("\u{1b}[38;2;0;57;0m\u{1b}[48;2;0;57;0m▀"), "{picture:?}");
}

#[test]
fn what_a_picture_of_an_image_cannot_be() {
    let image = store("ome_zarr_04.zarr");
    for (arguments, expected) in [
        (
            format!("{image} --channel 2"),
            "--channel: expected a channel from 0 to 1, or one of DAPI, GFP, found \"2\"",
        ),
        (format!("{image} --level 3"), "--level: expected a level from 0 to 2, found 3"),
        (format!("{image} --region 0:1,0:4,0:4"), "expected --level too"),
        (
            format!("{image} --level 0 --region 0:1,0:4,0:4 --channel 1"),
            "expected a channel of the region, 0:1, found 1",
        ),
        (format!("{image} --dims 0,2 --channel 1"), "expected rows and columns other than channels"),
        (format!("{image}/s0 --level 1"), "expected an image in several sizes"),
        (
            "climate.zarr/temperature --channel 1".to_owned(),
            "expected a level of an image (OME-Zarr), found none",
        ),
        ("climate.zarr".to_owned(), "climate.zarr"),
    ] {
        assert_names(&misused(&format!("picture {arguments}")), &[expected]);
    }
    let region = text(&format!("picture {image} --level 0 --region 1:2,0:4,0:4"));
    assert_names(&region, &["channel 1 GFP", "rows y 0:4, columns x 0:4, c = 1"]);
}

#[test]
fn labels_lie_over_the_picture_of_an_image() {
    let root = labelled();
    let said = text(&format!("picture {root} --labels nuclei"));
    // Without colours a label has its sign where it ends, and the picture is seen within it: 100 is the end of the window.
    let picture: Vec<&str> = said.lines().skip(4).take(8).collect();
    // A character is twice as high as wide, so each element has two.
    let above = ["11111111111111@@", "1@@@@@@@@@@@@1@@", "1@@@@@@@@@@@@1@@", "11111111111111@@"];
    assert_eq!(
        picture,
        [&above[..], &["22222222333333@@", "2@@@@@@23@@@@3@@", "2@@@@@@23@@@@3@@", "22222222333333@@"]]
            .concat(),
        "{said}"
    );
    assert_names(&said, &["level 0 (the only one)", "\nlabels nuclei\nrows y 0:8, columns x 0:8, c = 0\n"]);
    let mut command = zarrscope(&format!("picture {root}/0 --labels coarse --channel 0 --color always"));
    command.env("COLORTERM", "truecolor");
    let run = Command::from_std(command).assert().code(0);
    let said = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    assert_names(&said, &["labels coarse, their level 1 (0–1)\n"]);
    // Blue, and the first colour for labels: (0, 0, 255) and (78, 121, 167).
    assert_names(&said, &["\u{1b}[38;2;39;61;211m\u{1b}[48;2;39;61;211m▀"]);
    for (name, why) in [
        (
            "cell",
            "--labels: expected labels of the image: one of nuclei, coarse, deep, real, away, found \"cell\"",
        ),
        ("deep", "--labels: it has 3 elements along its axis z, which the image does not have"),
        ("real", "--labels: expected whole numbers, found float32"),
        ("../../cells.zarr", "found \"../../cells.zarr\""),
    ] {
        assert_names(&misused(&format!("picture {root} --labels {name}")), &[why]);
    }
    let (message, _) = faulty(&format!("picture {root} --labels away"));
    assert_names(&message, &["labels away: there are none in this part of the image"]);
    assert_names(
        &misused("picture climate.zarr/mask --labels nuclei"),
        &["--labels: expected a level of an image"],
    );
    let label = format!("{root}/labels/nuclei");
    assert_names(
        &text(&format!("info {label}")),
        &["label colours  of 2 labels", "properties     of 1 label"],
    );
    assert_has(
        &parsed(&format!("info --json {label}"))["ome"],
        &json!({"label_colors": 2, "label_properties": 1}),
    );
}

/// Red 0 to 100 and green 50 to 150 over one row of pixels; what is added is cut at 255.
#[test]
fn the_light_of_channels_is_added() {
    let mut image = labelled::image("cyx", &[json!([1, 1, 1])]);
    let channel = |label: &str, color: &str, [start, end]: [u8; 2]| json!({"label": label, "color": color, "window": {"start": start, "end": end}});
    let mut last = channel("Cy5", "FF0000", [0, 200]);
    last["active"] = json!(false);
    image["omero"] =
        json!({"channels": [channel("DAPI", "FF0000", [0, 100]), channel("GFP", "00FF00", [50, 150]), last]});
    let elements = [0, 20, 100, 150, 100, 0, 0, 200, 100_u8];
    let root = Store::named("cells.zarr").ome("", &image).whole("0", &[3, 1, 3], elements);
    let colors = |channels: &str| {
        let file = root.beside("out.png");
        text(&format!("picture {root} --channel {channels} --no-axes -o {}", file.display()));
        let file = std::io::BufReader::new(fs::File::open(file).unwrap());
        let mut reader = png::Decoder::new(file).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        pixels
    };
    assert_eq!(colors("0,1"), [0, 255, 0, 51, 128, 0, 255, 0, 0]);
    assert_eq!(colors("all"), colors("DAPI,GFP"), "those that are active");
    assert_eq!(colors("Cy5,DAPI,1"), [0, 255, 0, 255, 128, 0, 255, 0, 0]);
    for (channels, why) in [
        ("0,DAPI", "expected each channel once, found 0 twice"),
        ("0,5", "expected a channel from 0 to 2, or one of DAPI, GFP, Cy5, found \"5\""),
        ("0,1 --map greys", "--map: expected one channel"),
    ] {
        assert_names(&misused(&format!("picture {root} --channel {channels}")), &[why]);
    }
    let said = text(&format!("picture {root} --channel 0,1 --color never"));
    assert_names(&said, &["rows y 0:1, columns x 0:3\n", "\nDAPI: ", "\nGFP: "]);
    // A number is an index, in labels too; names are found however they are written.
    for (sel, index) in [("c=1", 1), ("channel=gfp", 1), ("c=Cy5", 2)] {
        let said = text(&format!("decode {root}/0 --sel {sel}"));
        assert!(said.contains(&format!("→ index {index} (exact)")), "{sel}: {said}");
    }
}

#[test]
fn light_of_other_channels_hides_no_fault() {
    let image = labelled::image("cyx", &[json!([1, 1, 1])]);
    let document = Document::v3().shaped("[2, 1, 2]", "[1, 1, 2]").typed("uint8");
    let root = Store::named("cells.zarr").ome("", &image).array("0", &document);
    root.write("0/c/0/0/0", [9]);
    root.write("0/c/1/0/0", [10, 200]);
    let file = root.beside("out.png");
    let (code, ..) =
        program::run("", &format!("picture {root} --channel 0,1 --no-axes -o {}", file.display()));
    assert_eq!(code, Some(1));
    let file = std::io::BufReader::new(fs::File::open(file).unwrap());
    let mut reader = png::Decoder::new(file).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    assert!(pixels.chunks(3).all(|own| own[0] > 150 && own[1] < 100), "red: {pixels:?}");
}

#[test]
fn channels_are_told_apart_and_lie_in_the_region() {
    let mut image = labelled::image("czyx", &[json!([1, 1, 1, 1])]);
    let labels = ["GFP", "GFP", "0", "gfp"];
    image["omero"] =
        json!({"channels": labels.map(|label| json!({"label": label})), "rdefs": {"defaultZ": 1}});
    let root =
        Store::named("cells.zarr").ome("", &image).whole("0", &[4, 2, 2, 2], (0..32).collect::<Vec<u8>>());
    let message = misused(&format!("picture {root} --channel GFP"));
    assert_names(&message, &["2 channels are called \"GFP\": expected one of their numbers, 0, 1"]);
    let message = misused(&format!("picture {root} --channel Gfp"));
    assert_names(&message, &["3 channels are called \"Gfp\": expected one of their numbers, 0, 1, 3"]);
    for (options, expected) in [
        ("--channel 0", ["channel 0 GFP", "c = 0, z=1.0 (1)"]),
        ("--channel gfp", ["channel 3 gfp", "c = 3, z=1.0 (1)"]),
        ("--level 0 --region 1:3,0:2,0:2,0:1 --channel 2", ["channel 2 0", "c = 2, z=0.0 (0)"]),
        ("--level 0 --region 1:3,0:2,0:2,0:1", ["channel 1 GFP", "c = 1, z=0.0 (0)"]),
        ("--level 0 --sel z=0 --channel 1", ["channel 1 GFP", "c = 1, z=0.0 (0)"]),
    ] {
        assert_names(&text(&format!("picture {root} {options}")), &expected);
    }
    let message = misused(&format!("picture {root} --level 0 --region 1:3,0:2,0:2,0:1 --channel 3"));
    assert_names(&message, &["--channel: expected a channel of the region, 1:3, found 3"]);
    assert_names(&text(&format!("info {root}")), &["shown first    z 1\n"]);
}

#[test]
fn axes_of_an_image_are_dimensions_of_its_levels() {
    // The arrays of 0.4 have no names; an element of the first level is 0.5 µm high and 0.25 µm wide.
    for image in [store("ome_zarr_04.zarr"), store("ome_zarr_05.zarr")] {
        let said = text(&format!("picture {image} --level 0 --sel y=2:4,x=1:2.1"));
        assert_names(
            &said,
            &[
                "y 2:4 → indices 4:9, from 2.0 to 4.0 µm\n",
                "x 1:2.1 → indices 4:9, from 1.0 to 2.0 µm\n",
                "rows y 4:9 from 2.0 µm to 4.0 µm, columns x 4:9 from 1.0 µm to 2.0 µm, c = 1\n",
            ],
        );
        // Without a level it is the one that fits.
        let said = text(&format!("picture {image} --sel y=2:4,x=1:2.1 --size 400x400"));
        assert_names(&said, &["level 0 (0–2)", "rows y 4:9 from 2.0 µm to 4.0 µm"]);
        let said = text(&format!("picture {image}/s1 --sel y=7.6 --dims x,c"));
        // Twice as large, and the middle of the first is that of two of the others: 7 + 0.25.
        assert_names(&said, &["y 7.6 → index 7 (nearest: 7.25 µm)\n", "columns c 0:2, y=7.25 µm (7)\n"]);
        assert_names(&misused(&format!("picture {image}/s0 --dims y,w")), &["one of c, y, x, found \"w\""]);
    }
}

#[test]
fn strange_images_are_notes() {
    let levels: Vec<Value> = (0..100_000).map(|index| json!({"path": format!("{index}")})).collect();
    let attributes = json!({"ome": {"version": "0.5", "multiscales": [
        {"axes": [{"name": "y"}], "datasets": [{"path": "../.."}, {"path": "."}], "coordinateTransformations": 3},
        {"datasets": levels}, {"datasets": 3}, {"name": "\u{1b}[2J", "datasets": [{"path": "x\u{1b}"}]},
    ], "plate": {"rows": 3, "columns": [1, 2], "wells": [{}]}, "well": {"images": 5}, "omero": 7}});
    let root = Store::new().described("", &attributes);
    let said = text(&format!("info {root}"));
    assert_names(
        &said,
        &[
            "note: datasets: a list of 100000; only the first 128 are used",
            "note: datasets: expected the path of a node below this group, found \"../..\"",
        ],
    );
    assert!(!said.contains('\u{1b}'));
    parsed(&format!("info --json {root}"));
    text(&format!("tree {root} --depth 0"));
    misused(&format!("picture {root}"));
}

#[test]
fn tables_and_matrices_of_anndata() {
    for name in ["anndata_v2.zarr", "anndata_v3.zarr"] {
        let (root, recorded) = (store(name), recorded(name));
        let value = parsed(&format!("info --json {root}"));
        assert_eq!(value["encoding"]["shape"], recorded["shape"], "{name}");
        assert_names(&text(&format!("info {root}")), &["AnnData        4 observations of 3 variables"]);
        let table = &parsed(&format!("info --json {root}/obs"))["encoding"]["columns"];
        let names: Vec<&Value> = table.as_array().unwrap().iter().skip(1).map(|own| &own["name"]).collect();
        assert_eq!(json!(names), recorded["columns"], "{name}");
        assert_eq!(table[1]["categories"]["first"], recorded["categories"], "{name}");
        assert_names(
            &text(&format!("info {root}/obs")),
            &[
                "_index     string, 4 rows, the labels of rows",
                "cell_type  categories, 4 rows, 3: B, T, NK",
                "ok         booleans that may be missing, 4 rows",
            ],
        );
        assert_names(&text(&format!("info {root}/obs/cell_type")), &["categories     3: B, T, NK"]);
        for matrix in ["X", "layers/csc"] {
            let value = parsed(&format!("info --json {root}/{matrix}"));
            let encoding = &value["encoding"];
            assert_eq!(
                (&encoding["stored_values"], &encoding["matrix_shape"]),
                (&recorded["nnz"], &recorded["shape"])
            );
        }
        assert_names(&text(&format!("info {root}/X")), &["stored values  6 of 12, 50.000%"]);
        assert_names(
            &text(&format!("tree {root}")),
            &[
                "AnnData\n",
                "obs  table, 3 columns",
                "X  sparse matrix by rows (CSR), 4×3",
                "csc  sparse matrix by columns (CSC), 4×3",
            ],
        );
    }
}

#[test]
fn strange_tables_are_notes() {
    for (attributes, expected) in [
        (json!({"encoding-type": 3}), "note: encoding-type: expected a text, found 3"),
        (json!({"encoding-type": "dataframe"}), "note: column-order: expected a list of names, found null"),
        (
            json!({"encoding-type": "dataframe", "_index": "../x", "column-order": ["/", "gone", 3]}),
            "expected a column here, found none",
        ),
        (
            json!({"encoding-type": "csr_matrix", "shape": [-1, "x"]}),
            "note: shape: expected rows and columns, found a list of 2",
        ),
        (json!({"encoding-type": "categorical"}), "categories     0 (no array categories)"),
        (json!({"encoding-type": "anndata"}), "AnnData (anndata)"),
        (json!({"spatialdata_attrs": {"version": "0.2"}}), "SpatialData 0.2"),
        (
            json!({"encoding-type": "ngff:points", "encoding-version": "0.2"}),
            "SpatialData points (ngff:points 0.2)",
        ),
    ] {
        let root = Store::new().described("", &attributes);
        assert_names(&text(&format!("info {root}")), &[expected]);
    }
}

#[test]
fn places_on_the_earth() {
    let root = Store::new().described(
        "",
        &json!({
            "zarr_conventions": [{"name": "proj:"}, {"name": "spatial:"}, {"uuid": "d35379db"}],
            "proj:code": "EPSG:32631", "spatial:dimensions": ["y", "x"],
            "spatial:transform": [10, 0, 300_000, 0, -10, 5_000_040],
            "spatial:bbox": [300_000, 4_890_240, 409_800, 5_000_040],
            "multiscales": {"layout": [{"asset": "r10m"}, {"asset": "r20m", "derived_from": "r10m"}]},
        }),
    );
    assert_names(
        &text(&format!("info {root}")),
        &[
            "conventions    proj: (proposal), spatial: (pilot), d35379db",
            "CRS            EPSG:32631 (from proj:code)",
            "transform      x = 10·column + 300000, y = -10·row + 5000040",
            "extent         x 300000 to 409800, y 4890240 to 5000040",
            "registration   pixel, by default: coordinates are those of the corners of cells",
            "levels         r10m, r20m",
        ],
    );
    assert_names(&text(&format!("tree {root}")), &["EPSG:32631, 2 levels"]);
    let geo = &parsed(&format!("info --json {root}"))["geo"];
    assert_eq!((&geo["crs"], &geo["bbox"][3]), (&json!("EPSG:32631"), &json!(5_000_040.0)));
    for (crs, expected) in [
        (
            json!({"url": "http://www.opengis.net/def/crs/EPSG/0/4326"}),
            "CRS            EPSG:4326 (from _CRS)",
        ),
        (json!({"wkt": "PROJCRS[\"WGS 84 / UTM zone 31N\",BASEGEOGCRS["}), "WGS 84 / UTM zone 31N"),
        (json!({"projjson": {"name": "x", "id": {"authority": "EPSG", "code": 3857}}}), "EPSG:3857"),
        (json!(3), "note: _CRS: expected a url, wkt or projjson, found 3"),
    ] {
        let root = Store::new().described("", &json!({"_CRS": crs, "spatial:bbox": [1, 2]}));
        assert_names(
            &text(&format!("info {root}")),
            &[expected, "spatial:bbox: expected 4 numbers, found a list of 2"],
        );
    }
}

#[test]
fn references_are_named_where_they_are() {
    let store = Store::new();
    for name in ["refs", "snapshots", "manifests"] {
        fs::create_dir_all(store.path("below/ice").join(name)).unwrap();
    }
    assert_names(&store.text("tree PATH/below"), &["an Icechunk repository (snapshots, manifests)"]);
    store.write("among/parquet/.zmetadata", r#"{"metadata": {".zgroup": {}}, "record_size": 10000}"#);
    store.write("among/parquet/a/refs.0.parq", "PAR1");
    assert_names(&store.text("tree PATH/among"), &["Kerchunk or VirtualiZarr, .zmetadata with refs.N.parq"]);
}

#[test]
fn categories_may_be_numbers() {
    let encoding = json!({"encoding-type": "categorical", "encoding-version": "0.2.0", "ordered": true});
    let of = |data_type: &str| Document::v3().shaped("[3]", "[3]").typed(data_type);
    let store = Store::new()
        .described("", &encoding)
        .array("codes", &of("int8"))
        .file("codes/c/0", [0, 1, 2])
        .array("categories", &of("int64"))
        .file("categories/c/0", [100_i64, 200, -300].map(i64::to_le_bytes).concat());
    assert_names(&store.text("info PATH"), &["100, 200, -300"]);
}

#[test]
fn a_channel_is_chosen_by_its_index_or_its_name() {
    for image in [store("ome_zarr_04.zarr"), store("ome_zarr_05.zarr")] {
        for wanted in ["1", "GFP"] {
            let found = parsed(&format!("decode {image}/s0 --sel c={wanted} --format json"));
            assert_eq!(found["shape"], json!([1, 32, 48]), "{wanted}");
        }
        let message = misused(&format!("decode {image}/s0 --sel c=CY5"));
        assert_names(
            &message,
            &["c: expected the index of a channel below 2, or one of DAPI, GFP, found \"CY5\""],
        );
    }
}
