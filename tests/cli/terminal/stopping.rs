//! Stopping the explorer for a while, and letting it go on.

use super::session::{PROGRAM, Session, assert_restored, modes, send};

/// A shell that runs the explorer. It prints the process id of the explorer, and the terminal's modes before.
fn shell() -> (Session, String, String) {
    let mut session = Session::run("sh", &["-i"], &[("PS1", "shell> "), ("ENV", "")]);
    session.wait_for(&["shell> "]);
    let modes = modes(session.terminal.as_ref());
    session.press(&format!("sh -c 'echo process:$$.; exec {PROGRAM} climate.zarr'\r"));
    // The table of the group has the names too, and may come first; only the tree has short data types.
    session.wait_for(&["climate.zarr", "mask", "ocean", "temperature", "f64"]);
    let written = String::from_utf8_lossy(&session.written).into_owned();
    let number = |part: &str| part.split_once('.').map(|(number, _)| number.to_owned());
    let mut numbers = written.split("process:").filter_map(number);
    let process = numbers.find(|number| number.parse::<u32>().is_ok()).unwrap();
    (session, process, modes)
}

/// The shell has the terminal as it was, and the explorer comes back to where it was in one of another size.
fn stopped_and_back(mut session: Session, before: &str) {
    session.wait_for_shell(2);
    let screen = session.parser.screen();
    assert!(!screen.alternate_screen() && !screen.hide_cursor());
    assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
    assert_eq!(modes(session.terminal.as_ref()), before, "the modes of the terminal");
    session.resize(100, 30);
    session.press("fg\r");
    session.wait_for(&["hierarchy", "mask", "float32 (10, 200, 3000)", "c/0/0/0", "281.56"]);
    session.press("\tl");
    session.wait_for(&["c/0/0/1"]);
    let screen = session.parser.screen();
    assert!(screen.alternate_screen() && screen.hide_cursor());
    assert_ne!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
    session.press("\x03");
    leave_shell(session, 3);
}

/// Ends the shell after it has shown its prompt so many times.
fn leave_shell(mut session: Session, times: usize) {
    session.wait_for_shell(times);
    session.press("exit\r");
    assert_restored(&session.end());
}

#[test]
fn ctrl_z_leads_to_the_shell_and_fg_back_to_the_same_place() {
    let (mut session, _, before) = shell();
    session.press("jjj");
    session.wait_for(&["281.56"]);
    session.press("\x1a");
    stopped_and_back(session, &before);
}

#[test]
fn ctrl_z_works_over_a_line_that_is_typed_and_over_the_help() {
    for (opened, shown) in [(":c 0", ":c 0"), ("?", "next pane")] {
        let (mut session, _, _) = shell();
        session.press(opened);
        session.wait_for(&[shown]);
        session.press("\x1a");
        session.wait_for_shell(2);
        session.press("fg\r");
        session.wait_for(&[shown]);
        session.press("\x03");
        leave_shell(session, 3);
    }
}

#[test]
fn a_signal_to_stop_leads_to_the_shell_and_fg_back_to_the_same_place() {
    let (mut session, process, before) = shell();
    session.press("jjj");
    session.wait_for(&["281.56"]);
    send("-TSTP", &process);
    stopped_and_back(session, &before);
}

#[test]
fn whoever_stops_the_explorer_unasked_gets_it_back_in_order() {
    let (mut session, process, _) = shell();
    send("-STOP", &process);
    session.wait_for(&["Stopped", "shell> "]);
    // In raw mode, which the explorer has left behind, Enter does not end a line.
    session.press("fg\n");
    session.wait_until("the explorer drawn anew", |screen| {
        screen.contains("temperature") && !screen.contains("shell> ")
    });
    session.press("jjj");
    session.wait_for(&["281.56"]);
    session.press("\x03");
    // The shell's prompt was written on the explorer's screen meanwhile.
    leave_shell(session, 2);
}
