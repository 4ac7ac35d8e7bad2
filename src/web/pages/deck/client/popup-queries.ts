/**
 * Applies two URL parameters, both in ms. `autoclose` closes a window that another window opened; `autoRefresh` reloads
 * the page.
 */
export function applyPopupQueries(): void {
  const query = new URLSearchParams(window.location.search)
  const ms = (name: string): number | null => {
    const text = query.get(name) ?? ''
    return /^\d{1,9}$/.test(text) ? Number(text) : null
  }
  const close = ms('autoclose')
  const refresh = ms('autoRefresh')
  if (close !== null && window.opener) setTimeout(() => window.close(), close)
  if (refresh !== null) setTimeout(() => window.location.reload(), refresh)
}
