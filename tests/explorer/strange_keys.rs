//! Keys, clicks and texts that mean nothing where they come.
#![allow(clippy::unwrap_used)]

use zarrscope::codec::DecodeOptions;
use zarrscope::explorer::TaskAnswer;
use zarrscope::explorer::tasks::{VerifyAnswer, VerifyNode};
use zarrscope::explorer::{
    Action, App, CopyMenu, Effect, InfoWindow, Key, Mouse, MouseKind, Page, Pane, VerifyNews,
};
use zarrscope::hierarchy::Hierarchy;
use zarrscope::pipeline::Counts;
use zarrscope::tell::line_rows::{all_rows, rows as rows_of};

use crate::document::Document;
use crate::explorer::Explorer;
use crate::repository::repository;
use crate::store::Store;

const SIZES: [(u16, u16); 4] = [(200, 60), (140, 40), (80, 24), (40, 12)];

fn last_line(explorer: &Explorer) -> String {
    explorer.screen().lines().last().unwrap().trim().to_owned()
}

#[test]
fn keys_without_any_meaning_say_so() {
    for size in SIZES {
        let mut explorer = Explorer::sample("climate.zarr/temperature", size);
        let named = [
            (Key::Char(','), ","),
            (Key::Char('X'), "X"),
            (Key::Function(5), "F5"),
            (Key::Delete, "Delete"),
            (Key::Insert, "Insert"),
            (Key::Other("Menu"), "Menu"),
        ];
        for (key, name) in named {
            let said = last_line(explorer.act(Action::Key(key)));
            assert!(said.starts_with(&format!("{name} does nothing; ? shows the keys")), "{said}");
        }
    }
}

#[test]
fn keys_without_a_meaning_in_a_window_say_so_and_the_help_leads_back() {
    for (keys, shown) in [("i", "info"), ("S", "statistics"), ("d", "what may be wrong"), ("L", "lab")] {
        let mut explorer = Explorer::sample("climate.zarr/temperature", SIZES[1]);
        let before = explorer.keys(keys).screen();
        assert!(before.contains(shown), "{before}");
        if keys != "L" {
            let said = last_line(explorer.keys("V"));
            assert!(said.starts_with("V does nothing in this window; ? shows the keys"), "{said}");
        }
        let said = last_line(explorer.act(Action::Key(Key::Function(1))));
        assert!(said.starts_with("F1 does nothing in this window; ? shows the keys"), "{said}");
        let help = explorer.keys("?/verify").screen();
        assert!(help.contains("decode every chunk"), "{help}");
        explorer.keys("\u{1b}\u{1b}");
        assert_eq!(explorer.screen(), before);
        explorer.keys("?q\u{1b}");
        assert!(!explorer.app.overlays.is_open(), "{}", explorer.screen());
    }
}

#[test]
fn what_is_pasted_over_a_window_is_told_where_a_line_is() {
    let mut explorer = Explorer::sample("climate.zarr/temperature", SIZES[1]);
    let paste = || Action::Paste("text".to_owned());
    assert!(last_line(explorer.keys("?").act(paste())).contains("/ opens one to find a key"));
    assert!(last_line(explorer.keys("qi").act(paste())).contains("no line is open in this window"));
    assert!(explorer.app.overlays.get::<InfoWindow>().is_some());
}

#[test]
fn a_mouse_far_outside_of_the_screen_is_harmless() {
    let kinds = [
        MouseKind::Click,
        MouseKind::Drag,
        MouseKind::Release,
        MouseKind::DoubleClick,
        MouseKind::ScrollDown,
        MouseKind::ScrollUp,
    ];
    for size in [SIZES[2], SIZES[3]] {
        for keys in ["", "\t", "\t\t", "\t\tx", "m", "?", "i", "/", "E", "L", "S", ":"] {
            let mut explorer = Explorer::sample("climate.zarr/temperature", size);
            explorer.keys(keys);
            for (x, y) in [(u16::MAX, 4), (4, u16::MAX)] {
                for kind in kinds {
                    explorer.act(Action::Mouse(Mouse { kind, x, y }));
                }
            }
            assert!(!explorer.screen().is_empty());
        }
    }
}

#[test]
fn progress_is_what_was_decoded_and_ends() {
    let hierarchy = Hierarchy::open(&repository("sample-data/climate.zarr")).unwrap();
    let (mut app, _) = App::new(hierarchy, DecodeOptions::default(), SIZES[1]);
    let effects = app.update(Action::Key(Key::Char('V')));
    let asked = effects.iter().find_map(|effect| match effect {
        Effect::Work(work) => work.is::<VerifyNode>().then(|| work.id()),
        Effect::Terminal(_) => None,
    });
    let id = asked.unwrap();
    let answer = |decoded, faulty, is_last| {
        let counts = Counts { stored: 1000, decoded, faulty, ..Counts::default() };
        let news = VerifyNews { counts, chunks: Some(1000), ..VerifyNews::default() };
        Action::Answer(TaskAnswer::to::<VerifyNode>(id, VerifyAnswer { news, is_last }))
    };
    for (decoded, faulty, percent) in [(0, 0, 0), (240, 10, 25), (900, 100, 100)] {
        app.update(answer(decoded, faulty, false));
        assert_eq!(app.percent_done(), Some(percent));
    }
    app.update(answer(900, 100, true));
    assert_eq!(app.percent_done(), None);
    let effects = app.update(Action::Key(Key::Char('V')));
    assert!(!effects.is_empty());
    app.update(Action::Key(Key::Char('V')));
    assert_eq!(app.percent_done(), None);
}

/// An array of texts of any length, in one chunk as `vlen-utf8` has them.
fn texts(texts: &[&str]) -> Store {
    let length = texts.len();
    let shape = format!("[{length}]");
    let document = Document::v3().shaped(&shape, &shape).dotted().with("data_type", r#""string""#);
    let mut chunk = u32::try_from(length).unwrap().to_le_bytes().to_vec();
    for text in texts {
        chunk.extend(u32::try_from(text.len()).unwrap().to_le_bytes());
        chunk.extend(text.as_bytes());
    }
    let document = document.with("fill_value", r#""""#).with("codecs", r#"["vlen-utf8"]"#);
    Store::of(&document).file("0", chunk)
}

#[test]
fn an_element_is_shown_whole_whatever_its_letters() {
    let (wide, waves) = ("温度".repeat(120), "\u{1f44b}\u{1f3fd}".repeat(70));
    let store = texts(&["", &wide, &waves]);
    for size in SIZES {
        let mut explorer = store.explorer(size);
        while explorer.app.shared.focus != Pane::Values {
            explorer.keys("\t");
        }
        let screen = explorer.keys("\n").screen();
        assert!(screen.contains("element [0]") && screen.contains("an empty text"), "{screen}");
        for (text, sign, line) in [(&wide, "温", ":at 1\n\n"), (&waves, "\u{1f44b}", ":at 2\n\n")] {
            let Some(page) = explorer.keys("\u{1b}").keys(line).app.overlays.get::<Page>() else {
                panic!("no element")
            };
            let width = size.0 - if size.0 > 60 { 10 } else { 2 };
            let rows = all_rows(&page.lines, width);
            let lines: Vec<String> = page.lines.iter().flat_map(|line| rows_of(line, width)).collect();
            assert_eq!((lines.len() as u64, lines.concat().as_str()), (rows, text.as_str()));
            let screen = explorer.screen();
            // The window, and not the pane with the focus beside it.
            let is_window = |line: &&str| line.chars().take(5).any(|letter| letter == '┃');
            let inside = screen.lines().filter(is_window).filter_map(|line| line.split('┃').nth(1));
            let shown: usize = inside.clone().map(|line| line.matches(sign).count()).sum();
            assert!(shown == text.matches(sign).count() || screen.contains("more ▾"), "{screen}");
            assert!(inside.clone().all(|line| !line.contains('…')), "{screen}");
        }
    }
}

#[test]
fn forms_of_numbers_are_for_numbers() {
    let store = texts(&["one", "two"]);
    let mut explorer = store.explorer(SIZES[1]);
    while explorer.app.shared.focus != Pane::Values {
        explorer.keys("\t");
    }
    let before = explorer.app.shared.selection.writing;
    for key in ["%", "{", "}"] {
        let said = last_line(explorer.keys(key));
        assert!(said.starts_with("these elements are not numbers"), "{said}");
        assert_eq!(explorer.app.shared.selection.writing, before);
    }
}

#[test]
fn the_forms_to_copy_follow_what_is_selected() {
    let mut explorer = Explorer::sample("climate.zarr/temperature", (40, 12));
    explorer.keys("Y");
    let Some(menu) = explorer.app.overlays.get::<CopyMenu>() else { panic!("no forms") };
    let forms: Vec<&str> = menu.forms.ready().unwrap().iter().map(|form| form.what).collect();
    assert!(forms.len() > 3);
    for what in forms {
        assert!(
            explorer.screen().contains(&what.chars().take(20).collect::<String>()),
            "{what}: {}",
            explorer.screen()
        );
        explorer.keys("j");
    }
}

#[test]
fn without_boxes_bars_are_no_numbers_and_windows_stand_alone() {
    let mut explorer = Explorer::sample("climate.zarr/temperature", SIZES[1]);
    explorer.app.is_plain = true;
    let screen = explorer.keys("S").screen();
    assert!(screen.contains("== 425") && screen.contains("==== 1 141"), "{screen}");
    // Beside the window there is nothing on its rows.
    let beside = screen.lines().skip(4).take(28).map(|line| line.chars().take(3).collect::<String>());
    assert!(beside.clone().all(|text| text.trim().is_empty()), "{screen}");
    let screen = explorer.keys("\u{1b}P").screen();
    assert!(screen.contains('*') && !screen.contains(|c| ('\u{2800}'..='\u{28ff}').contains(&c)), "{screen}");
}
