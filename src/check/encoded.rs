use super::conventions::{SPARSE_PARTS, TABLE_COLUMN, TABLE_ROWS};
use super::{Breach, BreachPlace};
use crate::hierarchy::Hierarchy;
use crate::meaning::EncodedKind;
use crate::metadata::text::count;
use crate::pipeline::{Frame, FrameColumn, OpenNode, SparseMatrix, encoded_of};

pub(super) fn parts(hierarchy: &Hierarchy, open: &OpenNode, found: &mut Vec<Breach>) {
    let Some(element) = encoded_of(&open.node.kind) else { return };
    let mut add = |rule, reason| {
        found.push(Breach { rule, path: open.path.clone(), place: BreachPlace::Node, reason });
    };
    let key = &open.node.key;
    if let EncodedKind::Sparse { .. } = element.kind {
        if let Err(fault) = SparseMatrix::open(hierarchy, key, &element) {
            add(&SPARSE_PARTS, format!("expected three arrays that fit together: {fault}"));
        }
        return;
    }
    let Ok(frame) = Frame::open(hierarchy, key) else { return };
    let sizes = || frame.columns.iter().filter_map(FrameColumn::size);
    let most = |size: u64| sizes().filter(|other| *other == size).count();
    // Of sizes that are as frequent, that of the first column, which is the index.
    let usual = sizes().rev().max_by_key(|size| most(*size)).unwrap_or(frame.rows);
    for column in &frame.columns {
        let name = &column.name;
        if let Some(fault) = column.fault() {
            add(&TABLE_COLUMN, format!("expected \"{name}\" to be a column: {fault}"));
        } else if let Some(rows) = column.size()
            && rows != usual
        {
            let [all, rows] = [usual, rows].map(|rows| count(rows.into(), "row"));
            let like = format!("{} of {}", most(usual), count(sizes().count() as u128, "column"));
            add(&TABLE_ROWS, format!("expected {all} in \"{name}\", as in {like}, found {rows}"));
        }
    }
}
