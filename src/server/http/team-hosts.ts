import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Selectable } from 'kysely'
import { accountMessages } from '../../rules/account-messages.ts'
import { originOf } from '../../rules/deck-url.ts'
import { escapeHtml } from '../../rules/escape-html.ts'
import { messages } from '../../rules/messages.ts'
import { isReservedName } from '../../rules/reserved-names.ts'
import type { TeamsTable } from '../db/account-tables.ts'
import type { Db } from '../db/open-database.ts'
import type { Services } from '../services.ts'
import { HttpError } from './http-error.ts'
import { sendPlainPage } from './plain-page.ts'

function teamAt(db: Db, slug: string): Promise<Selectable<TeamsTable> | undefined> {
  return db.selectFrom('teams').selectAll().where('slug', '=', slug).executeTakeFirst()
}

/** The team with this slug; undefined if there is none, or if it is closed. */
export async function findTeam(db: Db, slug: string): Promise<Selectable<TeamsTable> | undefined> {
  const team = await teamAt(db, slug)
  return team?.closed_at === null ? team : undefined
}

/** The team with this slug now or before, unless it is closed: pages that are open since before a change continue. */
export async function findTeamOfHost(db: Db, slug: string): Promise<Selectable<TeamsTable> | undefined> {
  const team = (await teamAt(db, slug)) ?? (await findFormerTeam(db, slug))
  return team?.closed_at === null ? team : undefined
}

/** The team that had this slug before; undefined if there is none. */
async function findFormerTeam(db: Db, formerSlug: string): Promise<Selectable<TeamsTable> | undefined> {
  return db
    .selectFrom('team_slugs')
    .innerJoin('teams', 'teams.id', 'team_slugs.team_id')
    .selectAll('teams')
    .where('team_slugs.slug', '=', formerSlug)
    .executeTakeFirst()
}

function isRead({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Path and query of a request, to append to an origin. A request line may contain an absolute URL. */
export function pathOf({ url }: Pick<FastifyRequest, 'url'>): string {
  return /^\/(?!\/)/.test(url) ? url : '/'
}

/** Whether a path can be one of a profile or a deck, whose old links work after their team has closed. */
function isPersonal(path: string): boolean {
  const [, first = ''] = /^\/([\w-]{2,})(?=[/?]|$)/.exec(path) ?? []
  return first !== '' && !isReservedName(first)
}

/** A small page with a link to the app for browsers, else `refusal` as JSON. */
function sendNoTeam(
  { settings, instance }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { title, refusal }: { readonly title: string; readonly refusal: HttpError },
): FastifyReply {
  if (!request.headers.accept?.includes('text/html')) throw refusal
  const home = settings.baseUrl
  const body = `<h1>${escapeHtml(title)}</h1><p><a href="${escapeHtml(home)}">Go to ${escapeHtml(instance.name())}</a></p>`
  return sendPlainPage(reply.code(404), instance, { title, body, home })
}

/** Calls of the API, and writes: what an open page sends. */
function isFromPage(request: FastifyRequest): boolean {
  return !isRead(request) || pathOf(request).startsWith('/api/')
}

/**
 * Sets a request's team on a team's host. The host of a former slug redirects pages to the current one, and answers what
 * pages that are open since before send, so that an editor there continues saving. That of a closed team redirects profiles
 * and decks to the app's. Other requests there get a 404.
 */
export async function findHostTeam(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { database, settings } = services
  const { surface } = request
  if (surface.kind !== 'team') return
  const team = await teamAt(database.read, surface.slug)
  if (team && team.closed_at === null) {
    request.hostTeam = team
    return
  }
  request.hostTeam = null
  const path = pathOf(request)
  if (team) {
    // Its decks are personal decks now.
    if (isRead(request) && isPersonal(path)) return reply.redirect(settings.baseUrl + path, 302)
    // Pages opened before the change inform their users.
    const refusal = new HttpError(404, accountMessages.team.closed, { extra: { team_closed: true } })
    return sendNoTeam(services, request, reply, { title: 'This team is closed', refusal })
  }
  const renamed = await findFormerTeam(database.read, surface.slug)
  if (renamed?.closed_at === null && isFromPage(request)) {
    request.surface = { ...surface, slug: renamed.slug }
    request.hostTeam = renamed
    return
  }
  if (renamed && isRead(request))
    return reply.redirect(originOf({ teamSlug: renamed.slug }, settings.baseUrl) + path, 302)
  const refusal = new HttpError(404, messages.access.notFound)
  return sendNoTeam(services, request, reply, { title: 'There is no team at this address', refusal })
}
