import { parse } from 'parse5'
import { type DeckSettings, deckFieldList, type FieldNameOf } from '../rules/deck-columns.ts'
import { normalFooter } from '../rules/slide-footer.ts'
import { builtInThemeNamed, themeMeta } from '../themes/index.ts'
import { attribute, type HtmlElement, type HtmlNode, isElement, textContent } from './html.ts'

/** The contents of a deck's HTML file. */
export interface DeckFile {
  /** The page's title; '' if it has none. */
  readonly title: string
  /** Meta tags by name: description, author, lectern:theme-color … For duplicates the first counts. */
  readonly meta: Readonly<Record<string, string>>
  /** The content of `.reveal .slides`, byte for byte; null if there is no such element. */
  readonly slides: string | null
}

/** Reads a complete reveal.js HTML file. Never throws. */
export function readDeckFile(html: string): DeckFile {
  const meta: Record<string, string> = {}
  let title: string | null = null
  let slides: HtmlElement | null = null
  const pending: { node: HtmlNode; inReveal: boolean }[] = []
  const push = (nodes: readonly HtmlNode[], inReveal: boolean): void => {
    for (let i = nodes.length - 1; i >= 0; i--) pending.push({ node: nodes[i]!, inReveal })
  }
  push(parse(html, { sourceCodeLocationInfo: true }).childNodes, false)
  while (pending.length > 0) {
    const { node, inReveal } = pending.pop()!
    if (!isElement(node)) continue
    const classes = (attribute(node, 'class') ?? '').split(/\s+/)
    if (node.tagName === 'title') title ??= textContent(node).trim()
    if (node.tagName === 'meta') {
      const name = attribute(node, 'name')
      if (name !== null && !Object.hasOwn(meta, name)) meta[name] = attribute(node, 'content') ?? ''
    }
    if (inReveal && classes.includes('slides')) {
      slides ??= node
      continue
    }
    push(node.childNodes, inReveal || classes.includes('reveal'))
  }
  return { title: title ?? '', meta, slides: slides && contentOf(html, slides) }
}

/** The source inside an element, up to the end of the file if its end tag is missing. */
function contentOf(source: string, element: HtmlElement): string | null {
  const location = element.sourceCodeLocation
  if (!location?.startTag) return null
  return source.slice(location.startTag.endOffset, location.endTag?.startOffset ?? source.length)
}

/** The settings in a file's meta tags that exist here, with the built-in theme that it names. `pro`: includes options marked pro. */
export function settingsInFile(
  { meta }: Pick<DeckFile, 'meta'>,
  pro: boolean,
): Partial<Pick<DeckSettings, FieldNameOf<'option'> | 'slide_size' | 'footer' | 'theme_id'>> {
  const found = deckFieldList.flatMap(({ name, rule, meta: tag }) => {
    if (tag === undefined) return []
    if (rule.kind === 'name') {
      const value = meta[tag]
      return value !== undefined && rule.validate(value) === null ? [[name, value]] : []
    }
    if (rule.kind === 'footer') return meta[tag] === undefined ? [] : [[name, normalFooter(meta[tag])]]
    if (rule.kind !== 'option') return []
    const option = rule.options.find(({ id }) => id === meta[tag])
    return option && (pro || !option.pro) ? [[name, option.id]] : []
  })
  const theme = builtInThemeNamed(meta[themeMeta])
  return { ...Object.fromEntries(found), ...(theme ? { theme_id: theme.id } : {}) }
}
