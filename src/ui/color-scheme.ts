/** The user's color scheme. */
export type ColorScheme = 'system' | 'light' | 'dark'

/** Cookie name as read by the server; over https it has the __Host- prefix. */
const cookie = 'color_scheme'
/** Lifetime of the cookie, in seconds. */
const maxAge = 365 * 24 * 60 * 60

/** The color scheme that the server rendered into the page. */
export function colorScheme(): ColorScheme {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/**
 * Sets and applies the color scheme. Stored in a cookie, not in local storage: the server renders it into every page,
 * so a dark page never flashes white and no script must run before the first paint.
 */
export function setColorScheme(scheme: ColorScheme): void {
  const secure = window.location.protocol === 'https:'
  const name = secure ? `__Host-${cookie}` : cookie
  const age = scheme === 'system' ? 0 : maxAge
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in all browsers yet
  document.cookie = `${name}=${scheme}; Path=/; Max-Age=${age}; SameSite=Lax${secure ? '; Secure' : ''}`
  if (scheme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = scheme
}
