import { blocks } from '../../blocks/index.ts'
import type { Slide } from '../../document/deck-model.ts'
import { renderSlide } from '../../document/render-slide.ts'
import { textOf } from '../../document/slide-text.ts'
import { titleOf } from '../../document/slide-title.ts'
import { findHelp, helpPath } from '../../rules/help-topics.ts'
import type { Action, ActionGroup } from '../actions/action.ts'
import { actions } from '../actions/index.ts'
import { slideOrder } from '../commands/find-slide.ts'
import type { Editor } from '../state/editor.ts'
import type { EditorState } from '../state/editor-state.ts'
import { fuzzyMatch } from './fuzzy-match.ts'

/** The titles of the groups of actions. */
export const groupTitles: Readonly<Record<ActionGroup, string>> = {
  edit: 'Edit',
  insert: 'Add',
  text: 'Text',
  arrange: 'Arrange',
  slide: 'Slides',
  view: 'View',
  deck: 'Deck',
}

/** An item of the palette: an action, a slide to go to, or a help page to open. */
export interface PaletteItem {
  /** The action's id, `slide` and the slide's id, or `help` and the topic's id. */
  readonly id: string
  readonly label: string
  /** The title of its group: 'Arrange', 'Slides'. */
  readonly group: string
  /** Null: a slide or a help page. */
  readonly action: Action | null
}

/** How many slides are listed at most; more letters find the others. */
const maxSlides = 8
/** How many help pages are listed at most. */
const maxHelp = 4

/**
 * The items for the typed text. Without text: the recent actions, then all available ones. Otherwise the matches, best
 * first: actions, slides by number or text, and help pages. `recent`: action ids, latest first. `billing`: whether the
 * instance has plans, which a help page explains.
 */
export function paletteItems(
  state: EditorState,
  typed: string,
  recent: readonly string[],
  billing = true,
): readonly PaletteItem[] {
  const actionItems = actions
    .filter((action) => !action.quiet && action.id !== 'palette' && action.when(state))
    .map(itemOf)
  const query = typed.trim()
  if (query === '') return recentFirst(actionItems, recent)
  const scored = actionItems.flatMap((item) => {
    const fit = Math.max(fuzzyMatch(query, item.label), fuzzyMatch(query, `${item.group} ${item.label}`) * 0.9)
    // A fully typed name takes precedence over recent use.
    if (item.label.toLowerCase() === query.toLowerCase()) return [{ item, score: Number.POSITIVE_INFINITY }]
    const used = recent.indexOf(item.id)
    return fit > 0 ? [{ item, score: fit + (used < 0 ? 0 : 1 / (1 + used)) }] : []
  })
  const found = scored.toSorted((a, b) => b.score - a.score).map(({ item }) => item)
  const slides = slideItems(state, query)
  return /^\d+$/.test(query) ? [...slides, ...found] : [...found, ...slides, ...helpItems(query, billing)]
}

function itemOf(action: Action): PaletteItem {
  return { id: action.id, label: action.label, group: groupTitles[action.group], action }
}

function recentFirst(actionItems: readonly PaletteItem[], recent: readonly string[]): readonly PaletteItem[] {
  // Sorted by group, since the list of actions mixes them.
  const groups = Object.values(groupTitles)
  const inGroups = actionItems.toSorted((a, b) => groups.indexOf(a.group) - groups.indexOf(b.group))
  const used = recent.flatMap((id) => actionItems.find((item) => item.id === id) ?? [])
  const first = used.map((item) => ({ ...item, group: 'Recent' }))
  return [...first, ...inGroups.filter((item) => !used.includes(item))]
}

function slideItems(state: EditorState, query: string): readonly PaletteItem[] {
  const wanted = query.toLowerCase()
  const found: PaletteItem[] = []
  for (const [index, id] of slideOrder(state.deck).entries()) {
    const { title, words } = readSlide(state.deck.slides[id]!)
    if (!String(index + 1).startsWith(query) && !words.toLowerCase().includes(wanted)) continue
    found.push({
      id: `slide ${id}`,
      label: `${index + 1}. ${title || 'without words'}`,
      group: 'Go to slide',
      action: null,
    })
    if (found.length === maxSlides) break
  }
  return found
}

function helpItems(query: string, billing: boolean): readonly PaletteItem[] {
  return findHelp(query, billing)
    .slice(0, maxHelp)
    .map((topic) => ({ id: `help ${topic.id}`, label: topic.title, group: 'Help', action: null }))
}

/** Runs the chosen item: an action, or a move to a slide or help page. */
export function runPaletteItem(editor: Editor, id: string): void {
  const [kind, of = ''] = id.split(' ')
  if (kind === 'slide') editor.model.goTo(of)
  else if (kind === 'help') editor.services.openHelp(helpPath({ id: of }))
  else actions.find((action) => action.id === id && action.when(editor.model.getState()))?.run(editor)
}

/** Cache: slides are immutable, so the text of each is extracted once. */
const cache = new WeakMap<Slide, SlideText>()

interface SlideText {
  readonly title: string
  readonly words: string
}

function readSlide(slide: Slide): SlideText {
  const before = cache.get(slide)
  if (before) return before
  const html = renderSlide(slide, blocks)
  const read = { title: titleOf(html), words: textOf(html) }
  cache.set(slide, read)
  return read
}
