//! The project itself: the direction of its layers, and what it depends on.

#[path = "../fixtures/repository.rs"]
mod repository;

mod codec_names;
mod dependencies;
mod explorer;
mod layers;
