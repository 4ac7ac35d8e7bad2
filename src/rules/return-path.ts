/**
 * Redirect target after sign-in: path, query and hash of `wanted`, or null if it leads to another host or to no page.
 * URLs of other hosts have many forms ('//evil', '/\evil', 'https:evil'), so the URL is parsed as a browser does and
 * only its own parts are kept.
 */
export function returnPath(wanted: string | null | undefined, baseUrl: string): string | null {
  if (!wanted || wanted.length > 2_000) return null
  // Browsers drop tabs and line breaks in URLs and treat backslashes as slashes, so neither is allowed.
  if (!/^\/(?![/\\])/.test(wanted) || /[\p{Cc}\\]/u.test(wanted)) return null
  if (!URL.canParse(wanted, baseUrl)) return null
  const url = new URL(wanted, baseUrl)
  if (url.origin !== new URL(baseUrl).origin || url.pathname.startsWith('//')) return null
  return isPage(url.pathname) ? url.pathname + url.search + url.hash : null
}

/** API calls, files and sign-out are no redirect targets. */
function isPage(path: string): boolean {
  let plain: string
  try {
    plain = decodeURIComponent(path).toLowerCase()
  } catch {
    return false
  }
  if (/[\p{Cc}\\]/u.test(plain) || plain.includes('//')) return false
  return !/^\/(api|a|d|m|t|assets|socket\.io|healthz|readyz|metrics)(\/|$)|^\/users\/sign_(out|in|up|on)(\W|$)|\.json$/.test(
    plain,
  )
}
