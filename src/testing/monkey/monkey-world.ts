import type { Block, BlockId } from '../../document/deck-model.ts'
import { createEditor, type Editor } from '../../editor/state/editor.ts'
import { type RecordedServices, recordedServices } from '../editor-services.ts'
import { type HeadlessSurface, headlessSurface } from '../editor-surface.ts'
import { randomFrom } from '../seeded-random.ts'

/** The monkey's environment: an editor without a screen, and seeded random choices. */
export interface MonkeyWorld {
  readonly editor: Editor
  readonly services: RecordedServices
  readonly surface: HeadlessSurface
  /** An integer from 0 up to `below`. */
  below(below: number): number
  /** True in `percent` of 100 cases. */
  chance(percent: number): boolean
  /** A random item; undefined if there is none. */
  one<T>(list: readonly T[]): T | undefined
  /** A random subset, in order. */
  some<T>(list: readonly T[]): readonly T[]
}

/** An editor on a deck with a seed. Dialogs are answered at random. */
export function openWorld(deck: Parameters<typeof createEditor>[0]['deck'], seed: number): MonkeyWorld {
  const random = randomFrom(seed)
  const below = (count: number): number => Math.floor(random() * count)
  const services = { ...recordedServices(), confirm: () => Promise.resolve(random() < 0.8) }
  const editor = createEditor({ deck, services })
  return {
    editor,
    services,
    surface: headlessSurface(editor.model),
    below,
    chance: (percent) => below(100) < percent,
    one: (list) => list[below(list.length)],
    some: (list) => list.filter(() => random() < 0.4),
  }
}

/** Selects a random block of the slide; null on an empty slide. */
export function takeBlock({ editor, one }: MonkeyWorld): Block | null {
  const block = one(editor.model.slide().blocks)
  if (!block) return null
  editor.model.select([block.id])
  return block
}

/** Ids of random blocks of the slide. */
export function someIds({ editor, some }: MonkeyWorld): readonly BlockId[] {
  return some(editor.model.slide().blocks).map((block) => block.id)
}
