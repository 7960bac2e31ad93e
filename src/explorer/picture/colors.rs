use crate::explorer::{KeyCommand, Selection};
use crate::pipeline::{PicturePlan, Spread};
use crate::tell::channel::{DrawnChannel, ShownChannel};
use crate::tell::colors::{ColorMap, ColorRange, Coloring, Painter};

#[derive(Debug, Clone, Copy, Default)]
pub struct PictureColors {
    pub coloring: Coloring,
    has_own_map: bool,
    has_own_range: bool,
}

impl PictureColors {
    /// White is zero.
    pub(crate) fn of_differences() -> Self {
        let coloring = Coloring { map: ColorMap::RedBlue, range: ColorRange::Extremes, labels: false };
        Self { coloring, has_own_map: true, has_own_range: true }
    }

    /// For another node. Labels get their own colours again, and numbers that were chosen may not be those of another array.
    pub(crate) fn fresh(self) -> Self {
        let mut fresh = self;
        fresh.forget_numbers();
        fresh.coloring.labels = true;
        fresh
    }

    /// Numbers that were chosen mean something else in other units. Says whether there were any.
    pub(crate) fn forget_numbers(&mut self) -> bool {
        let is_fixed = matches!(self.coloring.range, ColorRange::Between(..));
        if is_fixed {
            (self.coloring.range, self.has_own_range) = (ColorRange::default(), false);
        }
        is_fixed
    }

    pub(crate) fn fix(&mut self, range: ColorRange) {
        self.coloring = Coloring { range, labels: false, ..self.coloring };
        self.has_own_range = true;
    }

    pub fn of(&self, plan: &PicturePlan, selection: &Selection) -> Coloring {
        let usual = self.coloring;
        let Some((_, channel)) = selection.channel_of(&plan.fixed) else { return usual };
        let own = channel.coloring(usual);
        let is_chosen = self.has_own_map && self.has_own_range;
        Coloring {
            map: if self.has_own_map { usual.map } else { own.map },
            range: if self.has_own_range { usual.range } else { own.range },
            labels: if is_chosen { usual.labels } else { own.labels },
        }
    }

    /// One of several channels that are shown at once.
    pub fn of_channel(&self, channel: &DrawnChannel) -> Coloring {
        let own = channel.shown.coloring(Coloring::default());
        Coloring { range: if self.has_own_range { self.coloring.range } else { own.range }, ..own }
    }

    /// Takes the next map or range, and names it. Labels lose their own colours until after the last map.
    pub(crate) fn next(
        &mut self,
        command: KeyCommand,
        spread: Option<&Spread>,
        of_image: Option<&Selection>,
    ) -> String {
        if let Some(selection) = of_image
            && let Some((_, channel)) = selection.channel_of(&selection.cursor().unwrap_or_default())
        {
            if command == KeyCommand::PictureMap && channel.map.is_some() {
                return self.next_map_of(&channel);
            }
            if command == KeyCommand::PictureRange && channel.range.is_some() {
                return self.next_range_of(&channel);
            }
        }
        let has_labels = spread.is_some_and(|spread| spread.labels.is_some());
        let shows_labels = has_labels && self.coloring.labels;
        self.coloring.labels = false;
        if command == KeyCommand::PictureMap {
            if !shows_labels {
                self.coloring.map = self.coloring.map.next();
                self.coloring.labels = has_labels && self.coloring.map == ColorMap::default();
            }
            let name = if self.coloring.labels { "one for each label" } else { self.coloring.map.name() };
            return format!("colours: {name}");
        }
        self.coloring.range = match self.coloring.range {
            range if shows_labels => range,
            ColorRange::Percentiles => ColorRange::Extremes,
            ColorRange::Extremes => {
                let (low, high) = Painter::new(spread, self.coloring).ends;
                ColorRange::Between(low, high)
            }
            ColorRange::Between(..) => ColorRange::Percentiles,
        };
        said_of(self.coloring.range)
    }

    /// The colour of the channel comes after the last map.
    fn next_map_of(&mut self, channel: &ShownChannel) -> String {
        (self.has_own_map, self.coloring.map) = match (self.has_own_map, self.coloring.map.next()) {
            (false, _) => (true, ColorMap::default()),
            (true, next) => (next != ColorMap::default(), next),
        };
        if self.has_own_map {
            return format!("colours: {}", self.coloring.map.name());
        }
        format!("colours: that of {}", channel.short())
    }

    fn next_range_of(&mut self, channel: &ShownChannel) -> String {
        (self.has_own_range, self.coloring.range) = match (self.has_own_range, self.coloring.range) {
            (false, _) => (true, ColorRange::Percentiles),
            (true, ColorRange::Percentiles) => (true, ColorRange::Extremes),
            (true, _) => (false, ColorRange::Percentiles),
        };
        if self.has_own_range {
            return said_of(self.coloring.range);
        }
        format!("colours from the ends of the window of {}", channel.short())
    }
}

fn said_of(range: ColorRange) -> String {
    match range {
        ColorRange::Percentiles => "colours from the 2nd to the 98th percentile of what is shown",
        ColorRange::Extremes => "colours from least to greatest of what is shown",
        ColorRange::Between(..) => "the range of colours stays as it is now; :range 0 1 chooses another",
    }
    .to_owned()
}
