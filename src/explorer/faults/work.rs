//! Verifying in the background. It leaves a core to the thread that draws.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;
use std::sync::{Arc, mpsc};
use std::thread;

use crate::codec::DecodeOptions;
use crate::explorer::core::lane::all_but_one;
use crate::explorer::{App, Beat, Lane, Link, RequestId, Task, VerifyNews};
use crate::hierarchy::Hierarchy;
use crate::pipeline::{ShortFault, total, verify_on};
use crate::tell::faults;

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
            app.shared.say(faults::verified(&counts, app.faults_so_far(), news.unread));
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
