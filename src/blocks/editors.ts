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

/** The editor's part of block types. A missing type has nothing to edit beyond position, size and order. */
const blockEditors: { readonly [T in BlockType]?: BlockEditor<PropsOf<T>> } = {
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

/** The editor's part of a block type, for blocks whose props only it knows. Null if it has none. */
export function editorOf(type: BlockType): BlockEditor<unknown> | null {
  // Safe as long as a block is only passed to the editor of its own type, which is the purpose of this function.
  return (blockEditors[type] as BlockEditor<unknown> | undefined) ?? null
}
