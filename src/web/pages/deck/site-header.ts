import type { PageViewer } from '../../../api/deck-pages/page-data.ts'
import { profileUrl } from '../../../rules/deck-url.ts'
import { product } from '../../../rules/product.ts'
import { headerMenu } from '../../frame/header-menu.ts'
import { type Html, html } from './html.ts'
import { logoSign } from './icons.ts'

/** The URL of the sign-in page, which returns to `path`. */
export function signInLink(path: string): string {
  return `/users/sign_in?return_to=${encodeURIComponent(path)}`
}

function forVisitors(path: string): Html {
  return html`<a class="button quiet wide-only" href="${signInLink(path)}">Sign in</a>
<a class="button primary" href="/users/sign_up">Sign up</a>`
}

function menuFor({ username, name, pictureUrl, plan, manuallyUpgraded, team, billing, baseUrl }: PageViewer): Html {
  // The entries of every other page's menu.
  const groups = headerMenu({ username, plan, manually_upgraded: manuallyUpgraded, team }, { billing, baseUrl })
  const links = [...groups.flat(), { label: 'Sign out', to: '/users/sign_out' }]
  return html`<details class="menu">
<summary aria-label="Menu of ${name || username}"><img class="avatar" src="${pictureUrl}" alt="" width="36" height="36" loading="lazy"></summary>
<ul class="menu-list">${links.map(({ label, to }) => html`<li><a href="${to}">${label}</a></li>`)}</ul>
</details>`
}

/**
 * The site's header on deck pages. Hidden until the page is scrolled, the pointer is near the top, or the header gets
 * the focus. `path`: where signing in returns to.
 */
export function siteHeader(viewer: PageViewer | null, path: string): Html {
  return html`<div class="header-edge"></div>
<header class="site-header" data-site-header data-shown="false">
<a class="site-home" href="/" aria-label="${product.name}, home">${logoSign}<span class="site-name">${product.name}</span></a>
<nav class="site-nav wide-only" aria-label="Main"><a href="/explore">Explore</a></nav>
<div class="site-actions">${
    viewer
      ? html`<a class="button primary wide-only" href="${profileUrl(viewer.username)}/new">New deck</a>${menuFor(viewer)}`
      : forVisitors(path)
  }</div>
</header>`
}
