import type { Site } from '../../api/pages/site.ts'
import type { Viewer } from '../../api/pages/viewer.ts'
import { isEnterpriseManager, writesThemes } from '../../rules/account-permissions.ts'
import { profileUrl } from '../../rules/deck-url.ts'
import { signedInUrl } from '../../rules/signed-in-url.ts'

/** One link of the header menu. */
export interface HeaderLink {
  readonly id: string
  readonly label: string
  readonly to: string
  /** Whether it needs a full page load: the page has another entry script, or another host. */
  readonly reload?: boolean
}

/** The viewer's fields that determine the menu. */
export type MenuViewer = Pick<Viewer, 'username' | 'plan' | 'manually_upgraded' | 'team' | 'operator'>
/** The instance's fields that determine the menu. */
export type MenuSite = Pick<Site, 'billing' | 'baseUrl'>

/** The team's home page. */
function teamHome(team: NonNullable<MenuViewer['team']>): HeaderLink {
  return { id: 'team-home', label: 'Your team', to: signedInUrl(team.url, '/'), reload: true }
}

/** The links of a team's members, and of its managers. Teams that were upgraded by hand have no billing. */
function teamLinks({ team }: MenuViewer, site: MenuSite): HeaderLink[] {
  if (!team) return []
  if (!isEnterpriseManager(team.role)) return [teamHome(team)]
  const links = [
    teamHome(team),
    { id: 'team', label: 'Team settings', to: `${team.url}/edit`, reload: true },
    { id: 'members', label: 'Team members', to: `${team.url}/edit_members`, reload: true },
  ]
  if (!site.billing || team.manuallyUpgraded) return links
  return [...links, { id: 'team-billing', label: 'Billing details', to: `${team.url}/account/billing`, reload: true }]
}

/** The theme editor: for managers of a team, and for everybody on instances without billing. */
function themeLinks({ team }: MenuViewer, site: MenuSite): HeaderLink[] {
  return writesThemes(team, site) ? [{ id: 'themes', label: 'Themes', to: '/themes' }] : []
}

function operatorLinks({ operator }: MenuViewer): HeaderLink[] {
  return operator ? [{ id: 'console', label: 'Console', to: '/admin' }] : []
}

/**
 * Where users see what they pay, or choose a plan. Neither for users whose plan comes by hand or with their team: members
 * reach a subscription from before on the settings page.
 */
function planLinks({ plan, manually_upgraded, team }: MenuViewer, site: MenuSite): HeaderLink[] {
  if (!site.billing || manually_upgraded || plan === 'enterprise') return []
  if (plan === 'free') return [{ id: 'upgrade', label: 'Upgrade', to: '/pricing' }]
  // On the host of a team that has ended, the path is the team's billing.
  if (team) return [{ id: 'billing', label: 'Billing', to: `${site.baseUrl}/account/billing`, reload: true }]
  return [{ id: 'billing', label: 'Billing', to: '/account/billing' }]
}

/** The header menu of a signed-in user, in groups. Does not include signing out, which is not a link. */
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
  const more = [teamLinks, planLinks].flatMap((links) => links(viewer, site))
  return [own, [...themeLinks(viewer, site), settings, ...more, ...operatorLinks(viewer)], about]
}
