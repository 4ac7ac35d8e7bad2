/** Light, dark, or as the system has it. */
export type ColorScheme = 'system' | 'light' | 'dark'

/** The cookie's name as the server reads it; with https it is tied to exactly this host. */
const cookie = 'color_scheme'
/** Seconds that the choice is kept. */
const kept = 365 * 24 * 60 * 60

/** The scheme chosen in this browser, as the server has written it into the page. */
export function colorScheme(): ColorScheme {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/**
 * Chooses a scheme for this browser, and shows it. It is kept in a cookie, not in the browser's storage: the server
 * writes it into every page, so a dark page never flashes white, and no script has to run before a page is painted.
 */
export function setColorScheme(scheme: ColorScheme): void {
  const secure = window.location.protocol === 'https:'
  const name = secure ? `__Host-${cookie}` : cookie
  const age = scheme === 'system' ? 0 : kept
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in all browsers yet
  document.cookie = `${name}=${scheme}; Path=/; Max-Age=${age}; SameSite=Lax${secure ? '; Secure' : ''}`
  if (scheme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = scheme
}
