import type { Selectable } from 'kysely'
import { timings } from '../../rules/timings.ts'
import type { Db } from '../../server/db/open-database.ts'
import type { DeckStreamsTable } from '../../server/db/schema.ts'
import { userSettingsOf } from '../user-settings/queries.ts'
import { type StreamState, sentState } from './messages.ts'

/** A deck's stream as it is kept. */
export type StreamRow = Selectable<DeckStreamsTable>

/** The page that presents: its own name, and its person. */
export interface Holder {
  readonly id: string
  readonly userId: number
}

/** What is kept of some decks' streams; a deck that was never presented has none. */
export async function readStreams(db: Db, deckIds: readonly number[]): Promise<StreamRow[]> {
  if (deckIds.length === 0) return []
  return db.selectFrom('deck_streams').selectAll().where('deck_id', 'in', deckIds).execute()
}

/** What is kept of one deck's stream. */
export async function readStream(db: Db, deckId: number): Promise<StreamRow | null> {
  return (await readStreams(db, [deckId]))[0] ?? null
}

/** Whether the last page that presented has been gone for so long that the audience waits again. */
export function isGone(row: Pick<StreamRow, 'seen_at'>, now: Date): boolean {
  return now.getTime() - row.seen_at.getTime() > timings.livePublisherGone
}

/** The state of a deck that nobody has presented yet, shown as its owner's settings say. */
export function firstState(ownerSettings: Readonly<Record<string, unknown>>): StreamState {
  const { present_controls, present_notes, present_upsizing } = userSettingsOf(ownerSettings)
  return {
    ...{ publisher_id: null, indexh: 0, indexv: 0, indexf: null, paused: false, overview: false },
    ...{ present_controls, present_notes, present_upsizing },
  }
}

/** The state of a row, with nobody presenting once its publisher is gone; null before the first message. */
export function stateOf(row: StreamRow, now: Date): StreamState | null {
  if (row.state === null) return null
  const state = JSON.parse(row.state) as StreamState
  return isGone(row, now) ? { ...state, publisher_id: null } : state
}

/** A state as a page sent it (JSON text) over the state so far; null when it is none. What is not of a state is left out. */
export function mergeState(
  base: StreamState,
  text: string,
  publisherId: StreamState['publisher_id'],
): StreamState | null {
  const parsed = sentState.safeParse(parseJson(text))
  if (!parsed.success) return null
  const { publisher_id: _id, ...sent } = parsed.data
  const moved = sent.indexh !== undefined || sent.indexv !== undefined
  // Another slide without a word about its fragments is one without any.
  const fragments = moved && sent.indexf === undefined ? { indexf: null } : {}
  const top = sent.indexh !== undefined && sent.indexv === undefined ? { indexv: 0 } : {}
  // And so is another slide's name.
  const unnamed = moved && sent.slide === undefined && base.slide ? { slide: null } : {}
  const known = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
  return { ...base, ...top, ...fragments, ...unnamed, ...known, publisher_id: publisherId }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The number of the next state: the clock's ms, or one more than the last. Processes agree by it which state is newer. */
export function nextSeq(last: number, now: Date): number {
  return Math.max(last + 1, now.getTime())
}

/** A state to be kept, with who presents. */
interface KeptState {
  readonly deckId: number
  readonly state: StreamState
  readonly seq: number
  readonly holder: Holder
  readonly now: Date
}

/**
 * Keeps a state and who presents; an older one than what is there changes nothing. With `unless: 'taken over'` neither
 * does one of a page that presents no longer: another process may have let another page take over, and this one not have
 * heard of it. Answers whether it was kept.
 */
export async function writeState(db: Db, row: KeptState, { unless }: { unless?: 'taken over' } = {}): Promise<boolean> {
  const values = {
    ...{ state: JSON.stringify(row.state), seq: row.seq, seen_at: row.now },
    ...{ holder_id: row.holder.id, holder_user_id: row.holder.userId },
  }
  const gone = new Date(row.now.getTime() - timings.livePublisherGone)
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('deck_streams')
    .values({ deck_id: row.deckId, ...values })
    .onConflict((on) => {
      const newer = on.column('deck_id').doUpdateSet(values).where('deck_streams.seq', '<', row.seq)
      if (unless === undefined) return newer
      return newer.where((is) =>
        is.or([is('deck_streams.holder_id', '=', row.holder.id), is('deck_streams.seen_at', '<', gone)]),
      )
    })
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** A page that takes a presentation over, and from whom: the page that its process knows as the one that presents. */
interface Taking {
  readonly deckId: number
  readonly holder: Holder
  readonly from: string | null
  readonly seq: number
  readonly now: Date
}

/**
 * Makes a page the one that presents. The state stays; where the last publisher was gone it says that nobody presents
 * until the page's first message. A move that the page before has made meanwhile does not keep it; another page that took
 * over with a later number does.
 */
export async function writeHolder(db: Db, { deckId, holder, from, seq, now }: Taking): Promise<void> {
  const row = await readStream(db, deckId)
  const waits = row !== null && isGone(row, now)
  const state = row && waits ? stateOf(row, now) : null
  const values = { seen_at: now, holder_id: holder.id, holder_user_id: holder.userId }
  await db
    .insertInto('deck_streams')
    .values({ deck_id: deckId, state: null, seq, ...values })
    .onConflict((on) =>
      on
        .column('deck_id')
        .doUpdateSet((is) => ({
          ...{ ...values, ...(state ? { state: JSON.stringify(state) } : {}) },
          // Later than what it takes over from, whatever that was when it was written.
          seq: is
            .case()
            .when('deck_streams.seq', '<', seq)
            .then(seq)
            .else(is('deck_streams.seq', '+', 1))
            .end(),
        }))
        .where((is) =>
          is.or([
            is('deck_streams.seq', '<', seq),
            ...(from === null ? [] : [is('deck_streams.holder_id', '=', from)]),
          ]),
        ),
    )
    .execute()
}

/** Notes that pages which present are there at this moment. */
export async function markSeen(db: Db, deckIds: readonly number[], now: Date): Promise<void> {
  if (deckIds.length === 0) return
  await db.updateTable('deck_streams').set({ seen_at: now }).where('deck_id', 'in', deckIds).execute()
}
