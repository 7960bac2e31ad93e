//! `man`: the manual pages, from the same definitions as the help.

use clap::{Command, CommandFactory};
use clap_mangen::Man;

use super::arguments::Arguments;
use super::{Failure, Output};
use crate::metadata::text::escape;
use crate::tell::nearest::nearest;

/// The name of the program, and of its first page.
const PROGRAM: &str = "zarrscope";

pub(super) fn run(name: Option<&str>, output: &mut Output) -> Result<(), Failure> {
    let pages = pages();
    let Some(name) = name else {
        return pages.into_iter().try_for_each(|(_, page)| Ok(Man::new(page).render(output)?));
    };
    let names = pages.iter().map(|(own, _)| own.clone()).collect::<Vec<_>>();
    let Some((_, page)) = pages.into_iter().find(|(own, _)| own == name) else {
        return Err(Failure::Usage(unknown(name, &names)));
    };
    Ok(Man::new(page).render(output)?)
}

/// The commands with a page, by their names; the program itself comes first.
fn pages() -> Vec<(String, Command)> {
    let mut program = Arguments::command();
    // Options that all commands share are added to them here.
    program.build();
    let own = program.get_subcommands().filter(|part| part.get_name() != "help");
    let parts = own.map(|part| {
        let name = part.get_name().to_owned();
        let title = format!("{PROGRAM}-{name}");
        (name, part.clone().name(title).bin_name(format!("{PROGRAM} {}", part.get_name())))
    });
    let parts: Vec<_> = parts.collect();
    [(PROGRAM.to_owned(), program)].into_iter().chain(parts).collect()
}

fn unknown(name: &str, names: &[String]) -> String {
    let near = nearest(name, names.iter().map(String::as_str));
    let meant =
        if near.is_empty() { String::new() } else { format!("; did you mean {}?", near.join(" or ")) };
    format!("expected a command, found \"{}\"{meant}", escape(name))
}
