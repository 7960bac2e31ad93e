use clap::{Command, CommandFactory};
use clap_mangen::Man;

use super::{Failure, Output, Result, arguments::Arguments};
use crate::metadata::text::escape;
use crate::tell::nearest::{did_you_mean, nearest};

const PROGRAM: &str = "zarrscope";

pub(super) fn run(name: Option<&str>, output: &mut Output) -> Result {
    let pages = pages();
    let Some(name) = name else {
        return pages.into_iter().try_for_each(|(_, page)| Ok(Man::new(page).render(output)?));
    };
    let names = pages.iter().map(|(own, _)| own.clone()).collect::<Vec<_>>();
    let Some((_, page)) = pages.into_iter().find(|(own, _)| own == name) else {
        let meant = did_you_mean(&nearest(name, names.iter().map(String::as_str)));
        let name = escape(name);
        return Err(Failure::Usage(format!("expected a command, found \"{name}\"{meant}")));
    };
    Ok(Man::new(page).render(output)?)
}

fn pages() -> Vec<(String, Command)> {
    let mut program = Arguments::command();
    // Options that all commands share are added to them here.
    program.build();
    let mut pages = vec![(PROGRAM.to_owned(), program.clone())];
    for command in program.get_subcommands() {
        let name = command.get_name();
        if name != "help" {
            let page = command.clone().name(format!("{PROGRAM}-{name}"));
            pages.push((name.to_owned(), page.bin_name(format!("{PROGRAM} {name}"))));
        }
    }
    pages
}
