import { returnPath } from '../../rules/return-path.ts'

/** Where to go after signing in: the page in `return_to`, or home. */
export function wantedPath(query: URLSearchParams, baseUrl: string): string {
  return returnPath(query.get('return_to'), baseUrl) ?? '/'
}

/** The path of the sign-in page, with a return to this page. */
export function signInPath({ pathname, search }: Pick<URL, 'pathname' | 'search'>): string {
  return `/users/sign_in?return_to=${encodeURIComponent(pathname + search)}`
}

/**
 * The sign-in link of the header, with a return to this page. Home is where signing in leads anyway; the pages around
 * signing in pass on their own return.
 */
export function headerSignInPath(page: Pick<URL, 'pathname' | 'search'>): string {
  const { pathname, search } = page
  if (pathname !== '/' && !pathname.startsWith('/users/')) return signInPath(page)
  const wanted = new URLSearchParams(search).get('return_to')
  return wanted === null ? '/users/sign_in' : `/users/sign_in?return_to=${encodeURIComponent(wanted)}`
}
