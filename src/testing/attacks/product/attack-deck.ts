import { blockDataAttributes } from '../../../blocks/index.ts'
import { sanitise } from '../../../document/sanitize/sanitise.ts'
import { SanitiseError } from '../../../document/sanitize/sanitise-error.ts'
import { limits } from '../../../rules/limits.ts'
import type { Attack } from '../attack.ts'
import { type AttackSlide, attackSlides } from './attack-slides.ts'
import { type AttackedInstance, RefusedError } from './attacked-instance.ts'

/** A deck that is full of attacks. */
export interface AttackDeck {
  readonly id: number
  /** Of the deck's own page. */
  readonly path: string
  readonly slides: number
  /** Places in which an attack stands. */
  readonly places: number
  /** Slides that the product did not take. */
  readonly refused: number
  /** The revision before the last save. */
  readonly revision: number | null
}

interface Saved {
  readonly id: number
  readonly slug: string
  readonly version: number
}

/** Whether one slide comes through the gate; those that don't are refused when they are saved, which is tested elsewhere. */
function isTaken(html: string, context: 'slide' | 'import', host: string): boolean {
  const options = { context, customClasses: true, mediaHosts: [`*.${host}`], appHosts: [host] }
  try {
    const result = sanitise(html, { ...options, blockAttributes: blockDataAttributes }).html
    return (result.match(/<section/g) ?? []).length === 1
  } catch (error) {
    if (error instanceof SanitiseError) return false
    throw error
  }
}

/** What stands in the deck's own fields: attacks as well, each in its turn. */
function ownFields(attacks: readonly Attack[]): Record<string, string> {
  const short = attacks.map(({ source }) => source).filter(({ length }) => length > 0 && length <= limits.deck.title)
  return {
    title: short[0] ?? 'deck',
    description: short.join(' ').slice(0, limits.deck.description).toWellFormed(),
  }
}

/**
 * Makes a public deck of attacks over the API: first as one import, then each slide anew, with notes and with attacks
 * between the slides, so that it has a revision as well. Without the sanitiser they stand in the database as they came.
 */
export async function makeAttackDeck(
  instance: AttackedInstance,
  attacks: readonly Attack[],
  from: number,
): Promise<AttackDeck> {
  const all = attackSlides(attacks, from)
  const slides = instance.walls.sanitiser
    ? all.filter(({ html }) => isTaken(html, 'slide', 'localhost') && isTaken(html, 'import', 'localhost'))
    : all
  const settings = { ...ownFields(attacks), share_notes: true, visibility: 'all', rolling_links: true }
  const deck = instance.walls.sanitiser
    ? await writeCleaned(instance, slides, settings)
    : await writeAsItCame(instance, slides, settings)
  const { results } = await instance.call<{ results: { id: number }[] }>(
    'GET',
    `/api/v1/decks/${deck.id}/revisions.json`,
  )
  return {
    id: deck.id,
    path: `/${instance.username}/${deck.slug}`,
    slides: slides.length,
    places: slides.reduce((sum, slide) => sum + slide.places, 0),
    refused: all.length - slides.length,
    revision: results.at(-1)?.id ?? null,
  }
}

async function writeCleaned(
  { call }: AttackedInstance,
  slides: readonly AttackSlide[],
  settings: Readonly<Record<string, unknown>>,
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
  settings: Readonly<Record<string, unknown>>,
): Promise<Saved> {
  const data = slides.map(({ id }) => `<section data-id="${id}"><p>a</p></section>`).join('\n')
  const made = await call<Saved>('POST', '/api/v1/decks.json', { deck: { ...settings, data } })
  withDatabase((database) => {
    const write = database.prepare('update deck_slides set html = ?, notes = ? where deck_id = ? and slide_id = ?')
    for (const { id, html, source } of slides) write.run(html, source, made.id, id)
  })
  return made
}

/** What the deck was refused for, when it was. */
export function isRefusal(error: unknown): error is RefusedError {
  return error instanceof RefusedError && (error.status === 413 || error.status === 422)
}
