//! Keys and places of S3 in the files that the AWS command line writes: `~/.aws/credentials` and `~/.aws/config`.
//!
//! Source: [AWS CLI, configuration and credential file settings](https://docs.aws.amazon.com/cli/latest/userguide/cli-configure-files.html)
//!
//! ```ini
//! [default]
//! aws_access_key_id = …
//! aws_secret_access_key = …
//! ```

use std::collections::BTreeMap;
use std::env;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use object_store::aws::{AmazonS3Builder, AmazonS3ConfigKey};

use super::super::error::PathError;

const MOST: u64 = 1 << 20;
const DEFAULT: &str = "default";
const SETTINGS: [(&str, &[&str], AmazonS3ConfigKey); 5] = [
    ("aws_access_key_id", &["AWS_ACCESS_KEY_ID"], AmazonS3ConfigKey::AccessKeyId),
    ("aws_secret_access_key", &["AWS_SECRET_ACCESS_KEY"], AmazonS3ConfigKey::SecretAccessKey),
    ("aws_session_token", &["AWS_SESSION_TOKEN"], AmazonS3ConfigKey::Token),
    ("region", &["AWS_REGION", "AWS_DEFAULT_REGION"], AmazonS3ConfigKey::Region),
    ("endpoint_url", &["AWS_ENDPOINT_URL", "AWS_ENDPOINT"], AmazonS3ConfigKey::Endpoint),
];
/// Settings that lead to keys elsewhere, which other programs have to be asked for.
const ELSEWHERE: [&str; 4] = ["sso_session", "sso_start_url", "role_arn", "credential_process"];
/// Variables with keys, or that lead to them: with one of them, the keys of a profile are not used.
const KEYS: [&str; 4] = [
    "AWS_ACCESS_KEY_ID",
    "AWS_WEB_IDENTITY_TOKEN_FILE",
    "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",
    "AWS_CONTAINER_CREDENTIALS_FULL_URI",
];

/// The settings of one profile, some of them secret: nothing here is ever printed.
#[derive(Default)]
pub(super) struct AwsProfile(BTreeMap<String, String>);

impl AwsProfile {
    pub(super) fn find(is_anonymous: bool) -> Result<Self, PathError> {
        let named = env::var("AWS_PROFILE").ok().filter(|name| !name.is_empty());
        let name = named.as_deref().unwrap_or(DEFAULT);
        let place = |variable: &str, own: &str| {
            let chosen = env::var_os(variable).filter(|path| !path.is_empty()).map(PathBuf::from);
            chosen.or_else(|| Some(home()?.join(".aws").join(own)))
        };
        let credentials = read(place("AWS_SHARED_CREDENTIALS_FILE", "credentials").as_deref());
        let configuration = read(place("AWS_CONFIG_FILE", "config").as_deref());
        let mut found = section(&configuration, &[name, &format!("profile {name}")]);
        found.append(&mut section(&credentials, &[name]));
        if named.is_some() && found.is_empty() {
            return Err(fault(name, "no such profile"));
        }
        let profile = Self(found);
        let has_keys = is_anonymous || KEYS.iter().any(|variable| env::var_os(variable).is_some());
        if !has_keys && let Some(setting) = profile.elsewhere() {
            let found = format!(
                "{setting}, which only other programs follow: `aws configure export-credentials --format env` \
                 prints keys to set"
            );
            return Err(fault(name, &found));
        }
        Ok(profile)
    }

    fn elsewhere(&self) -> Option<&'static str> {
        let has = |setting: &&str| self.0.contains_key(*setting);
        if has(&"aws_access_key_id") { None } else { ELSEWHERE.into_iter().find(has) }
    }

    /// Sets what no variable sets. Keys belong together: if a variable has one, none is taken.
    pub(super) fn apply(&self, mut builder: AmazonS3Builder) -> AmazonS3Builder {
        let is_set = |variables: &[&str]| variables.iter().any(|variable| env::var_os(variable).is_some());
        let has_keys = is_set(&KEYS);
        for (setting, variables, key) in SETTINGS {
            let is_taken = is_set(variables) || has_keys && setting.starts_with("aws_");
            if let Some(value) = self.0.get(setting)
                && !is_taken
            {
                builder = builder.with_config(key, value);
                if setting == "endpoint_url" {
                    builder = builder.with_allow_http(value.starts_with("http://"));
                }
            }
        }
        builder
    }
}

fn fault(name: &str, found: &str) -> PathError {
    let expected = format!("keys in the profile \"{name}\" of AWS");
    PathError::Address { expected, found: found.to_owned() }
}

fn home() -> Option<PathBuf> {
    let found = env::var_os("HOME").or_else(|| env::var_os("USERPROFILE"));
    found.filter(|home| !home.is_empty()).map(PathBuf::from)
}

fn read(path: Option<&Path>) -> String {
    let mut text = String::new();
    if let Some(path) = path
        && path.is_file()
        && let Ok(file) = File::open(path)
        && file.take(MOST).read_to_string(&mut text).is_ok()
    {
        return text;
    }
    String::new()
}

fn section(text: &str, names: &[&str]) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut is_own = false;
    for line in text.lines() {
        let words = line.trim();
        if let Some(name) = words.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            let name: Vec<&str> = name.0.split_whitespace().collect();
            is_own = names.contains(&name.join(" ").as_str());
        } else if let Some((setting, value)) = words.split_once('=')
            && is_own
            && !line.starts_with(char::is_whitespace)
            && !words.starts_with(['#', ';'])
        {
            found.insert(setting.trim().to_lowercase(), value.trim().to_owned());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_has_its_own_settings() {
        let text = "# of nobody\nregion = a\n[default]\nregion=b\n; no = thing\ns3 =\n  endpoint_url = c\n\
                    [profile  lab]\naws_access_key_id = K=\n[other]\nregion = d\n";
        let settings = |names: &[&str]| section(text, names).into_iter().collect::<Vec<_>>();
        let pair = |key: &str, value: &str| (key.to_owned(), value.to_owned());
        assert_eq!(settings(&["default"]), [pair("region", "b"), pair("s3", "")]);
        assert_eq!(settings(&["lab", "profile lab"]), [pair("aws_access_key_id", "K=")]);
        assert_eq!(settings(&["none"]), []);
    }

    #[test]
    fn keys_that_other_programs_have_are_named() {
        let profile = AwsProfile(section("[a]\nsso_session = x\n", &["a"]));
        assert_eq!(profile.elsewhere(), Some("sso_session"));
        let profile = AwsProfile(section("[a]\nrole_arn = x\naws_access_key_id = k\n", &["a"]));
        assert_eq!(profile.elsewhere(), None);
    }
}
