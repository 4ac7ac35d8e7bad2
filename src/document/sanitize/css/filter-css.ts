import { cssLimits } from '../limits.ts'
import { isLargerThan } from '../parse-bounded.ts'
import { type Removal, RemovalList } from '../removals.ts'
import { SanitizeError } from '../sanitize-error.ts'
import type { UrlPolicy } from '../urls.ts'
import { customProperty, forbiddenProperties } from './allowed-properties.ts'
import { cleanPrelude, cleanSelectors } from './css-selectors.ts'
import { type CssToken, cssTokens, kinds } from './css-tokens.ts'
import { cleanValue } from './css-values.ts'
import { boundFilter, fewShadows, filterProperties } from './filter-values.ts'
import { declarationEnd, readDeclaration, shownSource, skip } from './style-attribute.ts'

/** Options of filterCss. */
export interface FilterCssOptions {
  /** As in SanitizeOptions: hosts of uploaded media, whose URLs become `/m/…`. */
  readonly mediaHosts: readonly string[]
  /**
   * A selector of one class, such as '.slides'. Rules then match only that element and its descendants; `:root`, `html`
   * and `body` are replaced by it. For pages that show a deck next to our own content.
   */
  readonly scope?: string
}

interface SheetState {
  readonly policy: UrlPolicy
  readonly scope: string | null
  readonly removals: RemovalList
  rules: number
  selectors: number
}

/** Context of a list of rules or declarations. */
type RuleContext = 'sheet' | 'group' | 'style' | 'keyframes' | 'font-face'

/** Maximum number of passes until a sheet must be stable. */
const maxPasses = 3

const groupRules: ReadonlySet<string> = new Set(['media', 'supports', 'layer', 'container'])

/**
 * Sanitizes a complete style sheet (custom CSS, compiled LESS) and serializes it from its tokens. At-rules from an
 * allow-list; no URLs of other hosts; no function that loads or runs code. The result contains neither `</` nor `<!--`,
 * so it is safe in a style element, and sanitizing is idempotent. Throws SanitizeError above 512 kB, 5,000 rules or 64
 * kB of selectors.
 */
export function filterCss(source: string, options: FilterCssOptions): { css: string; removed: readonly Removal[] } {
  if (isLargerThan(source, cssLimits.bytes)) throw tooLarge()
  const removals = new RemovalList()
  let css = filterOnce(source, options, removals)
  for (let pass = 0; pass < maxPasses; pass++) {
    if (isLargerThan(css, cssLimits.bytes)) throw tooLarge()
    // Sanitizing the result must not change it: otherwise its parts have merged into something else.
    const again = filterOnce(css, { mediaHosts: options.mediaHosts }, removals)
    if (again === css) return { css, removed: removals.list }
    css = again
  }
  throw new SanitizeError('unstable', 'The style sheet is written in a way that browsers read differently')
}

const tooLarge = (): SanitizeError => new SanitizeError('too-large', 'The style sheet is larger than 512 kB')

function filterOnce(source: string, options: FilterCssOptions, removals: RemovalList): string {
  const state: SheetState = {
    policy: { mediaHosts: options.mediaHosts, appHosts: [], dataUrl: 200_000 },
    scope: options.scope ?? null,
    removals,
    rules: 0,
    selectors: 0,
  }
  const tokens = cssTokens(source.toWellFormed())
  return cleanBlock(tokens, 0, tokens.length, 'sheet', 0, state)
}

/** Sanitizes the rules and declarations between two tokens. `nesting`: the number of enclosing rules. */
function cleanBlock(
  tokens: readonly CssToken[],
  start: number,
  stop: number,
  inside: RuleContext,
  nesting: number,
  state: SheetState,
): string {
  let css = ''
  let index = start
  while (index < stop) {
    const { kind } = tokens[index]!
    if (kind === kinds.space || kind === kinds.semicolon || kind === kinds.bad) {
      index++
      continue
    }
    if (kind === kinds.atKeyword) {
      const end = ruleEnd(tokens, index, stop)
      css += cleanAtRule(tokens, index, end, inside, nesting, state)
      index = end
      continue
    }
    const takesDeclarations = inside === 'style' || inside === 'font-face'
    const declared = takesDeclarations ? cleanDeclaration(tokens, index, stop, inside, state) : null
    if (declared) {
      css += declared.css
      index = declared.end
      continue
    }
    const end = ruleEnd(tokens, index, stop)
    css += cleanStyleRule(tokens, index, end, inside, nesting, state)
    index = end
  }
  return css
}

/** The index after the rule that begins at `start`: after its block, or after its `;`. */
function ruleEnd(tokens: readonly CssToken[], start: number, stop: number): number {
  for (let index = start; index < stop; index = skip(tokens, index)) {
    const { kind } = tokens[index]!
    if (kind === kinds.leftCurly || kind === kinds.semicolon) return skip(tokens, index)
  }
  return stop
}

/** A rule's block, or null if it ends with `;`. */
function blockOf(tokens: readonly CssToken[], start: number, end: number): { open: number; close: number } | null {
  for (let index = start; index < end; index = skip(tokens, index))
    if (tokens[index]!.kind === kinds.leftCurly) return { open: index, close: tokens[index]!.close }
  return null
}

/** The end of a declaration without a block; null if a block comes first. */
function plainEnd(tokens: readonly CssToken[], start: number, stop: number): number | null {
  for (let index = start; index < stop; index = skip(tokens, index)) {
    const { kind } = tokens[index]!
    if (kind === kinds.semicolon) return index
    if (kind === kinds.leftCurly) return null
  }
  return stop
}

/** Null: not a declaration (maybe a nested rule). */
function cleanDeclaration(
  tokens: readonly CssToken[],
  start: number,
  stop: number,
  inside: RuleContext,
  state: SheetState,
): { css: string; end: number } | null {
  // `a:hover { … }` begins like a declaration; browsers distinguish it by its block.
  const isCustom = tokens[start]!.value.startsWith('--')
  const end = isCustom ? declarationEnd(tokens, start, stop) : plainEnd(tokens, start, stop)
  const declaration = end === null ? null : readDeclaration(tokens, start, end)
  if (end === null || !declaration) return null
  const { name } = declaration
  const reason = nameRefusal(name, inside)
  const place = inside === 'font-face' ? 'font-face' : 'style'
  const value = reason === null ? cleanValue(tokens, declaration.start, end, place, state.policy) : { refused: reason }
  const text = 'text' in value ? boundValue(name, value.text) : null
  if (text !== null) return { css: `${name}: ${text};\n`, end }
  const why = 'refused' in value ? value.refused : 'the value is not allowed'
  state.removals.add('css', name, shownSource(tokens, declaration.start, end), why)
  return { css: '', end }
}

/** Property-specific rules; null if the value is not allowed. */
function boundValue(name: string, text: string): string | null {
  if (filterProperties.has(name)) return boundFilter(text, false)
  return /^(?:text|box)-shadow$/.test(name) && !fewShadows(text) ? null : text
}

function nameRefusal(name: string, inside: RuleContext): string | null {
  if (name.startsWith('--')) return customProperty.test(name) ? null : 'the name is not allowed'
  if (name === 'src' && inside === 'font-face') return null
  return forbiddenProperties.has(name) || !/^-?[a-z][a-z0-9-]*$/.test(name) ? 'the property is not allowed' : null
}

function cleanStyleRule(
  tokens: readonly CssToken[],
  start: number,
  end: number,
  inside: RuleContext,
  nesting: number,
  state: SheetState,
): string {
  const block = blockOf(tokens, start, end)
  const refuse = (reason: string) => {
    state.removals.add('css', 'rule', shownSource(tokens, start, block?.open ?? end), reason)
    return ''
  }
  if (!block || inside === 'font-face') return refuse('it could not be understood')
  if (nesting >= cssLimits.nesting) return refuse('rules are nested more than 5 deep')
  // Nested rules are already scoped by their parent.
  const scope = nesting === 0 || inside === 'group' ? state.scope : null
  const prelude =
    inside === 'keyframes' ? keyframeStops(tokens, start, block.open) : cleanSelectors(tokens, start, block.open, scope)
  if ('refused' in prelude) return refuse(prelude.refused)
  countRule(prelude.text, state)
  const body = cleanBlock(tokens, block.open + 1, block.close, 'style', nesting + 1, state)
  return body === '' ? '' : `${prelude.text} {\n${body}}\n`
}

function countRule(selectors: string, state: SheetState): void {
  state.rules++
  state.selectors += selectors.length
  if (state.rules > cssLimits.rules || state.selectors > cssLimits.selectors)
    throw new SanitizeError('too-many-rules', 'The style sheet has too many rules')
}

function keyframeStops(tokens: readonly CssToken[], start: number, end: number) {
  const stops = tokens.slice(start, end).filter(({ kind }) => kind !== kinds.space)
  const texts: string[] = []
  for (const [index, { kind, value }] of stops.entries()) {
    if (index % 2 === 1 ? kind !== kinds.comma : !(kind === kinds.percentage || /^(?:from|to)$/i.test(value)))
      return { refused: 'it could not be understood' }
    if (index % 2 === 0) texts.push(kind === kinds.percentage ? `${value}%` : value.toLowerCase())
  }
  return stops.length % 2 === 1 ? { text: texts.join(', ') } : { refused: 'it could not be understood' }
}

function cleanAtRule(
  tokens: readonly CssToken[],
  start: number,
  end: number,
  inside: RuleContext,
  nesting: number,
  state: SheetState,
): string {
  const name = tokens[start]!.value.toLowerCase()
  const block = blockOf(tokens, start, end)
  const refuse = (reason: string) => {
    state.removals.add('css', `@${name}`, shownSource(tokens, start + 1, block?.open ?? end), reason)
    return ''
  }
  const preludeEnd = block?.open ?? (tokens[end - 1]?.kind === kinds.semicolon ? end - 1 : end)
  const prelude = cleanPrelude(tokens, start + 1, preludeEnd, name, state.policy)
  const allowed = groupRules.has(name) || ((name === 'keyframes' || name === 'font-face') && inside !== 'style')
  if (!allowed || inside === 'keyframes' || inside === 'font-face') return refuse('this rule is not allowed')
  if ('refused' in prelude) return refuse(prelude.refused)
  const head = prelude.text === '' ? `@${name}` : `@${name} ${prelude.text}`
  if (!block)
    return name === 'layer' && prelude.text !== '' && inside !== 'style' ? `${head};\n` : refuse('it has no content')
  if (nesting >= cssLimits.nesting) return refuse('rules are nested more than 5 deep')
  countRule('', state)
  const within: RuleContext = groupRules.has(name) ? (inside === 'style' ? 'style' : 'group') : (name as RuleContext)
  const body = cleanBlock(tokens, block.open + 1, block.close, within, nesting + 1, state)
  return body === '' ? '' : `${head} {\n${body}}\n`
}
