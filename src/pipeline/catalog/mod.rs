//! Every node of a hierarchy in a small row: found by one walk, and used by the finder, by tables of groups and by commands.
//!
//! ```
//! use std::path::Path;
//! use zarrscope::hierarchy::Hierarchy;
//! use zarrscope::pipeline::{Catalog, Query, Stopped};
//!
//! let hierarchy = Hierarchy::open(Path::new("sample-data/climate.zarr"))?;
//! let catalog = Catalog::default();
//! let end = catalog.fill(&hierarchy, &mut |_| true);
//! assert_eq!(end, Stopped::AtTheEnd);
//!
//! let query = Query::parse("deep dtype:float64")?;
//! let found = query.find(&catalog, None, &mut || true).ok_or("stopped")?;
//! assert_eq!(found.row(0).map(|row| &*row.key), Some("ocean/deep/trench/pressure"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod filter;
mod find;
mod list;
mod matching;
mod row;
mod walk;
mod weight;

pub use filter::{FILTERS, QueryError};
pub use find::{Found, Query};
pub use list::{Catalog, CatalogView, Stopped};
pub use row::{NodeFacts, NodeRow, RowKind};
pub use walk::Unseen;
pub use weight::{NodeWeight, weigh};
