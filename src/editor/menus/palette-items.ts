import { blocks } from '../../blocks/index.ts'
import { renderSlide } from '../../document/render-slide.ts'
import { textOf } from '../../document/slide-text.ts'
import { titleOf } from '../../document/slide-title.ts'
import type { Slide } from '../../document/types.ts'
import { findHelp, helpPath } from '../../rules/help-topics.ts'
import type { Action, ActionGroup } from '../actions/action.ts'
import { actions } from '../actions/index.ts'
import { slideOrder } from '../commands/find-slide.ts'
import type { Editor } from '../state/editor.ts'
import type { EditorState } from '../state/editor-state.ts'
import { fuzzyMatch } from './fuzzy-match.ts'

/** The names of the groups of verbs, as people read them. */
export const groupTitles: Readonly<Record<ActionGroup, string>> = {
  edit: 'Edit',
  insert: 'Add',
  text: 'Text',
  arrange: 'Arrange',
  slide: 'Slides',
  view: 'View',
  deck: 'Deck',
}

/** Something that can be done from the palette: a verb, going to a slide, or opening a page of the help. */
export interface PaletteItem {
  /** The verb's id, `slide` and the slide's, or `help` and the topic's. */
  readonly id: string
  readonly label: string
  /** What it belongs to: 'Arrange', 'Slides'. */
  readonly group: string
  /** Null: a slide or a page of the help. */
  readonly action: Action | null
}

/** How many slides are offered at most: the rest is found by more letters. */
const mostSlides = 8
/** How many pages of the help are offered at most. */
const mostHelp = 4

/**
 * What the palette shows for what is typed: with nothing typed, what was used last and then all verbs that can be done
 * now; else what fits, best first, with the slides whose number or words it names, and pages of the help. `recent`: ids, the last one first.
 */
export function paletteItems(state: EditorState, typed: string, recent: readonly string[]): readonly PaletteItem[] {
  const verbs = actions.filter((action) => !action.quiet && action.id !== 'palette' && action.when(state)).map(itemOf)
  const query = typed.trim()
  if (query === '') return recentFirst(verbs, recent)
  const scored = verbs.flatMap((item) => {
    const fit = Math.max(fuzzyMatch(query, item.label), fuzzyMatch(query, `${item.group} ${item.label}`) * 0.9)
    // Who types a name to its end means just that, whatever was used last.
    if (item.label.toLowerCase() === query.toLowerCase()) return [{ item, score: Number.POSITIVE_INFINITY }]
    const used = recent.indexOf(item.id)
    return fit > 0 ? [{ item, score: fit + (used < 0 ? 0 : 1 / (1 + used)) }] : []
  })
  const found = scored.toSorted((a, b) => b.score - a.score).map(({ item }) => item)
  const slides = slideItems(state, query)
  return /^\d+$/.test(query) ? [...slides, ...found] : [...found, ...slides, ...helpItems(query)]
}

function itemOf(action: Action): PaletteItem {
  return { id: action.id, label: action.label, group: groupTitles[action.group], action }
}

function recentFirst(verbs: readonly PaletteItem[], recent: readonly string[]): readonly PaletteItem[] {
  // The verbs of a group stand together, wherever they are written down.
  const groups = Object.values(groupTitles)
  const inGroups = verbs.toSorted((a, b) => groups.indexOf(a.group) - groups.indexOf(b.group))
  const used = recent.flatMap((id) => verbs.find((item) => item.id === id) ?? [])
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
    if (found.length === mostSlides) break
  }
  return found
}

function helpItems(query: string): readonly PaletteItem[] {
  return findHelp(query)
    .slice(0, mostHelp)
    .map((topic) => ({ id: `help ${topic.id}`, label: topic.title, group: 'Help', action: null }))
}

/** Does what a chosen item says. */
export function runPaletteItem(editor: Editor, id: string): void {
  const [kind, of = ''] = id.split(' ')
  if (kind === 'slide') editor.model.goTo(of)
  else if (kind === 'help') editor.services.openHelp(helpPath({ id: of }))
  else actions.find((action) => action.id === id && action.when(editor.model.getState()))?.run(editor)
}

/** Slides are immutable: what one of them says is read once. */
const known = new WeakMap<Slide, SlideWords>()

interface SlideWords {
  readonly title: string
  readonly words: string
}

function readSlide(slide: Slide): SlideWords {
  const before = known.get(slide)
  if (before) return before
  const html = renderSlide(slide, blocks)
  const read = { title: titleOf(html), words: textOf(html) }
  known.set(slide, read)
  return read
}
