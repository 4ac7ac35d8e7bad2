import { roleAndOpacityOf, roleOf, roleWithOpacity } from '../../rules/theme-roles.ts'
import { type CssToken, cssTokens, kinds } from './css/css-tokens.ts'
import { cleanValue } from './css/css-values.ts'
import { cleanUrl, type UrlPolicy, type UrlResult } from './urls.ts'

// Validates slide background attributes. The player inserts them into styles and elements of its own, so only complete
// values are accepted.

const colorFunctions: ReadonlySet<string> = new Set([
  'rgb',
  'rgba',
  'hsl',
  'hsla',
  'hwb',
  'lab',
  'lch',
  'oklab',
  'oklch',
])
const gradientFunctions: ReadonlySet<string> = new Set(
  ['linear', 'radial', 'conic'].flatMap((kind) => [`${kind}-gradient`, `repeating-${kind}-gradient`]),
)
const noAddresses: UrlPolicy = { mediaHosts: [], appHosts: [], dataUrl: 0 }

/** #rgb … #rrggbbaa, a color function with plain numbers, a color name or a theme role. Null otherwise. */
export function cleanColor(value: string): string | null {
  const text = value.trim()
  if (/^#(?:[0-9a-f]{3}|[0-9a-f]{4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(text)) return text
  if (/^[a-z]{3,30}$/i.test(text)) return text
  if (text.length > 100) return null
  const themed = roleAndOpacityOf(text)
  if (themed) return roleWithOpacity(themed.role, themed.opacity)
  const match = /^([a-z]{3,5})\([-+0-9.,%/ \t]+(?:deg|rad|turn|grad)?[-+0-9.,%/ \t]*\)$/i.exec(text)
  return match && colorFunctions.has(match[1]!.toLowerCase()) ? text : null
}

/** One or more gradients of colors, theme roles and stops, without URLs or other references. Null otherwise. */
export function cleanGradient(value: string): string | null {
  if (value.length > 2000) return null
  const tokens = cssTokens(value)
  let top = 0
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]!
    const name = token.value.toLowerCase()
    if (token.kind === kinds.function) {
      if (index < top ? !isInGradient(tokens, index, name) : !gradientFunctions.has(name)) return null
      if (index >= top) top = token.close
    } else if (token.kind === kinds.string || token.kind === kinds.url) return null
    else if (index >= top && ![kinds.space, kinds.comma, kinds.rightParen].includes(token.kind as 13)) return null
  }
  const printed = cleanValue(tokens, 0, tokens.length, 'style', noAddresses)
  return 'text' in printed ? printed.text : null
}

/** Whether a function may be part of a gradient; of `var()`, only theme roles. */
function isInGradient(tokens: readonly CssToken[], index: number, name: string): boolean {
  if (name !== 'var') return colorFunctions.has(name) || name === 'calc' || name === 'color-mix'
  const inside = tokens.slice(index + 1, tokens[index]!.close).filter((token) => token.kind !== kinds.space)
  return inside.length === 1 && roleOf(`var(${inside[0]!.value})`) !== null
}

const length = String.raw`(?:-?\d{1,5}(?:\.\d{1,4})?(?:px|%|em|rem|vw|vh)?|auto)`
const sizePattern = new RegExp(`^(?:cover|contain|${length}(?: ${length})?)$`, 'i')
const position = String.raw`(?:left|right|top|bottom|center|-?\d{1,5}(?:\.\d{1,4})?(?:px|%|em|rem|vw|vh)?)`
const positionPattern = new RegExp(`^${position}(?: ${position}){0,3}$`, 'i')
const repeatPattern = /^(?:repeat-x|repeat-y|(?:repeat|space|round|no-repeat)(?: (?:repeat|space|round|no-repeat))?)$/i
const matching = (pattern: RegExp) => (value: string) => {
  const text = value.trim().replace(/[\t\n\f\r ]+/g, ' ')
  return pattern.test(text) ? text : null
}

/** background-size of one layer. */
export const cleanBackgroundSize = matching(sizePattern)
/** background-position of one layer. */
export const cleanBackgroundPosition = matching(positionPattern)
/** background-repeat of one layer. */
export const cleanBackgroundRepeat = matching(repeatPattern)

/** One to three comma-separated video URLs: the same video in several formats. Null if one is not allowed. */
export function cleanVideos(value: string, policy: UrlPolicy): string | null {
  const urls: string[] = []
  for (const part of value.split(',')) {
    const result = cleanUrl(part, 'video', policy)
    // The player splits at commas and inserts each part into markup: a comma or quote inside a URL would end it early.
    if ('refused' in result || /["'<>]/.test(result.url)) return null
    urls.push(result.url)
  }
  return urls.length <= 3 ? urls.join(',') : null
}

/**
 * A slide's background picture. reveal.js inserts it unquoted into `url(…)` after decoding and encoding it, splits at
 * commas, and throws if it cannot be decoded.
 */
export function cleanBackgroundImage(value: string, policy: UrlPolicy): UrlResult {
  const result = cleanUrl(value, 'image', policy)
  if ('refused' in result || result.url.startsWith('data:')) return result
  if (result.url.includes(',')) return { refused: 'the player takes a comma in the address for its end' }
  const url = result.url.replace(/['()]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
  try {
    decodeURI(url)
  } catch {
    return { refused: 'the address contains a broken % code' }
  }
  return /["\\<>]/.test(url) ? { refused: 'the address contains a quote or a bracket' } : { url }
}
