/** New content of slides in an open frame. */
export interface SlidesMessage {
  /** The columns: a slide's id, or the ids of a stack; null: as before. */
  readonly order: readonly (string | readonly string[])[] | null
  readonly slides: readonly SlideUpdate[]
}

/** A slide's new content. */
export interface SlideUpdate {
  readonly id: string
  /** Its section, sanitized by the server. The frame passes it through its own sanitizer. */
  readonly html: string
  /** The ids of unchanged blocks, if nothing but blocks changed: their elements stay. Null: all of the slide is new. */
  readonly keep: readonly string[] | null
}

/** Limits of a message: slides, characters of their HTML, kept blocks of a slide. */
const [maxSlides, maxCharacters, maxKept] = [2_000, 8_000_000, 5_000]
const slideId = /^[\w-]{1,100}$/
const blockId = /^[0-9a-f]{16}$/

function listOf<T>(value: unknown, max: number, read: (item: unknown) => T | null): T[] | null {
  if (!Array.isArray(value) || value.length > max) return null
  const items = value.map(read)
  return items.includes(null) ? null : (items as T[])
}

function textOf(form: RegExp) {
  return (value: unknown): string | null => (typeof value === 'string' && form.test(value) ? value : null)
}

function readColumn(value: unknown): string | string[] | null {
  if (!Array.isArray(value)) return textOf(slideId)(value)
  return value.length === 0 ? null : listOf(value, maxSlides, textOf(slideId))
}

function readUpdate(value: unknown): SlideUpdate | null {
  if (typeof value !== 'object' || value === null) return null
  const { id, html, keep } = value as Record<string, unknown>
  const name = textOf(slideId)(id)
  const kept = keep === null ? [] : listOf(keep, maxKept, textOf(blockId))
  if (name === null || typeof html !== 'string' || html.length > maxCharacters || !kept) return null
  return { id: name, html, keep: keep === null ? null : kept }
}

/** Parses the JSON of a message with slides; null: not one of this protocol. */
export function readSlides(json: string): SlidesMessage | null {
  let fields: unknown
  try {
    fields = JSON.parse(json)
  } catch {
    return null
  }
  if (typeof fields !== 'object' || fields === null) return null
  const { order, slides } = fields as Record<string, unknown>
  const columns = order === null ? [] : listOf(order, maxSlides, readColumn)
  const updates = listOf(slides, maxSlides, readUpdate)
  if (!columns || !updates) return null
  return { order: order === null ? null : columns, slides: updates }
}
