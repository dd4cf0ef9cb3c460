//! Compression for links, as RFC 1951 has it: one block with the codes that the RFC fixes.
//!
//! What is repeated is found through a table of where the same three bytes were last. There are no codes made to
//! measure: for a link they save little, since the link must bring them along, and writing them takes much more code.

/// How far back a repetition may be, and how long it may be.
const FARTHEST: usize = 32 * 1024;
const LONGEST: usize = 258;
/// The shortest that is worth it.
const SHORTEST: usize = 3;
/// How many earlier places are tried.
const TRIES: u32 = 256;
/// How many entries the table has.
const HEADS: usize = 4096;
/// No place.
const NOWHERE: u32 = u32::MAX;
/// The symbol that ends a block; above it are those for lengths.
const END: u32 = 256;

/// Bits on their way into bytes, lowest first.
struct Bits {
    bytes: Vec<u8>,
    held: u32,
    count: u32,
}

impl Bits {
    fn put(&mut self, value: u32, count: u32) {
        self.held |= value << self.count;
        self.count += count;
        while self.count >= 8 {
            self.bytes.push(self.held as u8);
            self.held >>= 8;
            self.count -= 8;
        }
    }

    /// A code, which goes highest bit first.
    fn code(&mut self, code: u32, count: u32) {
        self.put(code.reverse_bits() >> (32 - count), count);
    }

    /// A literal, a length's symbol or the end, in its fixed code.
    fn symbol(&mut self, symbol: u32) {
        match symbol {
            0..=143 => self.code(0x30 + symbol, 8),
            144..=255 => self.code(0x190 + symbol - 144, 9),
            END..=279 => self.code(symbol - END, 7),
            _ => self.code(0xc0 + symbol - 280, 8),
        }
    }

    fn repetition(&mut self, length: usize, distance: usize) {
        let length = (length - SHORTEST) as u32;
        // The longest has a symbol of its own.
        let (bits, symbol) = if length == 255 { (0, 28) } else { split(length, 2) };
        self.symbol(END + 1 + symbol);
        self.put(length & ((1 << bits) - 1), bits);
        let distance = distance as u32 - 1;
        let (bits, symbol) = split(distance, 1);
        self.code(symbol, 5);
        self.put(distance & ((1 << bits) - 1), bits);
    }
}

/// How many low bits of `value` follow its symbol, and the symbol: each power of two is shared by `1 << fine` of them.
fn split(value: u32, fine: u32) -> (u32, u32) {
    let bits = (31 - (value | 1).leading_zeros()).saturating_sub(fine);
    (bits, (bits << fine) + (value >> bits))
}

/// Compresses.
pub(super) fn deflate(bytes: &[u8]) -> Vec<u8> {
    let mut out = Bits { bytes: Vec::new(), held: 0, count: 0 };
    // The last block, with fixed codes.
    out.put(0b011, 3);
    let mut heads = vec![NOWHERE; HEADS];
    let mut earlier = vec![NOWHERE; bytes.len()];
    let (mut at, mut noted) = (0, 0);
    while at < bytes.len() {
        let (length, distance) = longest(bytes, at, &heads, &earlier);
        if length < SHORTEST {
            out.symbol(u32::from(bytes[at]));
            at += 1;
        } else {
            out.repetition(length, distance);
            at += length;
        }
        while noted < at {
            if let Some(head) = head(bytes, noted) {
                earlier[noted] = heads[head];
                heads[head] = noted as u32;
            }
            noted += 1;
        }
    }
    out.symbol(END);
    out.put(0, 7);
    out.bytes
}

/// The table's entry for the three bytes here, unless fewer are left.
fn head(bytes: &[u8], at: usize) -> Option<usize> {
    let three = bytes[at..].first_chunk::<SHORTEST>()?;
    let [a, b, c] = three.map(usize::from);
    Some((a ^ (b << 3) ^ (c << 6)) % HEADS)
}

/// The longest repetition that begins here: its length and how far back it is.
fn longest(bytes: &[u8], at: usize, heads: &[u32], earlier: &[u32]) -> (usize, usize) {
    let mut best = (0, 0);
    let Some(head) = head(bytes, at) else { return best };
    let here = &bytes[at..bytes.len().min(at + LONGEST)];
    let mut place = heads[head];
    for _ in 0..TRIES {
        if place == NOWHERE || at - place as usize > FARTHEST {
            break;
        }
        let there = &bytes[place as usize..];
        let length = here.iter().zip(there).take_while(|(a, b)| a == b).count();
        if length > best.0 {
            best = (length, at - place as usize);
        }
        place = earlier[place as usize];
    }
    best
}
