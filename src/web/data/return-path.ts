/**
 * Where to go after signing in: the path in `return_to`, or home. Only a path of this site counts: browsers read
 * '//evil.example' and '/\evil.example' as other sites.
 */
export function returnPath(search: string | URLSearchParams): string {
  const wanted = new URLSearchParams(search).get('return_to') ?? '/'
  if (!/^\/(?![/\\])/.test(wanted)) return '/'
  const base = 'http://own.invalid'
  if (!URL.canParse(wanted, base)) return '/'
  const url = new URL(wanted, base)
  return url.origin === base ? `${url.pathname}${url.search}${url.hash}` : '/'
}

/** The address of the sign-in page that leads back to here. */
export function signInPath(url: URL): string {
  return `/users/sign_in?return_to=${encodeURIComponent(url.pathname + url.search)}`
}
