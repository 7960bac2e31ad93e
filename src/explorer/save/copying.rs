use std::sync::Arc;

use crate::configuration::Key;
use crate::explorer::keys::keymap::{CHOOSING, command, named, named_all};
use crate::explorer::overlay::stack::closes;
use crate::explorer::save::work::{LocateChunk, ReadCopy};
use crate::explorer::save::{bytes_within, draw};
use crate::explorer::values::selected::Selected;
use crate::explorer::{
    App, Canvas, Content, CopyMenu, Handled, Hints, KeyCommand, Late, Move, Overlay, Pane, Side, Terminal,
    step_number, views,
};
use crate::metadata::lengths;
use crate::metadata::text::escape;
use crate::pipeline::Region;
use crate::tell::copy_as::CopyAs;
use crate::tell::selected_copies::{HEX, PYTHON, of_bytes, of_elements};
use crate::tell::words::{count, grouped};

/// The most elements or bytes that are copied: terminals take no more than some 100 kB.
const MOST: u128 = 10_000;

impl Overlay for CopyMenu {
    fn key(&mut self, key: Key, app: &mut App) -> Handled {
        match command(key) {
            Some(KeyCommand::Move(by)) => self.scroll(by, app),
            Some(KeyCommand::Enter | KeyCommand::Copy | KeyCommand::CopyAs) => {
                if let Some(forms) = self.forms.ready()
                    && let Some(form) = forms.get(self.selected)
                {
                    app.shared.say(format!("copied {}", form.text));
                    app.shared.terminal(Terminal::Copy(form.text.clone()));
                    return Handled::Close;
                }
            }
            Some(command) if closes(command) => return Handled::Close,
            _ => return Handled::Pass,
        }
        Handled::Stay
    }

    fn scroll(&mut self, by: Move, app: &mut App) {
        let count = self.forms.ready().map_or(0, |forms| forms.len());
        step_number(&mut self.selected, by, views::window(app.shared.size).inner().height, count);
    }

    fn draw(&self, canvas: &mut Canvas, app: &App) {
        draw::copies(canvas, app, self);
    }

    fn hints(&self, _: &App) -> Hints {
        Hints::Keys(named_all(CHOOSING), "close")
    }
}

impl App {
    pub(crate) fn copy(&mut self) {
        if let Some(selected) = self.selected() {
            return self.copy_selected(&selected);
        }
        let Some(text) = self.text_to_copy() else {
            return self.shared.say("nothing to copy under the cursor");
        };
        let text = escape(&text).into_owned();
        self.shared.say(format!("copied {text}"));
        self.shared.terminal(Terminal::Copy(text));
    }

    fn text_to_copy(&self) -> Option<String> {
        let selection = &self.shared.selection;
        let path = self.shared.hierarchy.display(selection.node_key());
        Some(match (self.shared.focus, selection.trace.ready()) {
            (Pane::Grid, Some(trace)) => format!("{path}/{}", trace.key),
            (Pane::Hierarchy | Pane::Grid, _) => path,
            (Pane::Stages, _) => selection.stage_trace()?.info.codec.name.clone(),
            (pane @ (Pane::Input | Pane::Values), _) => {
                let pane = self.values(Side::of(pane)?);
                let content = pane.content(selection);
                let element = content.element(&pane.coords, usize::MAX)?;
                // What is copied is what is shown.
                match selection.element_text(content.is_decoded()).meaning {
                    Some(meaning) => meaning.value(&element).text(),
                    None => element.to_string(),
                }
            }
        })
    }

    pub fn selected(&self) -> Option<Selected> {
        self.values(Side::of(self.shared.focus)?).selected(&self.shared.selection)
    }

    fn copy_selected(&mut self, selected: &Selected) {
        // What has to be read first is copied once it is there.
        let Some(forms) = self.forms_of(selected) else { return };
        let forms = match forms {
            Late::Ready { value: forms, .. } => forms,
            Late::Waiting { request, .. } => {
                self.pending.copying = Late::asked(request);
                return self.shared.say(format!("reading {} …", count(selected.count(), "element")));
            }
            Late::Idle | Late::Failed(_) => return,
        };
        let (own, what, how) = match selected {
            Selected::Elements(_) => (PYTHON, "element", "as a Python list"),
            Selected::Bytes(_) => (HEX, "byte", "in hex"),
        };
        let Some(form) = forms.iter().find(|form| form.what == own) else { return };
        self.shared.say(format!("copied {} {how}", count(selected.count(), what)));
        self.shared.terminal(Terminal::Copy(form.text.clone()));
    }

    pub(crate) fn open_copies(&mut self) {
        if let Some(selected) = self.selected() {
            if let Some(forms) = self.forms_of(&selected) {
                self.shared.message = None;
                self.overlays.open(CopyMenu { forms, selected: 0 });
            }
            return;
        }
        let selection = &self.shared.selection;
        let chunk = selection.array().cloned().map(|array| (array, selection.address.clone()));
        if let Some((array, address)) = &chunk
            && !array.metadata.chunk_grid.contains(&address.chunk)
        {
            return self.shared.say("no chunk is selected");
        }
        let hierarchy = Arc::clone(&self.shared.hierarchy);
        let (key, options) = (selection.node_key().to_owned(), self.shared.options);
        let is_array = selection.node.ready().is_some_and(|shown| shown.open.node.is_array());
        let forms = Late::asked(self.shared.ask(LocateChunk { hierarchy, key, is_array, chunk, options }));
        self.overlays.open(CopyMenu { forms, selected: 0 });
    }

    fn forms_of(&mut self, selected: &Selected) -> Option<Late<Arc<[CopyAs]>>> {
        let number = selected.count();
        if number > MOST {
            let (own, most) = (grouped(number), grouped(MOST));
            let saves = named(&[KeyCommand::Save], "saves them");
            self.shared.say(format!("at most {most} can be copied, {own} are selected: {saves}"));
            return None;
        }
        let selection = &self.shared.selection;
        let content = self.values(Side::of(self.shared.focus)?).content(selection);
        let forms = match (&content, selected) {
            (Content::Window(_), Selected::Elements(region)) => {
                let (array, region) = (Arc::clone(selection.value_array()?), region.clone());
                let request = self.shared.ask(ReadCopy { array, region, options: self.shared.options });
                return Some(Late::asked(request));
            }
            (Content::Bytes { bytes, .. }, Selected::Bytes(range)) => of_bytes(bytes_within(bytes, range)?),
            (content, Selected::Elements(region)) => of_content(content, region)?,
            _ => return None,
        };
        Some(Late::Ready { request: self.shared.request(), value: Arc::from(forms) })
    }
}

fn of_content(content: &Content, region: &Region) -> Option<Vec<CopyAs>> {
    match content {
        Content::Array { shape, elements, .. } => {
            Some(of_elements(&elements.part(shape, region)?, &lengths(region)))
        }
        Content::Fill { fill, .. } => {
            // The list says each of them, whatever type it has.
            let text = escape(&filled(&fill.to_string(), &lengths(region))).into_owned();
            Some(vec![CopyAs { what: PYTHON, text }])
        }
        Content::Window(_) | Content::Bytes { .. } | Content::Shard(_) | Content::Nothing(_) => None,
    }
}

fn filled(value: &str, shape: &[u64]) -> String {
    let mut text = value.to_owned();
    for edge in shape.iter().rev() {
        text = format!("[{}]", vec![text.as_str(); usize::try_from(*edge).unwrap_or(0)].join(", "));
    }
    text
}
