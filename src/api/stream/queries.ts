import type { Selectable } from 'kysely'
import { timings } from '../../rules/timings.ts'
import type { Db } from '../../server/db/open-database.ts'
import type { DeckStreamsTable } from '../../server/db/schema.ts'
import { userSettingsOf } from '../user-settings/queries.ts'
import { type StreamState, sentState } from './messages.ts'

/** A deck's stored stream. */
export type StreamRow = Selectable<DeckStreamsTable>

/** The presenting page: its id and its user. */
export interface Holder {
  readonly id: string
  readonly userId: number
}

/** The stored streams of some decks. A deck that was never presented has none. */
export async function readStreams(db: Db, deckIds: readonly number[]): Promise<StreamRow[]> {
  if (deckIds.length === 0) return []
  return db.selectFrom('deck_streams').selectAll().where('deck_id', 'in', deckIds).execute()
}

/** The stored stream of a deck. */
export async function readStream(db: Db, deckId: number): Promise<StreamRow | null> {
  return (await readStreams(db, [deckId]))[0] ?? null
}

/** Whether the last presenting page has been away so long that it no longer counts as presenting. */
export function isGone(row: Pick<StreamRow, 'seen_at'>, now: Date): boolean {
  return now.getTime() - row.seen_at.getTime() > timings.livePublisherGone
}

/** The initial state of a deck, with its owner's settings. */
export function firstState(ownerSettings: Readonly<Record<string, unknown>>): StreamState {
  const { present_controls, present_notes, present_upsizing } = userSettingsOf(ownerSettings)
  return {
    ...{ publisher_id: null, indexh: 0, indexv: 0, indexf: null, paused: false, overview: false },
    ...{ present_controls, present_notes, present_upsizing },
  }
}

/** The state of a row, without a publisher if the presenting page is gone. Null before the first message. */
export function stateOf(row: StreamRow, now: Date): StreamState | null {
  if (row.state === null) return null
  const state = JSON.parse(row.state) as StreamState
  return isGone(row, now) ? { ...state, publisher_id: null } : state
}

/**
 * Merges a state sent by a page (JSON text) into the current one. Null if it is invalid. Unknown fields are dropped.
 */
export function mergeState(
  base: StreamState,
  text: string,
  publisherId: StreamState['publisher_id'],
): StreamState | null {
  const parsed = sentState.safeParse(parseJson(text))
  if (!parsed.success) return null
  const { publisher_id: _id, ...sent } = parsed.data
  const moved = sent.indexh !== undefined || sent.indexv !== undefined
  // A move to another slide without `indexf` resets the fragment.
  const fragments = moved && sent.indexf === undefined ? { indexf: null } : {}
  const top = sent.indexh !== undefined && sent.indexv === undefined ? { indexv: 0 } : {}
  // Likewise, a move without `slide` resets the slide's id.
  const unnamed = moved && sent.slide === undefined && base.slide ? { slide: null } : {}
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
  return { ...base, ...top, ...fragments, ...unnamed, ...given, publisher_id: publisherId }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * The sequence number of the next state: the time in ms, or the last number + 1. By this number, processes agree which
 * state is newer.
 */
export function nextSeq(last: number, now: Date): number {
  return Math.max(last + 1, now.getTime())
}

/** A state to store, with the presenting page. */
interface StateToStore {
  readonly deckId: number
  readonly state: StreamState
  readonly seq: number
  readonly holder: Holder
  readonly now: Date
}

/**
 * Stores a state and its publisher. A state older than the stored one changes nothing. With `unless: 'taken over'` a
 * state from a page that no longer presents changes nothing either. Another process may have accepted a new presenter
 * before this one was notified. Returns whether the state was stored.
 */
export async function writeState(
  db: Db,
  row: StateToStore,
  { unless }: { unless?: 'taken over' } = {},
): Promise<boolean> {
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

/** A change of presenter. `from`: the page that this process knows as the current one. */
interface Takeover {
  readonly deckId: number
  readonly holder: Holder
  readonly from: string | null
  readonly seq: number
  readonly now: Date
}

/**
 * Makes a page the presenter. Keeps the state, but without a publisher if the previous page was gone. A concurrent move
 * of the previous page does not prevent the takeover; another takeover with a later number does.
 */
export async function writeHolder(db: Db, { deckId, holder, from, seq, now }: Takeover): Promise<void> {
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
          // The new number must exceed the stored one, which may have changed.
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

/** Stores the current time as the last at which the presenters of these decks were connected. */
export async function markSeen(db: Db, deckIds: readonly number[], now: Date): Promise<void> {
  if (deckIds.length === 0) return
  await db.updateTable('deck_streams').set({ seen_at: now }).where('deck_id', 'in', deckIds).execute()
}
