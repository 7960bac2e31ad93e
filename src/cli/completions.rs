use std::io::Write;

use clap::builder::PossibleValuesParser;
use clap::{Arg, CommandFactory};
use clap_complete::Shell;

use super::explain::RULES;
use super::schema::SCHEMAS;
use super::{Output, Result, arguments::Arguments};
use crate::learn::LESSONS;
use crate::tell::cards;
use crate::tell::theme_name::ThemeName;

pub(super) fn run(shell: Shell, output: &mut Output) -> Result {
    // Commands look up these values by themselves: they take other spellings too, and suggest one for a wrong word.
    let topics: Vec<&str> = cards::all().map(|card| card.topic).chain([RULES]).collect();
    let lessons: Vec<&str> = LESSONS.iter().map(|lesson| lesson.name).collect();
    let schemas: Vec<&str> = SCHEMAS.iter().map(|(name, _)| *name).collect();
    let one_of = |values: Vec<&'static str>| |arg: Arg| arg.value_parser(PossibleValuesParser::new(values));
    let mut program = Arguments::command()
        .mut_arg("theme", one_of(ThemeName::ALL.map(ThemeName::name).to_vec()))
        .mut_subcommand("explain", |command| command.mut_arg("topic", one_of(topics.clone())))
        .mut_subcommand("learn", |command| command.mut_arg("lesson", one_of(lessons.clone())))
        .mut_subcommand("schema", |command| command.mut_arg("name", one_of(schemas.clone())));
    // The script is collected first: the generator panics where it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut program, "zarrscope", &mut script);
    if shell == Shell::Fish {
        // The generator completes options alone.
        for (command, values) in [("explain", topics), ("learn", lessons), ("schema", schemas)] {
            let place = format!("__fish_zarrscope_using_subcommand {command}");
            writeln!(script, "complete -c zarrscope -n \"{place}\" -f -a \"{}\"", values.join(" "))?;
        }
    }
    Ok(output.write_all(&script)?)
}
