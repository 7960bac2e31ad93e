//! The explorer's state and what changes it. No input or output happens here, and no terminal is known.
//!
//! [`App::update`] takes an [`Action`] and gives [`Request`]s; workers answer with further actions. Drawing reads the
//! state and changes nothing.

mod action;
mod boxes;
mod content;
pub mod facts;
mod goto;
mod grid;
mod hex;
mod key;
pub mod keymap;
mod load;
mod mouse;
mod movement;
mod open;
mod overlay;
mod place;
mod plane;
mod regions;
mod selection;
mod shards;
mod state;
mod tree;
mod update;
pub mod views;
mod what_if;

pub use action::{Action, Described, Doubt, Layout, OpenNode, Request};
pub use boxes::{Boxes, Counted};
pub use content::{Content, Readable, Shown};
pub use grid::{GridPane, GridView};
pub use hex::{Hex, Row as HexRow};
pub use key::{Key, Mouse, MouseKind};
pub use load::Load;
pub use overlay::Page;
pub use place::Place;
pub use plane::{Plane, Scroll};
pub use regions::{Area, Pane, Regions, Wanted};
pub use selection::{Selection, Side, ValuesPane};
pub use shards::Level;
pub use state::{App, Overlay, Purpose};
pub use tree::{Branch, Row, Tree};
pub use what_if::WhatIf;
