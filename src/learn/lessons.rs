use super::{fact::Fact, stores::STORES};
use crate::hierarchy::Hierarchy;
use crate::store::MemoryStore;

#[derive(Debug)]
pub struct CourseLesson {
    /// The name of the text, under which progress is kept.
    pub name: &'static str,
    pub source: &'static str,
    pub store: &'static str,
    /// The key of the node that is selected at the start.
    pub at: &'static str,
    pub right: Fact,
    /// Common wrong answers, with hints.
    pub wrong: &'static [(Fact, &'static str)],
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LessonText {
    pub title: &'static str,
    pub page: &'static str,
    /// Keys are in backticks, in the order in which they are pressed.
    pub look: &'static str,
    pub question: &'static str,
    pub hint: &'static str,
    pub answer: &'static str,
}

impl CourseLesson {
    pub fn text(&self) -> LessonText {
        let part = |heading: &str| match self.source.split_once(&format!("\n## {heading}\n")) {
            Some((_, rest)) => rest.split("\n## ").next().unwrap_or_default().trim(),
            None => "",
        };
        let (title, rest) = self.source.split_once('\n').unwrap_or((self.source, ""));
        LessonText {
            title: title.trim_start_matches("# "),
            page: rest.split("\n## ").next().unwrap_or_default().trim_end(),
            look: part("Look"),
            question: part("Question"),
            hint: part("Hint"),
            answer: part("Answer"),
        }
    }

    /// `None` where there is no such store. Nothing else can fail: it is in memory.
    pub fn open(&self) -> Option<Hierarchy> {
        let store = STORES.iter().find(|store| store.name == self.store)?;
        let values = store.values.iter().map(|(key, value)| ((*key).to_owned(), *value));
        Some(Hierarchy::in_store(self.store, MemoryStore::new(self.store, values)))
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AnswerVerdict {
    Right(String),
    Wrong(String),
    Unknown(String),
}

pub fn judge(lesson: &CourseLesson, hierarchy: &Hierarchy, typed: &str) -> AnswerVerdict {
    let right = match lesson.right.find(hierarchy) {
        Ok(right) => right,
        Err(reason) => return AnswerVerdict::Unknown(reason.to_string()),
    };
    let text = lesson.text();
    if right.is_meant_by(typed) {
        return AnswerVerdict::Right(text.answer.to_owned());
    }
    for (fact, hint) in lesson.wrong {
        if let Ok(mistake) = fact.find(hierarchy)
            && mistake.is_meant_by(typed)
        {
            return AnswerVerdict::Wrong((*hint).to_owned());
        }
    }
    if right.fits(typed) {
        AnswerVerdict::Wrong(text.hint.to_owned())
    } else {
        AnswerVerdict::Wrong(format!("The answer is {}. {}", right.kind(), text.hint))
    }
}

macro_rules! lesson {
    ($name:literal on $store:literal at $at:literal: $right:expr $(; $fact:expr => $hint:literal)* $(;)?) => {
        CourseLesson {
            name: $name,
            source: include_str!(concat!("../../assets/lessons/", $name, ".md")),
            store: $store,
            at: $at,
            right: $right,
            wrong: &[$(($fact, $hint)),*],
        }
    };
}

pub const LESSONS: &[CourseLesson] = &[
    lesson!("plain" on "01-plain.zarr" at "numbers": Fact::StoredBytes("numbers", &[0, 0]);
        Fact::Mistake(1.0) => "That is how many chunks there are. How many bytes (B) does the chunk have?";
        Fact::Mistake(48.0) => "An element takes one byte here, not four: its data type is uint8."),
    lesson!("chunks" on "02-chunks.zarr" at "heights": Fact::ChunkOf("heights", &[5, 9]);
        Fact::WithinChunk("heights", &[5, 9]) => "That is where the element is within its chunk. Which chunk is it?";
        Fact::MistakenCoords(&[2, 3]) => "Counting begins at zero: the first chunk is (0, 0)."),
    lesson!("overhang" on "02-chunks.zarr" at "heights": Fact::UsedElements("heights", &[2, 2]);
        Fact::ChunkElements("heights", &[2, 2]) => "The chunk has that many elements. Most of them are past the end of the array.";
        Fact::Mistake(10.0) => "That many are past the end of the array. How many are inside it?"),
    lesson!("keys" on "03-keys.zarr" at "default": Fact::ChunkKey("v2", &[1, 0]);
        Fact::ChunkKey("default", &[1, 0]) => "That is the key in the array default. Select the array v2.";
        Fact::ChunkKey("dots", &[1, 0]) => "That is the key in the array dots. Select the array v2.";
        Fact::MistakenWord("v2/1.0") => "That is the path of the file in the store. The key of a chunk begins after the folder of its array.";
        Fact::ChunkKey("v2", &[0, 0]) => "That is the key of the first chunk. Go one chunk down.";
        Fact::ChunkKey("v2", &[0, 1]) => "That is the key of chunk (0, 1). The row comes first."),
    lesson!("missing" on "04-missing.zarr" at "rain": Fact::MissingChunk("rain");
        Fact::MistakenCoords(&[1, 0]) => "That one is stored, although it holds nothing but the fill value: □ marks it."),
    lesson!("byte-order" on "05-endian.zarr" at "big": Fact::ValueAt("big", &[2]);
        Fact::Mistake(13330.0) => "That is 0x3412: the bytes in little-endian order. In big the highest byte comes first.";
        Fact::Mistake(1234.0) => "12 and 34 are numbers in base 16: 0x12 is 18, not 12."),
    lesson!("dimension-order" on "06-transpose.zarr" at "table": Fact::ElementOfByte("table", &[0, 0], 1);
        Fact::MistakenCoords(&[0, 1]) => "That would be right without transpose. The stored bytes are 01 04 02 05 03 06.";
        Fact::MistakenCoords(&[2, 1]) => "Count from zero: the first element is (0, 0)."),
    lesson!("bits" on "10-bits.zarr" at "":
        Fact::Smallest(&["plain", "zstd", "bytes_sorted", "bits_sorted"]);
        Fact::Smallest(&["plain", "zstd", "bytes_sorted"]) => "That is the second. One of the others is smaller still.";
        Fact::Smallest(&["plain"]) => "That one is not compressed at all."),
    lesson!("lab" on "16-readings.zarr" at "readings":
        Fact::Tried("readings", "bytes zstd 9");
        Fact::StoredBytes("readings", &[0, 0]) => "That is what the chain of the document stores. It does not compress.";
        Fact::Tried("readings", "bytes zstd 3")
            => "That is the number of zstd 3. What is the number of zstd 9?"),
    lesson!("checksum" on "11-checksum.zarr" at "": Fact::FaultyChunk("damaged");
        Fact::MistakenCoords(&[0, 0]) => "That one is sound. Press V, then f: the fault is selected."),
    lesson!("shards" on "12-sharded.zarr" at "map": Fact::StoredInner("map", &[0, 0]);
        Fact::InnerChunks("map", &[0, 0]) => "The shard has room for that many. One of them is missing.";
        Fact::Mistake(1.0) => "That is the number of shards. How many inner chunks are stored in it?"),
    lesson!("index" on "12-sharded.zarr" at "map": Fact::IndexStart("map", &[0, 0]);
        Fact::IndexBytes("map", &[0, 0]) => "That is the number of bytes in the index. Where does it begin?";
        Fact::Mistake(0.0) => "Here the index is at the end of the shard, after the inner chunks.";
        Fact::Mistake(128.0) => "One of the four inner chunks is missing, and takes no bytes.";
        Fact::StoredBytes("map", &[0, 0]) => "That is the number of bytes in the shard. The index ends there."),
    lesson!("choosing" on "19-weather.zarr" at "maps": Fact::ChunksOfPlane("series");
        Fact::Mistake(1.0) => "One chunk is enough for all days of one place, or for a map from the array maps. This map needs more of series.";
        Fact::Mistake(6.0) => "6 are on the screen. Its title says that there is one more row: j goes on to it.";
        Fact::Mistake(8.0) => "That many chunks of maps hold the days of one place. Here it is one day, from series."),
    lesson!("groups" on "13-island.zarr" at "": Fact::Attribute("sea/depth", "units");
        Fact::Attribute("land/height", "units") => "That is the unit of height, in the group land."),
    lesson!("coordinates" on "19-weather.zarr" at "maps": Fact::ValueAt("maps", &[3, 4, 3]);
        Fact::ValueAt("maps", &[4, 4, 3]) => "That is for 5 June: the first day, 1 June, has index 0.";
        Fact::ValueAt("maps", &[0, 0, 0]) => "That is the first element of all. The line after : takes you to the right one."),
    lesson!("copies" on "13-island.zarr" at "": Fact::StaleCopy),
    lesson!("versions" on "14-versions.zarr" at "new": Fact::Endian("old")),
    lesson!("scale" on "07-scaled.zarr" at "depths": Fact::StoredNumber("depths", &[1, 1]);
        Fact::Mistake(41.0) => "The offset comes first: subtract 12 from 13.25, then multiply.";
        Fact::Mistake(1.25) => "That is 13.25 without the offset. Now the scale.";
        Fact::ValueAt("depths", &[1, 1]) => "That is the value of the array. What is stored for it?"),
    lesson!("cast" on "08-cast.zarr" at "clamped": Fact::StoredNumber("nearest", &[2]);
        Fact::Mistake(3.0) => "That is how school rounds. Of two equally near neighbours, nearest-even takes the even one.";
        Fact::ValueAt("nearest", &[3]) => "That number is stored for 3.5."),
    lesson!("fill" on "09-packed.zarr" at "celsius": Fact::StoredNumber("celsius", &[1, 2]);
        Fact::StoredNumber("celsius", &[1, 3]) => "That number is stored for 23.5. Which one is for NaN?";
        Fact::Mistake(0.0) => "Without a map, NaN could not be stored at all. See what the scalar_map of cast_value says."),
    lesson!("faults" on "15-faults.zarr" at "": Fact::FaultyChunk("snow");
        Fact::FaultyChunk("wind") => "That is the faulty chunk of wind. f goes on to the next fault."),
    lesson!("doctor" on "15-faults.zarr" at "rain": Fact::LikelyDataType("wind", &[0, 0]);
        Fact::MistakenWord("uint16") => "Elements of uint16 would have two bytes too. The doctor lists another type first: which?";
        Fact::MistakenWord("float16") => "Elements of float16 would have two bytes too. The doctor lists another type first: which?"),
    lesson!("long-way" on "17-everything.zarr" at "sea": Fact::StoredNumber("sea", &[5, 2]);
        Fact::ValueAt("sea", &[5, 2]) => "That is the value of the element. What is stored for it?"),
    lesson!("build" on "01-plain.zarr" at "numbers": Fact::NoticedBy),
    lesson!("last-fault" on "18-tide.zarr" at "": Fact::FaultyInner("tide");
        Fact::FaultyChunk("tide") => "That is the shard. Go inside with Enter: which of its inner chunks is it?"),
];
