import type { UrlPolicy } from '../urls.ts'
import { type CssToken, kinds, printToken } from './css-tokens.ts'
import { type CssValueResult, cleanValue } from './css-values.ts'
import { skip } from './style-attribute.ts'

const refused = (reason: string): CssValueResult => ({ refused: reason })
const notUnderstood = refused('it could not be understood')

/** Functional pseudo-classes. */
const selectorFunctions: ReadonlySet<string> = new Set(
  'is not where has nth-child nth-last-child nth-of-type nth-last-of-type lang dir host slotted part state highlight -webkit-any'.split(
    ' ',
  ),
)
const selectorDelims: ReadonlySet<string> = new Set(['>', '+', '~', '*', '.', '|', '=', '^', '$', '&', '-'])

/**
 * Validates and serializes a selector list. With a scope, each selector matches only the scope's element and its
 * descendants.
 */
export function cleanSelectors(
  tokens: readonly CssToken[],
  start: number,
  end: number,
  scope: string | null,
): CssValueResult {
  const selectors: string[] = []
  let from = start
  for (let index = start; index <= end; index = index < end ? skip(tokens, index) : index + 1) {
    if (index < end && tokens[index]!.kind !== kinds.comma) continue
    const printed = printSelector(tokens, from, index)
    if ('refused' in printed) return printed
    const compounds = scope === null ? printed.text : scoped(tokens, from, index, printed.text, scope)
    if (compounds === null) return notUnderstood
    selectors.push(compounds)
    from = index + 1
  }
  return { text: selectors.join(', ') }
}

function printSelector(tokens: readonly CssToken[], start: number, end: number): CssValueResult {
  let text = ''
  let hasEnd = -1
  for (let index = start; index < end; index++) {
    const token = tokens[index]!
    if (!isSelectorToken(token)) return notUnderstood
    if (token.kind === kinds.function) {
      const name = token.value.toLowerCase()
      if (!selectorFunctions.has(name) || tokens[index - 1]?.kind !== kinds.colon)
        return refused(`the function ${name}() is not allowed in selectors`)
      // Browsers refuse nested :has() too. A browser that accepted it would compare all pairs of elements.
      if (name === 'has' && index < hasEnd) return refused(':has inside :has is not allowed')
      if (name === 'has') hasEnd = token.close
    }
    text += printToken(token)
  }
  const trimmed = text.trim()
  return trimmed === '' ? notUnderstood : { text: trimmed }
}

function isSelectorToken({ kind, value }: CssToken): boolean {
  if (kind === kinds.delim) return selectorDelims.has(value)
  return (
    kind === kinds.ident ||
    kind === kinds.hash ||
    kind === kinds.function ||
    kind === kinds.string ||
    kind === kinds.number ||
    kind === kinds.percentage ||
    kind === kinds.dimension ||
    kind === kinds.space ||
    kind === kinds.colon ||
    kind === kinds.comma ||
    (kind >= kinds.leftSquare && kind <= kinds.rightParen)
  )
}

const wholePage = /^(?::root|html|body|\.reveal|\.reveal-viewport)$/i

/**
 * Restricts a selector to the scope: `h1::before` becomes `h1:where(.slides, .slides *)::before`. Only the subject is
 * restricted, so `.reveal .slides h1` still matches; :where() adds no specificity. Null if that is impossible.
 */
function scoped(tokens: readonly CssToken[], start: number, end: number, text: string, scope: string): string | null {
  if (wholePage.test(text)) return scope
  let pseudo = -1
  for (let index = start; index < end; index = skip(tokens, index)) {
    const first = tokens[index]!.kind === kinds.colon
    if (first && (tokens[index + 1]?.kind === kinds.colon || isOldPseudoElement(tokens[index + 1]))) {
      pseudo = index
      break
    }
  }
  const held = `:where(${scope}, ${scope} *)`
  if (pseudo < 0) return text + held
  const before = printSelector(tokens, start, pseudo)
  const after = printSelector(tokens, pseudo, end)
  if ('refused' in after || /[\s>+~]/.test(after.text)) return null
  return ('text' in before ? before.text : '') + held + after.text
}

const isOldPseudoElement = (token: CssToken | undefined): boolean =>
  token?.kind === kinds.ident && /^(?:before|after|first-line|first-letter)$/i.test(token.value)

/** Validates and serializes the prelude of an at-rule. */
export function cleanPrelude(
  tokens: readonly CssToken[],
  start: number,
  end: number,
  name: string,
  policy: UrlPolicy,
): CssValueResult {
  const meaningful = tokens.slice(start, end).filter(({ kind }) => kind !== kinds.space)
  if (meaningful.length === 0) return name === 'font-face' || name === 'layer' ? { text: '' } : notUnderstood
  if (name === 'font-face') return notUnderstood
  if (name === 'keyframes') {
    const [only] = meaningful
    return meaningful.length === 1 && only!.kind === kinds.ident ? { text: only!.value } : notUnderstood
  }
  if (name === 'layer') {
    const plain = meaningful.every(({ kind, value }) => kind === kinds.ident || kind === kinds.comma || value === '.')
    return plain
      ? { text: meaningful.map((token) => (token.kind === kinds.comma ? ', ' : token.value)).join('') }
      : notUnderstood
  }
  return cleanValue(tokens, start, end, 'prelude', policy)
}
