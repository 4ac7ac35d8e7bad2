import { returnPath } from '../../rules/return-path.ts'

/** Where somebody wanted to go before they had to sign in: the page in `return_to`, or home. */
export function wantedPath(query: URLSearchParams, baseUrl: string): string {
  return returnPath(query.get('return_to'), baseUrl) ?? '/'
}

/** The address of the sign-in page that leads back to a page. */
export function signInPath(url: URL): string {
  return `/users/sign_in?return_to=${encodeURIComponent(url.pathname + url.search)}`
}
