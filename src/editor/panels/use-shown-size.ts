import { editorOf } from '../../blocks/editors.ts'
import type { Block } from '../../document/types.ts'
import { shownFormat, textBlocks } from '../actions/format-text.ts'
import type { EditorState } from '../state/editor-state.ts'
import type { EditorView } from '../state/editor-view.ts'
import { selectedIn } from '../state/selection.ts'
import type { TextSize } from '../state/text-format.ts'
import { useEditor, useEditorInstance } from '../state/use-editor.ts'
import { commonSize, shrinkOf, sizeOfText } from '../text/text-size.ts'

/** A type size as a field shows it, in slide px, and what to say about it. */
export interface ShownSize {
  readonly value: number | 'mixed'
  /** The size that was set, in words, where the text is shown smaller; else undefined. */
  readonly says: string | undefined
}

/**
 * The type size that the selected text really has on the slide: while typing what is selected there, else all text of the
 * selected blocks. Headings are as large as the theme says, and a box that shrinks its text to fit shows it smaller than it
 * was set. It is read off the canvas, which is drawn before the panels, and is nowhere stored.
 */
export function useShownSize(): ShownSize {
  const { view } = useEditorInstance()
  // Whatever changes on the slide may change how much the text has to shrink; the field is drawn anew only when it did.
  return useEditor(
    (state) => shownSize(view, state),
    (a, b) => a.value === b.value && a.says === b.says,
  )
}

function shownSize(view: EditorView, state: EditorState): ShownSize {
  const blocks = state.editing === null ? textBlocks(state) : selectedIn(state)
  const sizes = blocks.map((block) => sizeOfBlock(view, state, block))
  const set = commonSize(sizes.map((size) => size.set)) ?? shownFormat(state)?.size ?? 0
  const seen = commonSize(sizes.map((size) => size.seen)) ?? set
  const isSmaller = typeof set === 'number' && seen !== set
  return { value: seen, says: isSmaller ? `${set} px, shown smaller to fit its box` : undefined }
}

/** The size of a block's text, or of what is selected while it is typed: as it was set, and as it is seen. */
function sizeOfBlock(
  view: EditorView,
  state: EditorState,
  block: Block,
): { readonly set: TextSize; readonly seen: TextSize } {
  const wrapper = view.canvas.element(block.id)
  const host = wrapper && editorOf(block.type)?.text?.host(wrapper)
  const whole = host ? sizeOfText(host) : null
  const set = state.editing === null ? whole : (state.textFormat?.size ?? null)
  const seen = host && typeof set === 'number' ? Math.round(set * shrinkOf(host) * 10) / 10 : set
  return { set, seen }
}
