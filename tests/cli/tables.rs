//! `decode` of tables, columns and sparse matrices of `AnnData`. What anndata was given stands in `tests/python/make_named.py`.

use serde_json::json;

use crate::document::Document;
use crate::run::*;
use crate::store::Store;

const STORES: [&str; 2] = ["../tests/named/stores/anndata_v2.zarr", "../tests/named/stores/anndata_v3.zarr"];

#[test]
fn a_table_is_written_with_its_labels() {
    for store in STORES {
        let table = "_index  cell_type  n  ok\nc1      B          1  true\nc2      T          2  –\n\
                     c3      B          3  false\nc4      –          4  true\n";
        assert_eq!(text(&format!("decode {store}/obs")), table);
        let csv = "_index,cell_type,n,ok\nc1,B,1,true\nc2,T,2,\nc3,B,3,false\nc4,,4,true\n";
        assert_eq!(text(&format!("decode {store}/obs --format csv")), csv);
        let part = json!({
            "encoding": "dataframe", "shape": [2, 2], "columns": ["_index", "n", "ok"],
            "values": [["c2", 2, null], ["c3", 3, false]],
        });
        assert_eq!(parsed(&format!("decode {store}/obs --format json --region 1:3,1:")), part);
        assert_eq!(
            text(&format!("decode {store}/obs/cell_type --format csv --region 2:")),
            "row,cell_type\n2,B\n3,\n"
        );
    }
}

/// What is missing is unequal to everything, and neither less nor greater: so `query` of pandas 3.1 takes missing categories and
/// NaN, where it leaves out the missing ones of nullable columns.
#[test]
fn rows_are_chosen_by_what_their_columns_say() {
    for store in STORES {
        for (condition, expected) in [
            ("cell_type==B", "c1 c3"),
            ("cell_type!=B", "c2 c4"),
            ("n > 1 and ok == true", "c4"),
            ("`n`>=2&'cell_type' = \"T\"", "c2"),
            ("ok != true", "c2 c3"),
            ("ok < 1", "c3"),
            ("_index > c2, n<4", "c3"),
            ("n == 7", ""),
        ] {
            let mut command = zarrscope(&format!("decode {store}/obs --format csv"));
            let run = command.args(["--where", condition]).output().unwrap();
            let stdout = String::from_utf8(run.stdout).unwrap();
            let rows: Vec<&str> = stdout.lines().skip(1).filter_map(|line| line.split(',').next()).collect();
            assert_eq!((run.status.code(), rows.join(" ").as_str()), (Some(0), expected), "{condition}");
        }
        let part = json!({
            "encoding": "dataframe", "shape": [2, 1], "columns": ["_index", "ok"],
            "values": [["c3", false], ["c4", true]],
        });
        assert_eq!(parsed(&format!("decode {store}/obs --format json --region 1:,2: --where n>2")), part);
        assert_eq!(text(&format!("decode {store}/obs/n --format csv --region 2:")), "3\n4\n");
        for (condition, why) in [
            ("m>1", "--where: expected one of the columns _index, cell_type, n, ok, found \"m\""),
            ("n", "expected a condition such as"),
            ("n>", "expected a condition such as"),
        ] {
            assert_names(&misused(&format!("decode {store}/obs --where {condition}")), &[why]);
        }
        assert_names(&misused(&format!("decode {store}/X --where n>1")), &["--where: expected a table"]);
        let (message, _) = faulty(&format!("decode {store}/obs --where n>1or"));
        assert_names(&message, &["n: row 0: expected a number to compare with, found \"1or\""]);
    }
    assert_names(&misused("decode climate.zarr/mask --where n>1"), &["--where: expected a table"]);
}

#[test]
fn a_sparse_matrix_is_written_entry_by_entry() {
    for store in STORES {
        let csv = "row,column,value\n0,1,1.0\n1,0,2.0\n1,2,3.0\n3,0,4.0\n3,1,5.0\n3,2,6.0\n";
        assert_eq!(text(&format!("decode {store}/X --format csv")), csv);
        let part = json!({
            "encoding": "csc_matrix", "shape": [4, 3], "columns": ["row", "column", "value"],
            "values": [[0, 1, 1.0], [3, 1, 5.0], [3, 2, 6.0]],
        });
        // Rows are chosen in the way of the matrix, however it is stored.
        let chosen = parsed(&format!("decode {store}/layers/csc --format json --region :,1:"));
        assert_eq!(chosen["values"].as_array().map(Vec::len), Some(4));
        let mut chosen = parsed(&format!("decode {store}/layers/csc --format json --region :,1:"));
        chosen["values"].as_array_mut().unwrap().retain(|entry| entry[0] != json!(1));
        assert_eq!(chosen, part);
    }
}

#[test]
fn texts_are_written_without_quotes() {
    let csv = text(&format!("decode {}/obs/_index --physical --format csv", STORES[1]));
    assert_eq!(csv, "c1\nc2\nc3\nc4\n");
}

#[test]
fn what_does_not_fit_a_table_is_refused() {
    let obs = format!("{}/obs", STORES[1]);
    for (options, expected) in [
        ("--format npy", "--format: expected json, csv or table for a table, found raw or npy"),
        ("--physical", "--physical: expected an array, found a table"),
        ("--tidy", "--tidy: expected an array, found a table"),
        ("--region 0:9", "--region: expected ranges within the shape (4, 3)"),
        ("--region 0:1,0:1,0:1", "--region: expected at most 2 ranges"),
    ] {
        assert_names(&misused(&format!("decode {obs} {options}")), &[expected]);
    }
    assert_names(&misused(&format!("decode {}", STORES[1])), &["expected an array, found a group"]);
}

/// A sparse matrix of 2×3 with these `indptr`, `indices` and `data`, of bytes.
fn matrix(parts: [&[u8]; 3]) -> Store {
    let attributes = json!({"encoding-type": "csr_matrix", "encoding-version": "0.1.0", "shape": [2, 3]});
    let [indptr, indices, data] = parts;
    Store::new()
        .described("", &attributes)
        .whole("indptr", &[indptr.len() as u64], indptr)
        .whole("indices", &[indices.len() as u64], indices)
        .whole("data", &[data.len() as u64], data)
}

#[test]
fn a_matrix_whose_parts_do_not_fit_says_which() {
    let other =
        "encoding-type should be csc_matrix, or shape is [3, 2]: indptr has 4 elements, one more than 3";
    let cases: [([&[u8]; 3], &str); 6] = [
        ([&[0, 1, 1, 2], &[0, 1], &[5, 6]], other),
        ([&[0, 1], &[0], &[5]], "indptr: expected one element more than 2 rows, found 2"),
        ([&[0, 1, 1], &[0, 1], &[5]], "indices: expected as many elements as data (1), found 2"),
        ([&[0, 1, 9], &[0, 1], &[5, 6]], "indptr: row 1: expected a part of 2 entries"),
        ([&[0, 2, 1], &[0, 1], &[5, 6]], "indptr: row 1: expected a part of 2 entries"),
        ([&[0, 1, 2], &[0, 3], &[5, 6]], "indices: row 1: expected a column below 3, found 3"),
    ];
    for (parts, expected) in cases {
        let (message, _) = matrix(parts).faulty("decode PATH");
        assert_names(&message, &[expected]);
    }
    let store = matrix([&[0, 1, 2], &[0, 2], &[5, 6]]);
    assert_eq!(store.text("decode PATH"), "row  column  value\n0    0       5\n1    2       6\n");
}

#[test]
fn rows_of_a_matrix_of_which_nothing_is_stored_are_passed_over() {
    let rows = 1_000_000_000_001_u64;
    let attributes = json!({"encoding-type": "csr_matrix", "encoding-version": "0.1.0", "shape": [rows, 3]});
    let indptr = Document::v3().shaped(&format!("[{}]", rows + 1), "[2]").with("fill_value", "1");
    let store = Store::new()
        .described("", &attributes)
        .whole("indices", &[2], [0, 2])
        .whole("data", &[2], [5, 6])
        .array("indptr", &indptr);
    // What is missing between the two is 1: no row there has an entry.
    store.write("indptr/c/0", [0, 1]);
    store.write(&format!("indptr/c/{}", rows / 2), [1, 2]);
    let expected = format!("row  column  value\n0    0       5\n{}  2       6\n", rows - 1);
    assert_eq!(store.text("decode PATH"), expected);
}

/// As `AnnData` 0.7 wrote tables: the attribute of the codes names an array of names. The values are those that anndata 0.13.4
/// reads.
#[test]
fn the_number_of_a_category_that_is_not_there_is_named() {
    let store = Store::new();
    let column = json!({"encoding-type": "categorical", "encoding-version": "0.2.0", "ordered": false});
    let store = store.described("cat", &column).whole("cat/codes", &[3], [0, 9, 1]);
    let store = store.whole("cat/categories", &[2], [7, 8]);
    let (message, _) = store.faulty("decode PATH/cat");
    assert_names(&message, &["row 1: expected the number of one of 2 categories, from 0 to 1, found 9"]);
}

#[test]
fn categories_of_old_tables_have_their_names() {
    let store = Store::named("obs");
    let array = |path: &str, shape: &str, dtype: &str, attributes: &str, chunk: &[u8]| {
        let document = Document::v2().with("shape", shape).with("chunks", shape).with("dtype", dtype);
        store.put(path, &document, &[("0", chunk.to_vec()), (".zattrs", attributes.into())]);
    };
    array("index", "[4]", r#""<U1""#, "{}", b"a\0\0\0b\0\0\0c\0\0\0d\0\0\0");
    array("cat", "[4]", r#""|i1""#, r#"{"categories": "__categories/cat"}"#, &[1, 0, 0xff, 1]);
    array("__categories/cat", "[2]", r#""<U1""#, r#"{"ordered": true}"#, b"A\0\0\0h\0\0\0");
    array("out", "[4]", r#""|i1""#, r#"{"categories": "../cat"}"#, &[0, 0, 0, 0]);
    store.put("__categories", &Document::group_v2(), &[]);
    store.put("", &Document::group_v2(), &[]);
    let table = |columns: &str| {
        let head = r#""encoding-type": "dataframe", "encoding-version": "0.1.0", "_index": "index""#;
        store.write(".zattrs", format!(r#"{{{head}, "column-order": {columns}}}"#));
    };
    table(r#"["cat"]"#);
    let csv = store.text("decode PATH --format csv");
    assert_eq!(csv, "index,cat\na,h\nb,A\nc,\nd,h\n");
    let info = store.text("info PATH");
    assert!(info.contains("2 in an order: A, h"), "{info}");
    table(r#"["cat", "out"]"#);
    let report = store.text("check PATH --fail-on never");
    assert!(report.contains("its categories lead to no node of the table"), "{report}");
}

/// Six rows: `stage` in an order, `leiden` without one, `ok` and `x`, whose last is NaN. Row e has neither stage nor leiden.
fn with_categories() -> Store {
    let store = Store::named("obs");
    let array = |path: &str, count: usize, dtype: &str, chunk: &[u8]| {
        let shape = format!("[{count}]");
        let document =
            Document::v2().with("shape", &shape).with("chunks", &shape).with("dtype", format!("\"{dtype}\""));
        store.put(path, &document, &[("0", chunk.to_vec())]);
    };
    let texts = |texts: &[&str]| -> Vec<u8> {
        let padded = texts.iter().flat_map(|text| text.chars().chain(std::iter::repeat('\0')).take(4));
        padded.flat_map(|letter| u32::from(letter).to_le_bytes()).collect()
    };
    array("index", 6, "<U4", &texts(&["a", "b", "c", "d", "e", "f"]));
    for (name, ordered, codes, names) in [
        ("stage", true, [2, 0, 1, 2, 0xff, 1], vec!["low", "mid", "high"]),
        ("leiden", false, [3, 2, 0, 1, 0xff, 3], vec!["0", "1", "2", "10"]),
    ] {
        array(&format!("{name}/codes"), 6, "|i1", &codes);
        array(&format!("{name}/categories"), names.len(), "<U4", &texts(&names));
        let attributes =
            json!({"encoding-type": "categorical", "encoding-version": "0.2.0", "ordered": ordered});
        store.put(name, &Document::group_v2(), &[(".zattrs", attributes.to_string().into())]);
    }
    array("ok", 6, "|b1", &[1, 0, 0, 1, 0, 0]);
    let numbers = [1.0_f32, 2.0, 3.0, 4.0, 5.0, f32::NAN];
    array("x", 6, "<f4", &numbers.iter().flat_map(|own| own.to_le_bytes()).collect::<Vec<_>>());
    let attributes = json!({
        "encoding-type": "dataframe", "encoding-version": "0.2.0", "_index": "index",
        "column-order": ["stage", "leiden", "ok", "x"],
    });
    store.put("", &Document::group_v2(), &[(".zattrs", attributes.to_string().into())]);
    store
}

/// The rows are those that pandas gives.
#[test]
fn categories_are_compared_in_their_order() {
    let store = with_categories();
    for (condition, expected) in [
        ("stage >= \"mid\"", "a c d f"),
        ("stage < high", "b c f"),
        ("stage != mid", "a b d e"),
        ("leiden == 10", "a f"),
        ("ok == True", "a d"),
        ("ok != true", "b c e f"),
        ("stage == null", "e"),
        ("stage != null", "a b c d f"),
        ("x == null", "f"),
    ] {
        let mut command = zarrscope(&format!("decode {store} --format csv"));
        let run = command.args(["--where", condition]).output().unwrap();
        let stdout = String::from_utf8(run.stdout).unwrap();
        let rows: Vec<&str> = stdout.lines().skip(1).filter_map(|line| line.split(',').next()).collect();
        assert_eq!(rows.join(" "), expected, "{condition}");
    }
    for (condition, why) in [
        ("stage==Mid", "stage: expected one of its categories low, mid, high, found \"Mid\""),
        ("stage>none", "stage: expected one of its categories"),
        ("stage<null", "expected == or != before null"),
        ("stage==\"null\"", "found \"null\""),
        ("leiden<2", "leiden: expected == or !=, because its categories have no order"),
    ] {
        assert_names(&misused(&format!("decode {store} --where {condition}")), &[why]);
    }
    let (message, _) = faulty(&format!("decode {store} --where ok==yes"));
    assert_names(&message, &["ok: row 0: expected true or false to compare with, found \"yes\""]);
}

#[test]
fn large_integers_are_compared_whole() {
    let column = Document::v2().with("shape", "[3]").with("chunks", "[3]").with("dtype", "\"<i8\"");
    let bytes: Vec<u8> =
        [0, 1, 2].iter().flat_map(|more| (9_007_199_254_740_992_i64 + more).to_le_bytes()).collect();
    let store = Store::new();
    store.put("id", &column, &[("0", bytes)]);
    let attributes = json!({
        "encoding-type": "dataframe", "encoding-version": "0.2.0", "_index": "id", "column-order": ["id"],
    });
    store.put("", &Document::group_v2(), &[(".zattrs", attributes.to_string().into())]);
    for (condition, expected) in
        [("id == 9007199254740993", 1), ("id > 9007199254740992", 2), ("id <= 9007199254740992", 1)]
    {
        let mut command = zarrscope(&format!("decode {store} --format csv"));
        let run = command.args(["--where", condition]).output().unwrap();
        let rows = String::from_utf8(run.stdout).unwrap().lines().count() - 1;
        assert_eq!(rows, expected, "{condition}");
    }
}

#[test]
fn the_columns_of_a_table_are_described() {
    let store = with_categories();
    let found = parsed(&format!("stats {store} --json"));
    // The mean of 1 to 5, and the root of 2.
    let expected = json!({"rows": 6, "columns": [
        {"name": "stage", "count": 5, "missing": 1, "names": 3, "frequencies": [
            {"name": "mid", "count": 2}, {"name": "high", "count": 2}, {"name": "low", "count": 1}]},
        {"name": "leiden", "count": 5, "missing": 1, "names": 4, "frequencies": [
            {"name": "10", "count": 2}, {"name": "0", "count": 1}, {"name": "1", "count": 1},
            {"name": "2", "count": 1}]},
        {"name": "ok", "count": 6, "missing": 0, "names": 2, "frequencies": [
            {"name": "false", "count": 4}, {"name": "true", "count": 2}]},
        {"name": "x", "count": 5, "missing": 1, "min": 1.0, "max": 5.0, "mean": 3.0, "std": 2.0_f64.sqrt()},
    ]});
    assert_eq!(found, expected);
    let words = text(&format!("stats {store}"));
    let parts = [
        "6 rows, 4 columns",
        "stage  5 values, 1 missing\n  mid   2 (40.00 %)\n  high  2 (40.00 %)\n  low   1 (20.00 %)",
        "x  5 values, 1 missing\n  min 1.0  max 5.0  mean 3  std 1.414214",
    ];
    assert_names(&words, &parts);
    assert_names(&text(&format!("stats {store}/stage")), &["6 rows, 1 column", "mid   2 (40.00 %)"]);
    assert_names(&text(&format!("stats {store}/index")), &["index  6 values", "a  1 (16.67 %)"]);
    for own in STORES {
        assert_names(
            &text(&format!("stats {own}/obs")),
            &["n  4 values\n  min 1  max 4  mean 2.5", "ok  3 values, 1"],
        );
        let message = misused(&format!("stats {own}/X"));
        assert_names(
            &message,
            &["expected an array, a table or a column, found a sparse matrix", "X/data has"],
        );
        assert_names(&misused(&format!("stats {own}/obs --region 0:1")), &["--region: expected an array"]);
    }
    // A number beyond the categories.
    store.write("stage/codes/0", [2, 0, 7, 2, 0xff, 1]);
    let (message, printed) = faulty(&format!("stats {store}"));
    assert_names(&message, &["stage: row 2: expected a value, or the number of a category, found none"]);
    assert_names(&String::from_utf8(printed).unwrap(), &["stage  ✗ row 2", "leiden  5 values"]);
}
