//! Back to places, forward again, and where somebody was the last time.
#![allow(clippy::unwrap_used)]

use std::collections::VecDeque;
use std::path::PathBuf;

use insta::assert_snapshot;
use zarrscope::codec::DecodeOptions;
use zarrscope::explorer::Work;
use zarrscope::explorer::tasks::KeepPlace;
use zarrscope::explorer::{Action, App, Effect, Key, perform};
use zarrscope::hierarchy::Hierarchy;
use zarrscope::limits::Limits;
use zarrscope::places::StorePlace;

use crate::explorer::Explorer;
use crate::repository::repository;

const MEDIUM: (u16, u16) = (80, 24);

fn back(explorer: &mut Explorer) {
    explorer.act(Action::Key(Key::Ctrl('o')));
}

fn forward(explorer: &mut Explorer) {
    explorer.act(Action::Key(Key::Ctrl('t')));
}

/// The node and the element that are selected.
fn place(explorer: &Explorer) -> (String, Vec<u64>) {
    let selection = &explorer.app.shared.selection;
    (selection.node_key().to_owned(), selection.cursor().unwrap_or_default())
}

#[test]
fn back_and_forward_through_nodes_and_elements() {
    let mut explorer = Explorer::sample("climate.zarr", MEDIUM);
    explorer.find("temperature").keys(":at 7,150,900\n").keys(":at 3,10,20\n").find("mask");
    assert_eq!(place(&explorer).0, "mask");
    let mut seen = Vec::new();
    for _ in 0..4 {
        back(&mut explorer);
        seen.push(place(&explorer));
    }
    let temperature = |element: [u64; 3]| ("temperature".to_owned(), element.to_vec());
    let root = (String::new(), Vec::new());
    assert_eq!(seen, [temperature([3, 10, 20]), temperature([7, 150, 900]), temperature([0, 0, 0]), root]);
    back(&mut explorer);
    assert!(explorer.screen().contains("nothing was visited before this"), "{}", explorer.screen());
    forward(&mut explorer);
    forward(&mut explorer);
    assert_eq!(place(&explorer), temperature([7, 150, 900]));
    assert!(explorer.screen().contains("forward: temperature [7, 150, 900]"), "{}", explorer.screen());
    // Whoever goes elsewhere from there has no way forward any more.
    explorer.find("mask");
    forward(&mut explorer);
    assert!(explorer.screen().contains("nothing was visited after this"), "{}", explorer.screen());
    back(&mut explorer);
    assert_eq!(place(&explorer), temperature([7, 150, 900]));
}

#[test]
fn rows_on_the_way_through_the_tree_are_no_places() {
    let mut explorer = Explorer::sample("climate.zarr", MEDIUM);
    explorer.keys("jjj\t\x1b").keys("kk");
    let here = place(&explorer);
    back(&mut explorer);
    assert_ne!(place(&explorer), here);
    let stayed = place(&explorer);
    back(&mut explorer);
    assert_eq!(place(&explorer), stayed, "{}", explorer.screen());
}

#[test]
fn the_next_time_begins_where_the_last_one_ended() {
    let store = PathBuf::from("/stores/climate.zarr");
    let mut first = Explorer::sample("climate.zarr", MEDIUM);
    let effects = first.app.resume(store.clone(), None);
    first.perform(effects);
    first.find("temperature").keys(":at 7,150,900\n").act(Action::Key(Key::CtrlRight));
    let kept = first.app.store_place().unwrap();
    assert_eq!((kept.node.as_str(), kept.element.as_slice()), ("temperature", [7, 150, 900].as_slice()));
    let works = first.work.iter().filter(|work| work.is::<KeepPlace>()).count();
    assert_eq!(works, 1, "once for each node");

    let mut second = Explorer::sample("climate.zarr", MEDIUM);
    let effects = second.app.resume(store, Some(kept.clone()));
    second.perform(effects);
    assert_eq!(place(&second), ("temperature".to_owned(), vec![7, 150, 900]));
    assert!(second.screen().contains("resumed at temperature"), "{}", second.screen());
    assert_eq!(second.app.store_place(), Some(kept));
}

#[test]
fn colours_and_the_view_are_kept_with_the_place() {
    let store = PathBuf::from("/stores/climate.zarr");
    let mut first = Explorer::sample("climate.zarr", MEDIUM);
    first.app.resume(store.clone(), None);
    let kept = first.find("temperature").keys("m").app.store_place().unwrap();
    assert_eq!((kept.picture, kept.theme), (Some(true), None), "no colours were chosen");
    let kept = first.keys("Tm").app.store_place().unwrap();
    assert_eq!((kept.picture, kept.theme.as_deref()), (Some(false), Some("dark")));

    let mut second = Explorer::sample("climate.zarr", MEDIUM);
    let effects = second.app.resume(store, Some(StorePlace { picture: Some(true), ..kept }));
    second.perform(effects);
    assert!(second.app.picture.is_shown(&second.app.shared), "{}", second.screen());
}

#[test]
fn the_grid_shows_the_place_as_soon_as_it_is_there() {
    let hierarchy = Hierarchy::open(&repository("sample-data/climate.zarr")).unwrap();
    let (mut app, effects) = App::new(hierarchy, DecodeOptions::default(), (72, 18));
    let store = PathBuf::from("/stores/climate.zarr");
    let (node, element) = ("temperature".to_owned(), vec![9, 199, 2999]);
    let place = StorePlace { store: store.clone(), node, element, ..StorePlace::default() };
    let mut waiting = VecDeque::from(effects);
    waiting.extend(app.resume(store, Some(place)));
    while let Some(effect) = waiting.pop_front() {
        let Effect::Work(work) = effect else { continue };
        let mut answers = Vec::new();
        perform(&work, &|| true, &mut |answer| {
            answers.push(answer);
            true
        });
        for answer in answers {
            waiting.extend(app.update(answer));
            let Some(grid) = app.grid.view(&app.shared) else { continue };
            let ((row, column), (rows, columns)) =
                (grid.cell(app.shared.selection.coords()), grid.view.visible());
            let [down, across] = &app.grid.level.scroll;
            assert!(row < down.first + rows, "row {row}, but {rows} from {} on", down.first);
            assert!(
                column < across.first + columns,
                "column {column}, but {columns} from {} on",
                across.first
            );
        }
    }
    assert_ne!(app.grid.level.scroll[0].first, 0, "the place is on another page of the grid");
}

#[test]
fn a_place_that_is_gone_or_strange_does_no_harm() {
    let store = PathBuf::from("/stores/climate.zarr");
    for (node, element) in [
        ("nothing/here", vec![1]),
        ("temperature", vec![u64::MAX; 3]),
        ("temperature", vec![1; 40]),
        ("../..", vec![]),
        ("", vec![5]),
    ] {
        let mut explorer = Explorer::sample("climate.zarr", MEDIUM);
        let borders = vec![Some(u16::MAX); 30];
        let place = StorePlace {
            store: store.clone(),
            node: node.to_owned(),
            element,
            borders,
            ..StorePlace::default()
        };
        let effects = explorer.app.resume(store.clone(), Some(place));
        explorer.perform(effects);
        explorer.find("mask");
        assert_eq!(explorer.app.shared.selection.node_key(), "mask", "{}", explorer.screen());
    }
}

#[test]
fn without_a_store_nothing_is_kept() {
    let mut explorer = Explorer::sample("climate.zarr", MEDIUM);
    explorer.find("temperature").find("mask");
    assert_eq!(explorer.app.store_place(), None);
    assert!(!explorer.work.iter().any(Work::is::<KeepPlace>));
}

#[test]
fn stores_that_were_looked_at_are_offered_by_number() {
    let here = tempfile::tempdir().unwrap();
    let stores = ["climate.zarr", "gone.zarr", "grids.zarr"].map(|name| repository("sample-data").join(name));
    let open = |size| {
        let mut explorer = Explorer::open(Hierarchy::open(here.path()).unwrap(), size);
        explorer.app.offer_stores(stores.to_vec(), Limits::default().into());
        explorer
    };
    for size in [(200, 60), (140, 40), MEDIUM, (40, 12)] {
        let screen = open(size).screen();
        assert!(
            screen.contains(" 1  ") && screen.contains("climate.zarr") && screen.contains(" 3  "),
            "{screen}"
        );
        assert!(screen.contains("Esc stay here"), "{screen}");
    }
    let mut explorer = open(MEDIUM);
    explorer.keys("2");
    assert!(explorer.screen().contains("gone.zarr"), "{}", explorer.screen());
    explorer.keys("3");
    assert!(explorer.screen().contains("rectilinear"), "{}", explorer.screen());
    assert_eq!(explorer.app.store_place().unwrap().store, stores[2]);
    assert!(open(MEDIUM).keys("jj\n").screen().contains("rectilinear"));
    assert!(!open(MEDIUM).keys("\x1b").screen().contains("climate.zarr"));
}

#[test]
fn marks_are_listed_before_what_was_visited() {
    for size in [(140, 40), (80, 24), (40, 12)] {
        let mut explorer = Explorer::sample("climate.zarr", size);
        assert!(explorer.keys("'").screen().contains("no place is marked"), "{}", explorer.screen());
        explorer.keys("q");
        explorer.find("temperature");
        explorer.keys(":at 1,2,3\n");
        assert!(
            explorer.keys("b").screen().contains("marked: temperature [1, 2, 3]"),
            "{}",
            explorer.screen()
        );
        explorer.find("mask");
        explorer.find("ocean");
        assert_snapshot!(explorer.keys("'").screen());
        explorer.keys("1");
        assert_eq!(explorer.app.shared.selection.node_key(), "temperature");
        assert_eq!(explorer.app.shared.selection.cursor(), Some(vec![1, 2, 3]));
        assert!(explorer.keys("b").screen().contains("no longer marked"), "{}", explorer.screen());
    }
}
