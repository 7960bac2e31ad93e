use std::{num::NonZeroUsize, path::Path};

use clap::Args;

use super::{Failure, Result};
use crate::limits::MOST_THREADS;
use crate::store::{Address, REQUESTS_AT_ONCE};

#[derive(Debug, Clone, Args)]
pub struct ThreadArguments {
    /// Decode on N threads. By default as many as there are cores, or 16 if chunks come from a server.
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
}

impl ThreadArguments {
    /// A thread asks for the chunks that it decodes: at an address there are as many requests at the same time as threads.
    pub(super) fn start(&self, paths: &[&Path]) -> Result {
        let asked = self.threads.map_or(0, NonZeroUsize::get);
        if asked > MOST_THREADS {
            return Err(Failure::Usage(format!(
                "--threads: expected at most {MOST_THREADS} threads, found {asked}"
            )));
        }
        let is_remote = paths.iter().any(|path| Address::of(path).is_some());
        // rayon takes 0 as the number of cores.
        let usual = if is_remote { REQUESTS_AT_ONCE } else { 0 };
        let count = if asked == 0 { usual } else { asked };
        let started = rayon::ThreadPoolBuilder::new().num_threads(count).build_global();
        started.map_err(|error| {
            Failure::Usage(format!("--threads: expected threads that can be started, found: {error}"))
        })
    }
}
