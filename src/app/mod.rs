//! The explorer's state, and what changes it. There is no input or output here, and no terminal library.
//!
//! [`App::update`] takes an [`Action`] and gives [`Effect`]s; workers answer with further actions. Each pane owns its state
//! and acts on what all of them [share](Shared). Drawing reads the state and changes nothing.

mod action;
mod array_cells;
mod axes;
mod borders;
mod boxes;
mod content;
mod dividers;
mod effect;
mod element;
pub mod facts;
mod fault_station;
mod fault_steps;
mod finder;
mod finding;
mod follow;
mod goto;
mod grid_mode;
mod grid_view;
mod group_table;
mod hex;
mod info;
mod info_page;
mod key;
pub mod keymap;
mod known_faults;
mod late;
mod layout;
mod line;
mod looking;
mod numbers;
mod open;
mod opened;
mod over;
mod overlay;
mod panes;
mod plane;
mod profile;
mod region_borders;
mod regions;
mod resize;
mod row;
mod selection;
mod shared;
mod side;
mod state;
mod tree;
mod update;
mod verify_news;
mod verifying;
pub mod views;
mod what_if;
mod whole_array;
mod window;

pub use action::Action;
pub use array_cells::{ArrayCells, ShownCell};
pub use axes::Axes;
pub use borders::{Borders, ScreenRow};
pub use boxes::{Boxes, Counted};
pub use content::{Content, Readable, SHOWN, Shown};
pub use dividers::{Divider, Dividers};
pub use effect::{Doubt, Effect, Terminal, Work, WorkKind};
pub use finder::{Finder, WalkProgress};
pub use grid_mode::{GridMode, GridNumber, KnownNumber};
pub use grid_view::GridView;
pub use group_table::{GroupRow, GroupTable, SortedBy};
pub use hex::{Hex, HexRow};
pub use info_page::InfoPage;
pub use key::{Key, Mouse, MouseKind};
pub use known_faults::{KnownFaults, NextFault};
pub use late::{Late, RequestId};
pub use layout::Layout;
pub use line::TypedLine;
pub use opened::ShownNode;
pub use overlay::{CopyMenu, Overlay, Page, Prompt, Purpose, StatsWindow};
pub use panes::{
    GridLevel, GridPane, GroupPane, HierarchyPane, PaneEvent, PicturePane, PictureView, ReportPane,
    ValuesPane,
};
pub use plane::{Cell, Plane, Scroll};
pub use profile::{ProfileLine, ProfileWindow, profile_plans, profile_value};
pub use regions::{Area, Pane, Regions, SideRoom, Wanted};
pub use row::{Described, TreeRow};
pub use selection::{EnteredShard, Selection, WhatIf};
pub use shared::Shared;
pub use side::Side;
pub use state::App;
pub use tree::Tree;
pub use verify_news::{VerifyNews, Verifying};
pub use window::Window;
