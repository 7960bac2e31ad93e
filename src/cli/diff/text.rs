//! `diff` in words: first whether both are equal, then in what they differ.

use std::collections::BTreeSet;
use std::io::Write;

use super::super::open::message;
use super::super::output::Tone;
use super::super::{Failure, Output};
use super::{Compared, stage};
use crate::lab::{ArrayDiff, ElementDiff, FieldWeight, Fields, Sides};
use crate::metadata::text::escape;
use crate::tell::diff_facts::{self, names};
use crate::tell::words::{count, grouped};

pub(super) fn print(compared: &Compared, limit: usize, output: &mut Output) -> Result<(), Failure> {
    let found = &compared.found;
    verdict(compared, output)?;
    let mut printed = Printed { compared, limit, output };
    printed.faults()?;
    for (side, only) in found.only_in.each() {
        let name = format!("only in {side}");
        printed.list(&name, only.names.iter().map(String::as_str), only.count)?;
    }
    for (side, groups) in found.unlisted.each() {
        let name = format!("not known in {side}: nodes of");
        printed.list(&name, groups.names.iter().map(String::as_str), groups.count)?;
    }
    let more = &found.not_looked_for;
    printed.list("not looked for", more.names.iter().map(String::as_str), more.count)?;
    let kinds: Vec<String> = found
        .kinds
        .iter()
        .map(|other| {
            let kinds = other.kinds.map(|kind| if kind == "array" { "an array" } else { "a group" });
            format!("{}: a is {}, b is {}", named(&other.path), kinds.a, kinds.b)
        })
        .collect();
    printed.list("other kind", kinds.iter().map(String::as_str), kinds.len() as u64)?;
    printed.nodes()?;
    printed.equal_arrays()?;
    if let (Some(chunk), Some(stages)) = (&compared.chunk, &compared.stages) {
        stage::print_comparison(chunk, stages, output)?;
    }
    Ok(())
}

/// The first line.
fn verdict(compared: &Compared, output: &mut Output) -> Result<(), Failure> {
    let found = &compared.found;
    let arrays = found.arrays.iter().filter(|array| !array.is_equal()).count();
    let groups = found.groups.iter().filter(|group| !group.is_equal()).count();
    let mut parts = Vec::new();
    let of = |number: usize, all: u128, thing: &str| {
        format!("{} of {}", grouped(number as u128), count(all, thing))
    };
    parts.extend((arrays > 0).then(|| of(arrays, found.arrays.len() as u128, "array")));
    parts.extend((groups > 0).then(|| of(groups, found.group_count.into(), "group")));
    for (side, only) in found.only_in.each() {
        parts
            .extend((only.count > 0).then(|| format!("{} only in {side}", count(only.count.into(), "node"))));
    }
    parts.extend(
        (!found.kinds.is_empty())
            .then(|| format!("{} of another kind", count(found.kinds.len() as u128, "node"))),
    );
    let faults = (found.fault_count > 0).then(|| count(found.fault_count.into(), "fault"));
    let elements = found
        .arrays
        .iter()
        .filter_map(|array| array.elements.as_ref().ok())
        .fold(0, |sum: u128, own| sum.saturating_add(own.compared));
    let all =
        format!("{}, {} compared", count(found.arrays.len() as u128, "array"), count(elements, "element"));
    let is_partly = faults.is_some() || found.has_unknown();
    let (tone, word) = match (found.has_differences(), is_partly, compared.interrupted) {
        (true, ..) => (Tone::Fault, "different"),
        (false, true, _) => (Tone::Fault, diff_facts::NOT_ALL),
        (false, false, true) => (Tone::Name, "interrupted, equal so far"),
        (false, false, false) => (Tone::Sound, "equal"),
    };
    if parts.is_empty() {
        parts.push(all);
    }
    parts.extend(faults);
    writeln!(output, "{}: {}", output.paint(tone, word), parts.join(", "))?;
    let Sides { a, b } = compared.names.as_ref().map(|name| escape(name));
    writeln!(output, "{}", output.paint(Tone::Quiet, &format!("a: {a}\nb: {b}")))?;
    if compared.interrupted {
        writeln!(output, "interrupted: not all was compared")?;
    }
    Ok(())
}

struct Printed<'a> {
    compared: &'a Compared,
    limit: usize,
    output: &'a mut Output,
}

impl Printed<'_> {
    fn faults(&mut self) -> Result<(), Failure> {
        let faults = &self.compared.found.faults;
        for fault in faults.iter().take(self.limit) {
            let text = message(&fault.node, Some(&fault.key), &fault.fault);
            let sign = self.output.paint(Tone::Fault, "✗");
            writeln!(self.output, "{sign} {}: {text}", fault.side)?;
        }
        let printed = faults.len().min(self.limit) as u64;
        self.rest(self.compared.found.fault_count.saturating_sub(printed), "fault")
    }

    /// The first of a list of names, and how many more there are.
    fn list<'b>(
        &mut self,
        what: &str,
        names: impl Iterator<Item = &'b str>,
        all: u64,
    ) -> Result<(), Failure> {
        let mut more = all;
        for name in names.take(self.limit) {
            let name = self.output.paint(Tone::Name, &escape(named(name)));
            writeln!(self.output, "{what:<11} {name}")?;
            more = more.saturating_sub(1);
        }
        if more > 0 {
            writeln!(self.output, "{what:<11} … and {} more", grouped(more.into()))?;
        }
        Ok(())
    }

    fn more(&mut self, all: u64, what: &str) -> Result<(), Failure> {
        self.rest(all.saturating_sub(self.limit as u64), what)
    }

    /// How many are not listed.
    fn rest(&mut self, more: u64, what: &str) -> Result<(), Failure> {
        if more > 0 {
            writeln!(self.output, "… and {}", count(more.into(), &format!("more {what}")))?;
        }
        Ok(())
    }

    /// The groups and arrays that differ.
    fn nodes(&mut self) -> Result<(), Failure> {
        let found = &self.compared.found;
        let groups: Vec<_> = found.groups.iter().filter(|group| !group.is_equal()).collect();
        for group in groups.iter().take(self.limit) {
            self.heading(&group.path, "group, different")?;
            self.fields(&group.fields, false)?;
        }
        self.more(groups.len() as u64, "group")?;
        let arrays: Vec<_> = found.arrays.iter().filter(|array| !array.is_equal()).collect();
        for array in arrays.iter().take(self.limit) {
            self.array(array)?;
        }
        self.more(arrays.len() as u64, "array")
    }

    fn heading(&mut self, path: &str, what: &str) -> Result<(), Failure> {
        let path = self.output.paint(Tone::Heading, &escape(named(path)));
        writeln!(self.output, "\n{path}  {what}")?;
        Ok(())
    }

    fn array(&mut self, array: &ArrayDiff) -> Result<(), Failure> {
        let is_different =
            array.fields.is_different || array.elements.as_ref().is_ok_and(|found| found.differ > 0);
        self.heading(&array.path, if is_different { "different" } else { "not compared" })?;
        self.fields(&array.fields, self.compared.found.arrays.len() == 1)?;
        match &array.elements {
            Ok(found) => self.elements(found),
            Err(reason) => {
                writeln!(self.output, "  elements    not compared: {reason}")?;
                Ok(())
            }
        }
    }

    /// What documents do not say in the same way; how the same is stored with its values only where there is room.
    fn fields(&mut self, fields: &Fields, in_full: bool) -> Result<(), Failure> {
        for line in diff_facts::fields(fields, self.limit, in_full) {
            let indent = if line.starts_with('…') { "" } else { "  " };
            writeln!(self.output, "{indent}{line}")?;
        }
        Ok(())
    }

    fn elements(&mut self, found: &ElementDiff) -> Result<(), Failure> {
        writeln!(self.output, "  elements    {}", diff_facts::elements(found))?;
        if let Some(first) = &found.first {
            writeln!(self.output, "  first       {}", diff_facts::first(first))?;
            let at: Vec<String> = first.at.iter().map(u64::to_string).collect();
            for (side, _) in first.chunks.each() {
                let chunk = diff_facts::first_chunk(first, side);
                writeln!(self.output, "              {chunk}  (probe --at {})", at.join(","))?;
            }
        }
        writeln!(self.output, "  chunks      {}", diff_facts::chunks(found))?;
        Ok(())
    }

    /// How the arrays are stored that are equal.
    fn equal_arrays(&mut self) -> Result<(), Failure> {
        let found = &self.compared.found;
        let equal: Vec<&ArrayDiff> = found.arrays.iter().filter(|array| array.is_equal()).collect();
        if let ([array], 1) = (equal.as_slice(), found.arrays.len()) {
            return self.fields(&array.fields, true);
        }
        for (word, weight) in [("stored", FieldWeight::Stored), ("written", FieldWeight::Written)] {
            let of = |array: &&&ArrayDiff| array.fields.rows.iter().any(|row| row.weight == weight);
            let some: Vec<_> = equal.iter().filter(of).collect();
            let all: BTreeSet<&str> = some.iter().flat_map(|array| names(&array.fields, weight)).collect();
            if !some.is_empty() {
                let names = diff_facts::joined(&Vec::from_iter(all), self.limit);
                let (number, all) = (grouped(some.len() as u128), count(equal.len() as u128, "equal array"));
                writeln!(self.output, "{number} of {all} {word} differently: {}", escape(&names))?;
            }
        }
        Ok(())
    }
}

/// The path of a node; the root has none.
fn named(path: &str) -> &str {
    if path.is_empty() { "/" } else { path }
}
