import type { z } from 'zod'
import { ApiError } from '../../../api/api-error.ts'
import type { ApiClient } from '../../../api/client.ts'
import type { Received } from '../../../api/contract.ts'
import { decksContracts, type savedDeck } from '../../../api/decks/contract.ts'
import { displayName } from '../../../api/pages/viewer.ts'
import { blocks } from '../../../blocks/index.ts'
import type { Deck, SlideId } from '../../../document/deck-model.ts'
import { loadSlides } from '../../../document/load-slides.ts'
import { renderSlide } from '../../../document/render-slide.ts'
import { type Structure, slideIds, structureOf } from '../../../document/structure.ts'
import {
  type NewerVersion,
  type Saved,
  SaveError,
  type SaveProblem,
  type SaveRequest,
  type SaveTransport,
} from '../../../editor/autosave/save-transport.ts'
import { settingsOf } from '../../../rules/deck-columns.ts'
import { messages } from '../../../rules/messages.ts'

/** A newer version of the deck, from a 409 or from the `newer` route. */
export type NewerAnswer = Received<typeof decksContracts.newer.output>

/** Applies the newer version's changes to `base`. Unchanged slides keep their identity. */
function theirDeck(base: Deck, body: Pick<NewerAnswer, 'deck' | 'slides'>): Deck {
  const { structure = structureOf(base), changed, notes } = body.slides
  const html: Record<SlideId, string> = {}
  const noteTexts: Record<SlideId, string> = {}
  for (const id of slideIds(structure)) {
    const slide = base.slides[id]
    html[id] = changed[id] ?? (slide ? renderSlide(slide, blocks) : '')
    noteTexts[id] = notes[id] ?? slide?.notes ?? ''
  }
  const loaded = loadSlides(structure, html, noteTexts, blocks)
  const slides = Object.fromEntries(
    slideIds(structure).map((id) => [id, (id in changed ? undefined : base.slides[id]) ?? loaded.slides[id]!]),
  )
  return { ...loaded, slides, settings: settingsOf(body.deck) }
}

/** A newer version for the editor. `by`: the author's name, null for the user's own save. */
export function newerVersion(answer: NewerAnswer, userId: number): NewerVersion {
  const { version, own, saved_by: saver } = answer
  const by = !saver || saver.id === userId ? null : displayName(saver)
  return { version, own, by, theirs: (base) => theirDeck(base, answer) }
}

function problemOf(error: unknown, userId: number): SaveProblem {
  if (!(error instanceof ApiError) || error.status === 0 || error.status < 300) return { kind: 'unreachable' }
  if (error.status === 401) return { kind: 'signed-out' }
  if (error.status === 409) {
    return { kind: 'conflict', ...newerVersion(error.body as NewerAnswer, userId) }
  }
  // A CSRF token of an earlier session: the user signed in or out in another tab.
  if (error.status === 422 && error.message === messages.session.invalidToken) return { kind: 'signed-out' }
  if ((error.body as { not_editor?: unknown } | undefined)?.not_editor === true) return { kind: 'not-editor' }
  if (error.status === 413 || error.status === 422 || error.status === 403 || error.status === 404) {
    const fields = Object.fromEntries(Object.entries(error.fields).map(([name, message]) => [name, [message]]))
    return { kind: 'invalid', message: error.message, fields }
  }
  return { kind: 'failed', retryAfter: error.retryAfter }
}

type SaveBody = z.input<typeof savedDeck>

function bodyOf({ version, saveId, overwrite, content, deckId }: SaveRequest): SaveBody {
  const { settings, structure, changed, notes } = content
  // The server derives a new deck's slug from its title, so an unset slug is not sent.
  const { slug, ...others } = settings
  const slides = structure || Object.keys(changed).length > 0 || Object.keys(notes).length > 0
  return {
    ...others,
    ...(slug ? { slug } : {}),
    ...(deckId === null ? {} : { version }),
    ...(overwrite ? { force: true } : {}),
    save_id: saveId,
    ...(slides ? { slides: { ...(structure ? { structure: mutable(structure) } : {}), changed, notes } } : {}),
  }
}

/** Removes `readonly`: the contract's schema infers mutable arrays. */
function mutable(structure: Structure): NonNullable<NonNullable<SaveBody['slides']>['structure']> {
  return structure as NonNullable<NonNullable<SaveBody['slides']>['structure']>
}

async function send(api: ApiClient, request: SaveRequest, signal: AbortSignal) {
  const deck = bodyOf(request)
  if (request.deckId === null) return api.call(decksContracts.create, { body: { deck }, signal })
  return api.call(decksContracts.save, { params: { id: String(request.deckId) }, body: { deck }, signal })
}

/** The saver's transport over the API, for this user. */
export function deckTransport(api: ApiClient, userId: number): SaveTransport {
  return {
    async save(request, signal): Promise<Saved> {
      try {
        const answer = await send(api, request, signal)
        const { id: deckId, version, slug, removed, cleaned } = answer
        return {
          deckId,
          version,
          slug,
          // During a rolling upgrade an older server process answers without `cleaned`.
          cleaned: cleaned ?? {},
          removed: Object.values(removed).flatMap((list) => list.map((removal) => removal.message)),
        }
      } catch (error) {
        throw new SaveError(problemOf(error, userId))
      }
    },
  }
}
