//! The finder: keys in, a screen out; and what happens while answers are still to come.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;

use insta::assert_snapshot;
use zarrscope::codec::DecodeOptions;
use zarrscope::explorer::TaskAnswer;
use zarrscope::explorer::perform;
use zarrscope::explorer::tasks::{FindNodes, ListChildren, WalkNodes};
use zarrscope::explorer::{Action, App, Effect, FinderWindow, Key, Mouse, MouseKind, Pane, Work, views};

use crate::explorer::Explorer;
use crate::store::Store;

const WIDE: (u16, u16) = (140, 40);
const MEDIUM: (u16, u16) = (80, 24);
const SMALL: (u16, u16) = (40, 12);

/// The key of the selected node.
fn selected(explorer: &Explorer) -> &str {
    &explorer.app.shared.selection.child.key
}

/// A store of nested groups: `a00/b00` and so on, forty in each of fifty.
fn nested() -> Store {
    let mut store = Store::new().group("");
    for above in 0..50 {
        store = store.group(&format!("run_{above:02}"));
        for below in 0..40 {
            store = store.group(&format!("run_{above:02}/step_{below:02}"));
        }
    }
    store
}

#[test]
fn what_fits_is_shown_while_typing() {
    for size in [WIDE, MEDIUM, SMALL] {
        let mut explorer = Explorer::sample("", size);
        assert_snapshot!(explorer.keys("/temp").screen());
    }
}

#[test]
fn without_a_word_all_nodes_are_shown_in_order() {
    assert_snapshot!(Explorer::sample("climate.zarr", MEDIUM).keys("/").screen());
}

#[test]
fn where_nothing_fits_the_filters_are_explained() {
    let mut explorer = Explorer::sample("climate.zarr", MEDIUM);
    assert_snapshot!(explorer.keys("/nowhere at all").screen());
    explorer.keys("\u{1b}/size:3");
    assert!(
        explorer.screen().contains("no filter \"size:\": there are name: dtype: codec:"),
        "{}",
        explorer.screen()
    );
    explorer.keys("\n");
    assert!(explorer.app.overlays.get::<FinderWindow>().is_some(), "there is nowhere to go to");
}

#[test]
fn a_node_far_down_is_found_in_a_closed_tree() {
    let mut explorer = Explorer::sample("", WIDE);
    explorer.keys("/pressure\n");
    assert_eq!(selected(&explorer), "climate.zarr/ocean/deep/trench/pressure");
    assert_eq!(explorer.app.shared.focus, Pane::Hierarchy);
    assert_snapshot!(explorer.screen());
}

#[test]
fn the_cursor_chooses_and_n_goes_on_from_there() {
    let mut explorer = Explorer::sample("climate.zarr", MEDIUM);
    explorer.keys("n");
    assert!(
        explorer.screen().contains("nothing was searched for yet: / finds nodes"),
        "{}",
        explorer.screen()
    );
    explorer.keys("/dtype:float64").act(Action::Key(Key::Down)).keys("\n");
    assert_eq!(selected(&explorer), "x");
    explorer.keys("n");
    assert_eq!(selected(&explorer), "y");
    assert!(explorer.screen().contains("3 of 3 found"), "{}", explorer.screen());
    explorer.keys("n");
    assert_eq!(selected(&explorer), "ocean/deep/trench/pressure");
    explorer.keys("NN");
    assert_eq!(selected(&explorer), "x");
    // Leaving the finder changes neither the selection nor what n goes to.
    explorer.keys("/temperature\u{1b}N");
    assert_eq!(selected(&explorer), "ocean/deep/trench/pressure");
}

#[test]
fn the_cursor_stays_among_what_was_found() {
    let mut explorer = Explorer::sample("climate.zarr", MEDIUM);
    explorer.keys("/kind:group");
    for key in [Key::PageDown, Key::Ctrl('n'), Key::Down] {
        explorer.act(Action::Key(key));
    }
    assert_eq!(explorer.app.finder.selected, 2);
    explorer.act(Action::Key(Key::Ctrl('p')));
    assert_eq!(explorer.app.finder.selected, 1);
    explorer.keys(" trench");
    assert_eq!(explorer.app.finder.selected, 0, "another line begins at the best");
}

#[test]
fn the_cursor_is_seen_behind_letters_that_take_two_columns() {
    let mut explorer = Explorer::sample("climate.zarr", SMALL);
    let screen = explorer.keys("/").keys(&"温度表".repeat(8)).screen();
    let line = screen.lines().find(|line| line.contains("▏")).unwrap();
    assert!(line.contains("/…") && line.contains("表"), "{screen}");
}

#[test]
fn a_click_beside_the_nodes_chooses_none() {
    let mut explorer = Explorer::sample("climate.zarr", WIDE);
    explorer.keys("/");
    let view = views::finder(WIDE);
    let click = |x, y| Action::Mouse(Mouse { kind: MouseKind::Click, x, y });
    explorer.act(click(view.list.x + 3, view.list.y + 2));
    assert_eq!(explorer.app.finder.selected, 2);
    let outside = [view.preview.x + 5, view.window.x - 1, view.window.x + view.window.width];
    for x in outside {
        explorer.act(click(x, view.list.y + 4));
        assert_eq!(explorer.app.finder.selected, 2, "column {x}");
    }
}

/// Does all work but walks and queries; gives those back.
fn held_back(explorer: &mut Explorer, effects: Vec<Effect>) -> Vec<Work> {
    let is_held = |effect: &Effect| matches!(effect, Effect::Work(work) if work.is::<WalkNodes>() || work.is::<FindNodes>());
    let (held, others): (Vec<Effect>, Vec<Effect>) = effects.into_iter().partition(is_held);
    explorer.perform(others);
    held.into_iter()
        .filter_map(|effect| if let Effect::Work(work) = effect { Some(work) } else { None })
        .collect()
}

#[test]
fn enter_waits_for_the_nodes_that_are_still_to_come() {
    let mut explorer = Explorer::sample("climate.zarr", MEDIUM);
    let mut held = Vec::new();
    for key in "/press\n".chars() {
        let key = if key == '\n' { Key::Enter } else { Key::Char(key) };
        let effects = explorer.app.update(Action::Key(key));
        held.extend(held_back(&mut explorer, effects));
    }
    assert!(explorer.screen().contains("/press▏"), "{}", explorer.screen());
    assert!(explorer.screen().contains("0 of 0, still looking"), "{}", explorer.screen());
    explorer.perform(held.into_iter().map(Effect::from).collect());
    assert_eq!(selected(&explorer), "ocean/deep/trench/pressure");
    assert!(!explorer.app.overlays.is_open());
}

#[test]
fn an_answer_to_an_earlier_line_is_not_shown() {
    let mut explorer = Explorer::sample("climate.zarr", MEDIUM);
    explorer.keys("/");
    let first = explorer.app.update(Action::Key(Key::Char('x')));
    let second = explorer.app.update(Action::Key(Key::Char('y')));
    explorer.perform(second);
    explorer.perform(first);
    assert_eq!(explorer.app.finder.nodes().unwrap().len(), 0);
}

#[test]
fn first_nodes_are_shown_while_others_are_looked_for() {
    let store = nested();
    let hierarchy = store.hierarchy();
    let (app, effects) = App::new(hierarchy, DecodeOptions::default(), MEDIUM);
    let mut explorer = Explorer::before_anything(app);
    explorer.perform(effects);
    let effects = explorer.app.update(Action::Key(Key::Char('/')));
    let held = held_back(&mut explorer, effects);
    let id = held[0].id();
    let catalog = &held[0].task::<WalkNodes>().unwrap().catalog;
    // A walk that shows what it has found at every thousandth, whatever the clock says.
    let (mut seen, mut screens) = (0, Vec::new());
    catalog.fill(&explorer.app.shared.hierarchy.clone(), &mut |unseen| {
        seen += 1;
        if seen % 1000 == 0 {
            unseen.show();
            let progress = zarrscope::explorer::WalkProgress { nodes: seen, end: None };
            let mut effects = explorer.app.update(Action::Answer(TaskAnswer::to::<WalkNodes>(id, progress)));
            effects.extend(held.iter().skip(1).cloned().map(Effect::from).filter(|_| seen == 1000));
            explorer.perform(effects);
            screens.push(explorer.screen());
        }
        true
    });
    assert_eq!(screens.len(), 2);
    for (screen, count) in
        screens.iter().zip(["1 000 of 1 000, still looking", "2 000 of 2 000, still looking"])
    {
        assert!(screen.contains(count) && screen.contains("> run_00"), "{screen}");
    }
    explorer.keys("r49 s39");
    assert!(explorer.screen().contains("run_49/step_39"), "{}", explorer.screen());
}

#[test]
fn two_thousand_nested_groups_are_found_by_their_letters() {
    let store = nested();
    let mut explorer = store.explorer(MEDIUM);
    explorer.keys("/r07 s31");
    assert!(explorer.screen().contains("1 of 2 050"), "{}", explorer.screen());
    explorer.keys("\n");
    assert_eq!(selected(&explorer), "run_07/step_31");
    assert!(explorer.screen().contains("▸ step_31"), "{}", explorer.screen());
}

#[test]
fn whoever_moves_on_is_not_taken_elsewhere() {
    let mut explorer = Explorer::sample("", MEDIUM);
    explorer.keys("/pressure");
    let lists = explorer.app.update(Action::Key(Key::Enter));
    assert!(matches!(lists.as_slice(), [Effect::Work(work)] if work.is::<ListChildren>()), "{lists:?}");
    explorer.keys("j");
    let own = selected(&explorer).to_owned();
    explorer.perform(lists);
    assert_eq!(selected(&explorer), own);
}

#[test]
fn a_node_that_is_gone_is_named() {
    let store = nested();
    let mut explorer = store.explorer(MEDIUM);
    explorer.keys("/r07 s31");
    fs::remove_dir_all(store.path("run_07/step_31")).unwrap();
    explorer.keys("\n");
    assert!(explorer.screen().contains("run_07/step_31 is gone"), "{}", explorer.screen());
    explorer.keys("r/r07 s31");
    assert!(explorer.screen().contains("0 of 2 049"), "{}", explorer.screen());
}

#[test]
fn work_is_done_without_an_explorer() {
    // What a worker is asked for can be asked for twice: a catalog is filled once.
    let store = nested();
    let hierarchy = std::sync::Arc::new(store.hierarchy());
    let catalog = std::sync::Arc::default();
    let catalog = std::sync::Arc::clone(&catalog);
    let work = Work::always(1.into(), WalkNodes { hierarchy, catalog: std::sync::Arc::clone(&catalog) });
    for _ in 0..2 {
        assert!(perform(&work, &|| true, &mut |_| true));
    }
    assert_eq!(catalog.len_and_end().0, 2050);
}
