//! A stand-in for a codec that cannot be used. It fails only when reached, so that the stages before it show what they give.

use super::{ArrayToArray, ArrayToBytes, BytesToBytes, CodecError, StageWork};
use crate::metadata::{ArrayRepresentation, Elements};
use crate::store::ByteSource;

#[derive(Debug, Clone)]
pub struct StandIn {
    pub error: CodecError,
    pub encoded: ArrayRepresentation,
}

impl ArrayToArray for StandIn {
    fn encoded(&self) -> &ArrayRepresentation {
        &self.encoded
    }

    fn decode(&self, _input: &Elements, _work: &mut StageWork) -> Result<Elements, CodecError> {
        Err(self.error.clone())
    }

    fn encode(&self, _input: &Elements, _work: &mut StageWork) -> Result<Elements, CodecError> {
        Err(self.error.clone())
    }
}

impl ArrayToBytes for StandIn {
    fn decode(&self, _input: &dyn ByteSource, _work: &mut StageWork) -> Result<Elements, CodecError> {
        Err(self.error.clone())
    }

    fn encode(&self, _input: &Elements, _work: &mut StageWork) -> Result<Vec<u8>, CodecError> {
        Err(self.error.clone())
    }
}

impl BytesToBytes for StandIn {
    fn decode(&self, _input: &[u8], _work: &mut StageWork) -> Result<Vec<u8>, CodecError> {
        Err(self.error.clone())
    }

    fn encode(&self, _input: &[u8], _work: &mut StageWork) -> Result<Vec<u8>, CodecError> {
        Err(self.error.clone())
    }
}

/// For an unknown codec that the document allows a reader to pass over: the bytes go through as they are.
#[derive(Debug, Clone)]
pub struct PassedOver {
    pub representation: ArrayRepresentation,
}

const NOTE: (&str, &str) = ("passed over", "not known, and must_understand is false");

impl ArrayToArray for PassedOver {
    fn encoded(&self) -> &ArrayRepresentation {
        &self.representation
    }

    fn decode(&self, input: &Elements, work: &mut StageWork) -> Result<Elements, CodecError> {
        work.note(NOTE.0, NOTE.1);
        Ok(input.clone())
    }

    fn encode(&self, input: &Elements, work: &mut StageWork) -> Result<Elements, CodecError> {
        ArrayToArray::decode(self, input, work)
    }
}

impl BytesToBytes for PassedOver {
    fn encoded_nbytes(&self, decoded: Option<u64>) -> Option<u64> {
        decoded
    }

    fn decode(&self, input: &[u8], work: &mut StageWork) -> Result<Vec<u8>, CodecError> {
        work.note(NOTE.0, NOTE.1);
        Ok(input.to_vec())
    }

    fn encode(&self, input: &[u8], work: &mut StageWork) -> Result<Vec<u8>, CodecError> {
        BytesToBytes::decode(self, input, work)
    }
}
