//! A command that another program started, and that is of use to nobody when that one is gone.

use std::process::exit;
use std::{env, io, thread};

use super::interrupt::INTERRUPTED;

/// Where it is set, the command ends when its input does. Who starts it keeps a pipe open: a pipe is closed however its owner ends,
/// also on systems that know nothing of parents.
const ENDS_WITH_INPUT: &str = "ZARRSCOPE_ENDS_WITH_INPUT";

/// Ends this process when its input ends, where the environment asks for it.
pub fn end_with_input() {
    if env::var_os(ENDS_WITH_INPUT).is_none_or(|text| text.is_empty()) {
        return;
    }
    thread::spawn(|| {
        // A fault is an end too: nobody holds the other side.
        let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
        exit(INTERRUPTED.into());
    });
}
