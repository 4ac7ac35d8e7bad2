/**
 * The URL that opens a page of a team's host with a session: the sign-in page there transfers the session of the app's
 * host. `teamUrl`: the origin of the team's host, without trailing slash; `path`: path and query.
 */
export function signedInUrl(teamUrl: string, path: string): string {
  return `${teamUrl}/users/sign_in?return_to=${encodeURIComponent(path)}`
}
