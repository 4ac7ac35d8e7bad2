import { beginSignOnPath, signOnPath } from '../../../rules/sign-on.ts'
import { wantedPath } from '../../data/return-path.ts'

/** The team whose host a path of the session transfer leads to; null for other paths. */
export function teamIn(path: string): string | null {
  return path.startsWith('/handoff?') ? new URLSearchParams(path.slice(path.indexOf('?'))).get('to') : null
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
