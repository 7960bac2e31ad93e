use std::time::{Duration, Instant};
use std::{io::Write, ops::Not, sync::Arc, sync::mpsc::Sender};

use serde::Serialize;

use super::arguments::CheckArguments;
use super::findings::{Finding, FoundList, Remark};
use super::{Failure, Output, Result, json as print, open, output::Tone, watched::watched};
use crate::check::{Breach, BreachPlace, CheckCounts, Rule, Severity, check};
use crate::codec::DecodeOptions;
use crate::pipeline::Counts;
use crate::tell::words::{count, time};

#[derive(Serialize)]
struct CheckReport {
    schema: &'static str,
    version: u64,
    nodes: u64,
    arrays: u64,
    seconds: f64,
    findings: Vec<Finding>,
    #[serde(skip_serializing_if = "Not::not")]
    interrupted: bool,
}

pub(super) fn run(arguments: &CheckArguments, output: &mut Output) -> Result {
    arguments.found.check_file()?;
    let hierarchy = Arc::new(open(&arguments.node.path, &arguments.node.limits.access())?);
    let start = Instant::now();
    let own = Arc::clone(&hierarchy);
    let options = DecodeOptions { max_chunk_bytes: arguments.max_chunk_bytes, ..DecodeOptions::default() };
    let mut report = CheckReport {
        schema: "zarrscope.check",
        version: 1,
        nodes: 0,
        arrays: 0,
        seconds: 0.0,
        findings: Vec::new(),
        interrupted: false,
    };
    let work = move |news: &Sender<_>| {
        check(&own, "", &options, &mut |counts, found| news.send((counts, found)).is_ok());
    };
    let hear = |news: Option<(CheckCounts, Vec<Breach>)>| {
        if let Some((counts, found)) = news {
            (report.nodes, report.arrays) = (counts.nodes, counts.arrays);
            for Breach { rule, path, place, reason } in found {
                let source = Some(rule.source.to_owned());
                let mut remark = Remark { array: path, message: reason, source, ..Remark::default() };
                match place {
                    BreachPlace::Node => {}
                    BreachPlace::Key(key) => remark.key = key,
                    BreachPlace::Member { document, pointer } => {
                        remark.document = Some(document.to_owned());
                        remark.pointer = Some(pointer);
                    }
                }
                report.findings.push(Finding::new(rule, remark));
            }
        }
        // Progress counts chunks, and none is decoded here.
        (Counts { arrays: report.arrays, ..Counts::default() }, None)
    };
    report.interrupted = watched(work, hear)?.is_none();
    let elapsed = start.elapsed();
    report.seconds = elapsed.as_secs_f64();
    // A fault of a group is found after its arrays were checked, and is listed before them.
    report.findings.sort_by(Finding::order);
    let found = FoundList {
        command: "check",
        path: &hierarchy.name,
        findings: report.findings.iter().collect(),
        elapsed,
        fail_on: &arguments.found.fail_on,
        unfinished: None,
    };
    found.print(
        &arguments.found,
        arguments.node.json,
        output,
        |output| print::print(&report, output),
        |output| report.print(elapsed, output),
    )?;
    found.result()?;
    if report.interrupted { Err(Failure::Interrupted) } else { Ok(()) }
}

impl CheckReport {
    fn print(&self, elapsed: Duration, output: &mut Output) -> Result {
        for found in &self.findings {
            let Rule { id, severity, .. } = found.rule;
            let tone = if *severity == Severity::Note { Tone::Name } else { Tone::Fault };
            let what = output.paint(tone, severity.name());
            writeln!(output, "{what}: {} {}", found.text(), output.paint(Tone::Quiet, &format!("[{id}]")))?;
        }
        let nodes = count(self.nodes.into(), "node");
        let arrays = count(self.arrays.into(), "array");
        writeln!(output, "{nodes} ({arrays}), in {}", time(elapsed))?;
        if self.interrupted {
            writeln!(output, "interrupted: not all was checked")?;
        }
        let mut counted = Vec::new();
        for severity in Severity::ALL.into_iter().rev() {
            let found = self.findings.iter().filter(|found| found.rule.severity == severity).count();
            if found > 0 {
                counted.push(count(found as u128, severity.name()));
            }
        }
        let is_sound = self.findings.iter().all(|found| found.rule.severity == Severity::Note);
        let tone = if is_sound { Tone::Sound } else { Tone::Fault };
        let verdict = if counted.is_empty() { "no findings".to_owned() } else { counted.join(", ") };
        Ok(writeln!(output, "{}", output.paint(tone, &verdict))?)
    }
}
