import { familiesField, type WantedFamily } from '../../rules/font-services.ts'
import { familyOfFace, fontFaces, isBundledFamily } from './bundled-families.ts'
import { resolveCss } from './references.ts'
import { selectorsIn, withSelectors } from './selectors.ts'

/** Joins the style sheets of a page into one, for its imported deck. */

/** Each attempt ends at the next rule, and within a length: many open ones take linear time. */
const importRule =
  /@import\s{1,100}(?:url\(\s{0,100})?(?:"([^"]{0,2000})"|'([^']{0,2000})'|([^"')\s;]{1,2000})(?![^"')\s;]))\s{0,100}\)?([^;@{}]{0,1000});/gi

/** Reads a style sheet by its address; null if it is not in the folder. */
export type ReadSheet = (address: string, folder: string) => { readonly css: string; readonly folder: string } | null

/** A style sheet with those that it imports, its addresses resolved. */
export function sheetWithImports(
  css: string,
  folder: string,
  read: ReadSheet,
  resolve: (address: string, folder: string) => string | null,
  depth = 0,
): string {
  const imported: string[] = []
  const rest = css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(importRule, (_, double?: string, single?: string, bare?: string) => {
      const found = depth < 5 ? read(double ?? single ?? bare ?? '', folder) : null
      if (found) imported.push(sheetWithImports(found.css, found.folder, read, resolve, depth + 1))
      return ''
    })
  return [...imported, resolveCss(oneFileEach(rest), (address) => resolve(address, folder))].join('\n')
}

const fontTypes = ['woff2', 'woff', 'ttf', 'otf']

/** The type of a font by its address; '' for others, such as those of old browsers. */
function fontType(address: string): string {
  const data = /^data:[^,;]*?(woff2?|ttf|truetype|otf|opentype)/i.exec(address)?.[1]?.toLowerCase()
  const name = data?.replace('truetype', 'ttf').replace('opentype', 'otf')
  return name ?? /\.(woff2?|ttf|otf)(?:[?#]|$)/i.exec(address)?.[1]?.toLowerCase() ?? ''
}

/** Leaves one file in each font face: the others are fallbacks for old browsers. */
function oneFileEach(css: string): string {
  return css.replace(/@font-face\s*\{([^{}]*)\}/gi, (face, declarations: string) => {
    const sources = [...face.matchAll(/url\(\s*(?:"([^"]*)"|'([^']*)'|([^"')\s]+))\s*\)/g)]
      .map(([, double, single, bare]) => double ?? single ?? bare ?? '')
      .toSorted((a, b) => rankOf(a) - rankOf(b))
    const [best] = sources
    if (best === undefined || fontType(best) === '') return ''
    const others = declarations.replace(/(?:^|;)\s*src\s*:(?:url\((?:"[^"]*"|'[^']*'|[^)]*)\)|[^;])*/gi, '')
    return `@font-face {${others}; src: url("${best}"); }`
  })
}

const rankOf = (address: string): number => fontTypes.indexOf(fontType(address)) + (fontType(address) === '' ? 9 : 0)

const serviceHost = /^(?:https?:)?\/\/fonts\.googleapis\.com\/css2?\?/i

function safeDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const sides: Readonly<Record<string, string>> = {
  ...{ top: 'to bottom', bottom: 'to top', left: 'to right', right: 'to left' },
}

/** Gradients in the form that browsers had before the standard, in that of the standard. */
export function withStandardGradients(css: string): string {
  return css
    .replace(/-webkit-linear-gradient\(\s*(top|bottom|left|right)\s*,/gi, (_, side: string) => {
      return `linear-gradient(${sides[side.toLowerCase()]},`
    })
    .replace(/-webkit-radial-gradient\(\s*center\s*,\s*(circle|ellipse)(?:\s+cover)?\s*,/gi, 'radial-gradient($1,')
}

/** Whether an address is that of a font service's style sheet. */
export const isServiceSheet = (address: string): boolean => serviceHost.test(address)

/** The families that an address of a font service names. */
function familiesAt(address: string): WantedFamily[] {
  if (!serviceHost.test(address)) return []
  return (address.split('?')[1] ?? '')
    .split(/&(?:amp;)?/)
    .flatMap((pair) => (pair.startsWith('family=') ? safeDecoded(pair.slice('family='.length)).split('|') : []))
    .map((value) => {
      const [family = '', axes = ''] = value.split(':')
      const weights = axes.split(/[@,;]/).filter((part) => /^(?:\d00|\d00i(?:talic)?|regular|bold|italic)$/i.test(part))
      return { family: family.replace(/\+/g, ' ').trim(), variants: [...new Set(weights)].join(',') }
    })
    .filter(({ family }) => family !== '')
}

/** The families that sheets of font services have and this product lacks, as a field of decks; null without any. */
export function serviceFonts(addresses: readonly string[]): string | null {
  const families = new Map<string, WantedFamily>()
  for (const one of addresses.flatMap(familiesAt))
    if (!families.has(one.family) && !isBundledFamily(one.family)) families.set(one.family, one)
  const field = familiesField([...families.values()])
  return field !== null && field.length <= 255 ? field : null
}

/** Rules for what stood beside the slides: decks have it beside the `.reveal` element. */
export function withAround(css: string): string {
  return withSelectors(css, (selectors) =>
    selectors
      .split(',')
      .map((one) =>
        /\.slides|\bsection\b/.test(one) ? one : one.replace(/\.reveal(?![\w.[-])/g, ':is(.reveal, .theme-html)'),
      )
      .join(','),
  )
}

/** Selectors of elements of text alone. */
const textSelector = /^\.reveal(?:[\s>]+(?:[a-z][a-z0-9]*|\*)(?::[\w-]+(?:\([^()]*\))?)*)+$/

/**
 * The rules of reveal.js's own sheet that are about text. Before version 3 they were there instead of in themes, and
 * authors changed them there.
 */
export function textRulesOfCore(css: string): string {
  const rules: string[] = []
  let depth = 0
  let selectors = ''
  for (const [, text, end] of css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{}]*)([{}]|$)/g)) {
    if (end === '{') {
      if (depth === 0) selectors = text!.slice(text!.lastIndexOf(';') + 1).trim()
      depth++
    } else if (end === '}') {
      depth = Math.max(0, depth - 1)
      const isOfText = depth === 0 && selectors.split(',').every((one) => textSelector.test(one.trim()))
      if (isOfText && !/\bfont\s*:\s*inherit/.test(text!)) rules.push(`${selectors} {${text}}`)
      selectors = ''
    }
  }
  return rules.join('\n')
}

/** Applies rules for the page's body to the viewport of decks, with the doubled class of its own rule. */
export function withViewport(css: string): string {
  return withSelectors(css, (selectors) =>
    selectors.replace(/(^|[\s,])(?:body|\.reveal-viewport)(?![\w-])/g, '$1.reveal-viewport.reveal-viewport'),
  )
}

/** Classes that reveal.js itself or decks give to these elements. */
const ownClasses =
  /^(?:reveal|reveal-viewport|slides|center|ready|linear|default|has-(?:dark|light)-background|(?:no|has)-[\w-]*|rtl|loaded|focused|slide|fade|convex|concave|zoom|none)$/

const namedClasses = (classes: readonly string[]): ReadonlySet<string> =>
  new Set(classes.filter((name) => /^[A-Za-z][\w-]*$/.test(name) && !ownClasses.test(name)))

/**
 * Applies rules for classes of the page and of its `.reveal` element, which decks have not, to their elements in decks. Its
 * slides may have the same classes. Rules for the page alone get the doubled class of its own rule.
 */
export function withPageClasses(css: string, page: readonly string[], reveal: readonly string[]): string {
  const [ofPage, ofReveal] = [namedClasses(page), namedClasses(reveal)]
  if (ofPage.size === 0 && ofReveal.size === 0) return css
  const rewrite = (selector: string): string => {
    const only = /^\s*\.([\w-]+)\s*$/.exec(selector)?.[1] ?? ''
    if (ofPage.has(only)) return `${selector.trimEnd()}, .reveal-viewport.reveal-viewport `
    return selector.replace(/\.([A-Za-z][\w-]*)/g, (whole, name: string) => {
      const element = ofPage.has(name) ? '.reveal-viewport' : ofReveal.has(name) ? '.reveal' : null
      return element ? `:is(${whole}, ${element})` : whole
    })
  }
  return withSelectors(css, (selectors) => selectorsIn(selectors).map(rewrite).join(','))
}

/** Leaves out fonts whose family neither the other styles nor the markup name. */
export function withoutUnusedFonts(css: string, markup: string): string {
  const others = (css.replace(fontFaces, '') + markup).toLowerCase()
  return css.replace(fontFaces, (face) => (others.includes(familyOfFace(face)) ? face : ''))
}
