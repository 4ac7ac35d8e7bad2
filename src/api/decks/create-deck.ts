import type { z } from 'zod'
import { forkedSettings, newDeckSettings } from '../../rules/deck-columns.ts'
import { messages } from '../../rules/messages.ts'
import { decideDeck } from '../../rules/permissions.ts'
import { newDeckVisibility } from '../../rules/plans.ts'
import type { Db } from '../../server/db/open-database.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import type { UserRow } from '../../server/http/session.ts'
import type { Services } from '../../server/services.ts'
import { actorOf, deckFacts } from '../actor.ts'
import { enforce } from '../permission.ts'
import { recordRevision } from '../revisions/queries.ts'
import { prepareContentInWorker } from '../sanitize-in-worker.ts'
import { type TeamRow, teamById } from '../teams/queries.ts'
import { startingSettings, themeForDeck } from '../themes/theme-for-deck.ts'
import { afterSave } from './after-save.ts'
import { checkProOptions, checkTeam, settingsIn } from './check-settings.ts'
import { copyContent } from './content-queries.ts'
import { contentRules } from './content-rules.ts'
import type { newDeck } from './contract.ts'
import { type DeckOwner, deckOwner } from './load-deck.ts'
import { lockAsMember } from './lock-as-member.ts'
import type { PreparedContent } from './prepare-content.ts'
import {
  type DeckChanges,
  type DeckRow,
  insertDeck,
  lockDeck,
  lockDeckBySaveId,
  newDeckRow,
  slugFromTitle,
  slugIsTaken,
  storeSave,
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
 * Creates a deck. Missing settings get their defaults, or those of the default theme; a missing slug is made from the title. A repeated save_id
 * returns the deck it created. Throws 403 if the plan does not allow a setting or a membership just ended, 422 for a taken slug or a missing team,
 * 413 and 422 for content.
 */
export async function createDeck(services: Services, user: UserRow, sent: SentDeck): Promise<Saved> {
  const team = await teamById(services.database.read, user.team_id)
  const owner = deckOwner(user, team)
  const content = (await prepareContentInWorker(sent, contentRules(services.settings, owner.plan))) ?? nothing
  const visibility = sent.visibility ?? newDeckVisibility(owner.plan)
  const starting = { plan: owner.plan, sentId: sent.theme_id }
  const { slide_size: size, ...applied } = await startingSettings(services.database.read, user, team, starting)
  // Slides that are sent have a place on slides of their own size.
  const settings = content === nothing && size !== undefined ? { ...applied, slide_size: size } : applied
  const row = { ...newDeckRow(user, visibility, services.now()), ...settings, ...settingsIn(sent) }
  checkNew(owner, team, row)
  const { removed } = content
  const answered = answeredContent(content)
  return services.database.transaction(async (trx) => {
    await lockAsMember(trx, services.database.kind, user)
    const earlier = sent.save_id
      ? await lockDeckBySaveId(trx, services.database.kind, user.id, sent.save_id)
      : undefined
    if (earlier) return { deck: earlier, removed, ...answered }
    if (sent.slug && (await slugIsTaken(trx, user.id, sent.slug))) throw invalid('slug', messages.taken[0])
    const inserted = await insertDeck(trx, row, sent.slug ?? slugFromTitle(row.title ?? ''))
    const deck = await writeFirstVersion(services, trx, inserted, content)
    if (sent.save_id) await storeSaveId(trx, deck, sent.save_id, services.now())
    return { deck, removed, ...answered }
  })
}

function checkNew(
  owner: DeckOwner,
  team: TeamRow | null,
  row: DeckChanges & { visibility: DeckRow['visibility'] },
): void {
  checkProOptions(row, newDeckSettings, owner)
  const deck = { ...newDeckRow(owner, 'all', new Date(0)), ...row, visibility: 'all' } as DeckRow
  const facts = deckFacts({ deck, owner, team, role: 'owner', link: null }, owner.id)
  enforce(decideDeck('publish', actorOf(owner), facts, { visibility: row.visibility }))
  checkTeam(team, row.visibility)
}

async function writeFirstVersion(
  services: Services,
  trx: Db,
  inserted: DeckRow,
  content: PreparedContent,
): Promise<DeckRow> {
  const write = { deck: inserted, version: 1, base: 0, force: false, now: services.now() }
  const { slide_count, content_bytes } = await writeContent(trx, content, write)
  return finish(services, trx, inserted, { slide_count, content_bytes })
}

async function finish(services: Services, trx: Db, inserted: DeckRow, counts: DeckChanges): Promise<DeckRow> {
  const deck = await updateDeck(trx, inserted.id, counts)
  const now = services.now()
  await recordRevision(trx, { deckId: deck.id, userId: deck.user_id, version: 1, now, ownRevision: true })
  await afterSave(services, trx, null, deck)
  return deck
}

async function storeSaveId(trx: Db, deck: DeckRow, saveId: string, now: Date): Promise<void> {
  await storeSave(trx, { deckId: deck.id, saveId, version: 1, result: {}, now })
}

/**
 * Copies a deck to a user: slides, theme settings, title, and notes if the user may read them. Collaborators, links,
 * likes and views are not copied. A repeated save_id returns the copy it created. Throws 404 if the original has been
 * deleted.
 */
export async function forkDeck(
  services: Services,
  trx: Db,
  source: { deck: DeckRow; mayReadNotes: boolean },
  user: UserRow,
  saveId: string | undefined,
): Promise<DeckRow> {
  const { kind } = services.database
  await lockAsMember(trx, kind, user)
  const earlier = saveId ? await lockDeckBySaveId(trx, kind, user.id, saveId) : undefined
  if (earlier) return earlier
  // Reads the deck again under the lock, since slides and structure must belong to one version.
  const deck = await lockDeck(trx, kind, source.deck.id)
  if (!deck) throw new HttpError(404, messages.access.notFound)
  const now = services.now()
  const { slug: _original, ...settings } = forkedSettings(deck)
  const { plan } = deckOwner(user, await teamById(trx, user.team_id))
  // Others' themes change with their owners: the copy keeps the colors and fonts.
  const theme = await themeForDeck(trx, user, { owner: user, team_id: user.team_id }, deck.theme_id)
  const row = {
    ...{ ...newDeckRow(user, newDeckVisibility(plan), now), ...settings },
    ...{ theme_id: theme?.id ?? null, forked_from_id: deck.id },
  }
  const inserted = await insertDeck(trx, row, slugFromTitle(deck.title))
  await copyContent(trx, deck, inserted.id, source.mayReadNotes)
  const counts = { slide_count: deck.slide_count, content_bytes: deck.content_bytes }
  const copy = await finish(services, trx, inserted, counts)
  if (saveId) await storeSaveId(trx, copy, saveId, now)
  return copy
}
