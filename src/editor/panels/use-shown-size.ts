import type { BlockId } from '../../document/types.ts'
import { shrinkOf } from '../canvas/text/looks.ts'
import { useEditor, useEditorInstance } from '../state/use-editor.ts'

/** A type size as a field shows it, in slide px, and what to say about it. */
export interface ShownSize {
  readonly value: number
  /** The size that was set, in words, where the text is shown smaller; else undefined. */
  readonly says: string | undefined
}

/**
 * The type size that text really has on the slide: a box that shrinks its text to fit shows it smaller than it was set.
 * It is read off the canvas, which is drawn before the panels, and is nowhere stored. `size`: as it was set, null when
 * it is not known.
 */
export function useShownSize(size: number | null, blockId: BlockId | null): ShownSize {
  const editor = useEditorInstance()
  // Whatever changes on the slide may change how much the text has to shrink; the field is drawn anew only when it did.
  const part = useEditor(() => {
    const content = blockId === null ? null : editor.blockElement(blockId)?.querySelector<HTMLElement>(shrinking)
    return content ? shrinkOf(content) : 1
  })
  if (size === null || part === 1) return { value: size ?? 0, says: undefined }
  return { value: Math.round(size * part * 10) / 10, says: `${size} px, shown smaller to fit its box` }
}

const shrinking = ':scope > .block-content[data-l-fit="shrink"]'
