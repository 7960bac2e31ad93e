//! Facts as sentences, used by the screen and by the commands. Nothing here reads a store or knows a pane.

pub mod byte_fields;
pub mod card_fields;
pub mod card_markdown;
pub mod card_page;
pub mod card_text;
pub mod cards;
pub mod chain_copy;
pub mod colors;
pub mod copy_as;
pub mod faults;
mod indent;
pub mod inventory;
pub mod issue;
pub mod legend;
pub mod line_rows;
pub mod markdown;
pub mod nearest;
pub mod python;
pub mod report;
pub mod rows;
pub mod selected_copies;
mod sources;
pub mod summary;
pub mod trials;
pub mod words;
pub mod worked;
pub mod wrapping;
