import type { Schema } from '../server/db/schema.ts'

/** A table included in backups. */
export interface BackupTable {
  readonly name: keyof Schema
  /** Columns that order and identify its rows. */
  readonly key: readonly string[]
  /** Its ids come from a sequence and are never reused. */
  readonly numbered?: true
  /** Batch size; small for tables with large rows. */
  readonly atOnce?: number
  /** The migration that creates it, if not the first. */
  readonly since?: string
}

/** All tables, owners before the rows that reference them. */
export const backupTables: readonly BackupTable[] = [
  { name: 'teams', key: ['id'], numbered: true, since: '0012-teams' },
  { name: 'team_slugs', key: ['slug'], since: '0016-memberships' },
  { name: 'users', key: ['id'], numbered: true },
  { name: 'memberships', key: ['id'], numbered: true, since: '0016-memberships' },
  { name: 'sessions', key: ['id_hash'] },
  { name: 'password_resets', key: ['token_hash'] },
  { name: 'handoff_codes', key: ['code_hash'] },
  { name: 'api_tokens', key: ['id'], numbered: true, since: '0018-account-security' },
  { name: 'email_changes', key: ['user_id'], since: '0018-account-security' },
  { name: 'authenticators', key: ['user_id'], since: '0018-account-security' },
  { name: 'recovery_codes', key: ['code_hash'], since: '0018-account-security' },
  { name: 'sign_in_challenges', key: ['id_hash'], since: '0018-account-security' },
  { name: 'passkeys', key: ['id'], numbered: true, since: '0018-account-security' },
  { name: 'team_identity', key: ['team_id'], since: '0020-sign-on' },
  { name: 'team_domains', key: ['id'], numbered: true, since: '0020-sign-on' },
  { name: 'user_identities', key: ['id'], numbered: true, since: '0020-sign-on' },
  { name: 'sign_on_states', key: ['state_hash'], since: '0020-sign-on' },
  { name: 'audit', key: ['id'], numbered: true },
  { name: 'decks', key: ['id'], numbered: true },
  { name: 'former_deck_addresses', key: ['user_id', 'deck_id'], since: '0021-team-decks' },
  { name: 'deleted_owner_addresses', key: ['username', 'deck_id'], since: '0022-team-endings' },
  { name: 'deck_structures', key: ['deck_id', 'since'] },
  { name: 'deck_slides', key: ['deck_id', 'slide_id', 'since'], atOnce: 20 },
  { name: 'deck_saves', key: ['deck_id', 'save_id'] },
  { name: 'deck_revisions', key: ['id'], numbered: true },
  { name: 'deck_revision_users', key: ['revision_id', 'user_id'], since: '0032-deck-batches' },
  { name: 'slide_originals', key: ['id'], numbered: true, atOnce: 20 },
  { name: 'deck_users', key: ['id'], numbered: true },
  { name: 'comments', key: ['id'], numbered: true, since: '0036-comments' },
  { name: 'comment_reads', key: ['user_id', 'deck_id', 'slide_hash'], since: '0039-comment-threads' },
  { name: 'comment_mails', key: ['user_id', 'deck_id'], since: '0041-comment-mails' },
  { name: 'public_comments', key: ['id'], numbered: true, since: '0040-public-comments' },
  { name: 'file_storage_accounts', key: ['user_id'], since: '0044-file-storage' },
  { name: 'file_storage_states', key: ['state_hash'], since: '0044-file-storage' },
  { name: 'deck_syncs', key: ['id'], numbered: true, since: '0044-file-storage' },
  { name: 'invitations', key: ['id'], numbered: true },
  { name: 'kudos', key: ['deck_id', 'user_id'] },
  { name: 'deck_views', key: ['deck_id', 'viewer_hash'] },
  { name: 'media', key: ['id'], numbered: true },
  { name: 'media_tags', key: ['id'], numbered: true, since: '0027-media-library' },
  { name: 'media_tag_items', key: ['tag_id', 'media_id'], since: '0027-media-library' },
  { name: 'fonts', key: ['id'], numbered: true, since: '0034-fonts' },
  { name: 'imports', key: ['id'], numbered: true, atOnce: 20, since: '0037-imports' },
  { name: 'slide_templates', key: ['id'], numbered: true, atOnce: 20, since: '0002-slide-templates' },
  { name: 'themes', key: ['id'], numbered: true, atOnce: 20, since: '0026-themes' },
  { name: 'theme_versions', key: ['theme_id', 'version'], atOnce: 20, since: '0026-themes' },
  { name: 'theme_templates', key: ['theme_id', 'slide_template_id'], since: '0026-themes' },
  { name: 'access_tokens', key: ['id'], numbered: true, since: '0005-access-tokens' },
  { name: 'deck_readings', key: ['number'], since: '0006-deck-readings' },
  { name: 'deck_reading_days', key: ['deck_id', 'day'], since: '0006-deck-readings' },
  { name: 'deck_slide_views', key: ['deck_id', 'day', 'slide_id'], since: '0006-deck-readings' },
  { name: 'deck_streams', key: ['deck_id'], since: '0007-deck-streams' },
  { name: 'coupons', key: ['id'], numbered: true, since: '0017-subscriptions' },
  { name: 'customers', key: ['id'], numbered: true, since: '0017-subscriptions' },
  { name: 'subscriptions', key: ['id'], numbered: true, since: '0017-subscriptions' },
  { name: 'payments', key: ['id'], numbered: true, since: '0017-subscriptions' },
  { name: 'webhook_events', key: ['id'], numbered: true, since: '0017-subscriptions' },
  { name: 'trial_cards', key: ['fingerprint_hash'], since: '0022-team-endings' },
  { name: 'last_start', key: ['name'], since: '0017-subscriptions' },
  { name: 'jobs', key: ['id'], numbered: true },
  { name: 'mails', key: ['id'], numbered: true },
  { name: 'instance_settings', key: ['name'], since: '0019-operator' },
  { name: 'setup_codes', key: ['code_hash'], since: '0019-operator' },
  { name: 'reports', key: ['id'], numbered: true, since: '0019-operator' },
]

/**
 * Tables that are omitted. The search index and the lists of media in slides are rebuilt after a restore. Clients
 * read a deck again whose batches are missing. The list of orphaned files stays empty: the
 * restored database has put no files into the store and must not delete any. Exports and their files are kept for a day
 * and can be made again.
 */
export const derivedTables: readonly (keyof Schema)[] = [
  'search_words',
  'search_variants',
  'team_deck_words',
  'deck_media',
  'deck_batches',
  'deck_exports',
  'unused_files',
]

/** Whether a file is omitted, because its table is. */
export function isDerivedFile(key: string): boolean {
  return key.startsWith('exports/')
}

/** Summary of a backup, in its last frame. */
export interface Manifest {
  readonly made_at: string
  /** The database's migrations, in order. */
  readonly migrations: readonly string[]
  /** Row count of each table, and a hash over its rows in order. */
  readonly tables: Readonly<Record<string, { readonly count: number; readonly sha256: string }>>
  /** The highest id ever used by each numbered table. */
  readonly sequences: Readonly<Record<string, number>>
  readonly files: readonly { readonly key: string; readonly size: number; readonly sha256: string }[]
}

/** JSON with sorted keys: Postgres stores them in an order of its own. */
function plainJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}

/** Encodes a value as JSON with tagged times and JSON columns, so that both databases read it back identically. */
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

/** Rows as JSON lines, with sorted columns: their order must not depend on the database. */
export function writeRows(rows: readonly Record<string, unknown>[]): string {
  return rows
    .map((row) => Object.fromEntries(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))))
    .map((row) => `${JSON.stringify(mapped(row, encode))}\n`)
    .join('')
}

/** Parses the rows of writeRows for inserts. */
export function readRows(text: string): Record<string, unknown>[] {
  const lines = text.split('\n').filter((line) => line !== '')
  return lines.map((line) => mapped(JSON.parse(line) as Record<string, unknown>, decode))
}
