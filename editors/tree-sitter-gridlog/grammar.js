// The rule language for tree-sitter, statement by statement as in grammar/rules.lalrpop. Its keywords are those of the table in
// src/language/facts.rs: a word that the table does not have, or one that is forgotten here, stops the generator.

const words = require("../words.json");

const used = new Set();

/** A keyword of the table. */
function word(text) {
  if (![...words.statement, ...words.operator, ...words.truth].includes(text)) {
    throw new Error(`\`${text}\` is no keyword of the language`);
  }
  used.add(text);
  return text;
}

const commas = (rule) => seq(rule, repeat(seq(",", rule)));
const comparisons = ["=", "\\=", "<", "=<", ">", ">="];

module.exports = grammar({
  name: "gridlog",

  extras: ($) => [/[ \t\r\n\f\uFEFF]/, $.comment, $.doc],
  word: ($) => $.name,
  supertypes: ($) => [$.statement],
  inline: ($) => [$._head, $._set_name],

  rules: {
    source_file: ($) => repeat(choice(seq($.statement, "."), $.separator)),

    // Between the puzzles of a file with several.
    separator: () => token(prec(1, /---+/)),

    statement: ($) =>
      choice(
        $.language,
        $.param,
        $.grid,
        $.unknown,
        $.input,
        $.offer,
        $.clause,
        $.law,
        $.grammar,
        $.layer,
        $.strip,
        $.move,
        $.goal,
        $.bound,
        $.use,
        $.sketch,
        $.drop,
        $.objective,
        $.expect,
        $.draw,
      ),

    language: ($) => seq(word("language"), $.number),
    param: ($) => seq(word("param"), field("name", $.name), "=", $._sum, repeat(seq(";", $._sum))),
    grid: ($) =>
      seq(word("grid"), "(", field("rows", $._sum), ",", field("cols", $._sum), ")", optional(seq("::", field("domain", $._arg)))),
    unknown: ($) =>
      seq(optional(word("hidden")), field("head", $._head), "::", field("domain", $._arg), optional(seq(":-", field("body", $._goal)))),
    input: ($) => seq(word("input"), field("head", $._head)),
    offer: ($) => seq(word("offer"), field("head", $._head), ":-", field("body", $._goal)),
    clause: ($) => seq(field("head", $._head), optional(seq(":-", field("body", $._goal)))),
    law: ($) => seq(field("name", $.name), ":", field("body", $._goal)),
    grammar: ($) => seq(field("head", $._head), "-->", $._items),
    layer: ($) => seq(field("name", $.name), $.drawing),
    strip: ($) => seq(field("name", $.name), $.text),
    move: ($) => seq(word("move"), field("head", $._head), ":", field("body", $._goal)),
    goal: ($) => seq(word("goal"), ":", field("body", $._goal)),
    bound: ($) => seq(word("bound"), ":", $._sum),
    use: ($) => seq(word("use"), field("set", $._set_name), optional($._settings)),
    sketch: ($) => seq(word("sketch"), field("set", $._set_name), optional($._settings)),
    drop: ($) =>
      seq(
        word("drop"),
        field("name", choice($.name, ...["grid", "goal", "bound", "sketch", "offer", "minimise", "maximise"].map(word))),
        optional(seq("/", $.number)),
      ),
    objective: ($) => seq(choice(word("minimise"), word("maximise")), $._sum),
    expect: ($) => seq(word("expect"), field("what", $.name), optional(seq("=", $._sum))),
    draw: ($) => seq(word("draw"), field("head", $._head), optional(seq(":-", field("body", $._goal)))),

    _head: ($) => choice($.name, $.call),
    _set_name: ($) => choice($.name, $.text),
    _settings: ($) => seq(word("with"), commas($.setting)),
    setting: ($) => seq(field("name", $.name), "=", $._sum),

    // ---- goals, loosest first

    _goal: ($) => choice($.implication, $.equivalence, $._or),
    implication: ($) => seq(field("condition", $._or), "=>", field("consequence", $._goal)),
    equivalence: ($) => seq(field("left", $._or), "<=>", field("right", $._or)),
    _or: ($) => choice($.disjunction, $._and),
    disjunction: ($) => seq($._and, repeat1(seq(";", $._and))),
    _and: ($) => choice($.conjunction, $._arg),
    conjunction: ($) => seq($._arg, repeat1(seq(",", $._arg))),
    _arg: ($) => choice($.negation, $._test),
    negation: ($) => seq(word("not"), $._arg),
    _test: ($) => choice($.comparison, $.membership, $.matching, $._range),
    comparison: ($) =>
      seq(field("left", $._range), repeat1(seq(choice(...comparisons), field("right", $._range)))),
    membership: ($) => seq($._range, word("in"), $._range),
    matching: ($) => seq($._range, word("matches"), $._range),

    // ---- terms

    _range: ($) => choice($.range, $._sum),
    range: ($) => seq($._sum, "..", $._sum),
    _sum: ($) => choice(alias($.sum, $.arithmetic), $._product),
    sum: ($) => seq($._sum, choice("+", "-"), $._product),
    _product: ($) => choice(alias($.product, $.arithmetic), $._unary),
    product: ($) => seq($._product, choice("*", "/", word("mod")), $._unary),
    _unary: ($) => choice($.negative, $._postfix),
    negative: ($) => seq("-", $._unary),
    _postfix: ($) => choice($.prime, $._primary),
    prime: ($) => seq($._postfix, "'"),
    _primary: ($) =>
      choice(
        $.number,
        $.cell,
        $.name,
        $.text,
        $.placeholder,
        $.call,
        $.truth,
        $.list,
        $.comprehension,
        $.set,
        $.set_of,
        $.parenthesised,
      ),
    truth: () => choice(word("true"), word("false")),
    call: ($) => seq(field("name", $.name), "(", commas($._arg), ")"),
    list: ($) => seq("[", optional(seq(commas($._element), optional(seq("|", field("tail", $._arg))))), "]"),
    _element: ($) => choice($._arg, $.any, $.segment, $.fill),
    any: () => "..",
    segment: ($) => seq("..", $._postfix),
    fill: ($) => seq($._product, "*"),
    comprehension: ($) => seq("[", field("element", $._arg), ":", field("goal", $._goal), "]"),
    set: ($) => seq("{", optional(commas($._arg)), "}"),
    set_of: ($) => seq("{", commas($._arg), ":", field("goal", $._goal), "}"),
    parenthesised: ($) => seq("(", $._goal, ")"),

    // ---- line grammars

    _items: ($) => commas($._item),
    _item: ($) => choice($._item_base, $.repetition),
    repetition: ($) => seq($._item_base, choice("*", "+", seq("^", field("times", $._power)))),
    _item_base: ($) =>
      choice($._item_value, alias($.item_range, $.range), $.set, $.call, alias($.nothing, $.list), $.choice),
    item_range: ($) => seq($._item_value, "..", $._item_value),
    nothing: () => seq("[", "]"),
    choice: ($) => seq("(", $._items, repeat(seq("|", $._items)), ")"),
    _item_value: ($) => choice($.number, $.placeholder, $.name, $.text, alias($.item_negative, $.negative)),
    item_negative: ($) => seq("-", $.number),
    _power: ($) => choice($.number, $.placeholder, $.name, alias($.power, $.parenthesised)),
    power: ($) => seq("(", $._sum, ")"),

    // ---- tokens

    cell: () => /r[0-9]+c[0-9]+/,
    name: () => /\p{Ll}[\p{L}\p{N}_]*/u,
    placeholder: () => /[\p{Lu}_][\p{L}\p{N}_]*/u,
    number: () => /[0-9]+/,
    text: () => /"[^"\n]*"/,
    drawing: () => token(seq('"""', /([^"]|"[^"]|""[^"])*/, '"""')),
    doc: () => /%![^\n]*/,
    comment: () => token(choice(/%([^!\n][^\n]*)?/, seq("/*", /[^*]*\*+([^/*][^*]*\*+)*/, "/"))),
  },
});

for (const forgotten of [...words.statement, ...words.operator, ...words.truth].filter((text) => !used.has(text))) {
  throw new Error(`the grammar has no place for the keyword \`${forgotten}\``);
}
