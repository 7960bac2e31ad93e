//! A server must not make us ask one that only we can reach, nor send secrets elsewhere. Names are not resolved.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use reqwest::Url;
use reqwest::redirect::{Action, Attempt};
use thiserror::Error;

const MOST: usize = 5;
/// Hosts of cloud providers that give the credentials of a machine to any program on it.
const METADATA: &[&str] =
    &["metadata", "metadata.google.internal", "metadata.goog", "instance-data", "instance-data.ec2.internal"];
/// The same by address: of Alibaba, Azure, Oracle and AWS. Those of all others are link-local.
const METADATA_V4: &[Ipv4Addr] =
    &[Ipv4Addr::new(100, 100, 100, 200), Ipv4Addr::new(168, 63, 129, 16), Ipv4Addr::new(192, 0, 0, 192)];
const METADATA_V6: &[Ipv6Addr] = &[Ipv6Addr::new(0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254)];
const INTERNAL: &[&str] = &["localhost", "localdomain", "local", "internal", "lan", "intranet", "home.arpa"];

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Reach {
    Public,
    /// This machine, or one near it.
    Internal,
    Metadata,
}

#[derive(Debug, Clone, Error)]
#[error("a redirect {why}, which is not followed (HTTP {status})")]
pub(super) struct RefusedRedirect {
    why: &'static str,
    status: u16,
}

pub(super) fn follow(attempt: Attempt, is_open: bool) -> Action {
    let why = match attempt.previous().last() {
        _ if attempt.previous().len() > MOST => Some("behind as many as are followed"),
        Some(from) => refusal(from, attempt.url(), is_open),
        None => Some("from nowhere"),
    };
    match why {
        None => attempt.follow(),
        Some(why) => {
            let status = attempt.status().as_u16();
            attempt.error(RefusedRedirect { why, status })
        }
    }
}

/// `None` where a redirect is followed. `is_open` says that nothing secret goes along.
pub(super) fn refusal(from: &Url, to: &Url, is_open: bool) -> Option<&'static str> {
    let before = reach(from);
    let after = reach(to);
    if !matches!(to.scheme(), "http" | "https") {
        Some("to something else than a server of files")
    } else if from.scheme() == "https" && to.scheme() != "https" {
        Some("from https to http")
    } else if after == Reach::Metadata {
        Some("to a link-local address, or one where machines get credentials")
    } else if before < after {
        Some("to an address of a network of one's own, from one that is none")
    } else if from.origin() != to.origin() && !is_open {
        Some("to another host or region")
    } else {
        None
    }
}

fn reach(url: &Url) -> Reach {
    let host = url.host_str().unwrap_or_default();
    let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    match bare.parse::<IpAddr>() {
        Ok(IpAddr::V4(address)) => reach_v4(address),
        Ok(IpAddr::V6(address)) => reach_v6(address),
        Err(_) => {
            let name = host.trim_end_matches('.').to_ascii_lowercase();
            let is_in = |end: &&str| {
                name.strip_suffix(*end).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
            };
            if METADATA.contains(&name.as_str()) {
                Reach::Metadata
            } else if !name.contains('.') || INTERNAL.iter().any(is_in) {
                Reach::Internal
            } else {
                Reach::Public
            }
        }
    }
}

fn reach_v4(address: Ipv4Addr) -> Reach {
    if address.is_link_local() || METADATA_V4.contains(&address) {
        return Reach::Metadata;
    }
    let is_own = match address.octets() {
        // This network, private ones, those of providers behind one address, this machine, tests of networks, and addresses of
        // more than one host.
        [0 | 10 | 127 | 224..=255, ..] | [192, 168, ..] | [192, 0, 0, _] => true,
        [100, second, ..] => second & 0xc0 == 64,
        [172, second, ..] => second & 0xf0 == 16,
        [198, second, ..] => second & 0xfe == 18,
        _ => false,
    };
    if is_own { Reach::Internal } else { Reach::Public }
}

fn reach_v6(address: Ipv6Addr) -> Reach {
    let [first, second, .., high, low] = address.segments();
    if METADATA_V6.contains(&address) || first & 0xffc0 == 0xfe80 {
        return Reach::Metadata;
    }
    let v4 = |high: u16, low: u16| reach_v4(Ipv4Addr::from_bits((u32::from(high) << 16) | u32::from(low)));
    match address.segments() {
        [0, 0, 0, 0, 0, 0, 0, 0 | 1] | [0x64, 0xff9b, 1, ..] => Reach::Internal,
        // Addresses that contain one of version 4: mapped, compatible, translated; then 6to4.
        [0, 0, 0, 0, 0, 0 | 0xffff, ..] | [0, 0, 0, 0, 0xffff, 0, ..] | [0x64, 0xff9b, 0, 0, 0, 0, ..] => {
            v4(high, low)
        }
        [0x2002, embedded, rest, ..] => v4(embedded, rest),
        // Unique local, site-local, and those of many hosts.
        _ if first & 0xfe00 == 0xfc00 || first & 0xffc0 == 0xfec0 || first & 0xff00 == 0xff00 => {
            Reach::Internal
        }
        // Teredo, which carries others through it.
        _ if first == 0x2001 && second == 0 => Reach::Internal,
        _ => Reach::Public,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const METADATA_HOSTS: &str = "169.254.169.254 169.254.0.1 2852039166 0xa9fea9fe 0251.0376.0251.0376 [fe80::1] [fd00:ec2::254] \
        [::ffff:169.254.169.254] [::ffff:a9fe:a9fe] [::169.254.169.254] [64:ff9b::a9fe:a9fe] \
        [2002:a9fe:a9fe::] metadata.google.internal METADATA.google.internal. metadata 100.100.100.200 \
        168.63.129.16 192.0.0.192";
    const INTERNAL_HOSTS: &str = "127.0.0.1 127.1 localhost a.localhost LOCALHOST. 0.0.0.0 10.1.2.3 172.16.0.1 172.31.255.255 \
        192.168.1.1 100.64.0.1 198.18.0.1 255.255.255.255 239.0.0.1 [::1] [::] [fc00::1] [fd12::1] [fec0::1] \
        [ff02::1] [::ffff:10.0.0.1] [64:ff9b::7f00:1] [2002:c0a8:101::1] minio db.internal nas.local";
    const PUBLIC_HOSTS: &str = "example.org 1.1.1.1 172.32.0.1 172.15.0.1 100.128.0.1 198.20.0.1 192.0.2.1 11.0.0.1 [2606:4700::1] \
        [::ffff:1.1.1.1] [64:ff9b::101:101] mylocalhost.org metadata.google.internal.example.org \
        bucket.s3.amazonaws.com";

    fn of(host: &str) -> Reach {
        reach(&Url::parse(&format!("http://{host}/a")).unwrap())
    }

    fn all_are(expected: Reach, hosts: &[&str]) {
        for host in hosts {
            assert_eq!(of(host), expected, "{host}");
        }
    }

    #[test]
    fn a_host_is_judged_by_its_address() {
        all_are(Reach::Metadata, &METADATA_HOSTS.split(' ').collect::<Vec<_>>());
        all_are(Reach::Internal, &INTERNAL_HOSTS.split(' ').collect::<Vec<_>>());
        all_are(Reach::Public, &PUBLIC_HOSTS.split(' ').collect::<Vec<_>>());
    }

    #[test]
    fn where_a_redirect_may_lead() {
        let refused = |from: &str, to: &str, is_open: bool| {
            refusal(&Url::parse(from).unwrap(), &Url::parse(to).unwrap(), is_open)
        };
        let (own, metadata) = (
            Some("to an address of a network of one's own, from one that is none"),
            Some("to a link-local address, or one where machines get credentials"),
        );
        for (from, to, open, closed) in [
            ("https://a.org/x", "https://a.org/y", None, None),
            ("https://a.org/x", "https://b.org/x", None, Some("to another host or region")),
            ("https://a.org/x", "https://a.org:8443/x", None, Some("to another host or region")),
            ("http://a.org/x", "https://a.org/x", None, Some("to another host or region")),
            ("https://a.org/x", "http://a.org/x", Some("from https to http"), Some("from https to http")),
            ("https://a.org/x", "https://10.0.0.1/x", own, own),
            ("http://a.org/x", "http://localhost:8080/x", own, own),
            ("http://1.1.1.1/x", "http://[::1]/x", own, own),
            ("http://a.org/x", "http://169.254.169.254/latest/meta-data", metadata, metadata),
            ("http://127.0.0.1/x", "http://169.254.169.254/latest", metadata, metadata),
            ("http://127.0.0.1/x", "http://metadata.google.internal/x", metadata, metadata),
            ("http://169.254.1.1/x", "http://169.254.1.1/y", metadata, metadata),
            ("http://127.0.0.1/x", "http://127.0.0.1/y", None, None),
            ("http://127.0.0.1/x", "http://127.0.0.1:81/y", None, Some("to another host or region")),
            ("http://10.0.0.1/x", "http://localhost/x", None, Some("to another host or region")),
            ("http://10.0.0.1/x", "http://a.org/x", None, Some("to another host or region")),
        ] {
            assert_eq!([refused(from, to, true), refused(from, to, false)], [open, closed], "{from} to {to}");
        }
        let other = refused("http://a.org/x", "ftp://a.org/x", true);
        assert_eq!(other, Some("to something else than a server of files"));
    }
}
