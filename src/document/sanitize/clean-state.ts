import type { HtmlElement } from '../html.ts'
import type { SanitizeLimits } from './limits.ts'
import type { RemovalList } from './removals.ts'
import type { SlideNote } from './slide-notes.ts'
import type { UrlPolicy } from './urls.ts'

/** What one cleaning of a tree reads and writes. */
export interface CleanState {
  readonly limits: SanitizeLimits
  readonly policy: UrlPolicy
  readonly removals: RemovalList
  /** Whether the owner may use class names of their own. */
  readonly customClasses: boolean
  /** data-l-* names of the blocks. */
  readonly blockAttributes: ReadonlySet<string>
  /** Markup from elsewhere: its meaning is carried over where decks say it differently. */
  readonly isImport: boolean
  readonly takesNotes: boolean
  /** Style attributes cleaned before: formatting elements are copied by the parser, with all their attributes. */
  readonly styles: Map<string, string>
  /** Work of the filters on the current slide, as in cssFilterLimits. */
  filterWork: number
  readonly notes: Map<number, SlideNote>
  /** The elements around the current one and itself, outermost first. */
  readonly path: HtmlElement[]
  readonly parts: string[]
  length: number
  nodes: number
  /** Index of the current slide; -1 before the first. */
  slide: number
  slideId: string | null
  /** Whether the last thing written was `<pre>`. */
  afterPre: boolean
}
