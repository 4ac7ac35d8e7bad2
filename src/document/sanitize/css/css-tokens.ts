/// <reference path="./css-tree-tokenizer.d.ts" />
import { tokenize } from 'css-tree/tokenizer'
import { ident, string, url } from 'css-tree/utils'

/** The relevant token kinds, with css-tree's numbers. `bad` is ours: a token that must not be printed. */
export const kinds = {
  ident: 1,
  function: 2,
  atKeyword: 3,
  hash: 4,
  string: 5,
  badString: 6,
  url: 7,
  badUrl: 8,
  delim: 9,
  number: 10,
  percentage: 11,
  dimension: 12,
  space: 13,
  cdo: 14,
  cdc: 15,
  colon: 16,
  semicolon: 17,
  comma: 18,
  leftSquare: 19,
  rightSquare: 20,
  leftParen: 21,
  rightParen: 22,
  leftCurly: 23,
  rightCurly: 24,
  comment: 25,
  bad: 99,
} as const

/** A token with its escapes resolved. */
export interface CssToken {
  readonly kind: number
  /** Names without `(`, `@` and `#`; strings and URLs without quotes; numbers and the rest as written. */
  readonly value: string
  /** The unit of a dimension, as written; else ''. */
  readonly unit: string
  /** For `(`, `[`, `{` and functions: the index of the closing token; else -1. */
  close: number
}

// Names with other characters can only be written with escapes. Decks need none (class names are plain), and attacks
// hide in escapes, so such names are bad tokens.
const plainName =
  /^(?:--|-?[A-Za-z_\u00a0-\ud7ff\uf900-\uffef])[\w\-\u00a0-\ud7ff\uf900-\uffef]*$|^[\ud800-\udbff][\udc00-\udfff]/
const plainHash = /^[\w\-\u00a0-\ud7ff\uf900-\uffef]+$/
const plainUnit = /^[A-Za-z][A-Za-z0-9-]{0,15}$/
const numberStart = /^[+-]?(?:\d+\.\d+|\.\d+|\d+)(?:[eE][+-]?\d+)?/
const closers: Readonly<Record<number, number>> = {
  [kinds.function]: kinds.rightParen,
  [kinds.leftParen]: kinds.rightParen,
  [kinds.leftSquare]: kinds.rightSquare,
  [kinds.leftCurly]: kinds.rightCurly,
}

function named(kind: number, name: string, pattern: RegExp): CssToken {
  return { kind: pattern.test(name) ? kind : kinds.bad, value: name, unit: '', close: -1 }
}

function numeric(kind: number, source: string): CssToken {
  const number = numberStart.exec(source)?.[0] ?? ''
  const unit = kind === kinds.dimension ? ident.decode(source.slice(number.length)) : ''
  const valid = Number.isFinite(Number(number)) && number !== '' && (kind !== kinds.dimension || plainUnit.test(unit))
  return { kind: valid ? kind : kinds.bad, value: number, unit, close: -1 }
}

function tokenOf(kind: number, source: string): CssToken {
  switch (kind) {
    case kinds.ident:
      return named(kind, source.includes('\\') ? ident.decode(source) : source, plainName)
    case kinds.function:
      return named(kind, ident.decode(source.slice(0, -1)), plainName)
    case kinds.atKeyword:
      return named(kind, ident.decode(source.slice(1)), plainName)
    case kinds.hash:
      return named(kind, ident.decode(source.slice(1)), plainHash)
    case kinds.string:
      return { kind, value: string.decode(source), unit: '', close: -1 }
    case kinds.url:
      return { kind, value: url.decode(source), unit: '', close: -1 }
    case kinds.number:
    case kinds.percentage:
    case kinds.dimension:
      return numeric(kind, source)
    case kinds.space:
      return { kind, value: ' ', unit: '', close: -1 }
    case kinds.badString:
    case kinds.badUrl:
    case kinds.cdo:
    case kinds.cdc:
      return { kind: kinds.bad, value: source, unit: '', close: -1 }
    default:
      return { kind, value: source, unit: '', close: -1 }
  }
}

const isMark = (kind: number): boolean => kind === kinds.space || (kind >= kinds.colon && kind <= kinds.rightCurly)
/** Whether two adjacent tokens could merge into one. */
const couldMerge = (before: CssToken | undefined, after: CssToken): boolean =>
  before !== undefined &&
  !(isMark(before.kind) || before.kind === kinds.function) &&
  !(isMark(after.kind) && after.kind !== kinds.leftParen)

/**
 * Tokenizes CSS and matches brackets as browsers do: an unmatched closing bracket is bad, and open ones are closed at
 * the end. Comments are removed; a comment that separated two tokens becomes a space.
 */
export function cssTokens(source: string): CssToken[] {
  const tokens: CssToken[] = []
  const open: number[] = []
  let comment = false
  tokenize(source, (kind, start, end) => {
    if (kind === kinds.comment) {
      comment = true
      return
    }
    const token = tokenOf(kind, source.slice(start, end))
    if (comment && couldMerge(tokens.at(-1), token)) tokens.push({ kind: kinds.space, value: ' ', unit: '', close: -1 })
    comment = false
    if (token.kind === kinds.space && tokens.at(-1)?.kind === kinds.space) return
    const opener = open.at(-1)
    if (isCloser(token.kind)) {
      if (opener !== undefined && closers[tokens[opener]!.kind] === token.kind) {
        tokens[opener]!.close = tokens.length
        open.pop()
        tokens.push(token)
      } else tokens.push({ ...token, kind: kinds.bad })
      return
    }
    // A function with a bad name still opens a bracket; it is kept as a bad token with an end.
    if (kind === kinds.function || closers[token.kind] !== undefined) open.push(tokens.length)
    tokens.push(kind === kinds.function && token.kind === kinds.bad ? badFunction() : token)
  })
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    tokens[index]!.close = tokens.length
    const kind = closers[tokens[index]!.kind]!
    tokens.push({ kind, value: closingText[kind]!, unit: '', close: -1 })
  }
  return tokens
}

const closingText: Readonly<Record<number, string>> = {
  [kinds.rightParen]: ')',
  [kinds.rightSquare]: ']',
  [kinds.rightCurly]: '}',
}
const isCloser = (kind: number): boolean =>
  kind === kinds.rightParen || kind === kinds.rightSquare || kind === kinds.rightCurly
/** No allow-list contains a function with an empty name. */
const badFunction = (): CssToken => ({ kind: kinds.function, value: '', unit: '', close: -1 })

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must be escaped
const unsafeInString = /[\u0000-\u001f\u007f"\\<>&]/g

/**
 * Serializes a CSS string with double quotes. Characters that could end a style element, an attribute or the string are
 * escaped.
 */
function cssString(text: string): string {
  return `"${text.replace(unsafeInString, (character) => `\\${character.charCodeAt(0).toString(16)} `)}"`
}

/** Serializes a token. Only for checked tokens: bad ones throw. */
export function printToken(token: CssToken): string {
  switch (token.kind) {
    case kinds.bad:
      throw new TypeError('A bad token was about to be printed')
    case kinds.function:
      return `${token.value}(`
    case kinds.atKeyword:
      return `@${token.value}`
    case kinds.hash:
      return `#${token.value}`
    case kinds.string:
      return cssString(token.value)
    case kinds.url:
      return `url(${cssString(token.value)})`
    case kinds.percentage:
      return `${token.value}%`
    case kinds.dimension:
      return token.value + token.unit
    default:
      return token.value
  }
}
