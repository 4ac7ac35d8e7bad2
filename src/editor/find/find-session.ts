import { tellWithUndo } from '../actions/tell-with-undo.ts'
import { slideOrder } from '../commands/find-slide.ts'
import type { Editor } from '../state/editor.ts'
import { type FindMatch, type FindOptions, findMatches } from './find-matches.ts'
import type { FindState } from './find-state.ts'
import { isReplaceable, replaceMatches } from './replace-matches.ts'

/** Opens the search, or gives the keyboard back to it. What was looked for last stands in it. */
export function openFind(editor: Editor, replaces: boolean): void {
  const before = editor.getState().find ?? last
  const asked = (before?.asked ?? 0) + 1
  const fresh = { query: '', replacement: '', matchCase: false, wholeWord: false, at: 0 }
  editor.show({
    find: { ...fresh, ...before, replaces: replaces || (editor.getState().find?.replaces ?? false), asked },
  })
}

let last: FindState | null = null

/** Closes the search; the keyboard goes to the slide. */
export function closeFind(editor: Editor): void {
  last = editor.getState().find
  editor.show({ find: null })
  editor.focusCanvas()
}

/** All matches of the open search. */
export function matchesOf(editor: Editor): readonly FindMatch[] {
  const { deck, find } = editor.getState()
  return find ? findMatches(deck, find) : []
}

/** Changes what is looked for, and shows the first match from the slide on the canvas on. */
export function changeFind(editor: Editor, change: Partial<FindOptions>): void {
  const { find, deck, slideId } = editor.getState()
  if (!find) return
  editor.show({ find: { ...find, ...change, at: 0 } })
  const order = slideOrder(deck)
  const here = order.indexOf(slideId)
  const matches = matchesOf(editor)
  const first = matches.findIndex((match) => order.indexOf(match.slideId) >= here)
  if (matches.length > 0) showMatch(editor, Math.max(0, first))
}

/** Goes to the next match (1) or the one before (-1), round the end of the deck. */
export function stepToMatch(editor: Editor, by: 1 | -1): void {
  const { find } = editor.getState()
  const { length } = matchesOf(editor)
  if (find && length > 0) showMatch(editor, (Math.min(find.at, length - 1) + by + length) % length)
}

/** Replaces the match one is at, and goes to the next. */
export function replaceOne(editor: Editor): void {
  const { find } = editor.getState()
  const matches = matchesOf(editor)
  const match = find && matches[Math.min(find.at, matches.length - 1)]
  if (!find || !match) return
  if (!isReplaceable(editor.getState().deck.slides[match.slideId], match)) {
    editor.services.notify('This stands in a locked block', 'info')
    stepToMatch(editor, 1)
    return
  }
  editor.apply(replaceMatches([match], find.replacement), { undo: 'step', label: 'Replace' })
  const behind = matchesOf(editor)
  // What was just written may hold what is looked for: one goes on behind it.
  const own = behind.findIndex((next) => next.slideId === match.slideId && isBehind(next, match, find.replacement))
  const index = own >= 0 ? own : Math.min(find.at, behind.length - 1)
  if (behind.length > 0) showMatch(editor, Math.max(0, index))
}

/** Replaces all matches in one step, and says how many. */
export function replaceAll(editor: Editor): void {
  const { find, deck } = editor.getState()
  if (!find) return
  const matches = matchesOf(editor)
  const allowed = matches.filter((match) => isReplaceable(deck.slides[match.slideId], match))
  if (allowed.length === 0) return
  editor.apply(replaceMatches(allowed, find.replacement), { undo: 'step', label: 'Replace all' })
  const locked = matches.length - allowed.length
  const left = locked === 0 ? '' : `, ${locked} in locked blocks left as ${locked === 1 ? 'it is' : 'they are'}`
  // Undo there takes back the replacing, also when something else was done since.
  tellWithUndo(editor, `${allowed.length} replaced${left}`, deck)
}

/** Shows the slide of a match and marks where it is: its block is selected; notes stand in the panel. */
function showMatch(editor: Editor, at: number): void {
  const { find } = editor.getState()
  const match = matchesOf(editor)[at]
  if (!find || !match) return
  editor.show({ find: { ...find, at } })
  editor.goTo(match.slideId)
  editor.select(match.blockId === null ? [] : [match.blockId])
  if (match.kind === 'notes') editor.show({ panel: 'slide' })
}

function isBehind(next: FindMatch, match: FindMatch, replacement: string): boolean {
  if (next.run === match.run && next.kind === match.kind) return next.from >= match.from + replacement.length
  return match.run >= 0 && (next.run > match.run || next.run < 0)
}
