//! Statements of a program's text: labels, constants, instructions with operands that are not yet
//! evaluated.

use super::error::{AssemblyError, Errors, Place};
use super::lexer::{self, Sign, Token};

/// A sum of numbers and names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    pub at: Place,
    pub terms: Vec<Term>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    pub at: Place,
    pub is_negative: bool,
    pub value: Value,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Number(i64),
    Name(String),
}

/// An operand of an instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand {
    /// A name alone may be a flag, a source, or a constant.
    Sum(Expression),
    /// Names with `|` between them.
    Union(Place, Vec<(Place, String)>),
    /// `SOURCE * COUNT`
    Times(Place, String, u32),
    /// `(…, …)`
    List(Place, Vec<Expression>),
}

impl Operand {
    pub fn at(&self) -> Place {
        match self {
            Operand::Sum(sum) => sum.at,
            Operand::Union(at, _) | Operand::Times(at, ..) | Operand::List(at, _) => *at,
        }
    }

    /// The name, if it is a single name.
    pub fn name(&self) -> Option<&str> {
        match self {
            Operand::Sum(sum) => sum.name(),
            _ => None,
        }
    }
}

impl Expression {
    /// The name, if it is a single name.
    pub fn name(&self) -> Option<&str> {
        match self.terms.as_slice() {
            [Term { is_negative: false, value: Value::Name(name), .. }] => Some(name),
            _ => None,
        }
    }
}

/// A message, as `AM` describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// `short`, `async` and the like.
    pub kinds: Vec<(Place, String)>,
    pub handler: Expression,
    /// The node; for a reply, the token.
    pub destination: Expression,
    /// `bytes`, `from`, `to`.
    pub settings: Vec<(Place, String, Expression)>,
    pub arguments: Vec<Expression>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    Message(Message),
    Operands {
        operands: Vec<Operand>,
        /// `end` follows the operands.
        end: bool,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instruction {
    pub at: Place,
    /// In capitals; `.word` counts as a mnemonic.
    pub mnemonic: String,
    pub body: Body,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    Label(String),
    Constant(String, Expression),
    Instruction(Instruction),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    pub at: Place,
    pub text: String,
    pub kind: Kind,
}

/// The statements of a text.
pub fn parse(text: &str, errors: &mut Errors) -> Vec<Statement> {
    let mut statements = Vec::new();
    for piece in lexer::pieces(text) {
        let tokens = match piece.tokens {
            Ok(tokens) => tokens,
            Err(error) => {
                errors.add(error);
                continue;
            }
        };
        let mut parser = Parser { tokens: &tokens, end: end_of(&piece.text, piece.at) };
        while let Some(name) = parser.label() {
            statements.push(Statement { at: piece.at, text: String::new(), kind: Kind::Label(name) });
        }
        if parser.tokens.is_empty() {
            continue;
        }
        match parser.statement() {
            Ok(kind) => statements.push(Statement { at: piece.at, text: piece.text, kind }),
            Err(error) => errors.add(error),
        }
    }
    statements
}

/// The place behind the last character.
fn end_of(text: &str, at: Place) -> Place {
    Place { line: at.line, column: at.column + text.chars().count() }
}

struct Parser<'a> {
    tokens: &'a [Token],
    end: Place,
}

type Parsed<T> = Result<T, AssemblyError>;

impl Parser<'_> {
    fn at(&self) -> Place {
        self.tokens.first().map_or(self.end, |token| token.at)
    }

    fn next(&mut self) -> Option<&Token> {
        let (first, rest) = self.tokens.split_first()?;
        self.tokens = rest;
        Some(first)
    }

    fn has(&mut self, mark: &str) -> bool {
        let has = matches!(self.tokens.first(), Some(Token { sign: Sign::Mark(found), .. }) if *found == mark);
        if has {
            self.next();
        }
        has
    }

    fn expect(&mut self, mark: &str) -> Parsed<()> {
        let at = self.at();
        if self.has(mark) { Ok(()) } else { Err(AssemblyError::new(at, format!("`{mark}` is missing"))) }
    }

    /// The next word, without taking it.
    fn peek_word(&self) -> Option<&str> {
        match self.tokens.first() {
            Some(Token { sign: Sign::Word(word), .. }) => Some(word),
            _ => None,
        }
    }

    fn word(&mut self, what: &str) -> Parsed<(Place, String)> {
        let at = self.at();
        let word = self.peek_word().map(str::to_string);
        let word = word.ok_or_else(|| AssemblyError::new(at, format!("{what} is missing")))?;
        self.next();
        Ok((at, word))
    }

    fn label(&mut self) -> Option<String> {
        let [Token { sign: Sign::Word(name), .. }, Token { sign: Sign::Mark(":"), .. }, rest @ ..] = self.tokens else {
            return None;
        };
        self.tokens = rest;
        Some(name.clone())
    }

    fn statement(&mut self) -> Parsed<Kind> {
        let (at, mnemonic) = self.word("a mnemonic")?;
        let mnemonic = if mnemonic.starts_with('.') { mnemonic } else { mnemonic.to_ascii_uppercase() };
        let kind = match mnemonic.as_str() {
            ".equ" => {
                let (_, name) = self.word("a name")?;
                self.expect(",")?;
                Kind::Constant(name, self.expression()?)
            }
            "AM" => Kind::Instruction(Instruction { at, mnemonic, body: Body::Message(self.message()?) }),
            _ => {
                let body = self.operands(&mnemonic)?;
                Kind::Instruction(Instruction { at, mnemonic, body })
            }
        };
        match self.tokens.is_empty() {
            true => Ok(kind),
            false => Err(AssemblyError::new(self.at(), "the end of the statement is expected here")),
        }
    }

    fn operands(&mut self, mnemonic: &str) -> Parsed<Body> {
        let mut operands = Vec::new();
        if !self.tokens.is_empty() && self.peek_word() != Some("end") {
            loop {
                operands.push(self.operand()?);
                // The operation of ACC is not followed by a comma.
                let is_operation = mnemonic == "ACC" && operands.len() == 1;
                if !is_operation && !self.has(",") {
                    break;
                }
            }
        }
        let end = self.peek_word() == Some("end");
        if end {
            self.next();
        }
        Ok(Body::Operands { operands, end })
    }

    fn operand(&mut self) -> Parsed<Operand> {
        let at = self.at();
        if self.has("(") {
            return Ok(Operand::List(at, self.list()?));
        }
        let sum = self.expression()?;
        let Some(name) = sum.name().map(str::to_string) else { return Ok(Operand::Sum(sum)) };
        if self.has("*") {
            let place = self.at();
            return match self.next().map(|token| &token.sign) {
                Some(Sign::Number(count)) if (1..=4095).contains(count) => Ok(Operand::Times(at, name, *count as u32)),
                _ => Err(AssemblyError::new(place, "a number from 1 to 4095 is expected here")),
            };
        }
        let mut names = vec![(at, name)];
        while self.has("|") {
            names.push(self.word("a name")?);
        }
        Ok(if names.len() == 1 { Operand::Sum(sum) } else { Operand::Union(at, names) })
    }

    /// The rest of a list, behind `(`.
    fn list(&mut self) -> Parsed<Vec<Expression>> {
        let mut list = Vec::new();
        if self.has(")") {
            return Ok(list);
        }
        loop {
            list.push(self.expression()?);
            if !self.has(",") {
                self.expect(")")?;
                return Ok(list);
            }
        }
    }

    fn expression(&mut self) -> Parsed<Expression> {
        let at = self.at();
        let mut is_negative = self.has("-");
        let mut terms = Vec::new();
        loop {
            let place = self.at();
            let value = match self.next().map(|token| &token.sign) {
                Some(Sign::Number(value)) => Value::Number(*value),
                Some(Sign::Word(name)) => Value::Name(name.clone()),
                _ => return Err(AssemblyError::new(place, "a number or a name is missing")),
            };
            terms.push(Term { at: place, is_negative, value });
            is_negative = match (self.has("+"), self.has("-")) {
                (false, false) => return Ok(Expression { at, terms }),
                (_, is_negative) => is_negative,
            };
        }
    }

    /// `KIND… HANDLER -> NODE, bytes N, from A, to A (arguments)`
    fn message(&mut self) -> Parsed<Message> {
        let mut kinds = Vec::new();
        while let Some(kind) = self.peek_word().filter(|word| KINDS.contains(word)).map(str::to_string) {
            kinds.push((self.at(), kind));
            self.next();
        }
        let handler = self.expression()?;
        self.expect("->")?;
        let destination = self.expression()?;
        let mut settings = Vec::new();
        while self.has(",") {
            let (at, name) = self.word("`bytes`, `from` or `to`")?;
            settings.push((at, name, self.expression()?));
        }
        let arguments = if self.has("(") { self.list()? } else { Vec::new() };
        Ok(Message { kinds, handler, destination, settings, arguments })
    }
}

/// Words in front of a message's handler.
pub const KINDS: [&str; 5] = ["short", "medium", "long", "async", "reply"];

impl Instruction {
    /// Number of its words. For an instruction with errors, the number means nothing.
    pub fn words(&self) -> u32 {
        match &self.body {
            Body::Message(message) => message.words(),
            Body::Operands { operands, .. } => {
                let last = match operands.last() {
                    Some(Operand::List(_, list)) => list.len() as u32,
                    Some(_) if PARAMETER.contains(&self.mnemonic.as_str()) => 1,
                    _ => 0,
                };
                1 + last
            }
        }
    }
}

/// Mnemonics of instructions with one parameter.
const PARAMETER: [&str; 4] = ["CORRECT_TIMER", "TIMER_THR", "TRANSFER_THR", "MSG_THR"];

impl Message {
    fn words(&self) -> u32 {
        let head = 2 + self.settings.len();
        // Adjacent words of code share one instruction. Adjacent words of one source do, too.
        let names = self.arguments.iter().map(Expression::source_name);
        let all: Vec<Option<&str>> = std::iter::repeat_n(None, head).chain(names).collect();
        let runs = all.chunk_by(|one, other| one == other);
        runs.map(|run| 1 + if run[0].is_none() { run.len() as u32 } else { 0 }).sum()
    }
}

impl Expression {
    /// The source that it names, if it is one other than the code.
    pub fn source_name(&self) -> Option<&str> {
        let known = crate::gas::pams::code::SOURCES;
        self.name().filter(|name| known.iter().skip(1).any(|(_, source)| source == name))
    }
}
