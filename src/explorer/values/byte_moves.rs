//! Goes to a byte, or searches for bytes, as a typed line says.

use std::sync::Arc;

use crate::explorer::keys::keymap::key_name;
use crate::explorer::prompt::typed_command::TypedKind;
use crate::explorer::values::byte_search::{ByteHits, ByteQuest, ByteSearch, WantedHit, parse_pattern};
use crate::explorer::{App, Content, KeyCommand, Late, RequestId, Side};
use crate::tell::words::{count, grouped};

fn number(text: &str) -> Option<u64> {
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

impl App {
    /// Acts on `byte 300`, `byte 0x12c`, `find 58 03 ff` and `find "text"`.
    pub(crate) fn bytes_line(&mut self, kind: TypedKind, text: &str) -> Result<(), String> {
        let no_bytes = "no bytes here: open a stage of a stored chunk";
        if kind == TypedKind::Byte {
            let byte = number(text)
                .ok_or_else(|| format!("expected the number of a byte, as 300 or 0x12c, found \"{text}\""))?;
            let side = self.show_bytes().ok_or(no_bytes)?;
            return self.go_to_byte(side, byte);
        }
        let search = if text.is_empty() { None } else { Some(ByteSearch::new(parse_pattern(text)?)) };
        let side = self.show_bytes().ok_or(no_bytes)?;
        self.values_mut(side).search = search;
        if text.is_empty() {
            self.shared.say("the search is ended");
        } else {
            self.look_for_bytes(side, WantedHit::Here);
        }
        Ok(())
    }

    fn show_bytes(&mut self) -> Option<Side> {
        let focused = Side::of(self.shared.focus);
        let shown = [Side::Output, Side::Input].into_iter().find(|side| {
            let is_there = *side == Side::Output || self.shared.selection.opened;
            is_there && self.nbytes(*side).is_some()
        });
        let side = focused.or(shown).unwrap_or(Side::Output);
        if self.nbytes(side).is_none() {
            let before = std::mem::replace(&mut self.values_mut(side).hex, true);
            if self.nbytes(side).is_none() {
                self.values_mut(side).hex = before;
                return None;
            }
        }
        if side == Side::Output && self.picture.takes_over(&self.shared) {
            self.picture.on = false;
        }
        self.shared.focus = side.pane();
        Some(side)
    }

    fn nbytes(&self, side: Side) -> Option<u64> {
        let content = self.values(side).content(&self.shared.selection);
        let Content::Bytes { bytes, .. } = content else { return None };
        if bytes.is_empty() { None } else { Some(bytes.len() as u64) }
    }

    pub(crate) fn show_byte(&mut self, side: Side, byte: u64) {
        if side == Side::Output && self.picture.takes_over(&self.shared) {
            self.picture.on = false;
        }
        self.values_mut(side).hex = true;
        if let Err(why) = self.go_to_byte(side, byte) {
            self.shared.say(why);
        }
    }

    fn go_to_byte(&mut self, side: Side, byte: u64) -> Result<(), String> {
        let Some(nbytes) = self.nbytes(side) else { return Ok(()) };
        if byte >= nbytes {
            let there = count(nbytes.into(), "byte");
            return Err(format!(
                "expected a byte below {nbytes} ({nbytes:#x}): there are {there}, found {byte}"
            ));
        }
        self.values_mut(side).offset = byte;
        self.shared.selection.element.follow(side);
        Ok(())
    }

    pub(crate) fn next_bytes(&mut self, back: bool) -> bool {
        let Some(side) = Side::of(self.shared.focus) else { return false };
        if self.nbytes(side).is_none() || self.values(side).search.is_none() {
            return false;
        }
        self.look_for_bytes(side, if back { WantedHit::Previous } else { WantedHit::Next });
        true
    }

    fn look_for_bytes(&mut self, side: Side, wanted: WantedHit) {
        let request = self.shared.request();
        let Some(trace) = self.shared.selection.trace.ready().cloned() else { return };
        let Some(row) = self.shared.selection.row(side) else { return };
        let pane = self.values_mut(side);
        let from = pane.offset;
        let Some(search) = pane.search.as_mut() else { return };
        search.found = Late::asked(request.clone());
        search.asked = Some((row, Arc::clone(&trace)));
        let pattern = Arc::clone(&search.pattern);
        self.shared.say("looking …");
        self.shared.send(&request, ByteQuest { trace, row, pattern, from, wanted });
    }

    pub(crate) fn bytes_found(&mut self, id: RequestId, found: ByteHits) {
        let asked =
            |side: &Side| self.values(*side).search.as_ref().is_some_and(|search| search.found.is_of(id));
        let Some(side) = Side::BOTH.into_iter().find(asked) else { return };
        let now = (self.shared.selection.row(side), self.shared.selection.trace.ready().cloned());
        let Some(search) = &mut self.values_mut(side).search else { return };
        if !search.found.answer(id, Ok(found)) {
            return;
        }
        let is_same = match (search.asked.take(), now) {
            (Some((row, trace)), (Some(now), Some(shown))) => row == now && Arc::ptr_eq(&trace, &shown),
            _ => false,
        };
        if !is_same {
            return;
        }
        match found.hit {
            None => self.shared.say("these bytes were not found"),
            Some((number, at)) => {
                self.values_mut(side).offset = at;
                self.shared.selection.element.follow(side);
                let (number, all) = (grouped(number.into()), grouped(found.count.into()));
                let keys = [KeyCommand::FindNext, KeyCommand::FindPrevious, KeyCommand::Out].map(key_name);
                let [next, before, out] = keys;
                self.shared.say(format!(
                    "{number} of {all}, at byte {at} ({at:#x}) · {next} {before} next and before, {out} ends it"
                ));
            }
        }
    }
}
