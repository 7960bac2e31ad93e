//! Editing a chain in the lab: after each change it is put together again, and tried.

use serde_json::Value;

use crate::codec::{CODECS, CodecKind, CodecRow, begun};
use crate::configuration::Key;
use crate::explorer::core::late::Late;
use crate::explorer::core::shared::Shared;
use crate::explorer::lab::codec_picker::CodecPicker;
use crate::explorer::lab::{ChainForms, ConfigurationLine, LabPart, LabRow, LabWindow, name_of};
use crate::explorer::prompt::line::{TypedLine, Typing};
use crate::lab::{TrialValues, given_chain};
use crate::metadata::text::escape_json;
use crate::tell::chain_copy::{chain_copies, python_lacks, with_note};

/// The most chains in the list: nobody compares more.
const MOST: usize = 64;

impl LabWindow {
    fn values(&self) -> Option<&TrialValues> {
        self.subject.ready()?.sample.values.first()
    }

    /// The codecs of the selected chain as a document lists them.
    fn entries(&self) -> Result<Vec<Value>, String> {
        let nothing = || "no chain is selected".to_owned();
        let row = self.row().ok_or_else(nothing)?;
        if let Some(edited) = &row.edited {
            return Ok(edited.clone());
        }
        let values = self.values().ok_or_else(nothing)?;
        let chain = row.chain.as_ref().map_err(Clone::clone)?;
        chain.as_v3(values).map_err(|fault| fault.to_string())
    }

    /// Begins to edit a copy of the selected chain; gives whether that is possible.
    pub(crate) fn edit(&mut self, shared: &mut Shared) -> bool {
        if self.rows.len() >= MOST {
            shared.say(format!("at most {MOST} chains are listed: x removes one that was edited"));
            return false;
        }
        match self.entries() {
            Ok(entries) => {
                let chain = Err(String::new());
                self.rows.push(LabRow { chain, edited: None, tried: Late::Idle });
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

    pub(crate) fn remove_chain(&mut self, shared: &mut Shared) {
        if self.row().is_some_and(|row| row.edited.is_some()) {
            self.rows.remove(self.selected);
        } else {
            shared.say("only chains that were edited can be removed");
        }
    }

    pub(crate) fn remove_codec(&mut self, shared: &mut Shared) {
        let mut entries = self.codecs().to_vec();
        if self.codec < entries.len() {
            entries.remove(self.codec);
            self.change(entries);
        } else {
            shared.say("no codec is left: a adds one");
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

    /// Adds a codec at a place that fits its kind, behind the selected one where that fits. Only one lays elements out: a new one
    /// takes its place.
    fn add_codec(&mut self, number: usize, shared: &mut Shared) {
        let Some((row, values)) = CODECS.get(number).zip(self.values()) else { return };
        let entry = begun(row, &values.decoded);
        let mut entries = self.codecs().to_vec();
        let kinds: Vec<Option<CodecKind>> =
            entries.iter().map(|entry| CodecRow::find(name_of(entry)).map(CodecRow::kind)).collect();
        let is = |place: usize, kind| kinds.get(place).copied().flatten() == Some(kind);
        let laid_out = (0..kinds.len()).find(|place| is(*place, CodecKind::ArrayToBytes));
        self.part = LabPart::Codecs;
        if let (CodecKind::ArrayToBytes, Some(place)) = (row.kind(), laid_out) {
            if let Some(old) = entries.get_mut(place) {
                shared.say(format!("{} takes the place of {}", row.label(), name_of(old)));
                *old = entry;
            }
            self.codec = place;
        } else {
            let last = kinds.iter().rposition(|kind| kind.is_none_or(|kind| kind <= row.kind()));
            let behind = if is(self.codec, row.kind()) { Some(self.codec) } else { last };
            let place = behind.map_or(0, |place| place + 1).min(entries.len());
            entries.insert(place, entry);
            self.codec = place;
        }
        self.change(entries);
    }

    pub(crate) fn configure(&mut self, shared: &mut Shared) {
        let Some(codec) = self.codecs().get(self.codec) else {
            return shared.say("no codec is left: a adds one");
        };
        let text = codec.get("configuration").map_or("{}".to_owned(), Value::to_string);
        match TypedLine::with(&escape_json(&text)) {
            Some(line) => self.part = LabPart::Line(ConfigurationLine { line, fault: None }),
            None => shared.say("its configuration is too long to be typed"),
        }
    }

    pub(crate) fn typed(&mut self, key: Key, shared: &mut Shared) {
        match &mut self.part {
            LabPart::Line(typed) => match key {
                Key::Esc => self.part = LabPart::Codecs,
                Key::Backspace if typed.line.is_empty() => self.part = LabPart::Codecs,
                Key::Enter => {
                    let text = typed.line.text();
                    self.configured(&text);
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
                    Some(place) => self.add_codec(place, shared),
                    None => shared.say("no codec fits: nothing is added"),
                },
            },
            _ => {}
        }
    }

    pub(crate) fn pick(&mut self) {
        self.part = LabPart::Picker(CodecPicker::default());
    }

    fn configured(&mut self, text: &str) {
        let configuration = if text.trim().is_empty() { "{}" } else { text };
        match serde_json::from_str::<Value>(configuration) {
            Ok(Value::Object(members)) => {
                let mut entries = self.codecs().to_vec();
                if let Some(entry) = entries.get_mut(self.codec) {
                    let name = name_of(entry);
                    *entry = if members.is_empty() {
                        serde_json::json!({"name": name})
                    } else {
                        serde_json::json!({"name": name, "configuration": members})
                    };
                }
                self.part = LabPart::Codecs;
                self.change(entries);
            }
            // The line stays, to be mended.
            Ok(_) => self.not_configured(""),
            Err(error) => self.not_configured(&format!(": {error}")),
        }
    }

    fn not_configured(&mut self, why: &str) {
        if let LabPart::Line(typed) = &mut self.part {
            typed.fault = Some(format!("expected a JSON object such as {{\"level\": 3}}{why}"));
        }
    }

    pub(crate) fn list_copies(&mut self, shared: &mut Shared) {
        let is_edited = self.is_editing();
        let chunks = self.subject.ready().map(|subject| subject.sample.chunks.as_slice()).unwrap_or_default();
        let is_inner = chunks.iter().any(|chunk| chunk.address.is_inner());
        match self.entries() {
            Ok(entries) => {
                let name = self.name.rsplit('/').next().unwrap_or(&self.name);
                let forms = chain_copies(&entries, name, is_inner);
                let note = self.why_not_use().or_else(|| python_lacks(&entries));
                let forms = note.as_ref().map_or(forms.clone(), |note| with_note(forms, note));
                self.part = LabPart::Copies(ChainForms { forms, selected: 0, is_edited, note });
            }
            Err(why) => shared.say(why),
        }
    }

    /// Why the selected chain is of no use, where it is refused or fails.
    fn why_not_use(&self) -> Option<String> {
        let row = self.row()?;
        if let Err(reason) = &row.chain {
            return Some(format!("refused: {reason}"));
        }
        let failed = row.tried.ready()?.trial.outcome.as_ref().err()?;
        Some(format!("it fails on these values: {failed}"))
    }
}
