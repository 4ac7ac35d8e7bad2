import type { Db } from './db/open-database.ts'
import type { Services } from './services.ts'

/** An audited action. Entries are kept for a year and never modified. */
export interface AuditEntry {
  /** The user's id; null when no user was signed in. */
  readonly actorId: number | null
  /** What happened: `sign-in`, `password.change` … */
  readonly action: string
  /** What it happened to: `user:12`. */
  readonly resource: string
  /** Further facts. Never passwords, tokens or content. */
  readonly detail?: Readonly<Record<string, unknown>>
}

/** The API tokens of requests that are made with one. */
const apiTokens = new WeakMap<object, number>()

/** Records that a request is made with an API token: its audit entries name it. */
export function noteApiToken(request: object, id: number): void {
  apiTokens.set(request, id)
}

/**
 * Writes an audit entry in the request's transaction, so a rollback removes it. `from`: the request, or what stands for
 * its address.
 */
export async function audit(
  db: Db,
  services: Pick<Services, 'now'>,
  from: { readonly ip: string },
  entry: AuditEntry,
): Promise<void> {
  const apiToken = apiTokens.get(from)
  const detail = { ...entry.detail, ...(apiToken === undefined ? {} : { api_token: apiToken }) }
  await db
    .insertInto('audit')
    .values({
      at: services.now(),
      actor_id: entry.actorId,
      address: from.ip,
      action: entry.action,
      resource: entry.resource,
      detail: JSON.stringify(detail),
    })
    .execute()
}
