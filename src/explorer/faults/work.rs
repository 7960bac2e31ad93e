//! Verifying in the background. It leaves a core to the thread that draws.

use crate::explorer::keys::keymap::{KeyCommand, named};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;
use std::sync::{Arc, mpsc};
use std::thread;

use crate::codec::DecodeOptions;
use crate::doctor::{Checkup, ChunkChoice, Diagnosis};
use crate::explorer::core::lane::all_but_one;
use crate::explorer::{App, Beat, Lane, Link, RequestId, Task, VerifyNews};
use crate::hierarchy::Hierarchy;
use crate::pipeline::{Counts, ShortFault, total, verify_on};
use crate::store::relative;
use crate::tell::faults::{self, ValuesJudged};

/// Of more arrays values are not judged without being asked for: each may take two seconds.
const MOST_JUDGED: u64 = 64;

/// All chunks are counted at the same time, which takes far less time than decoding them.
#[derive(Debug)]
pub struct VerifyNode {
    pub(crate) hierarchy: Arc<Hierarchy>,
    pub key: String,
    pub(crate) options: DecodeOptions,
}

#[derive(Debug)]
pub struct VerifyAnswer {
    pub news: VerifyNews,
    pub is_last: bool,
}

impl Task for VerifyNode {
    const LANE: Lane = Lane::Verifying;
    type Answer = VerifyAnswer;

    fn run(&self, link: &mut Link<Self>) {
        let is_done = AtomicBool::new(false);
        thread::scope(|scope| {
            let (sender, all) = mpsc::channel();
            let counts_on = || !is_done.load(Ordering::Relaxed);
            // Sending fails where all is verified before it is counted: then nothing needs it.
            scope.spawn(move || {
                total(&self.hierarchy, &self.key, &counts_on).map(|all| sender.send(all.chunks))
            });
            self.verify(&all, link);
            is_done.store(true, Ordering::Relaxed);
        });
    }

    fn answered(app: &mut App, id: RequestId, answer: VerifyAnswer) {
        let VerifyAnswer { news, is_last } = answer;
        let counts = news.counts;
        let is_new = if is_last {
            app.verifying.counts.answer(id, Ok(counts))
        } else {
            app.verifying.counts.part(id, counts)
        };
        if !is_new {
            return;
        }
        app.verifying.chunks = news.chunks.or(app.verifying.chunks);
        app.shared.known.take_run(news.faults, news.verified);
        if is_last {
            let is_sound = app.faults_so_far() == 0 && news.unread == 0;
            // At an address all of it would be asked for once more.
            let is_near = !app.shared.hierarchy.store().is_remote();
            let judges = is_sound && is_near && counts.decoded > 0 && counts.arrays <= MOST_JUDGED;
            if judges {
                app.judge_values();
            }
            let values = if judges { ValuesJudged::Soon } else { ValuesJudged::No };
            app.shared.say(said(&counts, app.faults_so_far(), news.unread, values));
        }
    }
}

/// What was found, and which key goes on from there.
fn said(counts: &Counts, faults: u64, unread: u64, values: ValuesJudged) -> String {
    let found = faults::verified(counts, faults, unread, values);
    let next = match values {
        _ if faults > 0 => named(&[KeyCommand::NextFault], "goes to the next"),
        _ if unread > 0 => return found,
        ValuesJudged::No => named(&[KeyCommand::Diagnose], "judges the values of a chunk"),
        ValuesJudged::Doubtful(1..) => named(&[KeyCommand::NextFault], "goes there"),
        ValuesJudged::Soon | ValuesJudged::Doubtful(0) => return found,
    };
    format!("{found}; {next}")
}

/// Judges the values of what decodes, as the doctor does.
#[derive(Debug)]
pub struct JudgeValues {
    pub(crate) hierarchy: Arc<Hierarchy>,
    pub key: String,
    pub(crate) options: DecodeOptions,
}

impl Task for JudgeValues {
    const LANE: Lane = Lane::Verifying;
    type Answer = Vec<ShortFault>;

    fn run(&self, link: &mut Link<Self>) {
        let checkup =
            Checkup::run_below(&self.hierarchy, &self.key, &self.options, ChunkChoice::Quick, &mut |_| {});
        let mut doubts = Vec::new();
        for Diagnosis { array, address, verdict, .. } in &checkup.found {
            if let (Some(address), None, Some(first)) = (address, &verdict.fault, verdict.hypotheses.first())
            {
                let key = relative(array, &self.hierarchy.name);
                doubts.push(ShortFault::of_chunk(key, &address.chunk, &first.hypothesis));
            }
        }
        // Of a shard one inner chunk is enough.
        doubts.dedup_by(|one, other| one.node == other.node && one.site == other.site);
        link.answer(doubts);
    }

    fn answered(app: &mut App, id: RequestId, doubts: Self::Answer) {
        let count = doubts.len();
        let nodes: Vec<String> = doubts.iter().map(|doubt| doubt.node.clone()).collect();
        if app.verifying.doubts.answer(id, Ok(doubts))
            && let Some(counts) = app.verifying.counts.ready().copied()
        {
            app.hierarchy.doubtful.extend(nodes);
            app.shared.known.changes += 1;
            app.shared.say(said(&counts, 0, 0, ValuesJudged::Doubtful(count)));
        }
    }
}

impl VerifyNode {
    fn verify(&self, all: &Receiver<u64>, link: &mut Link<Self>) {
        let threads = all_but_one(&self.hierarchy);
        let mut news = VerifyNews::default();
        let mut beat = Beat::new();
        let mut unread = 0;
        verify_on(threads.as_ref(), &self.hierarchy, &self.key, &self.options, &mut |counts, found| {
            // An answer that the store did not give is no fault, and nothing above it is verified.
            let mut faults = Vec::new();
            for fault in &found.faults {
                if fault.fault.is_unknown() {
                    unread += 1;
                } else {
                    faults.push(ShortFault::from(fault));
                }
            }
            unread += u64::from(found.not_reached.is_some());
            let verified = if unread == 0 { found.verified } else { Vec::new() };
            news.add(VerifyNews { counts, chunks: all.try_recv().ok(), faults, verified, unread });
            if link.is_wanted() && beat.is_due() {
                link.answer(VerifyAnswer { news: std::mem::take(&mut news), is_last: false });
            }
            link.is_wanted()
        });
        if link.is_wanted() {
            link.answer(VerifyAnswer { news, is_last: true });
        }
    }
}
