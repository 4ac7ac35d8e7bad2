import { limits } from '../../rules/limits.ts'
import type { HtmlElement, HtmlFragment } from '../html.ts'
import { plainText, truncate } from './attribute-values.ts'
import type { CleanState } from './clean-state.ts'
import { cleanTree } from './clean-tree.ts'
import { importLimits, type SanitizeLimits, slideLimits } from './limits.ts'
import { parseBounded } from './parse-bounded.ts'
import { printTree } from './print.ts'
import { type Removal, RemovalList, type RemovalPosition } from './removals.ts'
import { SanitizeError } from './sanitize-error.ts'
import type { SlideNote } from './slide-notes.ts'
import { sanitizeSvgFile } from './svg-file.ts'

export type { Removal } from './removals.ts'
export type { SlideNote } from './slide-notes.ts'

/**
 * Increased with every change of the rules that removes or rewrites more than before. Content stored under a lower
 * version is sanitized again before it is served. A rule that only allows more needs no new version.
 */
export const SANITIZER_VERSION = 7

/**
 * Context: `slide`, one or several stored slides; `theme-html`, a theme's markup; `note`, plain text; `svg-file`, an
 * uploaded SVG (the result is a file); `import`, an imported deck or fragment.
 */
export type SanitizeContext = 'slide' | 'theme-html' | 'note' | 'svg-file' | 'import'

/** Options of sanitize; it reads no other state. */
export interface SanitizeOptions {
  readonly context: SanitizeContext
  /** Whether custom class names are kept: the deck's owner has the custom-CSS privilege. */
  readonly customClasses: boolean
  /**
   * Host names (without port) that serve uploaded media; `*.` matches all subdomains. A URL `https://{host}/m/…` is
   * stored as `/m/…`, a form that is always accepted.
   */
  readonly mediaHosts: readonly string[]
  /** Host names of the app; neither they nor their subdomains (the teams) may be embedded. */
  readonly appHosts: readonly string[]
  /** The data-l-* attributes of the blocks. */
  readonly blockAttributes?: readonly string[]
}

/** What of a slide's limits its markup uses up: see slideLimits, cssFilterLimits and svgShapeLimits. */
export interface SanitizeCost {
  readonly nodes: number
  readonly filterWork: number
  readonly shapeWork: number
}

/** The markup to store, and everything removed from it. */
export interface Sanitized {
  readonly html: string
  /** Removals in order, at most 100; empty if only the formatting changed. */
  readonly removed: readonly Removal[]
  /** Notes found in the markup (contexts slide and import); not part of html. */
  readonly notes: readonly SlideNote[]
  /** That of the last slide. */
  readonly cost: SanitizeCost
  /** Of the context `slide`: what `html` is parsed to, with source locations. */
  readonly tree?: HtmlFragment
}

const none: SanitizeCost = { nodes: 0, filterWork: 0, shapeWork: 0 }

/** Maximum number of passes over a result that browsers would correct, before it is refused. */
const maxPasses = 4

/**
 * The only gate for user-written markup. Keeps what the deck schema allows, serializes it so that every browser parses
 * it the same way, and reports removals. Idempotent. Throws SanitizeError if the content exceeds a limit or has no
 * stable form; never any other error.
 */
export function sanitize(html: string, options: SanitizeOptions): Sanitized {
  if (options.context === 'note') {
    return { html: truncate(plainText(html), limits.slide.notes), removed: [], notes: [], cost: none }
  }
  if (options.context === 'svg-file') return { ...sanitizeSvgFile(html, options), cost: none }
  const bounds = options.context === 'import' ? importLimits : slideLimits
  const removals = new RemovalList()
  const notes = new Map<number, SlideNote>()
  const isSlide = options.context === 'slide'
  let source = html.toWellFormed()
  let tree = parseBounded(source, bounds, isSlide)
  for (let pass = 0; pass < maxPasses; pass++) {
    const state = newState(options, bounds, removals, notes)
    const result = cleanTree(tree, state)
    // The same text would be parsed to the same tree.
    if (result !== source) tree = parseBounded(result, bounds, isSlide)
    if (printTree(tree) === result) {
      const cleaned = { html: result, removed: removals.list, notes: [...notes.values()], cost: costOf(state) }
      return isSlide ? { ...cleaned, tree } : cleaned
    }
    source = result
  }
  throw new SanitizeError('unstable', 'The content is nested in a way that browsers read differently')
}

function costOf({ nodes, filterWork, shapeWork }: CleanState): SanitizeCost {
  return { nodes, filterWork, shapeWork }
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
    shapeWork: 0,
    notes,
    path,
    parts: [],
    length: 0,
    nodes: 0,
    slide: -1,
    slideId: null,
    afterPre: false,
  }
  removals.locate = () => placeIn(state)
  return state
}

function placeIn(state: CleanState): RemovalPosition {
  return {
    slide: state.slide < 0 ? null : state.slide,
    where: state.path.map((element) => element.tagName).join(' > '),
  }
}
