//! A command that another program started, and that has no use once that program has ended.

use std::process::exit;
use std::{env, io, thread};

use super::interrupt::INTERRUPTED;

/// Where it is set, the command ends when its input does. The program that starts it keeps a pipe open: a pipe is closed however
/// its owner ends, also on systems that know nothing of parents.
const ENDS_WITH_INPUT: &str = "ZARRSCOPE_ENDS_WITH_INPUT";

pub fn end_with_input() {
    if env::var_os(ENDS_WITH_INPUT).is_none_or(|text| text.is_empty()) {
        return;
    }
    thread::spawn(|| {
        // A fault is an end too: the other side is gone.
        let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
        exit(INTERRUPTED.into());
    });
}
