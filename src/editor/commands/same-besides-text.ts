import { editorOf } from '../../blocks/find-editor.ts'
import type { Block } from '../../document/deck-model.ts'

/**
 * Whether two versions of a block differ only in their text, and both texts have content. Then the wrapper and the
 * panels need no update.
 */
export function sameBesidesText(a: Block, b: Block): boolean {
  if (a === b) return true
  const text = a.type === b.type ? editorOf(a.type)?.text : null
  if (!text) return false
  const [was, now] = [text.read(a), text.read(b)]
  if (was === '' || now === '') return false
  const expected = text.write(a, now)
  return sameFields({ ...expected, props: null }, { ...b, props: null }) && sameFields(expected.props, b.props)
}

/** Whether two objects with the same keys have identical values. */
function sameFields(a: unknown, b: unknown): boolean {
  const [one, other] = [a as Readonly<Record<string, unknown>>, b as Readonly<Record<string, unknown>>]
  return Object.keys(one).every((name) => one[name] === other[name])
}
