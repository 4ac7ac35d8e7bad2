import { limits } from '../../rules/limits.ts'
import type { HtmlElement } from '../html.ts'
import { cutText, plainText } from './attribute-values.ts'
import type { CleanState } from './clean-state.ts'
import { cleanTree } from './clean-tree.ts'
import { importLimits, type SanitizeLimits, slideLimits } from './limits.ts'
import { parseBounded } from './parse-bounded.ts'
import { printTree } from './print.ts'
import { type Removal, RemovalList, type RemovalPlace } from './removals.ts'
import { SanitizeError } from './sanitize-error.ts'
import type { SlideNote } from './slide-notes.ts'
import { sanitizeSvgFile } from './svg-file.ts'

export type { Removal } from './removals.ts'
export type { SlideNote } from './slide-notes.ts'

/** Goes up with every change of the rules; what was stored under a lower one is sanitized again before it is shown. */
export const SANITIZER_VERSION = 2

/**
 * What is sanitized: `slide`, one slide or several as they are stored; `theme-html`, the markup of a theme;
 * `note`, plain text; `svg-file`, an uploaded SVG (the result is a file); `import`, a whole deck or a piece of markup
 * from elsewhere.
 */
export type SanitizeContext = 'slide' | 'theme-html' | 'note' | 'svg-file' | 'import'

/** What sanitize needs to know; all of it is the caller's, nothing is read from elsewhere. */
export interface SanitizeOptions {
  readonly context: SanitizeContext
  /** Whether class names outside the product's list stay: the deck's owner has the custom-CSS privilege. */
  readonly customClasses: boolean
  /**
   * Host names (without port) that serve uploaded media, `*.` for all names below one: the content hosts. An address
   * `https://{host}/m/…` is stored as `/m/…`; that form is always taken.
   */
  readonly mediaHosts: readonly string[]
  /** Host names of the app; neither they nor names below them (the teams) may be embedded. */
  readonly appHosts: readonly string[]
  /** The data-l-* attributes of the blocks. */
  readonly blockAttributes?: readonly string[]
}

/** The markup to store, and everything that isn't in it any more. */
export interface Sanitized {
  readonly html: string
  /** What was taken out, in order, at most 100; empty when nothing but the way of writing changed. */
  readonly removed: readonly Removal[]
  /** Notes found in the markup (contexts slide and import); they are not part of html. */
  readonly notes: readonly SlideNote[]
}

/** How often a result that browsers would mend is cleaned again before it is refused. */
const maxPasses = 4

/**
 * The only gate for markup that somebody wrote: keeps what the schema of decks allows, prints it so that every browser
 * reads it in the same one way, and says what it took out. Cleaning the result again changes nothing.
 * Throws SanitizeError when the content is beyond a limit or can't be printed in a stable form; never anything else.
 */
export function sanitize(html: string, options: SanitizeOptions): Sanitized {
  if (options.context === 'note') return { html: cutText(plainText(html), limits.slide.notes), removed: [], notes: [] }
  if (options.context === 'svg-file') return sanitizeSvgFile(html, options)
  const bounds = options.context === 'import' ? importLimits : slideLimits
  const removals = new RemovalList()
  const notes = new Map<number, SlideNote>()
  let tree = parseBounded(html.toWellFormed(), bounds)
  for (let pass = 0; pass < maxPasses; pass++) {
    const state = newState(options, bounds, removals, notes)
    const result = cleanTree(tree, state)
    tree = parseBounded(result, bounds)
    if (printTree(tree) === result) return { html: result, removed: removals.list, notes: [...notes.values()] }
  }
  throw new SanitizeError('unstable', 'The content is nested in a way that browsers read differently')
}

function newState(
  options: SanitizeOptions,
  bounds: SanitizeLimits,
  removals: RemovalList,
  notes: Map<number, SlideNote>,
): CleanState {
  const path: HtmlElement[] = []
  const state: CleanState = {
    limits: bounds,
    policy: { mediaHosts: options.mediaHosts, appHosts: options.appHosts, dataUrl: bounds.dataUrl },
    removals,
    customClasses: options.customClasses,
    blockAttributes: new Set((options.blockAttributes ?? []).filter((name) => name.startsWith('data-l-'))),
    isImport: options.context === 'import',
    takesNotes: options.context === 'import' || options.context === 'slide',
    styles: new Map(),
    filterWork: 0,
    notes,
    path,
    parts: [],
    length: 0,
    nodes: 0,
    slide: -1,
    slideId: null,
    afterPre: false,
  }
  removals.place = () => placeIn(state)
  return state
}

function placeIn(state: CleanState): RemovalPlace {
  return {
    slide: state.slide < 0 ? null : state.slide,
    where: state.path.map((element) => element.tagName).join(' > '),
  }
}
