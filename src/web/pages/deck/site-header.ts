import type { PageViewer } from '../../../api/deck-pages/page-data.ts'
import { type HostTeam, offersSignUp, type Site } from '../../../api/pages/site.ts'
import { profileUrl } from '../../../rules/deck-url.ts'
import { headerMenu } from '../../frame/header-menu.ts'
import { type Html, html } from './html.ts'
import { logoSign } from './icons.ts'
import { avatarOf } from './shell.ts'

/** The URL of the sign-in page, which returns to `path`. */
export function signInLink(path: string): string {
  return `/users/sign_in?return_to=${encodeURIComponent(path)}`
}

function forVisitors(site: Site, path: string): Html {
  if (!offersSignUp(site)) return html`<a class="button quiet" href="${signInLink(path)}">Sign in</a>`
  return html`<a class="button quiet wide-only" href="${signInLink(path)}">Sign in</a>
<a class="button primary" href="/users/sign_up">Sign up</a>`
}

function home({ name, logo }: Site, team: HostTeam | null): Html {
  if (team) {
    const sign = team.logo_url && html`<img class="site-logo" src="${team.logo_url}" alt="" height="32">`
    return html`<a class="site-home" href="/" aria-label="${team.name}, home">${sign}<span class="site-name">${team.name}</span></a>`
  }
  const sign = logo
    ? html`<img class="site-logo" src="${logo}" alt="" height="32">`
    : html`${logoSign}<span class="site-name">${name}</span>`
  return html`<a class="site-home" href="/" aria-label="${name}, home">${sign}</a>`
}

function menuFor({
  username,
  name,
  pictureUrl,
  plan,
  manuallyUpgraded,
  operator,
  team,
  billing,
  baseUrl,
}: PageViewer): Html {
  // The entries of every other page's menu.
  const groups = headerMenu(
    { username, plan, manually_upgraded: manuallyUpgraded, operator, team },
    { billing, baseUrl },
  )
  const links = [...groups.flat(), { label: 'Sign out', to: '/users/sign_out' }]
  return html`<details class="menu">
<summary aria-label="Menu of ${name || username}">${avatarOf({ pictureUrl }, 36)}</summary>
<ul class="menu-list">${links.map(({ label, to }) => html`<li><a href="${to}">${label}</a></li>`)}</ul>
</details>`
}

/**
 * The site's header on deck pages. Hidden until the page is scrolled, the pointer is near the top, or the header gets
 * the focus. On a team's host it has the team's logo and name. `path`: where signing in returns to.
 */
export function siteHeader(
  { site, team }: { readonly site: Site; readonly team: HostTeam | null },
  viewer: PageViewer | null,
  path: string,
): Html {
  return html`<div class="header-edge"></div>
<header class="site-header" data-site-header data-shown="false">
${home(site, team)}
<nav class="site-nav wide-only" aria-label="Main"><a href="/explore">Explore</a></nav>
<div class="site-actions">${
    viewer
      ? html`<a class="button primary wide-only" href="${profileUrl(viewer.username)}/new">New deck</a>${menuFor(viewer)}`
      : forVisitors(site, path)
  }</div>
</header>`
}
