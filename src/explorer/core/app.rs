//! The state of the explorer. It changes in [`App::update`] and nowhere else.

use crate::codec::DecodeOptions;
use crate::configuration::{Configuration, Key};
use crate::explorer::compare::MarkedPlace;
use crate::explorer::core::pending::Pending;
use crate::explorer::course::Course;
use crate::explorer::faults::Verifying;
use crate::explorer::finder::Finder;
use crate::explorer::frame::FramePane;
use crate::explorer::grid::GridPane;
use crate::explorer::group::GroupPane;
use crate::explorer::keys::events::Press;
use crate::explorer::node_report::ReportPane;
use crate::explorer::overlay::stack::Overlays;
use crate::explorer::picture::PicturePane;
use crate::explorer::places::Visited;
use crate::explorer::plate::PlatePane;
use crate::explorer::save::Reporting;
use crate::explorer::tree::HierarchyPane;
use crate::explorer::tree::state::Tree;
use crate::explorer::{BenchWindow, Effect, Following, LineHistory, Saving, Shared, Side, ValuesPane};
use crate::hierarchy::{Child, Hierarchy};
use crate::limits::SCREEN;
use crate::metadata::text::escape;
use crate::store::EntryKind;
use crate::tell::theme_name::{Ground, ThemeName};

#[derive(Debug)]
pub struct App {
    pub shared: Shared,
    pub hierarchy: HierarchyPane,
    pub group: GroupPane,
    pub frame: FramePane,
    pub plate: PlatePane,
    pub report: ReportPane,
    pub grid: GridPane,
    pub values: [ValuesPane; 2],
    pub picture: PicturePane,
    pub overlays: Overlays,
    pub finder: Finder,
    pub to_compare: Option<MarkedPlace>,
    pub history: LineHistory,
    pub saving: Saving,
    pub following: Following,
    pub reporting: Reporting,
    pub verifying: Verifying,
    pub(crate) bench: Option<BenchWindow>,
    pub theme: ThemeName,
    /// What was chosen with a key, now or in an earlier run; it is kept with the place.
    pub kept_theme: Option<ThemeName>,
    /// The theme follows the terminal's background, because none was chosen.
    pub fits_theme: bool,
    pub ground: Option<Ground>,
    pub(crate) configuration: Configuration,
    pub is_plain: bool,
    pub shown_keys: Option<Vec<Key>>,
    pub visited: Visited,
    pub course: Option<Course>,
    pub(crate) pressed: Option<Press>,
    pub pending: Pending,
}

/// The columns and rows that are drawn on.
pub fn drawn_on(terminal: (u16, u16)) -> (u16, u16) {
    (terminal.0.min(SCREEN.0), terminal.1.min(SCREEN.1))
}

impl App {
    pub fn new(hierarchy: Hierarchy, options: DecodeOptions, size: (u16, u16)) -> (Self, Vec<Effect>) {
        let name = escape(&hierarchy.name).into_owned();
        let tree = Tree::new(&name);
        let root = Child { name, key: String::new(), kind: EntryKind::Directory };
        let mut app = Self {
            shared: Shared::new(hierarchy, root, options, size),
            hierarchy: HierarchyPane::new(tree),
            group: GroupPane::default(),
            frame: FramePane::default(),
            plate: PlatePane::default(),
            report: ReportPane::default(),
            grid: GridPane::default(),
            values: Side::BOTH.map(ValuesPane::new),
            picture: PicturePane::default(),
            overlays: Overlays::default(),
            finder: Finder::default(),
            to_compare: None,
            history: LineHistory::default(),
            saving: Saving::default(),
            following: Following::default(),
            reporting: Reporting::default(),
            verifying: Verifying::default(),
            bench: None,
            theme: ThemeName::default(),
            kept_theme: None,
            fits_theme: false,
            ground: None,
            configuration: Configuration::default(),
            is_plain: false,
            shown_keys: None,
            visited: Visited::default(),
            course: None,
            pressed: None,
            pending: Pending::default(),
        };
        app.open_selected();
        let effects = std::mem::take(&mut app.shared.effects);
        (app, effects)
    }

    pub fn values(&self, side: Side) -> &ValuesPane {
        let [input, output] = &self.values;
        if side == Side::Input { input } else { output }
    }

    pub(crate) fn values_mut(&mut self, side: Side) -> &mut ValuesPane {
        let [input, output] = &mut self.values;
        if side == Side::Input { input } else { output }
    }
}
