use std::borrow::Cow;
use std::collections::BTreeMap;

use serde_json::{Map, Value};

const TEXT: usize = 16 << 10;
const BRACKETS: usize = 32;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Templates(BTreeMap<String, String>);

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum NamedValue {
    Number(i128),
    Text(String),
}

impl Templates {
    pub(super) fn read(members: &Map<String, Value>) -> Result<Self, String> {
        let mut templates = BTreeMap::new();
        for (name, value) in members {
            let Value::String(text) = value else {
                return Err(format!("{name}, which is no text, in templates"));
            };
            templates.insert(name.clone(), text.clone());
        }
        Ok(Self(templates))
    }

    pub(super) fn render<'t>(&self, text: &'t str) -> Result<Cow<'t, str>, String> {
        // A file without templates of its own has none in its references either.
        if self.0.is_empty() { Ok(Cow::Borrowed(text)) } else { self.render_with(text, &|_| None) }
    }

    pub(super) fn render_with<'t>(
        &self,
        text: &'t str,
        named: &dyn Fn(&str) -> Option<NamedValue>,
    ) -> Result<Cow<'t, str>, String> {
        if !text.contains("{{") {
            return Ok(Cow::Borrowed(text));
        }
        if text.len() > TEXT {
            return Err(format!("a template of {} bytes, where at most {TEXT} are read", text.len()));
        }
        let mut rendered = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once("{{") {
            let (inside, behind) = after.split_once("}}").ok_or_else(|| refused(after))?;
            rendered.push_str(before);
            match self.evaluate(inside, named).ok_or_else(|| refused(inside))? {
                NamedValue::Number(number) => rendered.push_str(&number.to_string()),
                NamedValue::Text(text) => rendered.push_str(&text),
            }
            if rendered.len() > TEXT {
                return Err(format!("a template that gives more than {TEXT} bytes"));
            }
            rest = behind;
        }
        rendered.push_str(rest);
        Ok(Cow::Owned(rendered))
    }

    fn evaluate(&self, inside: &str, named: &dyn Fn(&str) -> Option<NamedValue>) -> Option<NamedValue> {
        let all = |name: &str| {
            if let Some(value) = named(name) {
                return Some(value);
            }
            // A template with templates in it is a function, which is not called.
            let text = self.0.get(name)?;
            if text.contains("{{") { None } else { Some(NamedValue::Text(text.clone())) }
        };
        if let Some(value) = all(inside.trim()) {
            return Some(value);
        }
        let mut sum = TemplateSum { rest: inside, named: &all, depth: 0 };
        let number = sum.sum()?;
        if sum.rest.trim().is_empty() { Some(NamedValue::Number(number)) } else { None }
    }
}

fn refused(inside: &str) -> String {
    let shown: String = inside.trim().chars().take(40).collect();
    format!("{{{{{shown}}}}}, where only names and + - * // % of whole numbers are read")
}

struct TemplateSum<'a> {
    rest: &'a str,
    named: &'a dyn Fn(&str) -> Option<NamedValue>,
    depth: usize,
}

impl TemplateSum<'_> {
    fn sum(&mut self) -> Option<i128> {
        let mut sum = self.product()?;
        loop {
            sum = if self.takes("+") {
                sum.checked_add(self.product()?)?
            } else if self.takes("-") {
                sum.checked_sub(self.product()?)?
            } else {
                return Some(sum);
            };
        }
    }

    fn product(&mut self) -> Option<i128> {
        let mut product = self.factor()?;
        loop {
            product = if self.takes("//") {
                let by = self.factor()?;
                // Downwards, as Python divides.
                let quotient = product.checked_div(by)?;
                let rest = product.checked_rem(by)?;
                if rest != 0 && (rest < 0) != (by < 0) { quotient.checked_sub(1)? } else { quotient }
            } else if self.takes("*") {
                product.checked_mul(self.factor()?)?
            } else if self.takes("%") {
                let by = self.factor()?;
                let rest = product.checked_rem(by)?;
                if rest != 0 && (rest < 0) != (by < 0) { rest.checked_add(by)? } else { rest }
            } else {
                return Some(product);
            };
        }
    }

    fn factor(&mut self) -> Option<i128> {
        self.depth += 1;
        if self.depth > BRACKETS {
            return None;
        }
        let number = if self.takes("-") {
            self.factor()?.checked_neg()?
        } else if self.takes("(") {
            let inside = self.sum()?;
            if !self.takes(")") {
                return None;
            }
            inside
        } else {
            self.word()?
        };
        self.depth -= 1;
        Some(number)
    }

    fn word(&mut self) -> Option<i128> {
        let rest = self.rest.trim_start();
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        let (word, rest) = rest.split_at_checked(end)?;
        self.rest = rest;
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            return word.parse().ok();
        }
        match (self.named)(word)? {
            NamedValue::Number(number) => Some(number),
            NamedValue::Text(_) => None,
        }
    }

    fn takes(&mut self, sign: &str) -> bool {
        match self.rest.trim_start().strip_prefix(sign) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn templates() -> Templates {
        let members =
            json!({"u": "s3://bucket/data", "f": "{{c}}", "loop": "{{loop}}", "long": "x".repeat(9000)});
        Templates::read(members.as_object().unwrap()).unwrap()
    }

    fn rendered(text: &str) -> Result<String, String> {
        let named = |name: &str| match name {
            "i" => Some(NamedValue::Number(7)),
            "s" => Some(NamedValue::Text("b".to_owned())),
            _ => None,
        };
        templates().render_with(text, &named).map(Cow::into_owned)
    }

    #[test]
    fn names_and_sums_are_put_in() {
        for (text, expected) in [
            ("a.nc", "a.nc"),
            ("{{u}}/a.nc", "s3://bucket/data/a.nc"),
            ("{{ u }}_{{i}}_{{s}}", "s3://bucket/data_7_b"),
            ("{{(i + 1) * 1000}}", "8000"),
            ("{{ -i // 2 }} {{ -i % 3 }} {{i//2*2-(1)}}", "-4 2 5"),
            ("{{1}}", "1"),
        ] {
            assert_eq!(rendered(text).as_deref(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn anything_else_is_refused_by_name() {
        for inside in [
            "f(c='text')",
            "f",
            "loop",
            "nothing",
            "u + 1",
            "i / 2",
            "i ** 2",
            "u | upper",
            "i if i else 0",
            "",
            "1 2",
            "i // 0",
            "((((((((((((((((((((((((((((((((((((1))))))))))))))))))))))))))))))))))))",
            "170141183460469231731687303715884105727 + 1",
        ] {
            let error = rendered(&format!("a{{{{{inside}}}}}b")).unwrap_err();
            assert!(error.contains("only names and"), "{inside}: {error}");
        }
        assert!(rendered("{{u").is_err());
        assert_eq!(rendered("{{long}}{{long}}").unwrap_err(), "a template that gives more than 16384 bytes");
        let long = format!("{{{{1{}}}}}", "+1".repeat(10_000));
        assert_eq!(rendered(&long).unwrap_err(), "a template of 20005 bytes, where at most 16384 are read");
    }

    #[test]
    fn a_file_without_templates_has_none_in_its_references() {
        assert_eq!(Templates::default().render("a{{b").unwrap(), "a{{b");
    }
}
