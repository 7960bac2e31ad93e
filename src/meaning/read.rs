use serde_json::Value;

use super::attributes::{MeaningNote, MeaningNotes, MeaningSource, NoteKind, RawNumber};
use super::conventions::Convention;
use super::description::Description;
use super::dimensions;
use super::flags::FlagTable;
use super::mask::{ElementMask, MaskReason};
use super::packing::{OFFSET, Packing, SCALE};
use super::time::TimeReference;
use super::unsigned;
use crate::metadata::float::FloatType;
use crate::metadata::{ArrayDocument, DataType, Integer, NOT_A_TIME, TimeKind, TimeType, TimeUnit};

#[derive(Debug, Clone, PartialEq)]
pub struct Meaning {
    pub raw: DataType,
    pub physical: DataType,
    pub description: Description,
    pub unsigned: Option<Integer>,
    pub mask: ElementMask,
    pub packing: Option<Packing>,
    pub time: Option<TimeReference>,
    pub flags: Option<FlagTable>,
    pub is_bool: bool,
    pub dimensions: Vec<Option<String>>,
    pub conventions: Vec<&'static Convention>,
    pub notes: Vec<MeaningNote>,
}

impl Meaning {
    /// The difference of two dates or flags is neither.
    pub fn has_differences(&self) -> bool {
        self.time.is_none() && self.flags.is_none()
    }

    /// Packed numbers, counted times or numbers some of which stand for missing values, where nothing that the attributes say had to
    /// be passed over. Zero is the fill value of much that was never meant to be missing.
    pub fn is_clear(&self) -> bool {
        let fill = self.mask.fill.filter(|_| matches!(self.raw, DataType::Float(_)));
        let has_mark = fill.is_some_and(|fill| fill.real().is_finite() && fill.real() != 0.0);
        let has_missing = has_mark || !self.mask.missing.is_empty();
        (self.packing.is_some() || self.time.is_some() || has_missing) && self.notes.is_empty()
    }

    /// Whether numbers have names as they are stored.
    pub fn names_stored(&self) -> bool {
        self.shown_flags().is_some() && self.time.is_none() && self.unsigned.is_none()
    }

    pub fn read(source: &MeaningSource, array: &ArrayDocument, document: &Value) -> Self {
        let mut notes = MeaningNotes::default();
        let unsigned = unsigned::read(source, &mut notes);
        let mut packing = Packing::read(source, &mut notes);
        if !matches!(source.data_type, DataType::Integer(_) | DataType::Float(_))
            && let Some(own) = packing.take()
        {
            let name = if own.scale.is_some() { SCALE } else { OFFSET };
            let text =
                format!("expected elements that are numbers, found {}; it is not used", source.data_type);
            notes.add_of(NoteKind::Packing, name, text);
        }
        let own_fill = source.fill_value.filter(|_| Convention::is_data_set(source.attributes));
        let masking = MeaningSource { fill_value: own_fill, ..*source };
        let mask = ElementMask::read(&masking, unsigned, packing.as_ref(), &mut notes);
        let is_whole = matches!(source.data_type, DataType::Integer(_)) && packing.is_none();
        let time = TimeReference::read(source, is_whole, &mut notes);
        let is_bool = matches!(source.data_type, DataType::Integer(_))
            && matches!(source.attributes.get("dtype"), Some(Value::String(name)) if name == "bool");
        let mut meaning = Self {
            raw: source.data_type.clone(),
            physical: source.data_type.clone(),
            description: Description::read(source, &mut notes),
            flags: FlagTable::read(source, unsigned, &mut notes).filter(|_| time.is_none()),
            dimensions: dimensions::read(array, document, &mut notes),
            conventions: Convention::of(source.attributes).collect(),
            unsigned,
            mask,
            packing,
            time,
            is_bool,
            notes: Vec::new(),
        };
        meaning.physical = meaning.physical_type();
        meaning.notes = notes.0;
        meaning
    }

    pub fn packed_twice(&self) -> Option<&MeaningNote> {
        self.packing?;
        self.notes.iter().find(|note| note.kind == NoteKind::PackedTwice)
    }

    pub fn is_plain(&self) -> bool {
        self.keeps_values()
            && self.time.is_none()
            && self.flags.is_none()
            && self.description == Description::default()
    }

    pub fn keeps_values(&self) -> bool {
        self.physical == self.raw && self.packing.is_none() && self.mask.is_empty()
    }

    /// # Errors
    /// When the element is masked.
    pub fn physical(&self, stored: RawNumber) -> Result<RawNumber, MaskReason> {
        let stored = match (stored, self.unsigned) {
            (RawNumber::Integer(value), Some(integer)) => RawNumber::Integer(integer.wrap(value)),
            (stored, _) => stored,
        };
        // NumPy has it for no time, and xarray takes it for that.
        if self.time.is_some() && stored == RawNumber::Integer(NO_TIME) {
            return Err(MaskReason::Nothing);
        }
        let physical = match self.packing {
            Some(packing) => RawNumber::Real(packing.unpack(stored.real())),
            None => stored,
        };
        self.mask.reason(stored, physical.real()).map_or(Ok(physical), Err)
    }

    #[expect(clippy::cast_possible_truncation, reason = "it is rounded to the type")]
    pub(super) fn rounded(&self, number: RawNumber) -> RawNumber {
        match (number, &self.physical) {
            (RawNumber::Real(value), DataType::Float(FloatType::Float32)) => {
                RawNumber::Real(f64::from(value as f32))
            }
            _ => number,
        }
    }

    fn physical_type(&self) -> DataType {
        let float = DataType::Float;
        let meant = match self.unsigned {
            Some(integer) => DataType::Integer(integer),
            None => self.raw.clone(),
        };
        let is_masked = !self.mask.is_empty();
        match &meant {
            DataType::Integer(_) | DataType::Float(_) if self.packing.is_some() => float(FloatType::Float64),
            // A count of time is exact, and has a number that is no time.
            DataType::Integer(_) if self.time.is_some() && (is_masked || meant == INT64) => COUNT,
            DataType::Integer(_) if self.is_bool && !is_masked => DataType::Bool,
            DataType::Integer(integer) if is_masked && integer.bits <= 16 => float(FloatType::Float32),
            DataType::Integer(_) if is_masked => float(FloatType::Float64),
            // Narrow floats may have no NaN.
            DataType::Float(FloatType::Float16 | FloatType::Float32 | FloatType::Float64) => meant,
            DataType::Float(_) if is_masked => float(FloatType::Float32),
            _ => meant,
        }
    }
}

pub(super) const NO_TIME: i128 = NOT_A_TIME as i128;
const INT64: DataType = DataType::Integer(Integer { bits: 64, signed: true });

const COUNT: DataType = DataType::Time(TimeType { kind: TimeKind::Span, unit: TimeUnit::Generic, scale: 1 });
