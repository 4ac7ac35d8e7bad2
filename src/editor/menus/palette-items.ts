import { blocks } from '../../blocks/index.ts'
import { renderSlide } from '../../document/render-slide.ts'
import { textOf } from '../../document/slide-text.ts'
import { titleOf } from '../../document/slide-title.ts'
import type { Slide } from '../../document/types.ts'
import type { Action, ActionGroup } from '../actions/action.ts'
import { actions } from '../actions/index.ts'
import { slideOrder } from '../commands/find-slide.ts'
import type { Editor } from '../state/editor.ts'
import type { EditorState } from '../state/editor-state.ts'
import { fuzzyMatch } from './fuzzy-match.ts'

/** The names of the groups of verbs, as people read them. */
export const groupTitles: Readonly<Record<ActionGroup, string>> = {
  edit: 'Edit',
  insert: 'Insert',
  text: 'Text',
  arrange: 'Arrange',
  slide: 'Slides',
  view: 'View',
  deck: 'Deck',
}

/** Something that can be done from the palette: a verb, or going to a slide. */
export interface PaletteItem {
  /** The verb's id, or `slide` and the slide's. */
  readonly id: string
  readonly label: string
  /** What it belongs to: 'Arrange', 'Slides'. */
  readonly group: string
  /** Null: a slide. */
  readonly action: Action | null
  run(editor: Editor): void
}

/** How many slides are offered at most: the rest is found by more letters. */
const mostSlides = 8

/**
 * What the palette shows for what is typed: with nothing typed, what was used last and then all verbs that can be done
 * now; else what fits, best first, with the slides whose number or words it names. `recent`: ids, the last one first.
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
  return /^\d+$/.test(query) ? [...slides, ...found] : [...found, ...slides]
}

function itemOf(action: Action): PaletteItem {
  return { id: action.id, label: action.label, group: groupTitles[action.group], action, run: action.run }
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
      run: (editor) => editor.goTo(id),
    })
    if (found.length === mostSlides) break
  }
  return found
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
