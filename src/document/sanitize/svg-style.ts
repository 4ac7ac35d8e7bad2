import { type CssToken, cssTokens, kinds } from './css/css-tokens.ts'
import { cleanDeclarations, cleanStyle, skip } from './css/style-attribute.ts'
import { RemovalList } from './removals.ts'
import { prefixReferences } from './svg-attributes.ts'
import type { UrlPolicy } from './urls.ts'
import type { XmlElement } from './xml.ts'

const maxRules = 2000
const maxDeclarations = 2000

interface StyleRule {
  /** Specificity: 0 for `*`, 1 for a tag, 10 for a class, 100 for an id, added up. */
  readonly weight: number
  readonly order: number
  readonly tag: string | null
  readonly className: string | null
  readonly id: string | null
  readonly declarations: string
}

/** Returns the declarations that the file's style sheets give an element, to prepend to its style attribute. */
export type SvgStyles = (element: XmlElement) => string

/**
 * Drawing programs put colors into a `style` element and reference them by class. A style sheet cannot stay: inline in
 * a slide it would style everything around the SVG. So its simple rules (`tag`, `.class`, `tag.class`, `#id`) are
 * inlined into the matching elements; other rules are dropped.
 */
export function svgStyles(sheets: readonly string[], policy: UrlPolicy): SvgStyles {
  const byKey = new Map<string, StyleRule[]>()
  let order = 0
  for (const sheet of sheets) {
    const tokens = cssTokens(prefixReferences(sheet))
    for (const [prelude, body] of rulesOf(tokens)) {
      const declarations = cleanDeclarations(tokens, body.start, body.end, policy, new RemovalList())
      if (declarations === '' || declarations.length > maxDeclarations) continue
      for (const selector of selectorsOf(prelude)) {
        const rule = readSelector(selector, declarations, order++)
        if (!rule || order > maxRules) continue
        const key =
          rule.id !== null ? `#${rule.id}` : rule.className !== null ? `.${rule.className}` : (rule.tag ?? '*')
        byKey.set(key, [...(byKey.get(key) ?? []), rule])
      }
    }
  }
  return (element) => (byKey.size === 0 ? '' : styleFor(element, byKey))
}

/**
 * Returns the declarations that stay for an element, of style sheets and its style attribute, as browsers read them:
 * `STROKE` and `str\\6fke` are `stroke`. Removals are not reported here.
 */
export function appliedStyles(sheets: SvgStyles, policy: UrlPolicy): SvgStyles {
  const byElement = new Map<XmlElement, string>()
  const bySource = new Map<string, string>()
  const clean = (source: string): string => {
    const known = bySource.get(source)
    if (known !== undefined) return known
    const cleaned = cleanStyle(prefixReferences(source), policy, new RemovalList())
    bySource.set(source, cleaned)
    return cleaned
  }
  return (element) => {
    const known = byElement.get(element)
    if (known !== undefined) return known
    const own = element.attributes.filter(([name]) => name === 'style').map(([, value]) => value)
    const style = clean([sheets(element), ...own].join(' ').trim())
    byElement.set(element, style)
    return style
  }
}

function* rulesOf(tokens: readonly CssToken[]): Generator<[CssToken[], { start: number; end: number }]> {
  let start = 0
  let index = 0
  while (index < tokens.length) {
    const token = tokens[index]!
    if (token.kind === kinds.leftCurly) {
      const prelude = tokens.slice(start, index).filter(({ kind }) => kind !== kinds.bad)
      if (prelude.find(({ kind }) => kind !== kinds.space)?.kind !== kinds.atKeyword)
        yield [prelude, { start: index + 1, end: token.close }]
    }
    index = skip(tokens, index)
    if (token.kind === kinds.leftCurly || token.kind === kinds.semicolon) start = index
  }
}

function selectorsOf(prelude: readonly CssToken[]): CssToken[][] {
  const selectors: CssToken[][] = [[]]
  for (const token of prelude) {
    if (token.kind === kinds.comma) selectors.push([])
    else selectors.at(-1)!.push(token)
  }
  return selectors.map((selector) => {
    const first = selector.findIndex(({ kind }) => kind !== kinds.space)
    const last = selector.findLastIndex(({ kind }) => kind !== kinds.space)
    return first < 0 ? [] : selector.slice(first, last + 1)
  })
}

function readSelector(tokens: readonly CssToken[], declarations: string, order: number): StyleRule | null {
  const empty = { tag: null, className: null, id: null, declarations, order }
  const [a, b, c] = tokens
  if (!a || tokens.length > 3) return null
  if (tokens.length === 1 && a.kind === kinds.ident) return { ...empty, tag: a.value, weight: 1 }
  if (tokens.length === 1 && a.kind === kinds.hash) return { ...empty, id: a.value, weight: 100 }
  if (tokens.length === 1 && a.value === '*') return { ...empty, weight: 0 }
  const isDot = (token: CssToken | undefined) => token?.kind === kinds.delim && token.value === '.'
  if (tokens.length === 2 && isDot(a) && b?.kind === kinds.ident) return { ...empty, className: b.value, weight: 10 }
  if (a.kind === kinds.ident && isDot(b) && c?.kind === kinds.ident)
    return { ...empty, tag: a.value, className: c.value, weight: 11 }
  return null
}

function styleFor(element: XmlElement, byKey: ReadonlyMap<string, readonly StyleRule[]>): string {
  const value = (name: string) => element.attributes.find(([key]) => key === name)?.[1]
  const keys = [
    '*',
    element.name ?? '',
    ...(value('class') ?? '')
      .split(/\s+/)
      .slice(0, 20)
      .map((name) => `.${name}`),
  ]
  const id = value('id')
  if (id !== undefined) keys.push(`#${id}`)
  const matching = keys
    .flatMap((key) => byKey.get(key) ?? [])
    .filter((rule) => rule.tag === null || rule.tag === element.name)
    .sort((a, b) => a.weight - b.weight || a.order - b.order)
  return matching.map((rule) => rule.declarations).join(' ')
}
