import { limits } from '../../../rules/limits.ts'
import type { Attack } from '../attack.ts'
import { inBatches } from '../in-batches.ts'
import type { AttackSlide } from './attack-slides.ts'
import { type AttackedInstance, RefusedError } from './attacked-instance.ts'

/** A deck full of attacks. */
export interface AttackDeck {
  readonly id: number
  /** Path of the deck's page. */
  readonly path: string
  readonly slides: number
  /** Number of sanitized slides that a second sanitizer pass changed. */
  readonly changed: number
  /** The revision before the last save. */
  readonly revision: number | null
}

/** Result of writing attacks through the API. */
export interface GateResult {
  /** Slides as stored in the database, each from an import and from a save. */
  readonly stored: readonly string[]
  /** Slides that were refused as a whole. */
  readonly refused: number
}

interface Saved {
  readonly id: number
  readonly slug: string
  readonly version: number
}

type Settings = Readonly<Record<string, unknown>>

/** Slides per request. */
const slidesAtOnce = 100

/** Attacks in the deck's own fields. */
export function ownFields(attacks: readonly Attack[]): Settings {
  const short = attacks.map(({ source }) => source).filter(({ length }) => length > 0 && length <= limits.deck.title)
  return {
    title: short[0] ?? 'deck',
    description: short.join(' ').slice(0, limits.deck.description).toWellFormed(),
    ...{ share_notes: true, visibility: 'all', rolling_links: true },
  }
}

/** Writes slides through the API, once as an import and once as saves, and returns what was stored. */
export async function throughTheGate(
  instance: AttackedInstance,
  slides: readonly AttackSlide[],
  progress: (line: string) => void,
): Promise<GateResult> {
  let refused = 0
  const write = async (some: readonly AttackSlide[]): Promise<void> => {
    try {
      await writeOverApi(instance, some, { title: 'gate', visibility: 'self' })
    } catch (error) {
      if (!isRefusal(error)) throw error
      if (some.length === 1) {
        refused += 1
        return
      }
      const half = Math.ceil(some.length / 2)
      await write(some.slice(0, half))
      await write(some.slice(half))
    }
  }
  for (const [index, some] of inBatches(slides, slidesAtOnce).entries()) {
    await write(some)
    progress(`${Math.min(slides.length, (index + 1) * slidesAtOnce)} of ${slides.length} slides written`)
  }
  return { stored: storedSlides(instance), refused }
}

/** All slides in the database, old versions included. */
function storedSlides({ withDatabase }: AttackedInstance): string[] {
  let stored: string[] = []
  withDatabase((database) => {
    const rows = database.prepare('select distinct html from deck_slides').all() as { html: string }[]
    stored = rows.map(({ html }) => html)
  })
  return stored
}

/**
 * Creates a public deck of attacks, with notes and attacks between the slides: through the API as an import, then each
 * slide again, so that it has a revision. Without the sanitizer the attacks are stored unchanged.
 */
export async function makeAttackDeck(
  instance: AttackedInstance,
  slides: readonly AttackSlide[],
  settings: Settings,
): Promise<AttackDeck> {
  const isCleaned = instance.walls.sanitizer
  const deck = isCleaned
    ? await writeOverApi(instance, slides, settings)
    : await writeAsItCame(instance, slides, settings)
  const { results } = await instance.call<{ results: { id: number }[] }>(
    'GET',
    `/api/v1/decks/${deck.id}/revisions.json`,
  )
  return {
    id: deck.id,
    path: `/${instance.username}/${deck.slug}`,
    slides: slides.length,
    changed: isCleaned ? changedSlides(instance, deck.id, slides) : 0,
    revision: results.at(-1)?.id ?? null,
  }
}

function changedSlides({ withDatabase }: AttackedInstance, id: number, slides: readonly AttackSlide[]): number {
  let changed = 0
  withDatabase((database) => {
    const read = database.prepare('select html from deck_slides where deck_id = ? and slide_id = ? and until is null')
    changed = slides.filter((slide) => read.get(id, slide.id)?.html !== slide.html).length
  })
  return changed
}

async function writeOverApi(
  { call }: AttackedInstance,
  slides: readonly AttackSlide[],
  settings: Settings,
): Promise<Saved> {
  const data = slides.map(({ html }) => html).join('\n')
  const made = await call<Saved>('POST', '/api/v1/decks.json', { deck: { ...settings, data } })
  const changed = Object.fromEntries(slides.map(({ id, html }) => [id, html]))
  const notes = Object.fromEntries(slides.map(({ id, source }) => [id, source.slice(0, limits.slide.notes)]))
  const saved = { version: made.version, slides: { changed, notes } }
  return { ...made, ...(await call<Saved>('PUT', `/api/v1/decks/${made.id}.json`, { deck: saved })) }
}

async function writeAsItCame(
  { call, withDatabase }: AttackedInstance,
  slides: readonly AttackSlide[],
  settings: Settings,
): Promise<Saved> {
  const data = slides.map(({ id }) => `<section data-id="${id}"><p>a</p></section>`).join('\n')
  const made = await call<Saved>('POST', '/api/v1/decks.json', { deck: { ...settings, data } })
  withDatabase((database) => {
    const write = database.prepare('update deck_slides set html = ?, notes = ? where deck_id = ? and slide_id = ?')
    for (const { id, html, source } of slides) write.run(html, source, made.id, id)
  })
  return made
}

/** Whether an error is a response that refuses the input. */
function isRefusal(error: unknown): boolean {
  return error instanceof RefusedError && (error.status === 413 || error.status === 422)
}
