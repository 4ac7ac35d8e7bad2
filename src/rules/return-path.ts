/**
 * Where to go after signing in: the path, query and hash of `wanted`, or null when it leads off this host or to a
 * call instead of a page. Addresses of other hosts hide in many forms ('//evil', '/\evil', 'https:evil'), so the
 * address is parsed as a browser does and only its own parts are kept.
 */
export function returnPath(wanted: string | null | undefined, baseUrl: string): string | null {
  if (!wanted || wanted.length > 2_000) return null
  // Browsers drop tabs and line breaks in addresses and read backslashes as slashes, so neither may stand in one.
  if (!/^\/(?![/\\])/.test(wanted) || /[\p{Cc}\\]/u.test(wanted)) return null
  if (!URL.canParse(wanted, baseUrl)) return null
  const url = new URL(wanted, baseUrl)
  if (url.origin !== new URL(baseUrl).origin || url.pathname.startsWith('//')) return null
  return isPage(url.pathname) ? url.pathname + url.search + url.hash : null
}

/** Calls, files and sign-out are no pages to come back to. */
function isPage(path: string): boolean {
  let plain: string
  try {
    plain = decodeURIComponent(path).toLowerCase()
  } catch {
    return false
  }
  if (/[\p{Cc}\\]/u.test(plain) || plain.includes('//')) return false
  return !/^\/(api|a|d|m|t|assets|socket\.io|healthz|readyz|metrics)(\/|$)|^\/users\/sign_(out|in|up)(\W|$)|\.json$/.test(
    plain,
  )
}
