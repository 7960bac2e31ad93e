use std::error::Error as _;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use http_body_util::{BodyExt, BodyStream, Limited, StreamBody};
use object_store::ClientOptions;
use object_store::client::{
    HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpResponse, HttpResponseBody,
    HttpService,
};
use reqwest::Client;
use reqwest::Method;
use reqwest::StatusCode;
use reqwest::header::{CONTENT_LENGTH, HeaderMap, HeaderName, HeaderValue, RANGE};
use reqwest::redirect::Policy;
use thiserror::Error;

use super::super::address::{REQUESTS_AT_ONCE, RequestCount, RequestListener, RequestMade};
use super::heard::Heard;
use super::page::{self, Listing};
use super::redirect;
use super::refusal::Refusal;
use super::retry::{self, Next, Retries};
use super::unreached::no_connection;
use crate::limits::ANSWER_RATE;

/// The bytes of an answer that is read into memory before it is understood: a page of a list, a value without a length.
const MOST: usize = 64 << 20;
/// Those of the text of an error: nobody reads more, and every thread may get one.
const ERROR_TEXT: usize = 64 << 10;
const IDLE: usize = REQUESTS_AT_ONCE;

#[derive(Debug, Default)]
pub(super) struct Counters {
    count: AtomicU64,
    bytes: AtomicU64,
}

impl Counters {
    pub(super) fn so_far(&self) -> RequestCount {
        let read = |number: &AtomicU64| number.load(Ordering::Relaxed);
        RequestCount { count: read(&self.count), bytes: read(&self.bytes) }
    }
}

/// Marks a request whose caller reads the answer step by step and limits its length.
#[derive(Debug, Clone, Copy)]
pub(super) struct Streamed;

#[derive(Clone)]
pub(super) struct Connector {
    pub(super) counters: Arc<Counters>,
    pub(super) retries: Retries,
    pub(super) timeout: Duration,
    pub(super) answer_timeout: Duration,
    pub(super) authorization: Option<HeaderValue>,
    /// Nothing is secret about requests, so that a redirect may lead to another host.
    pub(super) is_open: bool,
    pub(super) listener: Option<RequestListener>,
}

impl std::fmt::Debug for Connector {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Connector").field("timeout", &self.timeout).finish_non_exhaustive()
    }
}

impl Connector {
    pub(super) fn client(&self) -> reqwest::Result<Client> {
        // The program that uses this library may have chosen another one.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut headers = HeaderMap::new();
        if let Some(authorization) = &self.authorization {
            headers.insert(HeaderName::from_static("authorization"), authorization.clone());
        }
        let is_open = self.is_open;
        Client::builder()
            .user_agent(concat!("zarrscope/", env!("CARGO_PKG_VERSION")))
            .default_headers(headers)
            .connect_timeout(self.timeout)
            .read_timeout(self.timeout)
            .pool_max_idle_per_host(IDLE)
            // An address may have a signature in it.
            .referer(false)
            .redirect(Policy::custom(move |attempt| redirect::follow(attempt, is_open)))
            .build()
    }
}

impl HttpConnector for Connector {
    fn connect(&self, _options: &ClientOptions) -> object_store::Result<HttpClient> {
        let client = self.client().map_err(|error| object_store::Error::Generic {
            store: "HTTP",
            source: Box::new(error.without_url()),
        })?;
        let counters = Arc::clone(&self.counters);
        let Self { retries, timeout, answer_timeout, listener, .. } = *self;
        let silence = Mutex::default();
        Ok(HttpClient::new(RequestService {
            client,
            counters,
            retries,
            timeout,
            answer_timeout,
            listener,
            silence,
        }))
    }
}

struct RequestService {
    client: Client,
    counters: Arc<Counters>,
    retries: Retries,
    timeout: Duration,
    answer_timeout: Duration,
    listener: Option<RequestListener>,
    silence: Mutex<Silence>,
}

/// A request whose listener is told when its answer is read, or no more wanted.
struct Reported {
    made: RequestMade,
    begun: Instant,
    listener: Option<RequestListener>,
}

impl Reported {
    fn of(request: &HttpRequest, listener: Option<RequestListener>) -> Self {
        let mut made = RequestMade::default();
        if listener.is_some() {
            let uri = request.uri();
            made.method = request.method().to_string();
            made.place = format!("{}{}", uri.authority().map_or("", |host| host.host()), uri.path());
            // What else is asked for may be a signature.
            let names = uri.query().unwrap_or_default().split('&');
            if let Some(prefix) = names.clone().find(|part| part.starts_with("prefix=")) {
                made.place = format!("{}?{prefix}", made.place);
            }
            let range = request.headers().get(RANGE).and_then(|range| range.to_str().ok());
            made.range = range.map(str::to_owned);
        }
        Self { made, begun: Instant::now(), listener }
    }

    fn came(&mut self, nbytes: u64) {
        self.made.bytes += nbytes;
    }
}

impl Drop for Reported {
    fn drop(&mut self) {
        if let Some(RequestListener(tell)) = self.listener {
            self.made.taken = self.begun.elapsed();
            tell(&self.made);
        }
    }
}

/// Whether a server ever answers. One that does not is not asked again for each document of a node.
#[derive(Debug, Clone, Default)]
enum Silence {
    #[default]
    NotKnown,
    /// With what was said of the connection.
    Since(Instant, HttpErrorKind, String),
    Answers,
}

const SILENT: Duration = Duration::from_secs(5);

/// Bytes that come so slowly, however regularly, keep a command for ever.
#[derive(Debug, Clone, Error)]
#[error("an answer with {nbytes} bytes in {seconds} s, slower than --answer-timeout allows")]
pub(super) struct SlowAnswer {
    nbytes: u64,
    seconds: u64,
}

impl std::fmt::Debug for RequestService {
    // The client has headers with credentials.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RequestService").finish_non_exhaustive()
    }
}

type Answering<'a> = Pin<Box<dyn Future<Output = Result<HttpResponse, HttpError>> + Send + 'a>>;

impl HttpService for RequestService {
    fn call<'life0, 'async_trait>(&'life0 self, request: HttpRequest) -> Answering<'async_trait>
    where
        'life0: 'async_trait,
        Self: 'async_trait,
    {
        Box::pin(self.answered(request))
    }
}

impl RequestService {
    async fn answered(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        let heard = request.extensions().get::<Heard>().cloned().unwrap_or_default();
        let silence = self.silence().clone();
        if let Silence::Since(silent, kind, why) = silence
            && silent.elapsed() < SILENT
        {
            if kind == HttpErrorKind::Connect {
                heard.found(why);
            }
            return Err(HttpError::new_boxed(kind, "no answer".into()));
        }
        let begun = Instant::now();
        let mut made = 0;
        loop {
            made += 1;
            let answer = self.once(request.clone(), &heard).await;
            let mut why = String::new();
            if let Err(error) = &answer
                && error.kind() == HttpErrorKind::Connect
            {
                why = no_connection(error, &host_of(&request));
                heard.found(why.clone());
            }
            if let Err(error) = &answer
                && matches!(error.kind(), HttpErrorKind::Timeout | HttpErrorKind::Connect)
                && !matches!(*self.silence(), Silence::Answers)
            {
                // Once more, but no more for a server that has never answered.
                if made > 1 || self.retries.most == 0 {
                    *self.silence() = Silence::Since(Instant::now(), error.kind(), why);
                    return answer;
                }
            } else {
                *self.silence() = Silence::Answers;
            }
            let asked = match &answer {
                Ok(answer) if retry::may_pass(answer.status().as_u16()) => {
                    retry::retry_after(answer.headers())
                }
                Err(error) if retry::is_passing(error.kind()) => None,
                _ => return answer,
            };
            match self.retries.next(made, begun.elapsed(), asked, retry::chance()) {
                Next::After(wait) => {
                    drop(answer);
                    tokio::time::sleep(wait).await;
                }
                Next::Enough => return answer,
                Next::TooLong(asked) => {
                    let status = heard.status().unwrap_or_default();
                    let asked = asked.as_secs();
                    heard.found(format!(
                        "an answer with HTTP {status} that asks to wait {asked} s, longer than --timeout allows"
                    ));
                    return answer;
                }
            }
        }
    }

    fn silence(&self) -> MutexGuard<'_, Silence> {
        self.silence.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn once(&self, request: HttpRequest, heard: &Heard) -> Result<HttpResponse, HttpError> {
        let is_streamed = request.extensions().get::<Streamed>().is_some();
        let is_list = request.extensions().get::<Listing>().is_some();
        let has_body = request.method() != Method::HEAD;
        let is_range = request.headers().contains_key(RANGE);
        self.counters.count.fetch_add(1, Ordering::Relaxed);
        heard.begin();
        let mut reported = Reported::of(&request, self.listener);
        // A header may come line by line, each of them in time.
        let answer = tokio::time::timeout(self.timeout, HttpService::call(&self.client, request)).await;
        let late = |_| Err(HttpError::new_boxed(HttpErrorKind::Timeout, "no answer".into()));
        let (mut parts, body) = answer.unwrap_or_else(late)?.into_parts();
        heard.answered(parts.status.as_u16());
        reported.made.status = Some(parts.status.as_u16());
        if parts.status == StatusCode::PARTIAL_CONTENT && !is_range {
            // A part that was not asked for need not be all of the object.
            let found = "an answer with a part of an object (HTTP 206) where all of it was asked for";
            return Err(refused(found.to_owned(), heard));
        }
        let counters = Arc::clone(&self.counters);
        let lacks_length = has_body && !parts.headers.contains_key(CONTENT_LENGTH);
        let answer_timeout = self.answer_timeout;
        // Only a length that is told makes an answer worth waiting longer for: another may never end.
        let rate = if lacks_length { u64::MAX } else { ANSWER_RATE };
        let begun = Instant::now();
        let mut all: u64 = 0;
        // Where no bytes come at all, the client gives up: there is a frame to look at every --timeout.
        let mut counted = BodyStream::new(body).map(move |frame| {
            let frame = frame?;
            let nbytes = frame.data_ref().map_or(0, |data| data.len() as u64);
            counters.bytes.fetch_add(nbytes, Ordering::Relaxed);
            reported.came(nbytes);
            all = all.saturating_add(nbytes);
            let taken = begun.elapsed();
            if taken > answer_timeout.saturating_add(Duration::from_secs(all / rate)) {
                let slow = SlowAnswer { nbytes: all, seconds: taken.as_secs() };
                return Err(HttpError::new(HttpErrorKind::Decode, slow));
            }
            Ok(frame)
        });
        if !parts.status.is_success() {
            let mut text = Vec::new();
            while text.len() < ERROR_TEXT
                && let Some(frame) = counted.next().await
            {
                text.extend_from_slice(frame?.data_ref().map_or(&[], |data| data));
            }
            heard.refused(Refusal::of(&parts.headers, &text));
            return Ok(HttpResponse::from_parts(parts, text.into()));
        }
        let counted = StreamBody::new(counted);
        let is_success = parts.status.is_success();
        if is_streamed && is_success && !lacks_length {
            return Ok(HttpResponse::from_parts(parts, HttpResponseBody::new(counted)));
        }
        let limited = Limited::new(counted, MOST);
        let limited = limited.map_err(|error| match error.downcast::<HttpError>() {
            Ok(own) => *own,
            Err(over) => HttpError::new_boxed(HttpErrorKind::Decode, over),
        });
        let limited = HttpResponseBody::new(limited);
        if is_list && is_success {
            let page = limited.bytes().await?;
            match page::check(&page) {
                Ok(Some(wrong)) => heard.found(wrong.to_owned()),
                Ok(None) => {}
                Err(found) => return Err(refused(found, heard)),
            }
            return Ok(HttpResponse::from_parts(parts, page.into()));
        }
        if is_streamed && is_success {
            // Nothing can be read of it before its end is known.
            let whole = limited.bytes().await;
            if let Err(error) = &whole
                && error.kind() == HttpErrorKind::Decode
                && !error.source().is_some_and(<dyn std::error::Error>::is::<SlowAnswer>)
            {
                heard.found(format!("more than {MOST} bytes in an answer that does not say how long it is"));
            }
            let whole = whole?;
            parts.headers.insert(CONTENT_LENGTH, HeaderValue::from(whole.len()));
            return Ok(HttpResponse::from_parts(parts, whole.into()));
        }
        Ok(HttpResponse::from_parts(parts, limited))
    }
}

fn host_of(request: &HttpRequest) -> String {
    let Some(authority) = request.uri().authority() else { return String::new() };
    match authority.port() {
        Some(port) => format!("{}:{port}", authority.host()),
        None => authority.host().to_owned(),
    }
}

fn refused(found: String, heard: &Heard) -> HttpError {
    heard.found(found.clone());
    HttpError::new_boxed(HttpErrorKind::Decode, found.into())
}
