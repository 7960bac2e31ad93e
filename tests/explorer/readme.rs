//! The README agrees with the program: its tables come from those of the code, its picture from a real screen.
//! `UPDATE_README=1 cargo test --test explorer readme` writes them again.
#![allow(clippy::unwrap_used)]

use std::fmt::Write;
use std::fs;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};
use zarrscope::app::keymap::{KEYMAP, names};
use zarrscope::codec::{CODECS, CodecRow, NAMED_ONLY};
use zarrscope::hierarchy::{FORMATS, StoreFormat};
use zarrscope::limits::{LIMITS, Limit};
use zarrscope::metadata::DataType;
use zarrscope::tell::words::grouped;

use crate::explorer::Explorer;
use crate::repository::repository;

fn keys() -> String {
    let rows = KEYMAP
        .iter()
        .map(|binding| format!("| `{}` | {} |\n", names(binding).replace(", ", "` `"), binding.help));
    format!("| key | what it does |\n| --- | --- |\n{}", rows.collect::<String>())
}

fn codecs() -> String {
    let ids = |codec: &CodecRow| codec.v2.iter().map(|id| format!("`{id}`")).collect::<Vec<_>>().join(", ");
    let row = |codec: &CodecRow| {
        format!("| `{}` | {} | {} | reads | {} |\n", codec.name, ids(codec), codec.kind(), codec.summary)
    };
    let rows: String = CODECS.iter().map(row).collect();
    let named = |(name, what): &(&str, &str)| format!("| `{name}` | | | names only | {what} |\n");
    let named: String = NAMED_ONLY.iter().map(named).collect();
    format!("| codec | in V2 | kind | | what it does |\n| --- | --- | --- | --- | --- |\n{rows}{named}")
}

fn formats() -> String {
    let row =
        |StoreFormat { name, marks, support }: &StoreFormat| format!("| {name} | {support} | {marks} |\n");
    format!("| format | | known by |\n| --- | --- | --- |\n{}", FORMATS.iter().map(row).collect::<String>())
}

fn data_types() -> String {
    let names = DataType::named().map(|(name, _)| name).chain(DataType::configured());
    let names = names.chain(["r<N>", "complex_<float>"]).map(|name| format!("`{name}`"));
    format!("Data types, all of them read: {}.", names.collect::<Vec<_>>().join(", "))
}

fn limits() -> String {
    let row = |limit: &Limit| {
        let default = if limit.default == 0 { "" } else { &grouped(limit.default.into()) };
        format!("| `{} N` | {default} | {} |\n", limit.option, limit.of)
    };
    let rows: String = LIMITS.iter().map(row).collect();
    format!("| option | without it | limits |\n| --- | --- | --- |\n{rows}")
}

/// The README with a part between its two marks replaced.
fn with_part(readme: &str, name: &str, part: &str) -> String {
    let (start, end) = (format!("<!-- {name} -->\n"), format!("<!-- end of {name} -->"));
    let (before, rest) = readme.split_once(&start).unwrap();
    let (_, after) = rest.split_once(&end).unwrap();
    format!("{before}{start}\n{part}\n{end}{after}")
}

/// Compares a file with what it should be, or writes it.
fn check(path: &str, expected: &str) {
    let path = repository(path);
    if std::env::var_os("UPDATE_README").is_some() {
        fs::write(&path, expected).unwrap();
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert!(found == expected, "{} is out of date", path.display());
}

#[test]
fn the_tables_are_those_of_the_code() {
    let readme = fs::read_to_string(repository("README.md")).unwrap();
    let parts = [
        ("keys", keys()),
        ("formats", formats()),
        ("data types", data_types()),
        ("codecs", codecs()),
        ("limits", limits()),
    ];
    let readme = parts.iter().fold(readme, |readme, (name, part)| with_part(&readme, name, part));
    check("README.md", &readme);
}

#[test]
fn the_pictures_are_real_screens() {
    let mut explorer = Explorer::sample("", (120, 24));
    check("assets/table.svg", &svg(&explorer.buffer()));
    check("assets/finder.svg", &svg(&explorer.keys("/temp").buffer()));
    let mut explorer = Explorer::sample("climate.zarr/temperature", (120, 44));
    check("assets/picture.svg", &svg(&explorer.keys("m").buffer()));
    let mut explorer = Explorer::sample("climate.zarr", (120, 34));
    explorer.find("temperature").keys(":at 7,150,900\n");
    check("assets/explorer.svg", &svg(&explorer.buffer()));
    explorer.keys("\u{1b}\n<<");
    check("assets/stage.svg", &svg(&explorer.buffer()));
    let mut explorer = Explorer::sample("climate.zarr/temperature", (120, 24));
    check("assets/compare.svg", &svg(&explorer.keys("clc<<x").buffer()));
    let mut explorer = Explorer::sample("broken.zarr/bad_shard_index", (120, 24));
    check("assets/damaged.svg", &svg(&explorer.keys("l").buffer()));
}

/// A screen as a picture: a row of text for each run of cells of one style.
fn svg(buffer: &Buffer) -> String {
    let (width, height) = (f64::from(buffer.area.width) * 8.4, f64::from(buffer.area.height) * 17.0);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"DejaVu Sans Mono, Menlo, \
         Consolas, monospace\" font-size=\"14\">\n<rect width=\"100%\" height=\"100%\" fill=\"#101418\" rx=\"6\"/>\n",
        width + 20.0,
        height + 20.0
    );
    for y in 0..buffer.area.height {
        let mut x = 0;
        while x < buffer.area.width {
            let style = buffer[(x, y)].style();
            let end = (x..buffer.area.width)
                .find(|end| buffer[(*end, y)].style() != style)
                .unwrap_or(buffer.area.width);
            let run: Vec<&Cell> = (x..end).map(|x| &buffer[(x, y)]).collect();
            write_run(&mut text, &run, (x, y));
            x = end;
        }
    }
    text.push_str("</svg>\n");
    text
}

fn write_run(text: &mut String, run: &[&Cell], (x, y): (u16, u16)) {
    let symbols: String = run.iter().map(|cell| cell.symbol()).collect();
    let cell = run[0];
    let reversed = cell.modifier.contains(Modifier::REVERSED);
    if symbols.trim().is_empty() && !reversed && cell.bg == Color::Reset {
        return;
    }
    let (left, top, width) = (
        f64::from(x) * 8.4 + 10.0,
        f64::from(y) * 17.0 + 10.0,
        f64::from(u16::try_from(run.len()).unwrap()) * 8.4,
    );
    let ground = (cell.bg != Color::Reset).then(|| color(cell.bg));
    let (mut fill, mut back) = (color(cell.fg), ground);
    if reversed {
        (back, fill) = (Some(fill), "#101418".to_owned());
    }
    if let Some(back) = back {
        writeln!(
            text,
            "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"17\" fill=\"{back}\"/>"
        )
        .unwrap();
    }
    let bold = if cell.modifier.contains(Modifier::BOLD) { " font-weight=\"bold\"" } else { "" };
    let symbols = symbols.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let baseline = top + 13.0;
    writeln!(
        text,
        "<text x=\"{left:.1}\" y=\"{baseline:.1}\" textLength=\"{width:.1}\" fill=\"{fill}\"{bold} \
         xml:space=\"preserve\">{symbols}</text>"
    )
    .unwrap();
}

fn color(color: Color) -> String {
    let named = match color {
        Color::Rgb(red, green, blue) => return format!("#{red:02x}{green:02x}{blue:02x}"),
        Color::DarkGray => "#7a8794",
        Color::Cyan => "#5ec8d8",
        Color::Green => "#7ec97e",
        Color::Red => "#f0706a",
        Color::Yellow => "#e6c566",
        Color::Blue => "#6fa8f0",
        _ => "#d8dee4",
    };
    named.to_owned()
}
