use std::{collections::BTreeSet, io::Write};

use super::super::{Output, Result, open::message, output::Tone};
use super::{Compared, stage};
use crate::lab::{ArrayDiff, ElementDiff, FieldWeight, Fields, Sides};
use crate::metadata::text::escape;
use crate::tell::diff_facts::{self, names};
use crate::tell::words::{count, grouped, slices};

pub(super) fn print(compared: &Compared, limit: usize, output: &mut Output) -> Result {
    let found = &compared.found;
    verdict(compared, output)?;
    let mut printed = Printed { compared, limit, output };
    printed.faults()?;
    for (side, only) in found.only_in.each() {
        printed.list(&format!("only in {side}"), &only.names, only.count)?;
    }
    for (side, groups) in found.unlisted.each() {
        printed.list(&format!("not known in {side}: nodes of"), &groups.names, groups.count)?;
    }
    let more = &found.not_looked_for;
    printed.list("not looked for", &more.names, more.count)?;
    let mut kinds = Vec::new();
    for other in &found.kinds {
        let kinds_of = other.kinds.map(|kind| if kind == "array" { "an array" } else { "a group" });
        kinds.push(format!("{}: a is {}, b is {}", named(&other.path), kinds_of.a, kinds_of.b));
    }
    printed.list("other kind", &kinds, kinds.len() as u64)?;
    printed.nodes()?;
    printed.equal_arrays()?;
    if let (Some(chunk), Some(stages)) = (&compared.chunk, &compared.stages) {
        stage::print_comparison(chunk, stages, output)?;
    }
    Ok(())
}

fn verdict(compared: &Compared, output: &mut Output) -> Result {
    let found = &compared.found;
    let arrays = found.arrays.iter().filter(|array| !array.is_equal()).count();
    let groups = found.groups.iter().filter(|group| !group.is_equal()).count();
    let all_arrays = count(found.arrays.len() as u128, "array");
    let mut parts = Vec::new();
    if arrays > 0 {
        parts.push(format!("{} of {all_arrays}", grouped(arrays as u128)));
    }
    if groups > 0 {
        parts.push(format!("{} of {}", grouped(groups as u128), count(found.group_count.into(), "group")));
    }
    for (side, only) in found.only_in.each() {
        if only.count > 0 {
            parts.push(format!("{} only in {side}", count(only.count.into(), "node")));
        }
    }
    if !found.kinds.is_empty() {
        parts.push(format!("{} of another kind", count(found.kinds.len() as u128, "node")));
    }
    if parts.is_empty() {
        let mut elements: u128 = 0;
        for array in &found.arrays {
            if let Ok(own) = &array.elements {
                elements = elements.saturating_add(own.compared);
            }
        }
        parts.push(format!("{all_arrays}, {} compared", count(elements, "element")));
    }
    if found.fault_count > 0 {
        parts.push(count(found.fault_count.into(), "fault"));
    }
    let is_partly = found.fault_count > 0 || found.has_unknown();
    let (tone, word) = match (found.has_differences(), is_partly, compared.interrupted) {
        (true, ..) => (Tone::Fault, "different"),
        (false, true, _) => (Tone::Fault, diff_facts::NOT_ALL),
        (false, false, true) => (Tone::Name, "interrupted, equal so far"),
        (false, false, false) => (Tone::Sound, "equal"),
    };
    writeln!(output, "{}: {}", output.paint(tone, word), parts.join(", "))?;
    let Sides { a, b } = compared.names.as_ref().map(|name| escape(name));
    writeln!(output, "{}", output.paint(Tone::Quiet, &format!("a: {a}\nb: {b}")))?;
    for pick in &compared.picks {
        writeln!(output, "{}", output.paint(Tone::Quiet, &escape(&pick.text())))?;
    }
    if let Some(region) = &compared.region {
        writeln!(output, "{}", output.paint(Tone::Quiet, &format!("in {}", slices(region))))?;
    }
    for note in &compared.notes {
        writeln!(output, "{note}")?;
    }
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
    fn faults(&mut self) -> Result {
        let faults = &self.compared.found.faults;
        for fault in faults.iter().take(self.limit) {
            let text = message(&fault.node, Some(&fault.key), &fault.fault);
            let sign = self.output.paint(Tone::Fault, "✗");
            writeln!(self.output, "{sign} {}: {text}", fault.side)?;
        }
        let printed = faults.len().min(self.limit) as u64;
        self.rest(self.compared.found.fault_count.saturating_sub(printed), "fault")
    }

    fn list(&mut self, what: &str, names: &[String], all: u64) -> Result {
        let mut more = all;
        for name in names.iter().take(self.limit) {
            let name = self.output.paint(Tone::Name, &escape(named(name)));
            writeln!(self.output, "{what:<11} {name}")?;
            more = more.saturating_sub(1);
        }
        if more > 0 {
            writeln!(self.output, "{what:<11} … and {} more", grouped(more.into()))?;
        }
        Ok(())
    }

    fn rest(&mut self, more: u64, what: &str) -> Result {
        if more > 0 {
            writeln!(self.output, "… and {}", count(more.into(), &format!("more {what}")))?;
        }
        Ok(())
    }

    fn nodes(&mut self) -> Result {
        let found = &self.compared.found;
        let groups: Vec<_> = found.groups.iter().filter(|group| !group.is_equal()).collect();
        for group in groups.iter().take(self.limit) {
            self.heading(&group.path, "group, different")?;
            self.fields(&group.fields, false)?;
        }
        self.rest(groups.len().saturating_sub(self.limit) as u64, "group")?;
        let arrays: Vec<_> = found.arrays.iter().filter(|array| !array.is_equal()).collect();
        for array in arrays.iter().take(self.limit) {
            self.array(array)?;
        }
        self.rest(arrays.len().saturating_sub(self.limit) as u64, "array")
    }

    fn heading(&mut self, path: &str, what: &str) -> Result {
        let path = self.output.paint(Tone::Heading, &escape(named(path)));
        Ok(writeln!(self.output, "\n{path}  {what}")?)
    }

    fn array(&mut self, array: &ArrayDiff) -> Result {
        let is_different =
            array.fields.is_different || array.elements.as_ref().is_ok_and(|found| found.differ > 0);
        self.heading(&array.path, if is_different { "different" } else { "not compared" })?;
        self.fields(&array.fields, self.compared.found.arrays.len() == 1)?;
        if diff_facts::may_mean_the_same(array) {
            writeln!(
                self.output,
                "  these are the stored numbers; --physical compares what the attributes make of them"
            )?;
        }
        match &array.elements {
            Ok(found) => self.elements(found),
            Err(reason) => Ok(writeln!(self.output, "  elements    not compared: {reason}")?),
        }
    }

    fn fields(&mut self, fields: &Fields, in_full: bool) -> Result {
        for line in diff_facts::fields(fields, self.limit, in_full) {
            let indent = if line.starts_with('…') { "" } else { "  " };
            writeln!(self.output, "{indent}{line}")?;
        }
        Ok(())
    }

    fn elements(&mut self, found: &ElementDiff) -> Result {
        writeln!(self.output, "  elements    {}", diff_facts::elements(found))?;
        if let Some(first) = &found.first {
            writeln!(self.output, "  first       {}", diff_facts::first(first))?;
            let at: Vec<String> = first.at.iter().map(u64::to_string).collect();
            for (side, _) in first.chunks.each() {
                let chunk = diff_facts::first_chunk(first, side);
                writeln!(self.output, "              {chunk}  (probe --at {})", at.join(","))?;
            }
        }
        Ok(writeln!(self.output, "  chunks      {}", diff_facts::chunks(found))?)
    }

    fn equal_arrays(&mut self) -> Result {
        let found = &self.compared.found;
        let equal: Vec<&ArrayDiff> = found.arrays.iter().filter(|array| array.is_equal()).collect();
        if let ([array], 1) = (equal.as_slice(), found.arrays.len()) {
            return self.fields(&array.fields, true);
        }
        for (word, weight) in [("stored", FieldWeight::Stored), ("written", FieldWeight::Written)] {
            let mut number = 0;
            let mut all = BTreeSet::new();
            for array in &equal {
                if array.fields.rows.iter().any(|row| row.weight == weight) {
                    number += 1;
                    all.extend(names(&array.fields, weight));
                }
            }
            if number > 0 {
                let names = diff_facts::joined(&Vec::from_iter(all), self.limit);
                let all = count(equal.len() as u128, "equal array");
                writeln!(self.output, "{} of {all} {word} differently: {}", grouped(number), escape(&names))?;
            }
        }
        Ok(())
    }
}

fn named(path: &str) -> &str {
    if path.is_empty() { "/" } else { path }
}
