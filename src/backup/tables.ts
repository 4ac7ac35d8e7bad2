import type { Schema } from '../server/db/schema.ts'

/** A table that a backup takes along. */
export interface BackupTable {
  readonly name: keyof Schema
  /** What its rows are ordered by, and found again by. */
  readonly key: readonly string[]
  /** Its ids are given by the database, and never given again. */
  readonly numbered?: true
  /** Rows that are read and written at once; few where a row may be large. */
  readonly atOnce?: number
  /** The migration that makes it, when it is not the first. */
  readonly since?: string
}

/** Every table, in an order in which each row's owners come before it. */
export const backupTables: readonly BackupTable[] = [
  { name: 'teams', key: ['id'], numbered: true, since: '0012-teams' },
  { name: 'users', key: ['id'], numbered: true },
  { name: 'sessions', key: ['id_hash'] },
  { name: 'password_resets', key: ['token_hash'] },
  { name: 'invitations', key: ['id'], numbered: true },
  { name: 'handoff_codes', key: ['code_hash'] },
  { name: 'audit', key: ['id'], numbered: true },
  { name: 'decks', key: ['id'], numbered: true },
  { name: 'deck_structures', key: ['deck_id', 'since'] },
  { name: 'deck_slides', key: ['deck_id', 'slide_id', 'since'], atOnce: 20 },
  { name: 'deck_saves', key: ['deck_id', 'save_id'] },
  { name: 'deck_revisions', key: ['id'], numbered: true },
  { name: 'slide_originals', key: ['id'], numbered: true, atOnce: 20 },
  { name: 'deck_users', key: ['id'], numbered: true },
  { name: 'kudos', key: ['deck_id', 'user_id'] },
  { name: 'deck_views', key: ['deck_id', 'viewer_hash'] },
  { name: 'media', key: ['id'], numbered: true },
  { name: 'slide_templates', key: ['id'], numbered: true, atOnce: 20, since: '0002-slide-templates' },
  { name: 'access_tokens', key: ['id'], numbered: true, since: '0005-access-tokens' },
  { name: 'deck_readings', key: ['number'], since: '0006-deck-readings' },
  { name: 'deck_reading_days', key: ['deck_id', 'day'], since: '0006-deck-readings' },
  { name: 'deck_slide_views', key: ['deck_id', 'day', 'slide_id'], since: '0006-deck-readings' },
  { name: 'deck_streams', key: ['deck_id'], since: '0007-deck-streams' },
  { name: 'jobs', key: ['id'], numbered: true },
  { name: 'mails', key: ['id'], numbered: true },
]

/**
 * Tables that are left out: what search is made from is filled again after restoring, and of the files in a store the
 * restored database has put none itself, so it may not clear any away.
 */
export const derivedTables: readonly (keyof Schema)[] = ['search_words', 'search_variants', 'unused_files']

/** What a backup says of itself, in its last frame. */
export interface Manifest {
  readonly made_at: string
  /** The migrations of its database, in order. */
  readonly migrations: readonly string[]
  /** Rows of each table, and a hash over them in order. */
  readonly tables: Readonly<Record<string, { readonly count: number; readonly sha256: string }>>
  /** The highest id that each numbered table has ever given. */
  readonly sequences: Readonly<Record<string, number>>
  readonly files: readonly { readonly key: string; readonly size: number; readonly sha256: string }[]
}

/** JSON whose members are in alphabetical order: Postgres keeps them in an order of its own. */
function plainJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}

/** A value as a backup writes it: JSON, with times and JSON columns marked, so that both databases read it back alike. */
function encode(value: unknown): unknown {
  if (value instanceof Date) return { time: value.toISOString() }
  return typeof value === 'object' && value !== null ? { json: plainJson(value) } : value
}

function decode(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const marked = value as { time?: string; json?: string }
  return marked.time === undefined ? marked.json : new Date(marked.time)
}

function mapped(row: Record<string, unknown>, map: (value: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [column, map(value)]))
}

/** Rows as lines of JSON. The columns are in alphabetical order, which no database decides. */
export function writeRows(rows: readonly Record<string, unknown>[]): string {
  return rows
    .map((row) => Object.fromEntries(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))))
    .map((row) => `${JSON.stringify(mapped(row, encode))}\n`)
    .join('')
}

/** The rows of writeRows, as inserts take them. */
export function readRows(text: string): Record<string, unknown>[] {
  const lines = text.split('\n').filter((line) => line !== '')
  return lines.map((line) => mapped(JSON.parse(line) as Record<string, unknown>, decode))
}
