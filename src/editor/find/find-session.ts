import { tellWithUndo } from '../actions/tell-with-undo.ts'
import { slideOrder } from '../commands/find-slide.ts'
import type { Editor } from '../state/editor.ts'
import type { EditorModel } from '../state/editor-model.ts'
import { type FindMatch, type FindOptions, findMatches } from './find-matches.ts'
import type { FindState } from './find-state.ts'
import { isReplaceable, replaceMatches } from './replace-matches.ts'

/** Opens the search, or gives the keyboard back to it. What was looked for last stands in it. */
export function openFind(model: EditorModel, replaces: boolean): void {
  const before = model.getState().find ?? last
  const asked = (before?.asked ?? 0) + 1
  const fresh = { query: '', replacement: '', matchCase: false, wholeWord: false, at: 0 }
  model.show({
    find: { ...fresh, ...before, replaces: replaces || (model.getState().find?.replaces ?? false), asked },
  })
}

let last: FindState | null = null

/** Closes the search; the keyboard goes to the slide. */
export function closeFind({ model, view }: Editor): void {
  last = model.getState().find
  model.show({ find: null })
  view.focusCanvas()
}

/** All matches of the open search. */
export function matchesOf(model: EditorModel): readonly FindMatch[] {
  const { deck, find } = model.getState()
  return find ? findMatches(deck, find) : []
}

/** Changes what is looked for, and shows the first match from the slide on the canvas on. */
export function changeFind(model: EditorModel, change: Partial<FindOptions>): void {
  const { find, deck, slideId } = model.getState()
  if (!find) return
  model.show({ find: { ...find, ...change, at: 0 } })
  const order = slideOrder(deck)
  const here = order.indexOf(slideId)
  const matches = matchesOf(model)
  const first = matches.findIndex((match) => order.indexOf(match.slideId) >= here)
  if (matches.length > 0) showMatch(model, Math.max(0, first))
}

/** Goes to the next match (1) or the one before (-1), round the end of the deck. */
export function stepToMatch(model: EditorModel, by: 1 | -1): void {
  const { find } = model.getState()
  const { length } = matchesOf(model)
  if (find && length > 0) showMatch(model, (Math.min(find.at, length - 1) + by + length) % length)
}

/** Replaces the match one is at, and goes to the next. */
export function replaceOne({ model, services }: Editor): void {
  const { find } = model.getState()
  const matches = matchesOf(model)
  const match = find && matches[Math.min(find.at, matches.length - 1)]
  if (!find || !match) return
  if (!isReplaceable(model.getState().deck.slides[match.slideId], match)) {
    services.notify('This stands in a locked block', 'info')
    stepToMatch(model, 1)
    return
  }
  model.apply(replaceMatches([match], find.replacement), { undo: 'step', label: 'Replace' })
  const behind = matchesOf(model)
  // What was just written may hold what is looked for: one goes on behind it.
  const own = behind.findIndex((next) => next.slideId === match.slideId && isBehind(next, match, find.replacement))
  const index = own >= 0 ? own : Math.min(find.at, behind.length - 1)
  if (behind.length > 0) showMatch(model, Math.max(0, index))
}

/** Replaces all matches in one step, and says how many. */
export function replaceAll(editor: Editor): void {
  const { find, deck } = editor.model.getState()
  if (!find) return
  const matches = matchesOf(editor.model)
  const allowed = matches.filter((match) => isReplaceable(deck.slides[match.slideId], match))
  if (allowed.length === 0) return
  editor.model.apply(replaceMatches(allowed, find.replacement), { undo: 'step', label: 'Replace all' })
  const locked = matches.length - allowed.length
  const left = locked === 0 ? '' : `, ${locked} in locked blocks left as ${locked === 1 ? 'it is' : 'they are'}`
  // Undo there takes back the replacing, also when something else was done since.
  tellWithUndo(editor, `${allowed.length} replaced${left}`, deck)
}

/** Shows the slide of a match and marks where it is: its block is selected; notes stand in the panel. */
function showMatch(model: EditorModel, at: number): void {
  const { find } = model.getState()
  const match = matchesOf(model)[at]
  if (!find || !match) return
  model.show({ find: { ...find, at } })
  model.goTo(match.slideId)
  model.select(match.blockId === null ? [] : [match.blockId])
  if (match.kind === 'notes') model.show({ panel: 'slide' })
}

function isBehind(next: FindMatch, match: FindMatch, replacement: string): boolean {
  if (next.run === match.run && next.kind === match.kind) return next.from >= match.from + replacement.length
  return match.run >= 0 && (next.run > match.run || next.run < 0)
}
