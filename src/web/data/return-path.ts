import { returnPath } from '../../rules/return-path.ts'

/** Where to go after signing in: the page in `return_to`, or home. */
export function wantedPath(query: URLSearchParams, baseUrl: string): string {
  return returnPath(query.get('return_to'), baseUrl) ?? '/'
}

/** The path of the sign-in page, with a return to this page. */
export function signInPath({ pathname, search }: Pick<URL, 'pathname' | 'search'>): string {
  return `/users/sign_in?return_to=${encodeURIComponent(pathname + search)}`
}
