//! A [`Task`] is one kind of work in one place: its lane, what it does on a thread, its answer, and what the answer changes.

use std::any::Any;
use std::fmt::Debug;
use std::marker::PhantomData;
use std::sync::{Arc, Weak};

use crate::explorer::{App, Kept, Request, RequestId};

#[derive(Debug, Clone)]
pub enum Effect {
    Work(Work),
    Terminal(Terminal),
}

impl From<Work> for Effect {
    fn from(work: Work) -> Self {
        Self::Work(work)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Terminal {
    Copy(String),
    Print,
    /// Begins a recording, or ends it.
    Record,
    Suspend,
    Resume,
    Quit,
}

/// Makes the enum and the list of all lanes: a lane missing there would have no thread.
macro_rules! lanes {
    ($($(#[$doc:meta])* $lane:ident,)*) => {
        /// Lanes run side by side, tasks of one lane one after the other.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Lane { $($(#[$doc])* $lane,)* }

        impl Lane {
            pub const ALL: &[Self] = &[$(Self::$lane,)*];
        }
    };
}

lanes! {
    /// Names below nodes of the tree; and what takes long to drop.
    Lists,
    /// Nodes and stores that are opened, and files that are watched.
    Nodes,
    Descriptions,
    Surveys,
    Chunks,
    Diagnoses,
    Verdicts,
    Walks,
    /// Searches through a hierarchy and through bytes; copies.
    Finds,
    Rows,
    Weights,
    Pictures,
    /// Pictures in the form that a terminal takes.
    Encodings,
    /// Other channels of a picture.
    Channels,
    Numbers,
    Windows,
    Verifying,
    Arrays,
    Comparisons,
    Files,
    Trials,
    Labels,
    /// Images and tables.
    Images,
    /// Labels over pictures, and wells.
    Overlays,
}

pub trait Task: Debug + Send + Sync + Sized + 'static {
    const LANE: Lane;

    /// A task may answer several times, with parts first.
    type Answer: Debug + Send + 'static;

    /// Runs on a thread. Only here a task may read, wait or look at a clock.
    fn run(&self, link: &mut Link<Self>);

    fn answered(app: &mut App, id: RequestId, answer: Self::Answer);

    /// Whether an answer comes in great numbers and changes only what is shown.
    fn is_note(_: &Self::Answer) -> bool {
        false
    }
}

pub struct Link<'a, T> {
    pub kept: &'a Kept,
    id: RequestId,
    go_on: &'a dyn Fn() -> bool,
    send: &'a mut dyn FnMut(TaskAnswer) -> bool,
    task: PhantomData<T>,
}

impl<T: Task> Link<'_, T> {
    pub fn is_wanted(&self) -> bool {
        (self.go_on)()
    }

    pub fn answer(&mut self, answer: T::Answer) -> bool {
        (self.send)(TaskAnswer::to::<T>(self.id, answer)) && self.is_wanted()
    }
}

#[derive(Debug, Clone)]
pub struct Work {
    id: RequestId,
    /// Dead once the request is dropped; `None` where the work is done in any case.
    wanted: Option<Weak<()>>,
    task: Arc<dyn AnyTask>,
}

impl Work {
    pub fn new(request: &Request, task: impl Task) -> Self {
        Self { id: request.id(), wanted: Some(request.wanted()), task: Arc::new(task) }
    }

    pub fn always(id: RequestId, task: impl Task) -> Self {
        Self { id, wanted: None, task: Arc::new(task) }
    }

    pub fn id(&self) -> RequestId {
        self.id
    }

    pub fn lane(&self) -> Lane {
        self.task.lane()
    }

    /// `false` once the request was dropped; `lane.rs` then ends the task.
    pub fn is_wanted(&self) -> bool {
        self.wanted.as_ref().is_none_or(|wanted| wanted.strong_count() > 0)
    }

    pub fn task<T: Task>(&self) -> Option<&T> {
        let task: &dyn Any = self.task.as_ref();
        task.downcast_ref()
    }

    pub fn is<T: Task>(&self) -> bool {
        self.task::<T>().is_some()
    }

    pub fn run(&self, kept: &Kept, go_on: &dyn Fn() -> bool, send: &mut dyn FnMut(TaskAnswer) -> bool) {
        self.task.run(kept, self.id, go_on, send);
    }
}

trait AnyTask: Any + Debug + Send + Sync {
    fn lane(&self) -> Lane;
    fn run(
        &self,
        kept: &Kept,
        id: RequestId,
        go_on: &dyn Fn() -> bool,
        send: &mut dyn FnMut(TaskAnswer) -> bool,
    );
}

impl<T: Task> AnyTask for T {
    fn lane(&self) -> Lane {
        T::LANE
    }

    fn run(
        &self,
        kept: &Kept,
        id: RequestId,
        go_on: &dyn Fn() -> bool,
        send: &mut dyn FnMut(TaskAnswer) -> bool,
    ) {
        Task::run(self, &mut Link { kept, id, go_on, send, task: PhantomData });
    }
}

#[derive(Debug)]
pub struct TaskAnswer {
    id: RequestId,
    pub(crate) is_note: bool,
    answer: Box<dyn AnyAnswer>,
}

impl TaskAnswer {
    pub fn to<T: Task>(id: RequestId, answer: T::Answer) -> Self {
        Self { id, is_note: T::is_note(&answer), answer: Box::new(AnswerOf::<T>(answer)) }
    }

    pub fn id(&self) -> RequestId {
        self.id
    }

    pub fn of<T: Task>(&mut self) -> Option<&mut T::Answer> {
        let answer: &mut dyn Any = self.answer.as_mut();
        Some(&mut answer.downcast_mut::<AnswerOf<T>>()?.0)
    }

    pub(crate) fn apply(self, app: &mut App) {
        self.answer.apply(app, self.id);
    }
}

#[derive(Debug)]
struct AnswerOf<T: Task>(T::Answer);

trait AnyAnswer: Any + Debug + Send {
    fn apply(self: Box<Self>, app: &mut App, id: RequestId);
}

impl<T: Task> AnyAnswer for AnswerOf<T> {
    fn apply(self: Box<Self>, app: &mut App, id: RequestId) {
        T::answered(app, id, self.0);
    }
}
