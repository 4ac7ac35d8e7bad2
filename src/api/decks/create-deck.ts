import type { z } from 'zod'
import { forkedSettings, newDeckSettings } from '../../rules/deck-fields.ts'
import { messages } from '../../rules/messages.ts'
import { decideDeck } from '../../rules/permissions.ts'
import { newDeckVisibility } from '../../rules/plans.ts'
import type { Db } from '../../server/db/open-database.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import type { UserRow } from '../../server/http/session.ts'
import type { Services } from '../../server/services.ts'
import { actorOf, deckFacts } from '../actor.ts'
import { prepareContentAside } from '../clean-aside.ts'
import { enforce } from '../permission.ts'
import { recordRevision } from '../revisions/queries.ts'
import { afterSave } from './after-save.ts'
import { checkProOptions, checkTeam, settingsIn } from './check-settings.ts'
import { copyContent } from './content-queries.ts'
import { contentRules } from './content-rules.ts'
import type { newDeck } from './contract.ts'
import { teamOf } from './load-deck.ts'
import type { PreparedContent } from './prepare-content.ts'
import {
  type DeckChanges,
  type DeckRow,
  deckMadeBy,
  insertDeck,
  lockDeck,
  newDeckRow,
  rememberSave,
  slugFromTitle,
  slugIsTaken,
  updateDeck,
} from './queries.ts'
import { answeredContent, type Saved } from './save-deck.ts'
import { writeContent } from './write-content.ts'

type SentDeck = z.output<typeof newDeck>

const nothing: PreparedContent = {
  ...{ whole: true, structure: { stacks: [], after: '' }, order: null, slides: [], notes: {} },
  removed: {},
}

/**
 * Creates a deck for a person: settings that are not sent have their usual values, a slug that is not sent comes from
 * the title. A save_id that made a deck before gives that deck. Throws 403 where the plan is missing, 422 when the slug
 * is taken or the team of an internal deck is missing, 413 and 422 for content.
 */
export async function createDeck(services: Services, user: UserRow, sent: SentDeck): Promise<Saved> {
  const content = (await prepareContentAside(sent, contentRules(services.settings, user.plan))) ?? nothing
  const visibility = sent.visibility ?? newDeckVisibility(user.plan)
  const row = { ...newDeckRow(user, visibility, services.now()), ...settingsIn(sent) }
  await checkNew(services.database.read, user, row)
  const { removed } = content
  const answered = answeredContent(content)
  return services.database.transaction(async (trx) => {
    const made = sent.save_id ? await deckMadeBy(trx, services.database.kind, user.id, sent.save_id) : undefined
    if (made) return { deck: made, removed, ...answered }
    if (sent.slug && (await slugIsTaken(trx, user.id, sent.slug))) throw invalid('slug', messages.taken[0])
    const inserted = await insertDeck(trx, row, sent.slug ?? slugFromTitle(row.title ?? ''))
    const deck = await begin(services, trx, inserted, content)
    if (sent.save_id) await remember(trx, deck, sent.save_id, services.now())
    return { deck, removed, ...answered }
  })
}

async function checkNew(
  db: Db,
  owner: UserRow,
  row: DeckChanges & { visibility: DeckRow['visibility'] },
): Promise<void> {
  checkProOptions(row, newDeckSettings, owner)
  const deck = { ...newDeckRow(owner, 'all', new Date(0)), ...row, visibility: 'all' } as DeckRow
  const team = await teamOf(db, deck, owner)
  const facts = deckFacts({ deck, owner, team, role: 'owner', link: null }, owner.id)
  enforce(decideDeck('publish', actorOf(owner), facts, { visibility: row.visibility }))
  checkTeam(team, row.visibility)
}

async function begin(services: Services, trx: Db, inserted: DeckRow, content: PreparedContent): Promise<DeckRow> {
  const write = { deck: inserted, version: 1, base: 0, force: false, now: services.now() }
  const { slide_count, content_bytes } = await writeContent(trx, content, write)
  return finish(services, trx, inserted, { slide_count, content_bytes })
}

async function finish(services: Services, trx: Db, inserted: DeckRow, counts: DeckChanges): Promise<DeckRow> {
  const deck = await updateDeck(trx, inserted.id, counts)
  const now = services.now()
  await recordRevision(trx, { deckId: deck.id, userId: deck.user_id, version: 1, now, apart: true })
  await afterSave(services, trx, null, deck)
  return deck
}

async function remember(trx: Db, deck: DeckRow, saveId: string, now: Date): Promise<void> {
  await rememberSave(trx, { deckId: deck.id, saveId, version: 1, result: {}, now })
}

/**
 * Copies a deck to a person: slides with their notes for those who may read them, settings of the look, and title.
 * People, links, likes and views stay behind. A save_id that made a copy before gives that copy. Throws 404 when the
 * deck was destroyed meanwhile.
 */
export async function forkDeck(
  services: Services,
  trx: Db,
  source: { deck: DeckRow; mayReadNotes: boolean },
  user: UserRow,
  saveId: string | undefined,
): Promise<DeckRow> {
  const { kind } = services.database
  const made = saveId ? await deckMadeBy(trx, kind, user.id, saveId) : undefined
  if (made) return made
  // The deck was loaded before: its slides and their order must be of one version, whoever saved since.
  const deck = await lockDeck(trx, kind, source.deck.id)
  if (!deck) throw new HttpError(404, messages.access.notFound)
  const now = services.now()
  const { slug: _original, ...settings } = forkedSettings(deck)
  const row = { ...newDeckRow(user, newDeckVisibility(user.plan), now), ...settings, forked_from_id: deck.id }
  const inserted = await insertDeck(trx, row, slugFromTitle(deck.title))
  await copyContent(trx, deck, inserted.id, source.mayReadNotes)
  const counts = { slide_count: deck.slide_count, content_bytes: deck.content_bytes }
  const copy = await finish(services, trx, inserted, counts)
  if (saveId) await remember(trx, copy, saveId, now)
  return copy
}
