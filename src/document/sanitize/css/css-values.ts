import { cssLimits } from '../limits.ts'
import { cleanUrl, type UrlPolicy } from '../urls.ts'
import { type CssToken, kinds, printToken } from './css-tokens.ts'

/** The serialized value, or the reason for its refusal. */
export type CssValueResult = { readonly text: string } | { readonly refused: string }

/** Context of a value; determines which URLs are allowed. */
export type CssContext = 'style' | 'font-face' | 'prelude'

const functions: ReadonlySet<string> = new Set(
  `rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark
  calc min max clamp round mod rem sin cos tan asin acos atan atan2 pow sqrt hypot log exp abs sign
  var env attr counter counters
  linear-gradient radial-gradient conic-gradient repeating-linear-gradient repeating-radial-gradient repeating-conic-gradient
  matrix matrix3d translate translatex translatey translatez translate3d scale scalex scaley scalez scale3d
  rotate rotatex rotatey rotatez rotate3d skew skewx skewy perspective
  blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia
  cubic-bezier steps linear inset circle ellipse polygon path rect xywh minmax repeat fit-content`.split(/\s+/),
)
const fontFunctions: ReadonlySet<string> = new Set(['local', 'format', 'tech'])
/** Additional functions of media, container and support queries. */
const queryFunctions: ReadonlySet<string> = new Set(['selector', 'style', 'scroll-state', 'font-tech', 'font-format'])
const delims: ReadonlySet<string> = new Set(['+', '-', '*', '/'])
const queryDelims: ReadonlySet<string> = new Set(['+', '-', '*', '/', '<', '>', '=', '.', '#', '!'])
/** `?` is used in unicode ranges: U+4??. */
const fontDelims: ReadonlySet<string> = new Set(['+', '-', '?'])
const delimsOf = (context: CssContext): ReadonlySet<string> =>
  context === 'style' ? delims : context === 'prelude' ? queryDelims : fontDelims
const lengthUnits: ReadonlySet<string> = new Set(
  'px cm mm q in pt pc em rem ex rex cap rcap ch rch ic ric lh rlh vw vh vi vb vmin vmax svw svh lvw lvh dvw dvh cqw cqh cqi cqb cqmin cqmax'.split(
    ' ',
  ),
)
/** Larger lengths and numbers only force large allocations; they are clamped to this. */
const maxNumber = 1_000_000
const maxLength = 100_000
/** Fragment references within a deck; see svg-attributes.ts. */
const localReference = /^#svg-[A-Za-z0-9_-]{1,60}$/

const refused = (reason: string): CssValueResult => ({ refused: reason })

/**
 * Validates and serializes the tokens of one value, from `start` to before `end`. Only functions of the allow-list
 * pass. Custom properties are validated the same way, because var() inserts them into any property.
 */
export function cleanValue(
  tokens: readonly CssToken[],
  start: number,
  end: number,
  context: CssContext,
  policy: UrlPolicy,
): CssValueResult {
  let text = ''
  let urls = 0
  for (let index = start; index < end; index++) {
    const token = tokens[index]!
    const reason = refusalOf(token, tokens, index, end, context)
    if (reason !== null) return refused(reason)
    if (isUrl(token)) {
      const quoted = token.kind === kinds.function ? stringInside(tokens, index) : token.value
      if (quoted === null) return refused('an address must be written plainly')
      const printed = printUrl(quoted, context, policy)
      if ('refused' in printed) return printed
      if (token.kind === kinds.function) index = token.close
      text += printed.text
      urls += printed.text.length
    } else text += printBounded(token, tokens[index + 1])
    if (text.length - urls > cssLimits.value) return refused('the value is too long')
  }
  const trimmed = text.trim()
  return trimmed === '' ? refused('the value is empty') : { text: trimmed }
}

const isUrl = (token: CssToken): boolean =>
  token.kind === kinds.url || (token.kind === kinds.function && token.value.toLowerCase() === 'url')

function refusalOf(
  token: CssToken,
  tokens: readonly CssToken[],
  index: number,
  end: number,
  context: CssContext,
): string | null {
  switch (token.kind) {
    case kinds.bad:
    case kinds.semicolon:
    case kinds.leftCurly:
    case kinds.rightCurly:
    case kinds.atKeyword:
      return 'it could not be understood'
    case kinds.colon:
      return context === 'prelude' ? null : 'it could not be understood'
    case kinds.delim:
      return delimsOf(context).has(token.value) || isImportant(tokens, index, end) ? null : 'it could not be understood'
    case kinds.function: {
      const name = token.value.toLowerCase()
      if (name === 'url' || functions.has(name)) return name === 'attr' ? attrRefusal(tokens, index) : null
      if (context === 'font-face' && fontFunctions.has(name)) return null
      if (context === 'prelude' && queryFunctions.has(name)) return null
      return `the function ${name}() is not allowed`
    }
    default:
      return null
  }
}

/** `! important` at the very end. */
function isImportant(tokens: readonly CssToken[], index: number, end: number): boolean {
  if (tokens[index]!.value !== '!') return false
  const rest = tokens.slice(index + 1, end).filter((token) => token.kind !== kinds.space)
  return rest.length === 1 && rest[0]!.kind === kinds.ident && rest[0]!.value.toLowerCase() === 'important'
}

/** attr() may only name an attribute: with a type it could turn one into a URL. */
function attrRefusal(tokens: readonly CssToken[], index: number): string | null {
  const inside = tokens.slice(index + 1, tokens[index]!.close).filter((token) => token.kind !== kinds.space)
  return inside.length === 1 && inside[0]!.kind === kinds.ident ? null : 'attr() may only name an attribute'
}

function stringInside(tokens: readonly CssToken[], index: number): string | null {
  const inside = tokens.slice(index + 1, tokens[index]!.close).filter((token) => token.kind !== kinds.space)
  return inside.length === 1 && inside[0]!.kind === kinds.string ? inside[0]!.value : null
}

function printUrl(address: string, context: CssContext, policy: UrlPolicy): CssValueResult {
  if (context === 'prelude') return refused('an address is not allowed here')
  if (context === 'style' && localReference.test(address)) return { text: `url("${address}")` }
  const result = cleanUrl(address, context === 'font-face' ? 'font' : 'style', policy)
  // No URL needs a character that CSS strings escape; the parser has percent-encoded them.
  if ('refused' in result) return result
  return /["\\<>\n\r\f]/.test(result.url)
    ? refused('the address could not be understood')
    : { text: `url("${result.url}")` }
}

function printBounded(token: CssToken, next: CssToken | undefined): string {
  // A slash or an exclamation mark right after `<` could end a style element or begin a comment.
  if (token.kind === kinds.delim && token.value === '<')
    return next?.kind === kinds.space || next?.value === '=' ? '<' : '< '
  const isNumber = token.kind === kinds.number || token.kind === kinds.percentage || token.kind === kinds.dimension
  if (!isNumber) return printToken(token)
  const bound = token.kind === kinds.dimension && lengthUnits.has(token.unit.toLowerCase()) ? maxLength : maxNumber
  const number = Number(token.value)
  if (Math.abs(number) <= bound) return printToken(token)
  return printToken({ ...token, value: String(Math.sign(number) * bound) })
}
