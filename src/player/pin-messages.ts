/**
 * What a review and its deck frame say about pins of comments, as JSON in messages of type `pins`: pages without pins
 * load none of this. Both sides are hostile to each other, as in messages.ts.
 */
import type { Pin } from '../document/pins.ts'

/** A pin that the frame marks. `key` names it; `slide`: its section's data-id. */
export interface FramePin extends Pin {
  readonly key: string
  readonly slide: string
}

/** Page to frame: the pins to be marked, the one that stands out, and the slide whose blocks are to be listed. */
export interface PinOrder {
  readonly pins: readonly FramePin[]
  readonly current: string | null
  readonly slide: string | null
  /** The most characters of selected words. */
  readonly longest: number
}

/** A block of a slide, with the begin of its text. */
export interface ListedBlock {
  readonly id: string
  readonly text: string
  readonly type: string
}

/** Frame to page. */
export type PinAnswer =
  | {
      /** The keys of pins whose words or block are not there. */
      readonly gone: readonly string[]
      readonly slide: string | null
      readonly blocks: readonly ListedBlock[]
    }
  /** The selected words of a block. */
  | { readonly selected: Pin | null }
  /** The key of a mark that the user pressed. */
  | { readonly mark: string }

type Fields = Readonly<Record<string, unknown>>

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

/** As isBlockId, without what the frame would load with it. */
const blockIdForm = /^[0-9a-f]{16}$/

function pinIn(value: unknown): Pin | null {
  const { block, quote, offset } = fieldsOf(value)
  if (typeof block !== 'string' || !blockIdForm.test(block) || typeof quote !== 'string') return null
  if (!Number.isSafeInteger(offset)) return null
  return { block, quote, offset: Math.max(0, offset as number) }
}

function framePin(value: unknown): FramePin[] {
  const { key, slide } = fieldsOf(value)
  const pin = pinIn(value)
  return pin && typeof key === 'string' && typeof slide === 'string' ? [{ ...pin, key, slide }] : []
}

function blockIn(value: unknown): ListedBlock[] {
  const { id, text, type } = fieldsOf(value)
  if (typeof id !== 'string' || !blockIdForm.test(id) || typeof text !== 'string' || typeof type !== 'string') return []
  return [{ id, text, type }]
}

const stringOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Parses JSON and reads it; null for anything that is no message. */
function readJson<T>(json: string, read: (fields: Fields) => T | null): T | null {
  try {
    return read(fieldsOf(JSON.parse(json)))
  } catch {
    return null
  }
}

/** Parses the page's message; null for anything else. */
export function readPinOrder(json: string): PinOrder | null {
  return readJson(json, ({ pins, current, slide, longest }) =>
    Array.isArray(pins)
      ? {
          ...{ pins: pins.flatMap(framePin), current: stringOrNull(current), slide: stringOrNull(slide) },
          longest: typeof longest === 'number' ? longest : 0,
        }
      : null,
  )
}

/** Parses the frame's message; null for anything else. */
export function readPinAnswer(json: string, longest: number): PinAnswer | null {
  return readJson<PinAnswer>(json, ({ gone, slide, blocks, selected, mark }) => {
    if (typeof mark === 'string') return { mark }
    if (selected !== undefined) {
      const pin = pinIn(selected)
      return { selected: pin && pin.quote.length <= longest ? pin : null }
    }
    if (!Array.isArray(gone) || !Array.isArray(blocks)) return null
    const keys = gone.filter((key) => typeof key === 'string')
    return { gone: keys, slide: stringOrNull(slide), blocks: blocks.flatMap(blockIn) }
  })
}
