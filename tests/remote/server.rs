//! A small server on this machine: files over HTTP with ranges, and the part of S3 that reading takes. It counts what it is
//! asked, and fails in the ways that it is told to.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use walkdir::WalkDir;

/// What a server does wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// It answers with this status.
    Status(u16),
    /// It answers with this status so many times, and is fine then.
    Times(u16, u32),
    /// It sends half of the bytes it announces, and hangs up.
    Cut,
    /// It never answers.
    Slow,
    /// It gives all of an object, whatever range is asked for.
    NoRanges,
    /// It gives one byte less than it announces as the range.
    ShortRange,
    /// It gives the first half of an object to whoever asks for all of it.
    Partial,
    /// Each answer is another version of the object.
    Changing,
    /// It sends a redirect to another server.
    Redirect(SocketAddr),
    /// It answers with this status to whoever asks for a range that begins at some byte; the end of an object it gives.
    Ranges(u16),
    /// It knows GET only.
    NoHead,
    /// It announces this many bytes.
    Announces(u64),
    /// It does not say how long its answers are.
    Chunked,
    /// It knows no range that is counted from the end.
    NoSuffix,
    /// It announces 50 bytes too many.
    Longer,
    /// It sends half of the bytes once, and hangs up.
    CutOnce,
    /// It says so many times that it is busy, for a second or so many.
    Busy(u32, &'static str),
    /// It answers with this, and says that all is well.
    Says(&'static str),
    /// Its lists have more pages, but do not say where these begin.
    NoToken,
    /// Each of its pages leads back to the first one, with the same token or always another one.
    Back { has_new_tokens: bool },
    /// Its lists never end. The first name of each page has so many others behind it, each of 4 000 bytes.
    Endless { others: usize },
    /// It answers with this status and with so many bytes.
    Loud(u16, usize),
    /// It sends a byte ten times a second.
    Drips,
    /// It does not say how long its answer is, and sends bytes one by one without an end.
    Pours,
    /// It answers with this status, these headers and this text.
    Told(u16, &'static str, &'static str),
    /// Its array has so many chunks along each of two dimensions, all of one byte: their names are made up.
    MadeUp(u64),
}

/// One request that came.
#[derive(Debug, Clone)]
pub struct Request {
    pub method: String,
    pub target: String,
    pub headers: BTreeMap<String, String>,
}

#[derive(Debug, Default)]
struct Served {
    objects: BTreeMap<String, Vec<u8>>,
    /// How many keys a page of a list has.
    page: usize,
    faults: Vec<(String, Fault)>,
    requests: Vec<Request>,
    versions: u64,
}

/// A server that runs until the test ends.
pub struct Server {
    pub address: SocketAddr,
    served: Arc<Mutex<Served>>,
}

impl Server {
    /// Serves everything in a directory.
    pub fn of(directory: &Path) -> Self {
        let mut objects = BTreeMap::new();
        for entry in WalkDir::new(directory).into_iter().filter_map(Result::ok) {
            if entry.file_type().is_file() {
                let key = entry.path().strip_prefix(directory).unwrap().to_str().unwrap().to_owned();
                objects.insert(key, std::fs::read(entry.path()).unwrap());
            }
        }
        Self::start(objects)
    }

    /// Serves these objects.
    pub fn start(objects: BTreeMap<String, Vec<u8>>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let served = Arc::new(Mutex::new(Served { objects, page: 1000, ..Served::default() }));
        let shared = Arc::clone(&served);
        thread::spawn(move || {
            for stream in listener.incoming().filter_map(Result::ok) {
                let shared = Arc::clone(&shared);
                thread::spawn(move || serve(&stream, &shared));
            }
        });
        Self { address, served }
    }

    /// Where a store is over HTTP.
    pub fn http(&self, store: &str) -> String {
        format!("http://{}/{store}", self.address)
    }

    /// The options with which a store is reached as S3.
    pub fn s3_options(&self) -> String {
        format!("--endpoint http://{} --anonymous", self.address)
    }

    /// Does something wrong wherever a target contains this text.
    pub fn fail(&self, part: &str, fault: Fault) {
        self.served.lock().unwrap().faults.push((part.to_owned(), fault));
    }

    pub fn page(&self, keys: usize) {
        self.served.lock().unwrap().page = keys;
    }

    /// What it serves.
    #[cfg(feature = "icechunk")]
    pub fn objects(&self) -> BTreeMap<String, Vec<u8>> {
        self.served.lock().unwrap().objects.clone()
    }

    /// The requests since the last time.
    pub fn requests(&self) -> Vec<Request> {
        std::mem::take(&mut self.served.lock().unwrap().requests)
    }

    /// The requests since the last time, as lines: method, target, range.
    pub fn asked(&self) -> Vec<String> {
        let line = |request: &Request| {
            let range = request.headers.get("range").map(|range| format!(" {range}")).unwrap_or_default();
            format!("{} {}{range}", request.method, request.target)
        };
        self.requests().iter().map(line).collect()
    }
}

fn serve(stream: &TcpStream, served: &Mutex<Served>) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    while let Some(request) = read_request(&mut reader) {
        let (fault, answer) = {
            let mut served = served.lock().unwrap();
            served.requests.push(request.clone());
            let fault = next_fault(&mut served, &request);
            (fault, answer(&mut served, &request, fault))
        };
        if !send(stream, &request, &answer, fault) {
            return;
        }
    }
}

fn read_request(reader: &mut impl BufRead) -> Option<Request> {
    let mut line = String::new();
    reader.read_line(&mut line).ok().filter(|nbytes| *nbytes > 0)?;
    let mut words = line.split_whitespace();
    let (method, target) = (words.next()?.to_owned(), words.next()?.to_owned());
    let mut headers = BTreeMap::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(": ") else { break };
        headers.insert(name.to_ascii_lowercase(), value.to_owned());
    }
    Some(Request { method, target, headers })
}

/// The fault that a request meets.
fn next_fault(served: &mut Served, request: &Request) -> Option<Fault> {
    let meets = |(part, _): &&mut (String, Fault)| request.target.contains(part.as_str());
    let (_, fault) = served.faults.iter_mut().find(meets)?;
    match fault {
        Fault::Times(_, 0) | Fault::Busy(0, _) => None,
        Fault::Times(status, left) => {
            *left -= 1;
            Some(Fault::Status(*status))
        }
        Fault::Ranges(status) => {
            let begins = request.headers.get("range").is_some_and(|range| !range.starts_with("bytes=-"));
            begins.then_some(Fault::Status(*status))
        }
        Fault::Busy(left, _) => {
            *left -= 1;
            Some(*fault)
        }
        Fault::CutOnce => {
            *fault = Fault::Times(0, 0);
            Some(Fault::Cut)
        }
        Fault::NoSuffix => {
            let is_end = request.headers.get("range").is_some_and(|range| range.starts_with("bytes=-"));
            is_end.then_some(Fault::Status(501))
        }
        Fault::NoHead if request.method == "HEAD" => Some(Fault::Status(405)),
        Fault::NoHead => None,
        other => Some(*other),
    }
}

struct Answer {
    status: u16,
    headers: String,
    body: Vec<u8>,
}

fn plain(status: u16) -> Answer {
    Answer { status, headers: String::new(), body: Vec::new() }
}

fn answer(served: &mut Served, request: &Request, fault: Option<Fault>) -> Answer {
    match fault {
        Some(Fault::Status(status)) => return plain(status),
        Some(Fault::Busy(_, wait)) => {
            return Answer { headers: format!("Retry-After: {wait}\r\n"), ..plain(503) };
        }
        Some(Fault::Loud(status, nbytes)) => return Answer { body: vec![b'x'; nbytes], ..plain(status) },
        Some(Fault::Told(status, headers, text)) => {
            return Answer { status, headers: headers.to_owned(), body: text.as_bytes().to_vec() };
        }
        Some(Fault::Says(text)) => return Answer { body: text.as_bytes().to_vec(), ..plain(200) },
        Some(Fault::Redirect(other)) => {
            let headers = format!("Location: http://{other}{}\r\n", request.target);
            return Answer { headers, ..plain(302) };
        }
        _ => {}
    }
    let (path, query) = request.target.split_once('?').unwrap_or((&request.target, ""));
    if query.contains("list-type=2") || query.contains("comp=list") {
        if let Some(Fault::MadeUp(edge)) = fault {
            return made_up(served, query, edge);
        }
        served.versions += 1;
        let number = served.versions;
        if let Some(Fault::Endless { others }) = fault {
            let long = "x".repeat(4_000 - "climate.zarr/temperature/".len());
            let mut page = vec![(format!("climate.zarr/temperature/x{number}"), Some(1))];
            page.extend((0..others).map(|_| (format!("climate.zarr/temperature/{long}"), Some(1))));
            let body = s3(&page, Some(number.to_string())).into_bytes();
            return Answer { body, ..plain(200) };
        }
        if let Some(Fault::Back { has_new_tokens }) = fault {
            let first: Vec<&str> = query.split('&').filter(|pair| !pair.contains("token")).collect();
            let text = String::from_utf8(list(served, &first.join("&")).body).unwrap();
            let (before, _) = text.split_once("<NextContinuationToken>").unwrap();
            let token = if has_new_tokens { number } else { 0 };
            let end = "</NextContinuationToken></ListBucketResult>";
            let body = format!("{before}<NextContinuationToken>{token}{end}").into_bytes();
            return Answer { body, ..plain(200) };
        }
        let mut page = list(served, query);
        if fault == Some(Fault::NoToken) {
            let text = String::from_utf8(page.body).unwrap();
            let (before, rest) = text.split_once("<NextContinuationToken>").unwrap_or((&text, ""));
            let (_, after) = rest.split_once("</NextContinuationToken>").unwrap_or_default();
            page.body = format!("{before}{after}").into_bytes();
        }
        return page;
    }
    let key = decoded(path.trim_start_matches('/'));
    // As S3, the first name is the bucket; as a server of files, there is none.
    let key = key.strip_prefix("bucket/").unwrap_or(&key).to_owned();
    let made_up = matches!(fault, Some(Fault::MadeUp(_))).then(|| vec![7]);
    match served.objects.get(&key).cloned().or(made_up) {
        Some(bytes) => object(served, request, &bytes, fault),
        None => plain(404),
    }
}

fn object(served: &mut Served, request: &Request, bytes: &[u8], fault: Option<Fault>) -> Answer {
    if fault == Some(Fault::Changing) {
        served.versions += 1;
    }
    let tag = format!("\"{:x}-{}\"", bytes.len(), served.versions);
    let headers =
        format!("ETag: {tag}\r\nLast-Modified: Wed, 21 Oct 2015 07:28:00 GMT\r\nAccept-Ranges: bytes\r\n");
    let range = request.headers.get("range").filter(|_| fault != Some(Fault::NoRanges));
    let Some(range) = range.and_then(|range| range.strip_prefix("bytes=")) else {
        if fault == Some(Fault::Partial) {
            let body = bytes[..bytes.len() / 2].to_vec();
            let headers = format!("{headers}Content-Range: bytes 0-{}/{}\r\n", body.len() - 1, bytes.len());
            return Answer { status: 206, headers, body };
        }
        return Answer { status: 200, headers, body: bytes.to_vec() };
    };
    let (size, (first, last)) = (bytes.len(), range.split_once('-').unwrap());
    let (start, end) = match (first.parse::<usize>(), last.parse::<usize>()) {
        (Ok(start), Ok(last)) => (start, size.min(last + 1)),
        (Ok(start), Err(_)) => (start, size),
        (Err(_), Ok(suffix)) => (size.saturating_sub(suffix), size),
        _ => return plain(400),
    };
    if start >= end {
        return Answer { headers: format!("Content-Range: bytes */{size}\r\n"), ..plain(416) };
    }
    let given = if fault == Some(Fault::ShortRange) { end - 1 } else { end };
    let headers = format!("{headers}Content-Range: bytes {start}-{}/{size}\r\n", given - 1);
    Answer { status: 206, headers, body: bytes[start..given].to_vec() }
}

fn parameter(query: &str, name: &str) -> String {
    let found = query.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='));
    found.map(|value| decoded(&value.replace('+', " "))).unwrap_or_default()
}

/// The name behind which a list begins.
fn after(query: &str) -> String {
    let token = parameter(query, "continuation-token") + &parameter(query, "marker");
    if token.is_empty() { parameter(query, "start-after") } else { token }
}

/// A page of the names of an array with all of its chunks, and of its document behind them.
fn made_up(served: &Served, query: &str, edge: u64) -> Answer {
    static TEXTS: Mutex<Vec<String>> = Mutex::new(Vec::new());
    let mut texts = TEXTS.lock().unwrap();
    if texts.len() as u64 != edge {
        *texts = (0..edge).map(|number| number.to_string()).collect();
        texts.sort();
    }
    let after = after(query);
    let row = texts.partition_point(|row| format!("a.zarr/c/{row}/~") <= after);
    let mut page = Vec::new();
    for row in texts.iter().skip(row) {
        let column = texts.partition_point(|column| format!("a.zarr/c/{row}/{column}") <= after);
        let left = served.page.saturating_sub(page.len());
        let columns = texts.iter().skip(column).take(left);
        page.extend(columns.map(|column| (format!("a.zarr/c/{row}/{column}"), Some(1))));
        if page.len() == served.page {
            break;
        }
    }
    let is_last = page.len() < served.page;
    let next = page.last().filter(|_| !is_last).map(|(key, _)| key.clone());
    if is_last && after.as_str() < "a.zarr/zarr.json" {
        page.push(("a.zarr/zarr.json".to_owned(), Some(300)));
    }
    Answer { body: s3(&page, next).into_bytes(), ..plain(200) }
}

/// A page of a list, as `ListObjectsV2` gives it, or Azure.
fn list(served: &Served, query: &str) -> Answer {
    let (prefix, delimiter) = (parameter(query, "prefix"), parameter(query, "delimiter"));
    let after = after(query);
    let mut entries: BTreeMap<String, Option<usize>> = BTreeMap::new();
    for (key, bytes) in served.objects.iter().filter(|(key, _)| key.starts_with(&prefix)) {
        let below = &key[prefix.len()..];
        match below.find('/').filter(|_| !delimiter.is_empty()) {
            Some(at) => entries.insert(format!("{prefix}{}/", &below[..at]), None),
            None => entries.insert(key.clone(), Some(bytes.len())),
        };
    }
    let rest: Vec<_> = entries.into_iter().filter(|(key, _)| *key > after).collect();
    let page = &rest[..rest.len().min(served.page)];
    let next = page.last().filter(|_| page.len() < rest.len()).map(|(last, _)| escaped(last));
    let xml = if query.contains("comp=list") { azure(page, next) } else { s3(page, next) };
    Answer { status: 200, headers: String::new(), body: xml.into_bytes() }
}

fn s3(page: &[(String, Option<usize>)], next: Option<String>) -> String {
    let mut xml = String::from("<ListBucketResult><Name>bucket</Name>");
    for (key, nbytes) in page {
        let key = escaped(key);
        match nbytes {
            None => write!(xml, "<CommonPrefixes><Prefix>{key}</Prefix></CommonPrefixes>").unwrap(),
            Some(nbytes) => write!(
                xml,
                "<Contents><Key>{key}</Key><LastModified>2015-10-21T07:28:00.000Z</LastModified><ETag>&quot;x&quot;</ETag>\
                 <Size>{nbytes}</Size></Contents>"
            )
            .unwrap(),
        }
    }
    if let Some(next) = next {
        write!(xml, "<IsTruncated>true</IsTruncated><NextContinuationToken>{next}</NextContinuationToken>")
            .unwrap();
    }
    xml + "</ListBucketResult>"
}

fn azure(page: &[(String, Option<usize>)], next: Option<String>) -> String {
    let mut xml = String::from("<EnumerationResults><Blobs>");
    // Of each sort all stand together, as the reader of `object_store` expects.
    for (key, nbytes) in page.iter().filter_map(|(key, nbytes)| Some((key, (*nbytes)?))) {
        write!(
            xml,
            "<Blob><Name>{}</Name><Properties><Last-Modified>Wed, 21 Oct 2015 07:28:00 GMT</Last-Modified>\
             <Content-Length>{nbytes}</Content-Length><Content-Type>x</Content-Type><Etag>x</Etag></Properties></Blob>",
            escaped(key)
        )
        .unwrap();
    }
    for (key, _) in page.iter().filter(|(_, nbytes)| nbytes.is_none()) {
        write!(xml, "<BlobPrefix><Name>{}</Name></BlobPrefix>", escaped(key)).unwrap();
    }
    write!(xml, "</Blobs><NextMarker>{}</NextMarker></EnumerationResults>", next.unwrap_or_default())
        .unwrap();
    xml
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

fn decoded(text: &str) -> String {
    let (mut bytes, mut rest) = (Vec::new(), text.as_bytes());
    while let Some((first, after)) = rest.split_first() {
        let digits = after.get(..2).filter(|_| *first == b'%');
        let byte = digits.map(|two| u8::from_str_radix(std::str::from_utf8(two).unwrap(), 16).unwrap());
        rest = if byte.is_some() { &after[2..] } else { after };
        bytes.push(byte.unwrap_or(*first));
    }
    String::from_utf8(bytes).unwrap()
}

/// Sends an answer; `false` where the connection is over.
fn send(mut stream: &TcpStream, request: &Request, answer: &Answer, fault: Option<Fault>) -> bool {
    if fault == Some(Fault::Slow) {
        // Until the other side hangs up.
        let _ = BufReader::new(stream).read_line(&mut String::new());
        return false;
    }
    if fault == Some(Fault::Pours) {
        let head = "HTTP/1.1 200 x\r\nTransfer-Encoding: chunked\r\n\r\n";
        let mut is_heard = stream.write_all(head.as_bytes()).is_ok();
        while is_heard {
            is_heard = stream.write_all(b"1\r\na\r\n".repeat(1000).as_slice()).is_ok();
        }
        return false;
    }
    if fault == Some(Fault::Chunked) && answer.status < 300 {
        let head =
            format!("HTTP/1.1 {} x\r\n{}Transfer-Encoding: chunked\r\n\r\n", answer.status, answer.headers);
        let body =
            [format!("{:x}\r\n", answer.body.len()).as_bytes(), &answer.body, b"\r\n0\r\n\r\n"].concat();
        let body = if request.method == "HEAD" || answer.body.is_empty() { Vec::new() } else { body };
        return stream.write_all(&[head.as_bytes(), &body].concat()).is_ok();
    }
    let nbytes = match fault {
        Some(Fault::Announces(nbytes)) => nbytes,
        Some(Fault::Longer) => answer.body.len() as u64 + 50,
        _ => answer.body.len() as u64,
    };
    let head = format!("HTTP/1.1 {} x\r\n{}Content-Length: {nbytes}\r\n\r\n", answer.status, answer.headers);
    if stream.write_all(head.as_bytes()).is_err() || request.method == "HEAD" {
        return request.method == "HEAD";
    }
    if fault == Some(Fault::Drips) {
        // Waits for the other side to hang up, and sends a byte whenever it has not.
        stream.set_read_timeout(Some(Duration::from_millis(100))).unwrap();
        for byte in answer.body.chunks(1) {
            let hung_up = matches!(stream.read(&mut [0]), Ok(0));
            if hung_up || stream.write_all(byte).is_err() {
                return false;
            }
        }
        return false;
    }
    let body =
        if fault == Some(Fault::Cut) { &answer.body[..answer.body.len() / 2] } else { &answer.body[..] };
    stream.write_all(body).is_ok() && !matches!(fault, Some(Fault::Cut | Fault::Longer | Fault::Announces(_)))
}
