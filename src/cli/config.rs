use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use super::{Output, Result};
use crate::configuration::{ConfigFault, Configuration, KeyEntry};
use crate::metadata::text::escape;
use crate::places;

const MOST: u64 = 64 << 10;

#[derive(Debug, Default)]
pub struct Configured {
    pub configuration: Configuration,
    file: Option<PathBuf>,
    faults: Vec<ConfigFault>,
}

impl Configured {
    /// The file of the platform need not be there, but one that is asked for must.
    pub(super) fn read(asked: Option<&Path>, keys: &[KeyEntry]) -> Result<Self, String> {
        let Some(file) = asked.map(Path::to_owned).or_else(places::configuration_file) else {
            return Ok(Self::default());
        };
        match text(&file) {
            Ok(text) => {
                let (configuration, faults) = Configuration::read(&text, keys);
                Ok(Self { configuration, file: Some(file), faults })
            }
            Err(error) if asked.is_some() => {
                Err(format!("--config {}: {error}", escape(&file.display().to_string())))
            }
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                Ok(Self::default())
            }
            Err(error) => {
                let faults = vec![ConfigFault { line: 0, said: error.to_string() }];
                Ok(Self { faults, file: Some(file), ..Self::default() })
            }
        }
    }

    fn messages(&self, name: &str) -> Vec<String> {
        let message = |ConfigFault { line, said }: &ConfigFault| match line {
            0 => format!("{name}: {}", escape(said)),
            line => format!("{name}:{line}: {}", escape(said)),
        };
        self.faults.iter().map(message).collect()
    }

    fn names(&self) -> [String; 2] {
        let file = self.file.clone().unwrap_or_default();
        let last = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        [file.display().to_string(), last].map(|name| escape(&name).into_owned())
    }

    pub fn warn(&self) {
        for message in self.messages(&self.names()[0]) {
            // A warning that cannot be written cannot be reported elsewhere.
            let _ = writeln!(io::stderr(), "warning: {message}");
        }
    }

    pub fn notice(&self) -> Vec<String> {
        let more = match self.faults.len() {
            0 | 1 => String::new(),
            count => format!(" (and {} more: zarrscope config)", count - 1),
        };
        let [long, short] = self.names();
        let first = |name: &str| self.messages(name).into_iter().next();
        let (Some(long), Some(short)) = (first(&long), first(&short)) else { return Vec::new() };
        vec![format!("{long}{more}"), format!("{short}{more}"), short]
    }
}

fn text(file: &Path) -> io::Result<String> {
    let other = |said: String| io::Error::other(said);
    // Opening anything else may wait for ever.
    if !file.metadata()?.is_file() {
        return Err(other("expected a file".to_owned()));
    }
    let mut bytes = Vec::new();
    File::open(file)?.take(MOST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST {
        return Err(other(format!("expected at most {MOST} bytes, found more")));
    }
    String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let line = error.as_bytes().iter().take(good).filter(|byte| **byte == b'\n').count() + 1;
        other(format!("expected UTF-8, found other bytes in line {line}"))
    })
}

pub(super) fn run(keys: &[KeyEntry], output: &mut Output) -> Result {
    writeln!(
        output,
        "# The configuration of zarrscope. Every entry is optional; those that are commented out show the defaults."
    )?;
    if let Some(file) = places::configuration_file() {
        let found = if file.exists() { "found there" } else { "not there" };
        let file = escape(&file.display().to_string()).into_owned();
        writeln!(output, "# Without --config FILE it is read from: {file} ({found})")?;
    } else {
        writeln!(output, "# This platform has no default place for it; use --config FILE.")?;
    }
    Ok(output.write_all(Configuration::commented_default(keys).as_bytes())?)
}
