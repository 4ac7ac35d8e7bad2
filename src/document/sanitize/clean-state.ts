import type { HtmlElement } from '../html.ts'
import type { SanitizeLimits } from './limits.ts'
import type { RemovalList } from './removals.ts'
import type { SlideNote } from './slide-notes.ts'
import type { UrlPolicy } from './urls.ts'

/** State of one sanitizer pass. */
export interface CleanState {
  readonly limits: SanitizeLimits
  readonly policy: UrlPolicy
  readonly removals: RemovalList
  /** Whether the owner may use custom class names. */
  readonly customClasses: boolean
  /** data-l-* attribute names of the blocks. */
  readonly blockAttributes: ReadonlySet<string>
  /** Imported markup: translates equivalents that our decks express differently. */
  readonly isImport: boolean
  readonly takesNotes: boolean
  /** Cache of sanitized style attributes: the parser copies formatting elements with all their attributes. */
  readonly styles: Map<string, string>
  /** Filter cost of the current slide, as in cssFilterLimits. */
  filterWork: number
  /** Work of the inline SVGs of the current slide, as in svgShapeLimits. */
  shapeWork: number
  readonly notes: Map<number, SlideNote>
  /** The current element and its ancestors, outermost first. */
  readonly path: HtmlElement[]
  readonly parts: string[]
  length: number
  nodes: number
  /** Index of the current slide; -1 before the first. */
  slide: number
  slideId: string | null
  /** Whether the last output was `<pre>`. */
  afterPre: boolean
}
