/**
 * Statements that change nothing that a permission depends on: those of saves of content, of counters and of the job
 * queue. Everything else, also a statement in a form that is not known here, counts as one that may.
 */

/**
 * Tables of content and of work: no permission depends on their rows, nor on the rows that are deleted with them, which
 * are of these tables or of `deck_media`.
 */
const contentTables: ReadonlySet<string> = new Set([
  'deck_batches',
  'deck_revision_users',
  'deck_revisions',
  'deck_saves',
  'deck_slides',
  'deck_structures',
  'deck_views',
  'jobs',
  'kudos',
])

/** Columns that change with content and use, of tables whose other columns decide about permissions. */
const contentColumns: Readonly<Record<string, ReadonlySet<string>>> = {
  decks: new Set([
    ...['slide_count', 'content_bytes', 'version', 'updated_at', 'saved_by', 'saved_by_since'],
    ...['view_count', 'kudos_count', 'thumbnail_key', 'thumbnail_version', 'owner_seen_at'],
  ]),
  access_tokens: new Set(['deck_view_count']),
  deck_users: new Set(['last_seen_at']),
  sessions: new Set(['last_seen_at', 'address']),
}

const changesNothing = /^\s*(select|begin|commit|rollback|savepoint|release|explain)\b/i
const rowsOf = /^(?:insert into|delete from) "(\w+)"/
const columnsOf = /^update "(\w+)" set ((?:"\w+" = (?:\?|"\w+" [+-] \?)(?:, )?)+) where /

/** Whether a statement of SQLite leaves everything as it is that permissions depend on. */
export function isQuiet(statement: string): boolean {
  if (changesNothing.test(statement)) return true
  const table = rowsOf.exec(statement)?.[1]
  if (table !== undefined) return contentTables.has(table)
  const [, updated = '', assignments = ''] = columnsOf.exec(statement) ?? []
  if (contentTables.has(updated)) return true
  const columns = contentColumns[updated]
  return columns !== undefined && [...assignments.matchAll(/"(\w+)" = /g)].every(([, name]) => columns.has(name!))
}
