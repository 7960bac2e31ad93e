//! The codecs of the chunk, one in each row. The card of the selected one is chosen in `App::card_here`.

pub(super) mod draw;

use crate::explorer::{KeyCommand, Pane, PaneEvent, Shared, step_number};

pub(crate) fn update(event: PaneEvent, shared: &mut Shared) {
    match event {
        PaneEvent::KeyCommand(KeyCommand::Move(by)) => {
            let page = shared.inner(Pane::Stages).height;
            let mut stage = shared.selection.stage();
            step_number(&mut stage, by, page, shared.selection.stage_count());
            shared.selection.select_stage(stage);
        }
        PaneEvent::KeyCommand(KeyCommand::Enter) => {
            shared.selection.opened = true;
            shared.focus = Pane::Values;
            shared.selection.element.put_everywhere();
        }
        PaneEvent::KeyCommand(KeyCommand::Out | KeyCommand::Back) if shared.selection.opened => {
            shared.selection.opened = false;
        }
        PaneEvent::KeyCommand(KeyCommand::Out | KeyCommand::Back) => shared.focus = Pane::Grid,
        PaneEvent::KeyCommand(_) => {}
        PaneEvent::Click(_, y) => {
            let inner = shared.inner(Pane::Stages);
            let row = usize::from(y - inner.y) + draw::first_row(&shared.selection, inner);
            if row < shared.selection.stage_count() {
                shared.selection.select_stage(row);
            }
        }
    }
}
