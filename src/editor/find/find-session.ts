import { notifyWithUndo } from '../actions/notify-with-undo.ts'
import { slideOrder } from '../commands/find-slide.ts'
import type { Editor } from '../state/editor.ts'
import type { EditorModel } from '../state/editor-model.ts'
import { type FindMatch, type FindOptions, findMatches } from './find-matches.ts'
import { isReplaceable, replaceMatches } from './replace-matches.ts'

/** All matches of the open search. */
export function matchesOf(model: EditorModel): readonly FindMatch[] {
  const { deck, find } = model.getState()
  return find ? findMatches(deck, find) : []
}

/** Changes the query and shows the first match from the current slide on. */
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

/** Goes to the next match (1) or the previous one (-1), wrapping around. */
export function stepToMatch(model: EditorModel, by: 1 | -1): void {
  const { find } = model.getState()
  const { length } = matchesOf(model)
  if (find && length > 0) showMatch(model, (Math.min(find.at, length - 1) + by + length) % length)
}

/** Replaces the current match and goes to the next. */
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
  const remaining = matchesOf(model)
  // Continues behind the replacement, which may contain the query.
  const next = remaining.findIndex((one) => one.slideId === match.slideId && isBehind(one, match, find.replacement))
  const index = next >= 0 ? next : Math.min(find.at, remaining.length - 1)
  if (remaining.length > 0) showMatch(model, Math.max(0, index))
}

/** Replaces all matches in one undo step, and shows their number in a toast. */
export function replaceAll(editor: Editor): void {
  const { find, deck } = editor.model.getState()
  if (!find) return
  const matches = matchesOf(editor.model)
  const allowed = matches.filter((match) => isReplaceable(deck.slides[match.slideId], match))
  if (allowed.length === 0) return
  editor.model.apply(replaceMatches(allowed, find.replacement), { undo: 'step', label: 'Replace all' })
  const locked = matches.length - allowed.length
  const rest = locked === 0 ? '' : `, ${locked} in locked blocks left as ${locked === 1 ? 'it is' : 'they are'}`
  // The toast's Undo works after later changes too.
  notifyWithUndo(editor, `${allowed.length} replaced${rest}`, deck)
}

/** Goes to a match and selects its block. For a match in the notes, opens their panel. */
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
