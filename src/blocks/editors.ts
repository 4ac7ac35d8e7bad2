import type { BlockType } from '../document/types.ts'
import type { BlockEditor } from './block-editor.ts'
import { codeEditor } from './code/editor.tsx'
import { iframeEditor } from './iframe/editor.tsx'
import { imageEditor } from './image/editor.tsx'
import type { PropsOf } from './index.ts'
import { lineEditor } from './line/editor.tsx'
import { mathEditor } from './math/editor.tsx'
import { shapeEditor } from './shape/editor.tsx'
import { snippetEditor } from './snippet/editor.tsx'
import { tableEditor } from './table/editor.tsx'
import { textEditor } from './text/editor.tsx'

/**
 * What the editor knows of each block type. A type that is missing here does not compile; null is said of those that
 * can be placed, sized and ordered like all blocks, and have nothing of their own to edit.
 */
const blockEditors: { readonly [T in BlockType]: BlockEditor<PropsOf<T>> | null } = {
  text: textEditor,
  image: imageEditor,
  shape: shapeEditor,
  line: lineEditor,
  iframe: iframeEditor,
  table: tableEditor,
  code: codeEditor,
  math: mathEditor,
  snippet: snippetEditor,
}

/** The editor's side of a block type, for blocks whose props are known only to it. Null when it has none. */
export function editorOf(type: BlockType): BlockEditor<unknown> | null {
  // Safe as long as a block is only handed to the editor of its own type, which is what this function is for.
  return blockEditors[type] as BlockEditor<unknown> | null
}
