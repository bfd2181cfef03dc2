//! Trees as indented text, spans left out: a node that fits on a line stands on one.

use gridlog::stages::syntax::ast::{Item, ListItem, Statement, StatementKind, Term, TermKind};

/// Longest line of a node.
const WIDEST: usize = 100;

/// A node: what it is, and what it holds.
struct Node {
    label: String,
    parts: Vec<Node>,
}

impl Node {
    fn leaf(label: impl Into<String>) -> Node {
        Node { label: label.into(), parts: Vec::new() }
    }

    fn new(label: impl Into<String>, parts: Vec<Node>) -> Node {
        Node { label: label.into(), parts }
    }

    /// `(label part part)`, or the label of a node without parts.
    fn flat(&self) -> String {
        if self.parts.is_empty() {
            return self.label.clone();
        }
        let parts: Vec<String> = self.parts.iter().map(Node::flat).collect();
        format!("({} {})", self.label, parts.join(" "))
    }

    fn write(&self, indent: usize, text: &mut String) {
        let flat = self.flat();
        let fits = self.parts.is_empty() || indent + flat.len() <= WIDEST;
        let shown = if fits { &flat } else { &self.label };
        text.push_str(&format!("{:indent$}{shown}\n", ""));
        if !fits {
            self.parts.iter().for_each(|part| part.write(indent + 2, text));
        }
    }
}

/// A statement, with its doc lines above it.
pub fn statement(statement: &Statement) -> String {
    let mut text = String::new();
    for doc in &statement.docs {
        Node::leaf(format!("doc {:?}", doc.text)).write(4, &mut text);
    }
    kind(&statement.kind).write(4, &mut text);
    text
}

fn kind(kind: &StatementKind) -> Node {
    let several = |label: &str, parts: Vec<&Term>| Node::new(label, parts.into_iter().map(term).collect());
    match kind {
        StatementKind::Param { name, values } => {
            several(&format!("param {}", name.text), values.iter().collect())
        }
        StatementKind::Grid { rows, cols, domain } => {
            several("grid", [rows, cols].into_iter().chain(domain).collect())
        }
        StatementKind::Unknown { hidden, head, domain, body } => {
            let label = if *hidden { "hidden" } else { "unknown" };
            several(label, [head, domain].into_iter().chain(body).collect())
        }
        StatementKind::Input { head } => several("input", vec![head]),
        StatementKind::Clause { head, body } => several("clause", [head].into_iter().chain(body).collect()),
        StatementKind::Law { name, body } => several(&format!("law {}", name.text), vec![body]),
        StatementKind::Grammar { head, items } => {
            Node::new("grammar", [term(head)].into_iter().chain(items.iter().map(item)).collect())
        }
        StatementKind::Layer { name, drawing } => {
            Node::leaf(format!("layer {} {:?}", name.text, drawing.text))
        }
        StatementKind::Caption { name, text } => Node::leaf(format!("strip {} {:?}", name.text, text.text)),
        StatementKind::Strip { name, clues } => Node::leaf(format!("strip {} {:?}", name.text, clues.text)),
        StatementKind::Move { head, body } => several("move", vec![head, body]),
        StatementKind::Offer { head, body } => several("offer", vec![head, body]),
        StatementKind::Goal { body } => several("goal", vec![body]),
        StatementKind::Language { version } => several("language", vec![version]),
        StatementKind::Bound { value } => several("bound", vec![value]),
        StatementKind::Use { name, with } | StatementKind::Sketch { name, with } => {
            let word = if matches!(kind, StatementKind::Use { .. }) { "use" } else { "sketch" };
            let with = with.iter().map(|(name, value)| Node::new(name.text.clone(), vec![term(value)]));
            Node::new(format!("{word} {}", name.text), with.collect())
        }
        StatementKind::Drop { name, arity } => {
            several(&format!("drop {}", name.text), arity.iter().collect())
        }
        StatementKind::Objective { maximise, value } => {
            several(if *maximise { "maximise" } else { "minimise" }, vec![value])
        }
        StatementKind::Expect { what, value } => {
            several(&format!("expect {}", what.text), value.iter().collect())
        }
        StatementKind::Draw { head, body } => several("draw", [head].into_iter().chain(body).collect()),
    }
}

fn term(found: &Term) -> Node {
    let label = match &found.kind {
        TermKind::Int(value) => value.to_string(),
        TermKind::Name(name) | TermKind::Placeholder(name) => name.clone(),
        TermKind::Text(text) => format!("{text:?}"),
        TermKind::Call { name, .. } => format!("call {}", name.text),
        TermKind::List { items, tail } => return list(items, tail.as_deref()),
        TermKind::Comprehension { .. } => "each".to_owned(),
        TermKind::Set(_) => "set".to_owned(),
        TermKind::SetOf { .. } => "set of each".to_owned(),
        TermKind::Range(..) => "..".to_owned(),
        TermKind::Arithmetic(operator, ..) => operator.sign().to_owned(),
        TermKind::Negative(_) => "negative".to_owned(),
        TermKind::Prime(_) => "prime".to_owned(),
        TermKind::Compare(sign, ..) => sign.sign().to_owned(),
        TermKind::Chain(_, rest) => {
            let signs: Vec<&str> = rest.iter().map(|(sign, _)| sign.sign()).collect();
            format!("chain {}", signs.join(" "))
        }
        TermKind::In(..) => "in".to_owned(),
        TermKind::Matches(..) => "matches".to_owned(),
        TermKind::And(_) => "and".to_owned(),
        TermKind::Or(_) => "or".to_owned(),
        TermKind::Not(_) => "not".to_owned(),
        TermKind::Implies(..) => "=>".to_owned(),
        TermKind::Exactly(..) => "<=>".to_owned(),
        TermKind::Paren(_) => "paren".to_owned(),
        TermKind::Truth(value) => value.to_string(),
        TermKind::Broken => "broken".to_owned(),
    };
    Node::new(label, found.kind.children().map(term).collect())
}

fn list(items: &[ListItem], tail: Option<&Term>) -> Node {
    let items = items.iter().map(|item| match item {
        ListItem::One(one) => term(one),
        ListItem::Any(_) => Node::leaf("any"),
        ListItem::Segment(segment) => Node::new("segment", vec![term(segment)]),
        ListItem::Fill(fill) => Node::new("fill", vec![term(fill)]),
    });
    let tail = tail.map(|tail| Node::new("tail", vec![term(tail)]));
    if items.len() == 0 && tail.is_none() {
        return Node::leaf("[]");
    }
    Node::new("list", items.chain(tail).collect())
}

fn item(found: &Item) -> Node {
    match found {
        Item::One(one) => term(one),
        Item::Nothing(_) => Node::leaf("nothing"),
        Item::Choice(choices, _) => {
            let choices =
                choices.iter().map(|choice| Node::new("sequence", choice.iter().map(item).collect()));
            Node::new("choice", choices.collect())
        }
        Item::Star(inner) => Node::new("star", vec![item(inner)]),
        Item::Plus(inner) => Node::new("plus", vec![item(inner)]),
        Item::Power(inner, times) => Node::new("power", vec![item(inner), term(times)]),
    }
}
