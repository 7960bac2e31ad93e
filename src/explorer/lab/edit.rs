use crate::explorer::keys::own_keys::WindowKey;
use crate::explorer::lab::keys::{KEYS, LabCommand};
use serde_json::{Value, json};

use crate::codec::{CodecRow, begun};
use crate::configuration::Key;
use crate::explorer::lab::{ChainForms, ConfigurationLine, LabRow, configuration_line, read_configuration};
use crate::explorer::prompt::line::Typing;
use crate::explorer::{LabPart, LabWindow, Late, Shared, name_of};
use crate::lab::{TrialValues, given_chain};
use crate::learn::add_codec;
use crate::tell::chain_copy::{chain_copies, python_lacks, with_note};

const MOST: usize = 64;

impl LabWindow {
    pub(super) fn no_codec() -> String {
        format!("no codec is left: {}", KEYS.hint(&(&[WindowKey::Own(LabCommand::Add)], "adds one")))
    }

    pub(super) fn values(&self) -> Option<&TrialValues> {
        self.subject.ready()?.sample.values.first()
    }

    fn entries(&self) -> Result<Vec<Value>, String> {
        let nothing = || "no chain is selected".to_owned();
        let row = self.row().ok_or_else(nothing)?;
        if let Some(edited) = &row.edited {
            return Ok(edited.clone());
        }
        let values = self.values().ok_or_else(nothing)?;
        row.chain.as_ref().map_err(Clone::clone)?.as_v3(values).map_err(|fault| fault.to_string())
    }

    pub(crate) fn edit(&mut self, shared: &mut Shared) -> bool {
        if self.rows.len() >= MOST {
            let removes = KEYS.hint(&(&[WindowKey::Own(LabCommand::Remove)], "removes an edited one"));
            shared.say(format!("at most {MOST} chains are listed: {removes}"));
            return false;
        }
        match self.entries() {
            Ok(entries) => {
                self.rows.push(LabRow { chain: Err(String::new()), edited: None, tried: Late::Idle });
                self.selected = self.rows.len() - 1;
                self.codec = 0;
                self.part = LabPart::Codecs;
                self.change(entries);
                true
            }
            Err(why) => {
                shared.say(why);
                false
            }
        }
    }

    fn change(&mut self, entries: Vec<Value>) {
        let Some(values) = self.values() else { return };
        let chain = given_chain(&Value::Array(entries.clone()), values, None);
        let chain = chain.map_err(|fault| fault.to_string());
        if let Some(row) = self.rows.get_mut(self.selected) {
            *row = LabRow { chain, edited: Some(entries), tried: Late::Idle };
        }
    }

    pub(crate) fn remove_codec(&mut self, shared: &mut Shared) {
        let mut entries = self.codecs().to_vec();
        if self.codec < entries.len() {
            entries.remove(self.codec);
            self.change(entries);
        } else {
            shared.say(Self::no_codec());
        }
    }

    pub(crate) fn move_codec(&mut self, on: bool, shared: &mut Shared) {
        let mut entries = self.codecs().to_vec();
        let other = if on { self.codec.checked_add(1) } else { self.codec.checked_sub(1) };
        match other.filter(|other| *other < entries.len()) {
            Some(other) => {
                entries.swap(self.codec, other);
                self.codec = other;
                self.change(entries);
            }
            None => shared.say(if on { "it is the last codec" } else { "it is the first codec" }),
        }
    }

    fn add_codec(&mut self, row: &CodecRow, shared: &mut Shared) {
        let Some(values) = self.values() else { return };
        let entry = begun(row, &values.decoded);
        let mut entries = self.codecs().to_vec();
        let (place, old) = add_codec(&mut entries, row, entry, self.codec);
        if let Some(old) = old {
            shared.say(format!("{} replaces {}", row.label(), name_of(&old)));
        }
        (self.codec, self.part) = (place, LabPart::Codecs);
        self.change(entries);
    }

    pub(crate) fn configure(&mut self, shared: &mut Shared) {
        let Some(codec) = self.codecs().get(self.codec) else {
            return shared.say(Self::no_codec());
        };
        match configuration_line(codec) {
            Some(line) => self.part = LabPart::Line(ConfigurationLine { line, fault: None }),
            None => shared.say("its configuration is too long to type"),
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "every other key is for the line")]
    pub(crate) fn typed(&mut self, key: Key, shared: &mut Shared) {
        match &mut self.part {
            LabPart::Line(typed) => match key {
                Key::Esc => self.part = LabPart::Codecs,
                Key::Backspace if typed.line.is_empty() => self.part = LabPart::Codecs,
                Key::Enter => {
                    let members = match read_configuration(&typed.line.text()) {
                        Ok(members) => members,
                        // The line stays, to be mended.
                        Err(why) => return typed.fault = Some(why),
                    };
                    let mut entries = self.codecs().to_vec();
                    if let Some(entry) = entries.get_mut(self.codec) {
                        let name = name_of(entry);
                        *entry = if members.is_empty() {
                            json!({"name": name})
                        } else {
                            json!({"name": name, "configuration": members})
                        };
                    }
                    self.part = LabPart::Codecs;
                    self.change(entries);
                }
                other => {
                    typed.fault = None;
                    typed.line.key(other);
                }
            },
            LabPart::Picker(picker) => match picker.key(key, u64::from(shared.size.1 / 2)) {
                Typing::Going => {}
                Typing::Left => self.part = LabPart::Codecs,
                Typing::Done => match picker.current() {
                    Some(row) => self.add_codec(row, shared),
                    None => shared.say("no codec fits: nothing is added"),
                },
            },
            LabPart::Chains | LabPart::Whole(_) | LabPart::Codecs | LabPart::Loss(_) | LabPart::Copies(_) => {
            }
        }
    }

    pub(crate) fn list_copies(&mut self, shared: &mut Shared) {
        let is_edited = self.is_editing();
        let chunks = self.subject.ready().map(|subject| subject.sample.chunks.as_slice()).unwrap_or_default();
        let is_inner = chunks.iter().any(|chunk| chunk.address.is_inner());
        match self.entries() {
            Ok(entries) => {
                let name = self.name.rsplit('/').next().unwrap_or(&self.name);
                let mut forms = chain_copies(&entries, name, is_inner);
                let note = self.why_not_use().or_else(|| python_lacks(&entries));
                if let Some(note) = &note {
                    forms = with_note(forms, note);
                }
                self.part = LabPart::Copies(ChainForms { forms, selected: 0, is_edited, note });
            }
            Err(why) => shared.say(why),
        }
    }

    fn why_not_use(&self) -> Option<String> {
        let row = self.row()?;
        if let Err(reason) = &row.chain {
            return Some(format!("refused: {reason}"));
        }
        let failed = row.tried.ready()?.trial.outcome.as_ref().err()?;
        Some(format!("it fails on these values: {failed}"))
    }
}
