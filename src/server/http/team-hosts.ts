import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Selectable } from 'kysely'
import { originOf } from '../../rules/deck-url.ts'
import { escapeHtml } from '../../rules/escape-html.ts'
import { messages } from '../../rules/messages.ts'
import { product } from '../../rules/product.ts'
import type { TeamsTable } from '../db/account-tables.ts'
import type { Db } from '../db/open-database.ts'
import type { Services } from '../services.ts'
import { HttpError } from './http-error.ts'
import { sendPlainPage } from './plain-page.ts'

/** The team with this slug; undefined if there is none. */
export async function findTeam(db: Db, slug: string): Promise<Selectable<TeamsTable> | undefined> {
  return db.selectFrom('teams').selectAll().where('slug', '=', slug).executeTakeFirst()
}

/** The present slug of the team that had this slug before; null if there is none. */
async function presentSlug(db: Db, formerSlug: string): Promise<string | null> {
  const row = await db
    .selectFrom('team_slugs')
    .innerJoin('teams', 'teams.id', 'team_slugs.team_id')
    .select('teams.slug')
    .where('team_slugs.slug', '=', formerSlug)
    .executeTakeFirst()
  return row?.slug ?? null
}

function isRead({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Path and query of a request, to append to an origin. A request line may contain an absolute URL. */
export function pathOf({ url }: Pick<FastifyRequest, 'url'>): string {
  return /^\/(?!\/)/.test(url) ? url : '/'
}

/**
 * Sets a request's team on a team's host. The host of a former slug redirects reads to the present one. Answers 404 if
 * there is no such team: a page with a link to the app for browsers, else JSON.
 */
export async function findHostTeam(
  { database, settings }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { surface } = request
  if (surface.kind !== 'team') return
  request.hostTeam = (await findTeam(database.read, surface.slug)) ?? null
  if (request.hostTeam) return
  const present = isRead(request) ? await presentSlug(database.read, surface.slug) : null
  if (present !== null) return reply.redirect(originOf({ teamSlug: present }, settings.baseUrl) + pathOf(request), 302)
  if (!request.headers.accept?.includes('text/html')) throw new HttpError(404, messages.access.notFound)
  const body = `<h1>There is no team at this address</h1><p><a href="${escapeHtml(settings.baseUrl)}">Go to ${escapeHtml(product.name)}</a></p>`
  return sendPlainPage(reply.code(404), 'There is no team at this address', body, { home: settings.baseUrl })
}
