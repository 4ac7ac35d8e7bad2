import { type HtmlElement, isElement } from '../document/html.ts'
import {
  convertCode,
  convertIds,
  convertLooseIds,
  convertNotes,
  convertObjects,
  convertOthers,
  cssWithCustomIds,
  slidesMarkup,
} from '../document/import/convert-elements.ts'
import { convertMath } from '../document/import/convert-math.ts'
import { convertOwnNames, cssWithOwnNames } from '../document/import/convert-own-names.ts'
import { convertQuirks } from '../document/import/convert-quirks.ts'
import type { ForeignPage } from '../document/import/foreign-page.ts'
import { markdownToHtml } from '../document/import/markdown-html.ts'
import { renderMarkdown } from '../document/import/markdown-slides.ts'
import { withAround } from '../document/import/page-css.ts'
import { resolveReferences } from '../document/import/references.ts'
import { macrosInScripts } from '../document/import/tex-macros.ts'
import { elementsBelow } from '../document/import/tree.ts'
import { isPackedPage, undoRendering } from '../document/import/undo-rendering.ts'
import { guessLanguage } from './code/guess-language.ts'
import { convertSlBlocks } from './from-slides-com.ts'
import { canTypeset } from './math/formula-rules.ts'

/** What a page's slides need from around them. */
export interface PageSurroundings {
  /** The text of a file that a page names; null if it is missing. */
  readonly readText: (address: string) => string | null
  /** What an address becomes; null if the file is missing. */
  readonly resolve: (address: string, kind: 'page' | 'file') => string | null
}

/** The slides of a foreign page as markup of decks, not sanitized yet. */
export interface ConvertedPage {
  readonly html: string
  /** What stood beside the slides; '' if nothing did. */
  readonly around: string
  /** What was changed, by the number of the slide from 0; null: about the deck. */
  readonly remarks: readonly { readonly slide: number | null; readonly message: string }[]
  /** Rewrites the page's styles for the converted markup. */
  readonly restyle: (css: string) => string
}

/** The number of the slide that an element is on. */
function slideNumbers(slides: HtmlElement): (element: HtmlElement) => number | null {
  const sections = elementsBelow(slides, ({ tagName }) => tagName === 'section')
  const leaves = sections.filter(
    (section) => !section.childNodes.some((node) => isElement(node) && node.tagName === 'section'),
  )
  const numbers = new Map(leaves.map((section, index) => [section, index]))
  return (element) => {
    for (let node: HtmlElement | null = element; node; node = node.parentNode as HtmlElement | null) {
      const number = numbers.get(node)
      if (number !== undefined) return number
    }
    return null
  }
}

interface Renamed {
  readonly ids: ReadonlySet<string>
  readonly names: ReadonlySet<string>
}

/** Whether a page colors its code; highlight.js finds the language itself where none is named. */
const highlightsCode = ({ scripts }: ForeignPage): boolean => /highlight|hljs/i.test(scripts.join('\n'))

function converted(slides: HtmlElement, page: ForeignPage): Renamed {
  convertOthers(slides)
  convertNotes(slides, (markdown) => markdownToHtml(markdown, false))
  const isFromSlidesCom = convertSlBlocks(slides)
  convertCode(slides, highlightsCode(page) ? (code) => guessLanguage(code) : undefined)
  if (page.hasMath || isFromSlidesCom) convertMath(slides, macrosInScripts(page.scripts), canTypeset, !isFromSlidesCom)
  convertObjects(slides)
  if (page.isQuirky) convertQuirks(slides)
  return { ids: convertIds(slides), names: convertOwnNames(slides) }
}

/** Converts what stood beside the slides. */
function convertedAround(around: HtmlElement): Renamed {
  convertOthers(around)
  convertObjects(around)
  return { ids: convertLooseIds(around), names: convertOwnNames(around) }
}

const both = <T>(a: ReadonlySet<T>, b: ReadonlySet<T>): ReadonlySet<T> => new Set([...a, ...b])

/** Converts the slides of a page; they are changed meanwhile. */
export function convertPage(
  page: ForeignPage & { readonly slides: HtmlElement },
  around: PageSurroundings,
): ConvertedPage {
  const { slides, hasMath } = page
  const remarks: { slide: number | null; message: string }[] = []
  const unread = renderMarkdown(slides, around.readText, hasMath)
  const isPacked = isPackedPage(slides)
  if (isPacked) undoRendering(slides)
  const nothing: Renamed = { ids: new Set(), names: new Set() }
  const own = isPacked ? nothing : converted(slides, page)
  const beside = page.around ? convertedAround(page.around) : nothing
  const numberOf = slideNumbers(slides)
  for (const [name, section] of unread)
    remarks.push({ slide: numberOf(section), message: `The Markdown file ${name.slice(0, 200)} is missing` })
  for (const part of [slides, ...(page.around ? [page.around] : [])])
    resolveReferences(
      part,
      (address, kind) => {
        if (kind !== 'page') return around.resolve(address, 'file')
        return /^(?:https?:)?\/\//i.test(address) ? around.resolve(address, 'page') : null
      },
      (address, where) => {
        remarks.push({ slide: numberOf(where), message: `The file ${address.slice(0, 200)} is missing` })
      },
    )
  const [ids, names] = [both(own.ids, beside.ids), both(own.names, beside.names)]
  const restyle = (css: string): string => cssWithOwnNames(cssWithCustomIds(css, ids), names)
  return {
    html: slidesMarkup(slides),
    around: page.around ? slidesMarkup(page.around) : '',
    remarks,
    restyle: (css) => restyle(page.around ? withAround(css) : css),
  }
}
