use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use object_store::aws::{AmazonS3Builder, AmazonS3ConfigKey};
use object_store::azure::MicrosoftAzureBuilder;
use object_store::gcp::GoogleCloudStorageBuilder;
use object_store::http::HttpBuilder;
use object_store::list::PaginatedListStore;
use object_store::{Error, Extensions, ObjectStore, RetryConfig};
use reqwest::Url;
use reqwest::header::HeaderValue;
use tokio::runtime::{Builder, Runtime};

use super::super::percent::{encoded_nbytes, percent_decoded};
use super::super::{Address, AddressScheme, PathError, RemoteOptions};
use super::heard::{Heard, Unanswered};
use super::profile::AwsProfile;
use super::retry::Retries;
use super::service::{Connector, Counters};
use super::words;
use crate::limits::ADDRESS_BYTES;

const REQUESTS: &str = "requests";

/// Whether this thread sends requests. A panic there is caught, and told as a request without an answer.
#[doc(hidden)]
pub fn is_request() -> bool {
    thread::current().name() == Some(REQUESTS)
}

pub(super) struct Connection {
    pub(super) address: Address,
    pub(super) objects: Arc<dyn ObjectStore>,
    pub(super) pages: Option<Arc<dyn PaginatedListStore>>,
    pub(super) counters: Arc<Counters>,
    pub(super) retries: Retries,
    gives_all: AtomicBool,
    refuses_ends: AtomicBool,
    /// Only taken out when the connection is dropped.
    runtime: Option<Runtime>,
}

type Opened = (Arc<dyn ObjectStore>, Option<Arc<dyn PaginatedListStore>>);

impl Connection {
    pub(super) fn open(address: Address, options: &RemoteOptions) -> Result<(Self, String), PathError> {
        let mut url = Url::parse(address.written()).map_err(|error| refused(&error.to_string()))?;
        if encoded_nbytes(address.written()) > ADDRESS_BYTES {
            return Err(refused(&format!("one of more than {ADDRESS_BYTES} bytes")));
        }
        let is_http = address.scheme == AddressScheme::Http;
        if url.host_str().unwrap_or_default().is_empty() {
            return Err(refused(if is_http { "no host" } else { "no bucket" }));
        }
        if options.endpoint.as_ref().is_some_and(|endpoint| !is_server(endpoint)) {
            // The text is not repeated: it may have a secret in it.
            let expected = "the address of a server for --endpoint".to_owned();
            return Err(PathError::Address { expected, found: SERVER.to_owned() });
        }
        let counters = Arc::new(Counters::default());
        let profile = match address.scheme {
            AddressScheme::S3 => AwsProfile::find(options.is_anonymous)?,
            _ => AwsProfile::default(),
        };
        let patience = Duration::from_secs(options.timeout.max(1));
        let retries = Retries { most: options.retries, patience };
        let authorization = if is_http { authorization(&url) } else { None };
        let has_secret = authorization.is_some() || url.query().is_some();
        if is_http {
            // User and password are sent in a header; neither can fail where there is a host.
            let _ = url.set_username("").and_then(|()| url.set_password(None));
        }
        url.set_fragment(None);
        if let Ok(mut parts) = url.path_segments_mut() {
            parts.pop_if_empty();
        }
        let connector = Connector {
            counters: Arc::clone(&counters),
            retries,
            timeout: patience,
            answer_timeout: Duration::from_secs(options.answer_timeout.max(1)),
            authorization,
            listener: options.listener,
            is_open: !options.stays_on_host && if is_http { !has_secret } else { options.is_anonymous },
        };
        let opened = connect(address.scheme, &url, connector, &profile, options);
        let (objects, pages) = opened.map_err(|found| refused(&found))?;
        let place = address.plain();
        let in_bucket = place.split_once("://").and_then(|(_, rest)| rest.split_once('/'));
        let prefix = match in_bucket {
            Some((_, path)) if !is_http => path.trim_matches('/').to_owned(),
            _ => String::new(),
        };
        let mut builder = Builder::new_multi_thread();
        let runtime = builder.worker_threads(2).thread_name(REQUESTS).enable_all().build();
        let runtime = runtime.map_err(|error| refused(&error.kind().to_string()))?;
        let gives_all = AtomicBool::new(false);
        let refuses_ends = AtomicBool::new(false);
        let runtime = Some(runtime);
        Ok((Self { address, objects, pages, counters, retries, gives_all, refuses_ends, runtime }, prefix))
    }

    /// Waits for an answer. `begin` gets the extensions of the request, which remember its status.
    pub(super) fn ask<T: Send + 'static, F: Future<Output = Result<T, Error>> + Send + 'static>(
        &self,
        begin: impl FnOnce(Extensions) -> F,
    ) -> Result<(T, Heard), Unanswered> {
        let heard = Heard::default();
        let mut extensions = Extensions::new();
        extensions.insert(heard.clone());
        match self.finish(begin(extensions)) {
            Some(Ok(answer)) => Ok((answer, heard)),
            Some(Err(error)) => Err(heard.unanswered(Some(error))),
            None => Err(Unanswered::given_up()),
        }
    }

    pub fn finish<T: Send + 'static>(&self, future: impl Future<Output = T> + Send + 'static) -> Option<T> {
        let (sender, receiver) = mpsc::sync_channel(1);
        self.runtime.as_ref()?.spawn(async move { sender.send(future.await) });
        receiver.recv().ok()
    }

    pub(super) fn gives_ends(&self) -> bool {
        self.address.scheme != AddressScheme::Azure && !self.refuses_ends.load(Ordering::Relaxed)
    }

    pub(super) fn note_refuses_ends(&self) {
        self.refuses_ends.store(true, Ordering::Relaxed);
    }

    pub(super) fn gives_all(&self) -> bool {
        self.gives_all.load(Ordering::Relaxed)
    }

    pub(super) fn note_gives_all(&self) {
        self.gives_all.store(true, Ordering::Relaxed);
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            // Answers that are under way are no longer wanted.
            runtime.shutdown_background();
        }
    }
}

fn connect(
    scheme: AddressScheme,
    url: &Url,
    connector: Connector,
    profile: &AwsProfile,
    options: &RemoteOptions,
) -> Result<Opened, String> {
    // The waits of `object_store` neither grow nor heed what a server asks for.
    let retry = RetryConfig { max_retries: 0, ..RetryConfig::default() };
    let bucket = url.host_str().unwrap_or_default();
    match scheme {
        AddressScheme::S3 => {
            let builder = profile.apply(AmazonS3Builder::from_env()).with_bucket_name(bucket);
            let mut builder = builder.with_retry(retry).with_http_connector(connector);
            if let Some(endpoint) = &options.endpoint {
                builder = builder.with_endpoint(endpoint).with_allow_http(true);
            }
            if let Some(region) = &options.region {
                builder = builder.with_region(region);
            }
            if options.is_anonymous {
                builder = builder.with_skip_signature(true);
            }
            check_s3(&builder, options.is_anonymous)?;
            listing(builder.build())
        }
        AddressScheme::Google => {
            let builder = GoogleCloudStorageBuilder::from_env().with_bucket_name(bucket);
            let mut builder = builder.with_retry(retry).with_http_connector(connector);
            if let Some(endpoint) = &options.endpoint {
                builder = builder.with_base_url(endpoint);
            }
            if options.is_anonymous {
                builder = builder.with_skip_signature(true);
            }
            listing(builder.build())
        }
        AddressScheme::Azure => {
            let builder = MicrosoftAzureBuilder::from_env().with_url(url.as_str());
            let mut builder = builder.with_retry(retry).with_http_connector(connector);
            if let Some(endpoint) = &options.endpoint {
                builder = builder.with_endpoint(endpoint.clone()).with_allow_http(true);
            }
            if options.is_anonymous {
                builder = builder.with_skip_signature(true);
            }
            listing(builder.build())
        }
        AddressScheme::Http => {
            let builder = HttpBuilder::new().with_url(url.as_str()).with_retry(retry);
            let store = builder.with_http_connector(connector).build();
            Ok((Arc::new(store.map_err(|error| words::unusable(&error))?), None))
        }
    }
}

/// Clients of servers panic where these cannot be sent. Credentials are only sent where requests are signed.
fn check_s3(builder: &AmazonS3Builder, is_anonymous: bool) -> Result<(), String> {
    let value = |key| builder.get_config_value(&key).unwrap_or_default();
    let endpoint = value(AmazonS3ConfigKey::Endpoint);
    if !endpoint.is_empty() && !is_server(&endpoint) {
        return Err(format!("{SERVER} as the server of S3, in the environment or the profile"));
    }
    let sent = [
        (AmazonS3ConfigKey::Region, "region"),
        (AmazonS3ConfigKey::AccessKeyId, "access key"),
        (AmazonS3ConfigKey::Token, "session token"),
    ];
    for (key, name) in sent.into_iter().take(if is_anonymous { 1 } else { 3 }) {
        let value = value(key);
        if value.len() > ADDRESS_BYTES || !value.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(format!(
                "a {name} with a space, a line break or another character that cannot be sent"
            ));
        }
    }
    Ok(())
}

const SERVER: &str = "no address such as https://host:9000";

fn is_server(text: &str) -> bool {
    let url = Url::parse(text).ok();
    text.len() <= ADDRESS_BYTES
        && url.is_some_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
}

fn listing<S: ObjectStore + PaginatedListStore>(built: Result<S, Error>) -> Result<Opened, String> {
    let store = Arc::new(built.map_err(|error| words::unusable(&error))?);
    Ok((Arc::clone(&store) as Arc<dyn ObjectStore>, Some(store)))
}

fn authorization(url: &Url) -> Option<HeaderValue> {
    let user = url.username();
    let password = url.password();
    if user.is_empty() && password.is_none() {
        return None;
    }
    let pair = format!("{}:{}", percent_decoded(user), percent_decoded(password.unwrap_or_default()));
    let mut value = HeaderValue::from_str(&format!("Basic {}", BASE64_STANDARD.encode(pair))).ok()?;
    value.set_sensitive(true);
    Some(value)
}

/// The text of an error may repeat secrets: `found` never comes from one that has seen more than a part of the address.
fn refused(found: &str) -> PathError {
    let expected = "an address such as s3://bucket/data.zarr or https://host/data.zarr".to_owned();
    PathError::Address { expected, found: found.to_owned() }
}
