import { redirect } from 'react-router'
import { originOf } from '../../rules/deck-url.ts'
import { signedInUrl } from '../../rules/signed-in-url.ts'
import type { LoadArgs } from '../page.ts'

/**
 * Redirects a page to the host that serves it: a team's, or the app's if `teamSlug` is null. Path and query stay, and
 * members of the team keep their session. Call it after the page's data, so that it reveals nothing that the viewer may
 * not see.
 */
export function toOwnHost(
  { team, site, url, viewer }: Pick<LoadArgs, 'team' | 'site' | 'url' | 'viewer'>,
  teamSlug: string | null | undefined,
): void {
  // During a rolling upgrade an answer of an earlier server version has no slug.
  if ((teamSlug ?? null) === (team?.slug ?? null)) return
  const origin = originOf({ teamSlug: teamSlug ?? null }, site.baseUrl)
  const path = url.pathname + url.search
  throw redirect(teamSlug && viewer?.team?.slug === teamSlug ? signedInUrl(origin, path) : origin + path)
}
