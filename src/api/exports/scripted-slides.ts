import type { PrintedSlide } from '../../document/output/print-document.ts'
import type { ExportInput, ExportNote } from './export-format.ts'

/** Names shorter than this are in any script. */
const shortestName = 4
/** Classes of the product, which say nothing about scripts. */
const ownName = /^(block|fragment|visible|r-|l-|fade-|has-|current-)/

/** The ids, classes and data attributes of a slide that a script may look for. */
function namesIn(html: string): Set<string> {
  const values = [...html.matchAll(/\s(?:id|class)="([^"]*)"/g)].flatMap(([, value]) => (value ?? '').split(/\s+/))
  const attributes = [...html.matchAll(/\s(data-(?!l-|id\b|block-|fragment-)[a-z][a-z0-9-]*)/g)].map(
    ([, name]) => name!,
  )
  return new Set([...values, ...attributes].filter((name) => name.length >= shortestName && !ownName.test(name)))
}

/**
 * Notes about scripts of the theme, which never run in an export: the slides that have a name that the scripts mention,
 * else one note about the deck.
 */
export function scriptedSlides(
  { themeScripts }: Pick<ExportInput, 'themeScripts'>,
  slides: readonly PrintedSlide[],
): ExportNote[] {
  if (themeScripts === null) return []
  const words = new Set(themeScripts.match(/[A-Za-z_][\w-]*/g) ?? [])
  const named = slides.filter(({ html }) => [...namesIn(html)].some((name) => words.has(name)))
  if (named.length === 0) return [{ slide: null, text: 'Scripts of the theme do not run in exports' }]
  return named.map(({ number }) => ({
    slide: number,
    text: 'Scripts of the theme, which do not run in exports, may change this slide',
  }))
}
