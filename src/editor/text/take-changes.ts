import { type Edit, editsBetween, endsLine, mapPosition, mergeTexts } from '../../document/text/text-edits.ts'
import { fragmentOf } from '../html/markup.ts'
import { cleanHtml, normalize } from './clean-html.ts'
import { mergeLineFormats } from './line-formats.ts'
import { patchChildren } from './patch-elements.ts'
import { isBlank } from './text-dom.ts'
import { buildText, placeOf, positionOf, type TextUnit, unitsOf } from './text-units.ts'

/** A text with the user's change and a change from elsewhere. */
interface JoinedText {
  /** In its normal form. */
  readonly root: HTMLElement
  /** The edits from what the user sees to `root`. */
  readonly edits: readonly Edit[]
}

/**
 * Shows a foreign change in a text that is being edited: patches what differs and keeps caret and selection at the same
 * place in the user's text. `base`: the stored HTML that `root` was made from; `theirs`: the stored HTML now. Words in
 * `root` that are not stored yet are merged (see mergeTexts). Returns whether the text differs from `theirs` afterward.
 */
export function takeChanges(root: HTMLElement, base: string, theirs: string): boolean {
  const joined = joinTexts(root, rootOf(base), rootOf(theirs))
  const selection = selectionIn(root)
  const places = selection && mappedPlaces(root, selection, joined.edits)
  patchChildren(root, joined.root)
  if (selection && places) restore(root, selection, places)
  return cleanHtml(root) !== cleanHtml(rootOf(theirs))
}

/** Three-way merge of the HTML of a text (see mergeTexts). An emptied text is '', or as a side stores it. */
export function mergeHtml(base: string, mine: string, theirs: string): string {
  const { root } = joinTexts(rootOf(mine), rootOf(base), rootOf(theirs))
  // An empty placeholder keeps the type of its paragraph.
  return isBlank(root) ? ([mine, theirs].find((html) => isBlank(rootOf(html))) ?? '') : cleanHtml(root)
}

function joinTexts(mineRoot: HTMLElement, baseRoot: HTMLElement, theirRoot: HTMLElement): JoinedText {
  const [base, mine, theirs] = [unitsOf(baseRoot), unitsOf(mineRoot), unitsOf(theirRoot)]
  // Without own changes their markup is taken as stored, also what units do not represent.
  if (sameUnits(base, mine)) return { root: theirRoot, edits: editsBetween(mine.map(keyOf), theirs.map(keyOf)) }
  const merged = mergeTexts(base, mine, theirs)
  const units = mergeLineFormats({ base, mine, theirs }, merged)
  const isEnded = endsLine(units.at(-1)?.key)
  const root = theirRoot.ownerDocument.createElement('div')
  root.append(buildText(isEnded ? units : [...units, mine.at(-1)!], root.ownerDocument))
  normalize(root)
  return { root, edits: merged.edits }
}

/** Positions of a selection, in units. */
interface SelectedPlaces {
  readonly anchor: number
  readonly focus: number
}

function mappedPlaces(root: HTMLElement, selection: Selection, edits: readonly Edit[]): SelectedPlaces {
  const { anchor, focus } = selectedPlaces(root, selection)
  const map = (position: number, other: number) => mapPosition(edits, position, position < other ? 'after' : 'before')
  return { anchor: map(anchor, focus), focus: map(focus, anchor) }
}

function selectedPlaces(root: HTMLElement, selection: Selection): SelectedPlaces {
  const units = unitsOf(root)
  const { anchorNode, anchorOffset, focusNode, focusOffset } = selection
  return {
    anchor: positionOf(root, units, anchorNode!, anchorOffset),
    focus: positionOf(root, units, focusNode!, focusOffset),
  }
}

/** Restores a selection in its direction, unless the browser has kept it. */
function restore(root: HTMLElement, selection: Selection, { anchor, focus }: SelectedPlaces): void {
  const units = unitsOf(root)
  const left = selectionIn(root) && selectedPlaces(root, selection)
  if (left && left.anchor === anchor && left.focus === focus) return
  const [from, to] = [
    placeOf(units, anchor, anchor < focus ? 'after' : 'before'),
    placeOf(units, focus, focus < anchor ? 'after' : 'before'),
  ]
  selection.setBaseAndExtent(from.node, from.offset, to.node, to.offset)
}

/** The document's selection if all of it is in this element. */
function selectionIn(root: HTMLElement): Selection | null {
  const selection = root.ownerDocument.getSelection()
  const isInside = root.contains(selection?.anchorNode ?? null) && root.contains(selection?.focusNode ?? null)
  return isInside ? selection : null
}

function rootOf(html: string): HTMLElement {
  const fragment = fragmentOf(html)
  const root = fragment.ownerDocument.createElement('div')
  root.append(fragment)
  normalize(root)
  return root
}

function sameUnits(a: readonly TextUnit[], b: readonly TextUnit[]): boolean {
  return a.length === b.length && a.every(({ key, look }, at) => key === b[at]!.key && look === b[at]!.look)
}

function keyOf({ key }: TextUnit): string {
  return key
}
