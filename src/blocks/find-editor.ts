import type { BlockType } from '../document/deck-model.ts'
import type { BlockEditor } from './block-editor.ts'

/** The `editor.tsx` of each block type that has one. */
const modules = import.meta.glob<{ readonly blockEditor: BlockEditor<never> }>('./*/editor.tsx', { eager: true })

const editors: ReadonlyMap<string, BlockEditor<never>> = new Map(
  Object.entries(modules).map(([path, { blockEditor }]) => [path.split('/')[1] ?? '', blockEditor]),
)

/** The editor's part of a block type, for blocks whose props only it knows. Null if it has none. */
export function editorOf(type: BlockType): BlockEditor<unknown> | null {
  // Safe as long as a block is only passed to the editor of its own type, which is the purpose of this function.
  return (editors.get(type) as BlockEditor<unknown> | undefined) ?? null
}

/** The CSS properties that the types' fields for typography write. */
export function typographyDeclarations(): readonly string[] {
  const groups = [...editors.values()].flatMap(({ panel }) => panel.filter(({ isTypography }) => isTypography))
  return groups.flatMap(({ fields }) => fields.flatMap(({ declaration }) => declaration ?? []))
}

/** Loads the in-place editing of all block types. */
export async function loadEditing(): Promise<void> {
  await Promise.all([...editors.values()].map(({ editing }) => editing?.load()))
}
