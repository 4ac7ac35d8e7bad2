import { originOf } from '../../../rules/deck-url.ts'
import { returnPath } from '../../../rules/return-path.ts'
import { beginSignOnPath, signOnPath } from '../../../rules/sign-on.ts'
import { wantedPath } from '../../data/return-path.ts'

/** The team whose host a path of the session transfer leads to; null for other paths. */
export function teamIn(path: string): string | null {
  return path.startsWith('/handoff?') ? new URLSearchParams(path.slice(path.indexOf('?'))).get('to') : null
}

/**
 * Where signing in leads to: the page in `return_to`; without one, after the code of a team's sign-on, the team's host,
 * which takes the session; else home.
 */
export function signedInTarget(query: URLSearchParams, baseUrl: string): string {
  const path = returnPath(query.get('return_to'), baseUrl)
  const team = query.get('team') ?? ''
  // Anything but a slug could make the URL one of another host.
  if (path !== null || !/^[\w-]+$/.test(team)) return path ?? '/'
  return `${originOf({ teamSlug: team }, baseUrl)}/users/sign_in`
}

/** The query of a page of sign-on: the team, if any, and the wanted page of `query`. */
export function signOnQuery(team: string, query: URLSearchParams): string {
  const kept = { team: team.trim(), return_to: query.get('return_to') ?? '' }
  const given = Object.entries(kept).filter(([, value]) => value !== '')
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}

/**
 * Where 'Sign in with single sign-on' leads: to the instance's provider, or to the page that asks for the team. That
 * page also for a visitor of a team's host, since a team has its own provider.
 */
export function signOnLink(
  search: string,
  { signOn, baseUrl }: { readonly signOn: boolean; readonly baseUrl: string },
) {
  const query = new URLSearchParams(search)
  const isDirect = signOn && teamIn(wantedPath(query, baseUrl)) === null
  return { to: isDirect ? `${beginSignOnPath}${signOnQuery('', query)}` : `${signOnPath}${search}`, isDirect }
}
