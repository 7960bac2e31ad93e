//! The panes. Each has its own state, handles its events, and answers with effects.

mod bench;
mod compare;
mod event;
mod frame;
mod grid;
mod grid_modes;
mod grid_work;
mod group;
mod hierarchy;
mod judging;
mod lab;
mod lab_edit;
mod lab_loss;
mod level;
mod loss;
mod marking;
mod picture;
mod report;
pub(super) mod stages;
mod values;

pub(super) use bench::BenchNext;
pub use bench::{BENCH_ROW, BenchPart, BenchWindow};
pub use compare::{ArraysView, ChunksView, CompareWindow};
pub use event::PaneEvent;
pub use frame::{FrameColumnView, FramePane, ReadFrame};
pub use grid::GridPane;
pub use group::GroupPane;
pub use hierarchy::HierarchyPane;
pub use lab::{ChainForms, ConfigurationLine, LabPart, LabRow, LabWindow, name_of};
pub use level::GridLevel;
pub use loss::{LossPart, LossView};
pub use picture::{KeptPart, PicturePane, PictureView};
pub use report::ReportPane;
pub use values::ValuesPane;
