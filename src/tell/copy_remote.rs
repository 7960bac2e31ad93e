use std::{fmt::Write, ops::Range};

use super::quoted::{python_text, shell_text};

pub(super) fn open_array(path: &str) -> Option<String> {
    let (scheme, rest) = path.split_once("://")?;
    let address = match scheme {
        // The name under which fsspec knows the hosts of Azure.
        "az" | "azure" => format!("az://{rest}"),
        "http" | "https" => web_address(path)?,
        _ => path.to_owned(),
    };
    Some(format!("zarr.open_array({}, mode=\"r\")", python_text(&address)))
}

pub(super) fn shell(path: &str, range: Option<&Range<u64>>) -> Option<String> {
    let (scheme, _) = path.split_once("://")?;
    let part = |option: &str| match range {
        Some(range) => Some(format!("{option}{}-{} ", range.start, range.end.checked_sub(1)?)),
        None => Some(String::new()),
    };
    match scheme {
        "http" | "https" => Some(format!("curl -fsS {}{}", part("-r ")?, shell_text(&web_address(path)?)?)),
        "gs" => Some(format!("gcloud storage cat {}{}", part("--range=")?, shell_text(path)?)),
        "s3" => {
            let whole = format!("aws s3 cp {} -", shell_text(path)?);
            // This program reads whole objects only.
            let Some(range) = range else { return Some(whole) };
            let first = range.start.checked_add(1)?;
            let count = range.end.checked_sub(range.start)?;
            Some(format!("{whole} | tail -c +{first} | head -c {count}"))
        }
        _ => None,
    }
}

/// Percent-encodes an address; `None` where a sign of a name would end the path.
fn web_address(path: &str) -> Option<String> {
    if path.contains(['#', '?']) {
        return None;
    }
    let is_plain = |byte: u8| byte.is_ascii_graphic() && !b"\"<>\\^`{|}".contains(&byte);
    let mut address = String::with_capacity(path.len());
    for byte in path.bytes() {
        if is_plain(byte) {
            address.push(char::from(byte));
        } else {
            // Writing to a String cannot fail.
            let _ = write!(address, "%{byte:02X}");
        }
    }
    Some(address)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_host_has_its_program() {
        let range = 28..55;
        for (path, whole, part) in [
            (
                "s3://bucket/a b/c/0",
                Some("aws s3 cp 's3://bucket/a b/c/0' -"),
                Some("aws s3 cp 's3://bucket/a b/c/0' - | tail -c +29 | head -c 27"),
            ),
            (
                "gs://bucket/c/0",
                Some("gcloud storage cat 'gs://bucket/c/0'"),
                Some("gcloud storage cat --range=28-54 'gs://bucket/c/0'"),
            ),
            (
                "https://host:8/a b/ü/c/0",
                Some("curl -fsS 'https://host:8/a%20b/%C3%BC/c/0'"),
                Some("curl -fsS -r 28-54 'https://host:8/a%20b/%C3%BC/c/0'"),
            ),
            ("az://container/c/0", None, None),
            ("http://host/a#b/c/0", None, None),
        ] {
            assert_eq!(shell(path, None).as_deref(), whole);
            assert_eq!(shell(path, Some(&range)).as_deref(), part);
        }
    }

    #[test]
    fn zarr_python_opens_addresses_by_their_text() {
        assert_eq!(
            open_array("s3://b/x.zarr/t").unwrap(),
            "zarr.open_array(\"s3://b/x.zarr/t\", mode=\"r\")"
        );
        assert_eq!(open_array("azure://c/t").unwrap(), "zarr.open_array(\"az://c/t\", mode=\"r\")");
        assert_eq!(open_array("http://h/a b").unwrap(), "zarr.open_array(\"http://h/a%20b\", mode=\"r\")");
        assert_eq!(open_array("data.zarr/t"), None);
    }
}
