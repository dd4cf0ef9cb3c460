//! Bytes as text that an address may hold: base64url without padding (RFC 4648, section 5). Every text stands for one
//! list of bytes and the other way round: bits that are left over have to be zero.

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Appends the bytes as text.
pub(crate) fn encode(bytes: &[u8], text: &mut String) {
    let (mut bits, mut count) = (0_u32, 0);
    for byte in bytes {
        bits = bits << 8 | u32::from(*byte);
        count += 8;
        while count >= 6 {
            count -= 6;
            text.push(letter(bits >> count));
        }
    }
    if count > 0 {
        text.push(letter(bits << (6 - count)));
    }
}

fn letter(bits: u32) -> char {
    char::from(ALPHABET[(bits & 63) as usize])
}

/// The bytes that a text stands for.
///
/// # Errors
/// Where the first character is that no such text has, as a byte position; none when the text is cut short or changed.
pub(crate) fn decode(text: &str) -> Result<Vec<u8>, Option<usize>> {
    let (mut bits, mut count) = (0_u32, 0);
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 2);
    if text.len() % 4 == 1 {
        return Err(None);
    }
    for (position, byte) in text.bytes().enumerate() {
        let Some(value) = ALPHABET.iter().position(|it| *it == byte) else { return Err(Some(position)) };
        bits = bits << 6 | value as u32;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    if bits & ((1 << count) - 1) != 0 { Err(None) } else { Ok(bytes) }
}

#[cfg(test)]
mod tests {
    use data_encoding::BASE64URL_NOPAD;

    use super::*;

    #[test]
    fn bytes_become_the_text_that_others_make_of_them_and_come_back() {
        let bytes: Vec<u8> = (0..=255).rev().chain(0..=255).collect();
        for length in (0..20).chain([bytes.len()]) {
            for start in 0..20.min(bytes.len() - length + 1) {
                let part = &bytes[start..start + length];
                let mut text = "v1.".to_owned();
                encode(part, &mut text);
                assert_eq!(text[3..], BASE64URL_NOPAD.encode(part));
                assert_eq!(decode(&text[3..]).as_deref(), Ok(part));
            }
        }
    }

    #[test]
    fn what_is_no_such_text_is_refused_like_others_refuse_it() {
        for text in
            ["A", "AAAAA", "AB", "AAB", "AA==", "A+", "A/AA", "AAAé", "AA A", "AA", "AAA", "AQ", "_-8"]
        {
            let theirs = BASE64URL_NOPAD
                .decode(text.as_bytes())
                .map_err(|error| (error.kind == data_encoding::DecodeKind::Symbol).then_some(error.position));
            assert_eq!(decode(text), theirs, "{text}");
        }
    }
}
