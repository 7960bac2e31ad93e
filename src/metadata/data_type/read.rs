use std::collections::HashSet;

use super::{DataType, ELEMENT_NBYTES, StructField};
use crate::metadata::extension::Extension;
use crate::metadata::json::{Field, Json, named_only};
use crate::metadata::time::{TimeKind, TimeType, TimeUnit};

#[doc(hidden)]
impl DataType {
    pub fn configured() -> impl Iterator<Item = &'static str> {
        CONFIGURED.iter().map(|(name, _)| *name)
    }

    pub fn read(json: &Json) -> Field<Self> {
        let extension = Extension::read(json, "a data type")?;
        // Without the data type, no element can be read.
        if !extension.must_understand {
            return Err(
                json.fault("a data type, which always has to be understood", "\"must_understand\": false")
            );
        }
        if let Some((_, read)) = CONFIGURED.iter().find(|(name, _)| *name == extension.name) {
            return read(json, &extension);
        }
        let name = extension.name.as_str();
        if let Some(data_type) = Self::from_name(name) {
            return Ok(data_type);
        }
        let mut fault = json.unexpected("a known data type");
        if name.starts_with("fixed-length-") {
            fault.found = format!("{} (an older proposal, which is not read)", fault.found);
        }
        if let Some(digits) = name.strip_prefix('r')
            && let Ok(bits) = digits.parse::<u64>()
        {
            let nbytes = bits.div_ceil(8).clamp(*ELEMENT_NBYTES.start(), *ELEMENT_NBYTES.end());
            fault.expected =
                format!("raw bits as r<N>, N a multiple of 8 up to 8388608, such as r{}", nbytes * 8);
        }
        Err(named_only(fault, name, NAMED_ONLY))
    }
}

const NAMED_ONLY: &[(&str, &str)] = &[
    ("json", "a proposal, for JSON values"),
    ("optional", "a proposal, for elements that may be absent"),
    ("zarrs.optional", "an experiment of zarrs, for elements that may be absent"),
    ("binary_fixed_point", "a proposal, for numbers with a fixed number of binary places"),
    ("label_multiset", "a proposal, for Paintera's lists of labels"),
    ("fixed_size_list", "a proposal, for lists of one length"),
];

type Read = fn(&Json, &Extension) -> Field<DataType>;

const CONFIGURED: &[(&str, Read)] = &[
    ("raw_bytes", |json, extension| length(json, extension, 1).map(DataType::RawBytes)),
    ("null_terminated_bytes", |json, extension| length(json, extension, 1).map(DataType::Chars)),
    ("fixed_length_utf32", |json, extension| length(json, extension, 4).map(DataType::Utf32)),
    ("numpy.datetime64", |json, extension| time(json, extension, TimeKind::Date)),
    ("numpy.timedelta64", |json, extension| time(json, extension, TimeKind::Span)),
    ("struct", read_struct),
    ("structured", read_struct),
];

fn length(json: &Json, extension: &Extension, unit: u64) -> Field<u32> {
    let expected = format!("a multiple of {unit} from 1 to 2^20");
    let place = extension.required(json, "length_bytes", &expected)?;
    let nbytes = place.size(&expected)?;
    match u32::try_from(nbytes / unit) {
        Ok(size) if ELEMENT_NBYTES.contains(&nbytes) && nbytes.is_multiple_of(unit) => Ok(size),
        _ => Err(place.unexpected(expected)),
    }
}

fn time(json: &Json, extension: &Extension, kind: TimeKind) -> Field<DataType> {
    let expected = "a unit: Y, M, W, D, h, m, s, ms, us, ns, ps, fs, as or generic";
    let place = extension.required(json, "unit", expected)?;
    let unit = TimeUnit::from_name(place.string(expected)?).ok_or_else(|| place.unexpected(expected))?;
    let expected = "a scale factor from 1 to 2^31-1";
    let place = extension.required(json, "scale_factor", expected)?;
    // The registered text has this range; NumPy keeps the factor as a signed 32-bit number.
    match u32::try_from(place.positive(expected)?) {
        Ok(scale) if scale < 1 << 31 => Ok(DataType::Time(TimeType { kind, unit, scale })),
        _ => Err(place.unexpected(expected)),
    }
}

fn read_struct(json: &Json, extension: &Extension) -> Field<DataType> {
    let place = extension.required(json, "fields", "fields, each with a name and a data type")?;
    let fields = place.list("fields", |item| {
        let (name, data_type) = match item.value().as_array() {
            None => (item.required("name", "a name")?, item.required("data_type", "a data type")?),
            Some(_) => match <[Json; 2]>::try_from(item.items("a name and a data type")?) {
                Ok([name, data_type]) => (name, data_type),
                Err(_) => return Err(item.unexpected("a name and a data type")),
            },
        };
        Ok(StructField { name: name.string("a name")?.into(), data_type: DataType::read(&data_type)? })
    })?;
    structure(&place, fields)
}

pub fn structure(place: &Json, fields: Vec<StructField>) -> Field<DataType> {
    let mut names = HashSet::new();
    let distinct = fields.iter().all(|field| !field.name.is_empty() && names.insert(&field.name));
    let fixed = fields.iter().all(|field| !field.data_type.is_variable());
    let nbytes = fields.iter().map(|field| field.data_type.nbytes() as u64).sum();
    if !distinct || !fixed || !ELEMENT_NBYTES.contains(&nbytes) {
        return Err(
            place.unexpected("fields of a fixed size with different names, of 1 to 2^20 bytes together")
        );
    }
    Ok(DataType::Struct(fields.into()))
}
