import { expect, test } from 'vitest'
import { editorOf } from './find-editor.ts'
import { blocks } from './index.ts'

test('every block type finds the editor of its own folder', async () => {
  for (const { type } of blocks) {
    const { blockEditor } = (await import(`./${type}/editor.tsx`)) as { blockEditor: unknown }
    expect(editorOf(type), type).not.toBeNull()
    expect(editorOf(type), type).toBe(blockEditor)
  }
})
