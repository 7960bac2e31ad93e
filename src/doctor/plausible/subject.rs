use serde_json::Value as Json;

use super::sample::{Part, Sample, SampleFrame, parts};
use crate::codec::{
    Chain, CodecKind, DecodeOptions, Dimensions, Representation, StageInfo, StoredForm, Trace, Value, output,
};
use crate::metadata::{ArrayRepresentation, CodecRole, Elements, lengths};
use crate::pipeline::{Array, ChunkTrace, State};

const MOST_TRIED: u64 = 8;

pub(super) struct Specimen<'a> {
    pub array: &'a Array,
    pub trace: &'a Trace,
    pub stage: &'a StageInfo,
    pub arrays: Vec<&'a StageInfo>,
    pub bytes: Vec<&'a StageInfo>,
    pub decoded: &'a ArrayRepresentation,
    pub stored: &'a ArrayRepresentation,
    pub elements: &'a Elements,
    pub frame: SampleFrame,
}

impl<'a> Specimen<'a> {
    /// The elements of a traced chunk; `None` where they do not simply follow each other.
    pub fn from_trace(
        array: &'a Array,
        chain: &'a Chain,
        trace: &'a Trace,
        coords: Option<&'a [u64]>,
    ) -> Option<Self> {
        let stage = chain.array_to_bytes_info();
        let is_plain = stage.row().is_some_and(|row| row.form == StoredForm::Plain);
        let (Representation::Array(stored), true, None) = (&stage.decoded, is_plain, &trace.fault) else {
            return None;
        };
        let Value::Array(elements) = output(trace, stage)? else { return None };
        let of_kind = |kind| chain.stages().filter(move |stage| stage.kind == kind).collect::<Vec<_>>();
        let arrays = of_kind(CodecKind::ArrayToArray);
        let used = match coords.and_then(|coords| used(array, coords, &arrays)) {
            Some(used) if used.len() == stored.shape.len() => used,
            _ => stored.shape.clone(),
        };
        let frame = SampleFrame {
            shape: stored.shape.clone(),
            used,
            nbytes: stored.data_type.nbytes(),
            fill: stored.fill_value.as_ref().map(|fill| fill.bytes(&stored.data_type)),
        };
        let bytes = of_kind(CodecKind::BytesToBytes);
        Some(Self { array, trace, stage, arrays, bytes, decoded: chain.decoded(), stored, elements, frame })
    }

    pub fn samples(&self) -> Vec<(Part, Sample)> {
        let parts = parts(&self.stored.data_type);
        let mut samples = Vec::new();
        for part in &parts {
            samples.push((*part, Sample::take(self.elements.bytes(), part, parts.len(), &self.frame)));
        }
        samples
    }

    /// What that codec of bytes decodes to, or the stored bytes where there are fewer.
    pub fn encoded(&self, codec: usize) -> Option<&'a [u8]> {
        match self.bytes.get(codec) {
            Some(stage) => Some(output(self.trace, stage)?.bytes()),
            None => self.trace.stored.as_deref(),
        }
    }

    pub fn is_big(&self) -> Option<bool> {
        match self.stage.codec.role {
            CodecRole::Implied => {
                match self.stage.codec.configuration.get("dtype")?.as_str()?.chars().next()? {
                    '>' => Some(true),
                    '<' | '=' => Some(false),
                    _ => None,
                }
            }
            CodecRole::Codec | CodecRole::Filter | CodecRole::Compressor => {
                Some(self.stage.codec.configuration.get("endian")? == "big")
            }
        }
    }

    pub fn is_v2(&self) -> bool {
        self.array.document().zarr_format() == 2
    }

    pub fn written(&self, pointer: &str) -> Option<&'a Json> {
        self.array.document().value.pointer(pointer)
    }

    pub fn axes(&self) -> Option<Vec<usize>> {
        let mut axes: Vec<usize> = (0..self.decoded.shape.len()).collect();
        for stage in &self.arrays {
            match &stage.dimensions {
                Dimensions::Permuted(order) => axes = permuted(&axes, order)?,
                Dimensions::Changed => return None,
                Dimensions::Kept => {}
            }
        }
        Some(axes)
    }

    pub fn cast(&self) -> Option<&'a StageInfo> {
        for stage in self.arrays.iter().rev() {
            if let (Representation::Array(decoded), Representation::Array(encoded)) =
                (&stage.decoded, &stage.encoded)
                && decoded.data_type != encoded.data_type
            {
                return (encoded.data_type == self.stored.data_type).then_some(*stage);
            }
        }
        None
    }

    pub fn is_direct(&self) -> bool {
        self.arrays.iter().all(|stage| matches!(stage.dimensions, Dimensions::Permuted(_)))
    }
}

fn permuted<T: Copy>(values: &[T], order: &[usize]) -> Option<Vec<T>> {
    order.iter().map(|axis| values.get(*axis).copied()).collect()
}

fn used(array: &Array, coords: &[u64], arrays: &[&StageInfo]) -> Option<Vec<u64>> {
    let mut used = lengths(&array.metadata.chunk_grid.used(coords)?);
    for stage in arrays {
        match (&stage.dimensions, &stage.decoded, &stage.encoded) {
            (Dimensions::Permuted(order), ..) => used = permuted(&used, order)?,
            (_, Representation::Array(decoded), Representation::Array(encoded))
                if decoded.shape == encoded.shape => {}
            _ => return None,
        }
    }
    Some(used)
}

pub(super) fn inner<'a>(
    array: &Array,
    chain: &'a Chain,
    trace: &ChunkTrace,
) -> Option<(&'a Chain, ChunkTrace)> {
    let grid = chain.sharding()?.grid();
    let size = u64::try_from(grid.size()?).ok()?;
    let tries = MOST_TRIED.min(size);
    for tried in 0..tries {
        let mut address = trace.address.clone();
        address.inner.push(crate::metadata::delinear(size / tries * tried, &grid.grid_shape()));
        let mut found = chain.sharding()?.inner();
        while let Some(sharding) = found.sharding() {
            address.inner.push(vec![0; sharding.grid().rank()]);
            found = sharding.inner();
        }
        let Ok(inner) = array.trace_within(&address, &DecodeOptions::default(), usize::MAX) else { continue };
        if let State::Stored(_) = inner.state {
            return Some((found, inner));
        }
    }
    None
}
