import type { FastifyRequest } from 'fastify'
import { originOf } from '../../rules/deck-url.ts'
import type { Settings } from '../../server/env.ts'

/** The origin of a request's host, without trailing slash: the app's, or of a team's host. */
export function requestOrigin(
  { surface }: Pick<FastifyRequest, 'surface'>,
  { baseUrl }: Pick<Settings, 'baseUrl'>,
): string {
  return originOf({ teamSlug: surface.kind === 'team' ? surface.slug : null }, baseUrl)
}
