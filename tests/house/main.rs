//! The project itself: the direction of its layers, what it depends on, and the words of its texts.

#[path = "../fixtures/repository.rs"]
mod repository;

mod codec_names;
mod dependencies;
mod explorer;
mod layers;
mod plain_words;
