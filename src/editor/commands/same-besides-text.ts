import { editorOf } from '../../blocks/editors.ts'
import type { Block } from '../../document/types.ts'

/**
 * Whether two states of a block differ in nothing but the text that is typed into it, and in neither it is empty. Then
 * its wrapper looks the same, and so does what panels say of it.
 */
export function sameBesidesText(a: Block, b: Block): boolean {
  if (a === b) return true
  const text = a.type === b.type ? editorOf(a.type)?.text : null
  if (!text) return false
  const [was, now] = [text.read(a), text.read(b)]
  if (was === '' || now === '') return false
  const twin = text.write(a, now)
  return sameFields({ ...twin, props: null }, { ...b, props: null }) && sameFields(twin.props, b.props)
}

/** Whether two objects of the same form hold the very same values. */
function sameFields(a: unknown, b: unknown): boolean {
  const [one, other] = [a as Readonly<Record<string, unknown>>, b as Readonly<Record<string, unknown>>]
  return Object.keys(one).every((name) => one[name] === other[name])
}
