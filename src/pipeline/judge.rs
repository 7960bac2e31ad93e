//! What a stored chunk is once it has been decoded.

use super::{Array, ChunkAddress, Fault};
use crate::codec::DecodeOptions;
use crate::metadata::{Elements, GroupOrArray};

/// What is known of a stored chunk that was decoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChunkVerdict {
    /// It decodes.
    Sound,
    /// It decodes, and every element that is of the array is the fill value: it need not have been stored.
    AllFill,
    /// It is a shard that decodes, and lacks inner chunks.
    PartlyFilled,
    /// It decodes, but its values are not what was written: that is as good as sure.
    Doubtful,
    /// It does not decode.
    Faulty,
    /// The store did not give it: nothing is known of it.
    Unknown,
}

#[doc(hidden)]
impl Array {
    /// Decodes a stored chunk to see what it is. `None` when it is missing.
    pub fn judge(&self, coords: &[u64], options: &DecodeOptions) -> Result<Option<ChunkVerdict>, Fault> {
        let Some(elements) = self.decode(coords, options)? else { return Ok(None) };
        Ok(Some(self.verdict(&coords.into(), &elements)))
    }

    pub(super) fn verdict(&self, address: &ChunkAddress, elements: &Elements) -> ChunkVerdict {
        if self.is_all_fill(address, elements) { ChunkVerdict::AllFill } else { ChunkVerdict::Sound }
    }

    fn is_all_fill(&self, address: &ChunkAddress, elements: &Elements) -> bool {
        // In V2 there may be no fill value: then nothing can be said of a chunk of zeros.
        let is_defined =
            matches!(&self.document().node, Ok(GroupOrArray::Array(array)) if !array.fill_is_undefined);
        let fill = self.metadata.fill_value.bytes(elements.data_type());
        if !is_defined || elements.size() == 0 {
            return false;
        }
        let overhang = self.overhang(address);
        let is_past = |index| overhang.as_ref().is_some_and(|overhang| overhang.is_past(index));
        (0..).zip(elements.each()).all(|(index, element)| element == fill || is_past(index))
    }
}
