import type { RemovalList } from '../removals.ts'
import type { UrlPolicy } from '../urls.ts'
import {
  customProperty,
  forbiddenProperties,
  maxZIndex,
  stylePositions,
  styleProperties,
} from './allowed-properties.ts'
import { type CssToken, cssTokens, kinds, printToken } from './css-tokens.ts'
import { cleanValue } from './css-values.ts'
import { boundFilter, fewShadows, filterProperties } from './filter-values.ts'

/** A declaration in a token list: its name and the range of its value. */
export interface DeclarationRange {
  readonly name: string
  readonly start: number
  readonly end: number
}

/** The end of the declaration that begins at `start`: the next `;` outside brackets, or `end`. */
export function declarationEnd(tokens: readonly CssToken[], start: number, end: number): number {
  let index = start
  while (index < end && tokens[index]!.kind !== kinds.semicolon) index = skip(tokens, index)
  return Math.min(index, end)
}

/** The index after a token, or after the matching bracket if the token opens one. */
export function skip(tokens: readonly CssToken[], index: number): number {
  const close = tokens[index]!.close
  return close < 0 ? index + 1 : close + 1
}

/** Parses `name : value` between start and end; null if it does not match. */
export function readDeclaration(tokens: readonly CssToken[], start: number, end: number): DeclarationRange | null {
  const first = tokens[start]
  if (first?.kind !== kinds.ident) return null
  let index = start + 1
  while (index < end && tokens[index]!.kind === kinds.space) index++
  if (index >= end || tokens[index]!.kind !== kinds.colon) return null
  const name = first.value.startsWith('--') ? first.value : first.value.toLowerCase()
  return { name, start: index + 1, end }
}

/** Maximum length of a style attribute, not counting one data: URL. */
const maxStyle = 20_000

/**
 * Sanitizes a style attribute: allowed properties, allowed functions, bounded numbers, and URLs of uploaded media.
 * Normalizes to `left: 80px; top: 60px;`. `filters` false: the surrounding content has used up its filter budget;
 * filters are removed here.
 */
export function cleanStyle(style: string, policy: UrlPolicy, removals: RemovalList, filters = true): string {
  if (style.length > policy.dataUrl * 1.4 + maxStyle) {
    removals.add('css', 'style', style, 'it is too long')
    return ''
  }
  const tokens = cssTokens(style)
  return cleanDeclarations(tokens, 0, tokens.length, policy, removals, filters)
}

/** As cleanStyle, for the declarations among the tokens from `start` to before `stop`. */
export function cleanDeclarations(
  tokens: readonly CssToken[],
  start: number,
  stop: number,
  policy: UrlPolicy,
  removals: RemovalList,
  filters = true,
): string {
  let result = ''
  let index = start
  while (index < stop) {
    const kind = tokens[index]!.kind
    if (kind === kinds.space || kind === kinds.semicolon) {
      index++
      continue
    }
    const end = declarationEnd(tokens, index, stop)
    const printed = cleanStyleDeclaration(tokens, index, end, policy, removals, filters)
    if (printed !== null) result += `${result === '' ? '' : ' '}${printed};`
    index = end
  }
  return result
}

function cleanStyleDeclaration(
  tokens: readonly CssToken[],
  start: number,
  end: number,
  policy: UrlPolicy,
  removals: RemovalList,
  filters: boolean,
): string | null {
  const declaration = readDeclaration(tokens, start, end)
  if (!declaration) {
    removals.add('css', 'style', shownSource(tokens, start, end), 'it could not be understood')
    return null
  }
  const { name } = declaration
  const reason = nameRefusal(name) ?? (filters || !filterProperties.has(name) ? null : 'there are too many filters')
  const value = reason === null ? cleanValue(tokens, declaration.start, end, 'style', policy) : { refused: reason }
  const text = 'text' in value ? boundValue(name, value.text) : null
  if (text === null) {
    removals.add(
      'css',
      name,
      shownSource(tokens, declaration.start, end),
      'refused' in value ? value.refused : 'the value is not allowed',
    )
    return null
  }
  return `${name}: ${text}`
}

function nameRefusal(name: string): string | null {
  if (name.startsWith('--')) return customProperty.test(name) ? null : 'the name is not allowed'
  return styleProperties.has(name) && !forbiddenProperties.has(name) ? null : 'the property is not allowed'
}

/** Property-specific rules; null if the value is not allowed. */
function boundValue(name: string, text: string): string | null {
  if (filterProperties.has(name)) return boundFilter(text, true)
  if (name === 'text-shadow' || name === 'box-shadow') return fewShadows(text) ? text : null
  if (name === 'position') return stylePositions.has(text.toLowerCase().replace(/\s*!\s*important$/, '')) ? text : null
  if (name !== 'z-index' || !/^[+-]?\d+(?:\s*!\s*important)?$/i.test(text))
    return name === 'z-index' && text !== 'auto' ? null : text
  const number = Number.parseInt(text, 10)
  return Math.abs(number) <= maxZIndex ? text : String(Math.sign(number) * maxZIndex)
}

/** The source for the report to the author; bad tokens as written. */
export function shownSource(tokens: readonly CssToken[], start: number, end: number): string {
  let text = ''
  for (let index = start; index < end && text.length < 90; index++) {
    const token = tokens[index]!
    text += token.kind === kinds.bad ? token.value : printToken(token)
  }
  return text.trim()
}
