//! Numbers in other forms, columns of another width, and elements shown whole.
#![allow(clippy::unwrap_used)]

use insta::assert_snapshot;
use zarrscope::explorer::Action;
use zarrscope::explorer::{Configuration, Key};

use crate::explorer::Explorer;

const SIZES: [(u16, u16); 3] = [(140, 40), (80, 24), (40, 12)];

/// An array with the focus on its values.
fn at_values(path: &str, size: (u16, u16)) -> Explorer {
    let mut explorer = Explorer::sample(path, size);
    explorer.keys("\t\t");
    explorer
}

#[test]
fn digits_and_forms_are_in_the_cells_and_in_the_title() {
    for size in SIZES {
        let mut explorer = at_values("climate.zarr/temperature", size);
        assert_snapshot!(explorer.keys("{{").screen());
        assert_snapshot!(explorer.keys("%%").screen());
    }
}

#[test]
fn every_form_comes_in_turn_and_the_element_itself_stays() {
    let mut explorer = at_values("climate.zarr/temperature", (140, 40));
    let before = explorer.screen();
    assert!(before.contains("[0, 0, 0] = 281.56"), "{before}");
    for (form, cell) in [
        ("thousands", "281.56"),
        ("scientific", "2.8156e2"),
        ("percent", "28156.00 %"),
        ("hexadecimal", "0x438cc7ae"),
    ] {
        let screen = explorer.keys("%").screen();
        assert!(screen.contains(&format!("numbers: {form}")) && screen.contains(cell), "{screen}");
        assert!(screen.contains("[0, 0, 0] = 281.56"), "the line about the element has all of it");
    }
    assert!(explorer.keys("%").screen().contains("numbers: shortest"));
    explorer.act(Action::Key(Key::Esc));
    assert!(
        !explorer.screen().contains('·') || !explorer.screen().contains("digits"),
        "{}",
        explorer.screen()
    );
}

#[test]
fn columns_become_wider_and_narrower_and_stay_so_in_another_array() {
    let mut explorer = at_values("climate.zarr/temperature", (140, 40));
    let count = |explorer: &Explorer| explorer.screen().matches("281.5").count();
    let usual = count(&explorer);
    assert!(explorer.keys("))))").screen().contains("columns for "), "{}", explorer.screen());
    let wide = count(&explorer);
    assert!(wide < usual, "{wide} of {usual}");
    explorer.keys("((((((((((((((((((");
    assert!(explorer.screen().contains("columns for 4 characters"), "{}", explorer.screen());
    assert!(explorer.screen().contains("281…"), "what is cut says so: {}", explorer.screen());
}

#[test]
fn an_element_is_shown_whole() {
    let mut explorer = at_values("data-types.zarr/complex64", (80, 24));
    let screen = explorer.keys("\n").screen();
    assert!(screen.contains("element ["), "{screen}");
    assert_snapshot!(screen);
    let mut explorer = at_values("climate.zarr/temperature", (40, 12));
    assert_snapshot!(explorer.keys("\n").screen());
}

#[test]
fn what_is_configured_holds_from_the_start() {
    let text = "number-form = \"scientific\"\ndigits = 2\ncolumn-width = 12\n";
    let (configuration, faults) = Configuration::read(text, &zarrscope::explorer::key_entries());
    assert_eq!(faults, []);
    let mut explorer = Explorer::sample("climate.zarr/temperature", (140, 40));
    explorer.app.configure(&configuration);
    assert!(explorer.keys("\t\t").screen().contains("2.82e2"), "{}", explorer.screen());
    let (_, faults) = Configuration::read(
        "digits = 40\ncolumn-width = 0\nnumber-form = \"roman\"\n",
        &zarrscope::explorer::key_entries(),
    );
    let said: Vec<&str> = faults.iter().map(|fault| fault.said.as_str()).collect();
    assert_eq!(
        said,
        [
            "digits: expected a whole number from 0 to 17, found 40",
            "column-width: expected a whole number from 3 to 200, found 0",
            "number-form: expected one of shortest, thousands, scientific, percent, hexadecimal; found \"roman\""
        ]
    );
}
