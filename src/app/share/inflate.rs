//! The way back from `deflate`: all of RFC 1951, since links were once written with codes made to measure.
//!
//! Bit by bit, as the RFC tells it: a link is short, and this is a sixth of what a fast one takes of the page.
//! Deliberately absent: a check that a table of codes is complete. A link has a checksum.

/// The longest code, in bits.
const MOST_BITS: usize = 15;
/// The symbol that ends a block.
const END: usize = 256;
/// In which order the lengths of the codes for lengths come.
const ORDER: [usize; 19] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/// Bits from bytes, lowest first.
struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Bits<'_> {
    fn take(&mut self, count: usize) -> Option<usize> {
        let mut value = 0;
        for place in 0..count {
            let byte = *self.bytes.get(self.at / 8)?;
            value |= usize::from(byte >> (self.at % 8) & 1) << place;
            self.at += 1;
        }
        Some(value)
    }
}

/// Codes, told by nothing but the length of each symbol's.
struct Codes {
    /// How many there are of each length.
    counts: [usize; MOST_BITS + 1],
    /// The symbols in the order of their codes.
    symbols: Vec<usize>,
}

impl Codes {
    fn new(lengths: &[usize]) -> Self {
        let mut codes = Self { counts: [0; MOST_BITS + 1], symbols: Vec::new() };
        for wanted in 1..=MOST_BITS {
            for (symbol, length) in lengths.iter().enumerate() {
                if *length == wanted {
                    codes.symbols.push(symbol);
                    codes.counts[wanted] += 1;
                }
            }
        }
        codes
    }

    /// The next symbol.
    fn read(&self, bits: &mut Bits<'_>) -> Option<usize> {
        let (mut code, mut first, mut index) = (0, 0, 0);
        for count in &self.counts[1..] {
            code |= bits.take(1)?;
            // Below the first of its length is no code.
            let beyond = usize::checked_sub(code, first)?;
            if beyond < *count {
                return self.symbols.get(index + beyond).copied();
            }
            index += count;
            first = (first + count) << 1;
            code <<= 1;
        }
        None
    }
}

/// The number that a symbol begins and some bits complete: each power of two is shared by `1 << fine` symbols.
fn number(symbol: usize, fine: usize, bits: &mut Bits<'_>) -> Option<usize> {
    let shared = 1 << fine;
    let more = (symbol >> fine).saturating_sub(1);
    let start = if more == 0 { symbol } else { (shared + symbol % shared) << more };
    Some(start + bits.take(more)?)
}

/// Unpacks up to `most` bytes; `None` when it is not packed like this, or more.
pub(super) fn inflate(bytes: &[u8], most: usize) -> Option<Vec<u8>> {
    let (mut bits, mut out) = (Bits { bytes, at: 0 }, Vec::new());
    loop {
        let last = bits.take(1)? == 1;
        match bits.take(2)? {
            0 => as_it_is(&mut bits, &mut out)?,
            kind @ (1 | 2) => {
                let [symbols, distances] = if kind == 1 { fixed() } else { measured(&mut bits)? };
                block(&mut bits, &mut out, &symbols, &distances, most)?;
            }
            _ => return None,
        }
        if out.len() > most {
            return None;
        }
        if last {
            // Bits that fill up the last byte may follow, and nothing else.
            return (bits.at.div_ceil(8) == bytes.len()).then_some(out);
        }
    }
}

/// A block that is not packed.
fn as_it_is(bits: &mut Bits<'_>, out: &mut Vec<u8>) -> Option<()> {
    bits.at = bits.at.next_multiple_of(8);
    let length = bits.take(16)?;
    if length ^ bits.take(16)? != 0xffff {
        return None;
    }
    let from = bits.at / 8;
    out.extend_from_slice(bits.bytes.get(from..from + length)?);
    bits.at += length * 8;
    Some(())
}

/// The codes that the RFC fixes.
fn fixed() -> [Codes; 2] {
    let mut lengths = [8; 288];
    lengths[144..END].fill(9);
    lengths[END..280].fill(7);
    [Codes::new(&lengths), Codes::new(&[5; 30])]
}

/// Codes that the block brings along, packed themselves.
fn measured(bits: &mut Bits<'_>) -> Option<[Codes; 2]> {
    let (symbols, distances) = (bits.take(5)? + 257, bits.take(5)? + 1);
    let mut of_lengths = [0; 19];
    let count = bits.take(4)? + 4;
    for place in &ORDER[..count] {
        of_lengths[*place] = bits.take(3)?;
    }
    let codes = Codes::new(&of_lengths);
    let mut lengths = Vec::new();
    while lengths.len() < symbols + distances {
        let (length, times) = match codes.read(bits)? {
            16 => (*lengths.last()?, 3 + bits.take(2)?),
            17 => (0, 3 + bits.take(3)?),
            18 => (0, 11 + bits.take(7)?),
            length => (length, 1),
        };
        lengths.resize(lengths.len() + times, length);
    }
    Some([Codes::new(&lengths[..symbols]), Codes::new(&lengths[symbols..])])
}

fn block(
    bits: &mut Bits<'_>,
    out: &mut Vec<u8>,
    symbols: &Codes,
    distances: &Codes,
    most: usize,
) -> Option<()> {
    while out.len() <= most {
        let symbol = symbols.read(bits)?;
        if symbol < END {
            out.push(symbol as u8);
            continue;
        }
        if symbol == END {
            break;
        }
        // The longest has a symbol of its own.
        let length = if symbol == 285 { 255 } else { number(symbol - END - 1, 2, bits)? };
        let distance = number(distances.read(bits)?, 1, bits)? + 1;
        for _ in 0..length + 3 {
            out.push(*out.get(out.len().checked_sub(distance)?)?);
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_another_packer_made_at_any_level_is_unpacked() {
        let mut text = String::new();
        for line in 0..400_u32 {
            text.push_str(&format!("{} SET key:{} {}\n", line, line.pow(3) % 97, u64::from(line) << 40));
        }
        let noise: Vec<u8> = (0..3_000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        for bytes in [text.as_bytes(), b"", b"a", &[7; 70_000], &noise] {
            for level in 0..=10 {
                let packed = miniz_oxide::deflate::compress_to_vec(bytes, level);
                assert_eq!(inflate(&packed, bytes.len()).as_deref(), Some(bytes), "level {level}");
                if !bytes.is_empty() {
                    assert_eq!(inflate(&packed, bytes.len() - 1), None, "one byte more than fits");
                }
            }
        }
    }

    #[test]
    fn whatever_is_not_packed_ends_in_nothing() {
        let packed = miniz_oxide::deflate::compress_to_vec(b"SET a 1 SET a 2 SET a 3 INCR b", 9);
        for cut in 0..packed.len() {
            let _ = inflate(&packed[..cut], 1_000);
            for flipped in 0..8 {
                let mut damaged = packed.clone();
                damaged[cut] ^= 1 << flipped;
                if let Some(out) = inflate(&damaged, 1_000) {
                    assert!(out.len() <= 1_000);
                }
            }
        }
        for start in 0..=255_u8 {
            let bytes: Vec<u8> = (0..200_u8).map(|n| n.wrapping_mul(start) ^ start).collect();
            let out = inflate(&bytes, 1_000).unwrap_or_default();
            assert!(out.len() <= 1_000);
        }
        assert_eq!(inflate(&[], 10), None);
        assert_eq!(inflate(&[0b111], 10), None, "there is no such kind of block");
    }
}
