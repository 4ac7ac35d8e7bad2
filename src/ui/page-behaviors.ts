import { watchPointer } from './pointer.ts'

/** An integer query parameter in ms; null if it is missing or invalid. */
export function delayFrom(query: URLSearchParams, name: string): number | null {
  const value = query.get(name)
  return value !== null && /^\d{1,8}$/.test(value) ? Number(value) : null
}

/**
 * Behavior of every page: `?autoclose=ms` closes a popup window, `?autoRefresh=ms` reloads the page, and the root
 * element is marked once the page is interactive.
 */
export function startPageBehaviors(): void {
  const query = new URLSearchParams(window.location.search)
  const close = delayFrom(query, 'autoclose')
  if (close !== null && window.opener !== null) setTimeout(() => window.close(), close)
  const refresh = delayFrom(query, 'autoRefresh')
  if (refresh !== null) setTimeout(() => window.location.reload(), refresh)
  watchPointer()
}

/** Marks the page as interactive: it handles clicks and keys from now on. */
export function markLoaded(): void {
  document.documentElement.classList.add('loaded')
}
