/** Pages of a team's host that are for its members and managers. */
const memberPages: readonly string[] = ['/edit', '/edit_members', '/reactivate']

const outsider = 'outsider'

/**
 * The path that shows a signed-in user outside the team that a page is not for them; null for other pages. Without the
 * mark the page would ask for a session again.
 */
export function outsiderPath(path: string): string | null {
  const [pathname = ''] = path.split(/[?#]/)
  return memberPages.includes(pathname) ? `${pathname}?${outsider}=1` : null
}

/** Whether the page was opened by a user outside the team, who got no session on its host. */
export function isOutsider(url: { readonly searchParams: { get(name: string): string | null } }): boolean {
  return url.searchParams.get(outsider) === '1'
}
