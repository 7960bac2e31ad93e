//! The request for the picture as terminals with graphics show it. What is sent is decided in `placed.rs`; characters show the same.

use std::sync::Arc;

use crate::explorer::picture::encoded::EncodedPicture;
use crate::explorer::picture::work::EncodePicture;
use crate::explorer::{Late, RequestId, Shared};

#[derive(Debug, Default)]
pub struct PicturePixels {
    pub(crate) encoded: Late<Arc<EncodedPicture>>,
    asked: Option<EncodePicture>,
}

impl PicturePixels {
    pub(crate) fn answer(&mut self, id: RequestId, found: Result<Arc<EncodedPicture>, String>) {
        self.encoded.answer(id, found);
    }

    pub(crate) fn reconcile(&mut self, wanted: Option<EncodePicture>, stays: bool, shared: &mut Shared) {
        let Some(task) = wanted else {
            if !stays {
                *self = Self::default();
            }
            return;
        };
        if self.asked.as_ref().is_none_or(|asked| !asked.is_same(&task)) {
            self.asked = Some(task.clone());
            self.encoded.ask_again(shared.ask(task));
        }
    }
}
