/** What every page understands in its address: `autoclose` closes a popup that another window opened, `autoRefresh` loads the page again; both in ms. */
export function obeyPopupQueries(): void {
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
