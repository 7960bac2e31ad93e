//! A look at the headers of a Parquet file before the crate reads them, which trusts their counts.
//!
//! Sources: [Thrift compact protocol](https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md),
//! [Parquet metadata](https://github.com/apache/parquet-format/blob/master/src/main/thrift/parquet.thrift).

const MOST_LEVELS: usize = 32;
/// Elements of a schema that are groups of others: as many levels it may have, and the crate goes down by calling itself.
const MOST_GROUPS: usize = 32;
const MOST_COLUMNS: u64 = 1 << 16;

/// What a walk has seen: where, as the numbers of the fields that lead there, and an integer or the length of a list.
enum Seen<'a> {
    Number(&'a [i64], i64),
    List(&'a [i64], u64),
}

/// Checks the metadata at the end of a file.
pub(super) fn check_footer(bytes: &[u8]) -> Result<(), String> {
    const SCHEMA: &[i64] = &[2];
    const CHILDREN: &[i64] = &[2, 5];
    let (mut columns, mut groups, mut children) = (0, 0, 0);
    HeaderWalk::new(bytes).structure(&mut |seen| match seen {
        Seen::List(SCHEMA, count) => columns = count,
        Seen::Number(CHILDREN, count) if count > 0 => {
            groups += 1;
            children = children.max(count.unsigned_abs());
        }
        Seen::List(..) | Seen::Number(..) => {}
    })?;
    if columns > MOST_COLUMNS || children > columns || groups > MOST_GROUPS {
        return Err(format!("a schema of {columns} elements, {groups} of them groups, of up to {children}"));
    }
    Ok(())
}

/// The length of the header of a page, and that of the page.
pub(super) fn page_header(bytes: &[u8]) -> Result<(usize, u64), String> {
    const COMPRESSED: &[i64] = &[3];
    let mut walk = HeaderWalk::new(bytes);
    let mut nbytes = None;
    walk.structure(&mut |seen| {
        if let Seen::Number(COMPRESSED, number) = seen {
            nbytes = u64::try_from(number).ok();
        }
    })?;
    Ok((walk.at, nbytes.ok_or("a page without a size")?))
}

struct HeaderWalk<'a> {
    bytes: &'a [u8],
    at: usize,
    path: Vec<i64>,
    lists: usize,
}

impl<'a> HeaderWalk<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, path: Vec::new(), lists: 0 }
    }

    fn byte(&mut self) -> Result<u8, String> {
        let byte = self.bytes.get(self.at).copied().ok_or("a header that ends too early")?;
        self.at += 1;
        Ok(byte)
    }

    fn skip(&mut self, nbytes: u64) -> Result<(), String> {
        let left = self.bytes.len().saturating_sub(self.at);
        let nbytes = usize::try_from(nbytes).ok().filter(|nbytes| *nbytes <= left);
        self.at += nbytes.ok_or("a header that ends too early")?;
        Ok(())
    }

    fn varint(&mut self) -> Result<u64, String> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err("a header with a number of more than 64 bits".to_owned())
    }

    fn signed(&mut self) -> Result<i64, String> {
        let number = self.varint()?;
        Ok((number >> 1).cast_signed() ^ -(number & 1).cast_signed())
    }

    fn structure(&mut self, seen: &mut dyn FnMut(Seen)) -> Result<(), String> {
        if self.path.len() > MOST_LEVELS {
            return Err(format!("a header of more than {MOST_LEVELS} levels"));
        }
        let mut field = 0_i64;
        loop {
            let head = self.byte()?;
            if head == 0 {
                return Ok(());
            }
            field = match head >> 4 {
                0 => self.signed()?,
                more => field.saturating_add(i64::from(more)),
            };
            self.path.push(field);
            // A bool is in the head itself.
            if !matches!(head & 0xf, 1 | 2) {
                self.value(head & 0xf, seen)?;
            }
            self.path.pop();
        }
    }

    fn value(&mut self, kind: u8, seen: &mut dyn FnMut(Seen)) -> Result<(), String> {
        match kind {
            3 => self.skip(1),
            4..=6 => {
                let number = self.signed()?;
                seen(Seen::Number(&self.path, number));
                Ok(())
            }
            7 => self.skip(8),
            8 => {
                let nbytes = self.varint()?;
                self.skip(nbytes)
            }
            9 | 10 => self.list(seen),
            12 => self.structure(seen),
            // Parquet has no maps.
            other => Err(format!("a header with a field of type {other}")),
        }
    }

    fn list(&mut self, seen: &mut dyn FnMut(Seen)) -> Result<(), String> {
        let head = self.byte()?;
        let count = match head >> 4 {
            15 => self.varint()?,
            few => few.into(),
        };
        // Each element has a byte at least. Headers have no lists of bools, which readers measure in different ways.
        let left = self.bytes.len().saturating_sub(self.at) as u64;
        if count > left || count > 0 && matches!(head & 0xf, 1 | 2) {
            return Err(format!("a header with a list of {count} elements in {left} bytes"));
        }
        seen(Seen::List(&self.path, count));
        // Lists in lists have the path of the outermost one, so they are counted apart.
        self.lists += 1;
        if self.lists > MOST_LEVELS {
            return Err(format!("a header of more than {MOST_LEVELS} levels"));
        }
        for _ in 0..count {
            self.value(head & 0xf, seen)?;
        }
        self.lists -= 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `{2: [{5: 1, 4: "a"}, {4: "b"}]}`, and what is wrong with others.
    #[test]
    fn headers_are_walked_and_their_counts_are_not_trusted() {
        let sound = [0x29, 0x2c, 0x48, 1, b'a', 0x15, 2, 0, 0x48, 1, b'b', 0, 0];
        assert_eq!(check_footer(&sound), Ok(()));
        let mut many = sound;
        many[6] = 6;
        assert_eq!(
            check_footer(&many),
            Err("a schema of 2 elements, 1 of them groups, of up to 3".to_owned())
        );
        for (bytes, expected) in [
            (&sound[..12], "ends too early"),
            (&[0x29, 0xf1, 0xff, 0xff, 0xff, 0xff, 7, 0], "a list of 2147483647 elements"),
            (&[0x19, 0x11, 1, 0], "a list of 1 elements"),
            (&[0x1b, 1, 0x11, 0], "a field of type 11"),
            (&[0x18, 0xff, 0xff, 3], "ends too early"),
            (&[0x1c; 100], "more than 32 levels"),
            (&[[0x19].as_slice(), &[0x19; 100]].concat(), "more than 32 levels"),
            (&[0x15; 30], "ends too early"),
        ] {
            let found = check_footer(bytes).unwrap_err();
            assert!(found.contains(expected), "{bytes:?}: {found}");
        }
        // A chain of groups, each with one child.
        let chain = [[0x29, 0xfc, 40].as_slice(), &[0x55, 2, 0].repeat(40), &[0]].concat();
        assert!(check_footer(&chain).unwrap_err().contains("40 of them groups"));
        assert_eq!(page_header(&[0x15, 0, 0x15, 20, 0x15, 10, 0, 9]), Ok((7, 5)));
    }
}
