//! JSON with what `SudokuPad` leaves out of it: quotes around names and words, empty objects between commas.

use serde_json::{Map, Value};

/// As deep as lists and objects may stand in each other.
const DEEPEST: usize = 32;

/// Reads a text; nothing if it is none.
pub(super) fn parse(text: &str) -> Option<Value> {
    let mut reader = Reader { rest: text.trim() };
    let value = reader.value(0)?;
    reader.rest.trim().is_empty().then_some(value)
}

struct Reader<'t> {
    rest: &'t str,
}

impl<'t> Reader<'t> {
    fn peek(&mut self) -> Option<char> {
        self.rest = self.rest.trim_start();
        self.rest.chars().next()
    }

    fn eat(&mut self, sign: char) -> bool {
        let eaten = self.peek() == Some(sign);
        if eaten {
            self.rest = &self.rest[sign.len_utf8()..];
        }
        eaten
    }

    fn value(&mut self, deep: usize) -> Option<Value> {
        match self.peek().filter(|_| deep < DEEPEST)? {
            '{' => self.object(deep),
            '[' => self.list(deep),
            '\'' | '"' => self.quoted().map(Value::String),
            _ => {
                let word = self.word();
                Some(match word {
                    "" => return None,
                    "t" | "true" => Value::Bool(true),
                    "f" | "false" => Value::Bool(false),
                    "null" => Value::Null,
                    // What is no number is a colour.
                    word => word.parse().map_or_else(|_| Value::String(word.to_owned()), Value::Number),
                })
            }
        }
    }

    /// Letters and digits up to the next sign.
    fn word(&mut self) -> &'t str {
        let is_end = |sign: char| ",:{}[]'\"".contains(sign) || sign.is_whitespace();
        let end = self.rest.find(is_end).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }

    fn quoted(&mut self) -> Option<String> {
        let mut signs = self.rest.char_indices();
        let (_, quote) = signs.next()?;
        let mut text = String::new();
        while let Some((at, sign)) = signs.next() {
            match sign {
                '\\' => match signs.next()?.1 {
                    'n' => text.push('\n'),
                    't' => text.push('\t'),
                    other => text.push(other),
                },
                sign if sign == quote => {
                    self.rest = &self.rest[at + sign.len_utf8()..];
                    return Some(text);
                }
                sign => text.push(sign),
            }
        }
        None
    }

    fn object(&mut self, deep: usize) -> Option<Value> {
        let mut object = Map::new();
        self.eat('{');
        while !self.eat('}') {
            let name = match self.peek()? {
                '\'' | '"' => self.quoted()?,
                _ => self.word().to_owned(),
            };
            if !self.eat(':') {
                return None;
            }
            object.insert(name, self.value(deep + 1)?);
            if !self.eat(',') && self.peek() != Some('}') {
                return None;
            }
        }
        Some(Value::Object(object))
    }

    /// A place where nothing stands is an empty object.
    fn list(&mut self, deep: usize) -> Option<Value> {
        let mut list = Vec::new();
        self.eat('[');
        if self.eat(']') {
            return Some(Value::Array(list));
        }
        loop {
            let is_left_out = matches!(self.peek()?, ',' | ']');
            list.push(if is_left_out { Value::Object(Map::new()) } else { self.value(deep + 1)? });
            if self.eat(']') {
                return Some(Value::Array(list));
            }
            if !self.eat(',') {
                return None;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::parse;

    #[test]
    fn what_is_left_out_is_there_again() {
        let text = "{ce:[[,{v:5},],[]],c:CCCCCC,r:t,t:'it\\'s',n:null}";
        let expected =
            json!({"ce": [[{}, {"v": 5}, {}], []], "c": "CCCCCC", "r": true, "t": "it's", "n": null});
        assert_eq!(parse(text), Some(expected));
        for torn in ["", "{", "{a}", "{a:1,,}", "[1 2]", "{a:'x}", "[1]]", &"[".repeat(99)] {
            assert_eq!(parse(torn), None, "{torn}");
        }
    }
}
