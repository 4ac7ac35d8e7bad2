import { editorOf } from '../../blocks/find-editor.ts'
import type { Block } from '../../document/deck-model.ts'
import { shownFormat, textBlocks } from '../actions/format-text.ts'
import type { EditorState } from '../state/editor-state.ts'
import type { EditorView } from '../state/editor-view.ts'
import { selectedIn } from '../state/selection.ts'
import type { TextSize } from '../state/text-format.ts'
import { useEditor, useEditorInstance } from '../state/use-editor.ts'
import { commonSize, shrinkOf, sizeOfText } from '../text/text-size.ts'

/** A font size as a field shows it, in slide px, with its explanation. */
export interface ShownSize {
  readonly value: number | 'mixed'
  /** Text naming the set size where the rendered text is smaller; else undefined. */
  readonly explanation: string | undefined
}

/**
 * The rendered font size of the selected text while editing, otherwise of all text in the selected blocks. A heading's
 * size comes from the theme, and a box that shrinks its text shows it smaller than it was set. Read from the canvas,
 * which renders before the panels; never stored.
 */
export function useShownSize(): ShownSize {
  const { view } = useEditorInstance()
  // Any change on the slide may change how far the text shrinks. The field renders only if the size did.
  return useEditor(
    (state) => shownSize(view, state),
    (a, b) => a.value === b.value && a.explanation === b.explanation,
  )
}

function shownSize(view: EditorView, state: EditorState): ShownSize {
  const blocks = state.editing === null ? textBlocks(state) : selectedIn(state)
  const sizes = blocks.map((block) => sizeOfBlock(view, state, block))
  const set = commonSize(sizes.map((size) => size.set)) ?? shownFormat(state)?.size ?? 0
  const seen = commonSize(sizes.map((size) => size.seen)) ?? set
  const isSmaller = typeof set === 'number' && seen !== set
  return { value: seen, explanation: isSmaller ? `${set} px, shown smaller to fit its box` : undefined }
}

/** The size of a block's text, or of the selected text while it is edited: as set and as rendered. */
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
