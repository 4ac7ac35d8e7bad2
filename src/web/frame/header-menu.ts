import type { Site } from '../../api/pages/site.ts'
import type { Viewer } from '../../api/pages/viewer.ts'
import { isEnterpriseManager } from '../../rules/account-permissions.ts'
import { profileUrl } from '../../rules/deck-url.ts'

/** One link of the header menu. */
export interface HeaderLink {
  readonly id: string
  readonly label: string
  readonly to: string
  /** The page has a document of its own, or lives on another host. */
  readonly reload?: boolean
}

/** What the menu follows from. */
export type MenuViewer = Pick<Viewer, 'username' | 'plan' | 'manually_upgraded' | 'team'>
/** Of the instance, whether anybody pays. */
export type MenuSite = Pick<Site, 'billing'>

/** The links of a team's manager. */
function teamLinks({ team }: MenuViewer): HeaderLink[] {
  if (!team || !isEnterpriseManager(team.role)) return []
  return [
    { id: 'themes', label: 'Theme editor', to: '/themes', reload: true },
    { id: 'team', label: 'Team settings', to: `${team.url}/edit`, reload: true },
    { id: 'members', label: 'Team members', to: `${team.url}/edit_members`, reload: true },
  ]
}

/** The plans, for a user on the free one. */
function planLinks({ plan, manually_upgraded }: MenuViewer, site: MenuSite): HeaderLink[] {
  if (!site.billing || manually_upgraded || plan !== 'free') return []
  return [{ id: 'upgrade', label: 'Upgrade', to: '/pricing' }]
}

/** The header menu of a signed-in person, in groups. Signing out stands apart from it, because it is more than a link. */
export function headerMenu(viewer: MenuViewer, site: MenuSite): readonly (readonly HeaderLink[])[] {
  const own: HeaderLink[] = [
    { id: 'profile', label: 'Your decks', to: profileUrl(viewer.username) },
    { id: 'new-deck', label: 'New deck', to: `${profileUrl(viewer.username)}/new`, reload: true },
  ]
  const settings: HeaderLink = { id: 'settings', label: 'Settings', to: '/users/edit' }
  const about: HeaderLink[] = [
    { id: 'explore', label: 'Explore', to: '/explore' },
    { id: 'changelog', label: 'Changelog', to: '/changelog' },
    { id: 'help', label: 'Help', to: '/help' },
  ]
  return [own, [settings, ...teamLinks(viewer), ...planLinks(viewer, site)], about]
}
