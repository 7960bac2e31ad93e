//! How many threads decode at the same time.

use std::num::NonZeroUsize;

use clap::Args;

use super::Failure;

/// How many chunks are decoded at the same time.
#[derive(Debug, Args)]
pub struct ThreadArguments {
    /// Decode on so many threads; without it, on as many as there are cores.
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
}

impl ThreadArguments {
    /// Starts the threads.
    pub(super) fn start(&self) -> Result<(), Failure> {
        // rayon takes 0 as the number of cores.
        let count = self.threads.map_or(0, NonZeroUsize::get);
        let started = rayon::ThreadPoolBuilder::new().num_threads(count).build_global();
        started.map_err(|error| {
            Failure::Usage(format!("--threads: expected threads that can be started, found: {error}"))
        })
    }
}
