import { type RouteObject, redirect, redirectDocument } from 'react-router'
import { displayName } from '../api/pages/viewer.ts'
import { shownTitle } from '../rules/deck-url.ts'
import { product } from '../rules/product.ts'
import { pageError } from './data/page-error.ts'
import { wantedPath } from './data/return-path.ts'
import { deckRoutes } from './deck-routes.ts'
import { AppFrame } from './frame/app-frame.tsx'
import { type LoadArgs, page } from './page.ts'
import { loadAccount } from './pages/account/load-account.ts'
import type { AdminData } from './pages/admin/load-admin.ts'
import { loadEmailLink, loadInvitation, loadReset } from './pages/auth/load-link.ts'
import {
  isRunning,
  loadBilling,
  loadConfirm,
  loadPeriod,
  loadReceipt,
  loadRunning,
  loadUpgrade,
  type Receipt,
  type UpgradeData,
} from './pages/billing/load-billing.ts'
import { ErrorPage } from './pages/errors/error-page.tsx'
import { type ExploreData, loadExplore } from './pages/explore/load-explore.ts'
import { loadTopic } from './pages/help/load-topic.ts'
import { loadOwnHome } from './pages/home/load-home.ts'
import { loadProfile, type ProfileData } from './pages/profile/load-profile.ts'
import { loadReport } from './pages/report/load-report.ts'
import { loadNewTeam } from './pages/team/load-new-team.ts'
import { loadTeamHome, type TeamHomeData } from './pages/team/load-team-home.ts'
import { themeRoutes } from './theme-routes.ts'

/** The kind of a host: the app's, or a team's. */
export type HostKind = 'app' | 'team'

/** Redirects signed-in users from the sign-in pages to the page in `return_to`. Returns null: undefined means a failed loader. */
function visitorsOnly({ viewer, url, site }: LoadArgs): null {
  if (viewer) throw redirect(wantedPath(url.searchParams, site.baseUrl))
  return null
}

/** Throws a 404 on instances without billing. */
function whereBilled({ site }: LoadArgs): null {
  if (!site.billing) throw pageError(404)
  return null
}

/**
 * Handles a path without a route: a 404 on the server. In the browser it may belong to a page outside the app (a deck,
 * the editor), so the document is requested from the server.
 */
function unknownPage({ url }: LoadArgs): undefined {
  throw typeof document === 'undefined' ? pageError(404) : redirectDocument(url.pathname + url.search + url.hash)
}

const about = `${product.name} is a home for HTML slide decks: write them in the browser, present them, share their address.`

function profileMeta({ person, list }: ProfileData) {
  const name = displayName(person)
  const titles = list.results.slice(0, 3).map((deck) => shownTitle(deck.title))
  const description =
    person.description || (titles.length > 0 ? `Decks by ${name}: ${titles.join(', ')}` : `Decks by ${name}`)
  return { title: name, description, type: 'profile' }
}

function exploreMeta({ term, page: number }: ExploreData) {
  const title = term === '' ? 'Explore' : `“${term}” – Explore`
  return { title, description: 'Public slide decks to look at, search and fork.', hidden: term !== '' || number > 1 }
}

/** The home page of a host. Team hosts have another one, so that neither loads the scripts and styles of the other. */
function homeRoute(host: HostKind): RouteObject {
  if (host === 'team') {
    return page({
      index: true,
      load: loadTeamHome,
      source: 'team/team-home.tsx',
      view: async () => (await import('./pages/team/team-home.tsx')).TeamHome,
      meta: ({ team }: TeamHomeData) => ({ title: team.name, description: `Slide decks of ${team.name}.` }),
      isRead: true,
    })
  }
  return page({
    index: true,
    load: loadOwnHome,
    source: 'home/home-page.tsx',
    view: async () => (await import('./pages/home/home-page.tsx')).HomePage,
    meta: () => ({ title: '', description: about }),
    isRead: true,
  })
}

function deckListRoutes(): RouteObject[] {
  return [
    page({
      path: '/explore',
      load: loadExplore,
      source: 'explore/explore-page.tsx',
      view: async () => (await import('./pages/explore/explore-page.tsx')).ExplorePage,
      meta: exploreMeta,
      isRead: true,
    }),
    page({
      path: '/:username',
      load: loadProfile,
      source: 'profile/profile-page.tsx',
      view: async () => (await import('./pages/profile/profile-page.tsx')).ProfilePage,
      meta: profileMeta,
    }),
  ]
}

function accountRoutes(): RouteObject[] {
  return [
    page({
      path: '/users/edit',
      load: loadAccount,
      source: 'account/account-page.tsx',
      view: async () => (await import('./pages/account/account-page.tsx')).AccountPage,
      meta: () => ({ title: 'Settings', hidden: true }),
    }),
    page({
      path: '/users/sign_in',
      load: visitorsOnly,
      source: 'auth/sign-in-page.tsx',
      view: async () => (await import('./pages/auth/sign-in-page.tsx')).SignInPage,
      meta: () => ({ title: 'Sign in' }),
    }),
    page({
      path: '/users/sign_on',
      source: 'auth/sign-on-page.tsx',
      view: async () => (await import('./pages/auth/sign-on-page.tsx')).SignOnPage,
      meta: () => ({ title: 'Single sign-on', hidden: true }),
    }),
    page({
      path: '/users/sign_up',
      load: visitorsOnly,
      source: 'auth/sign-up-page.tsx',
      view: async () => (await import('./pages/auth/sign-up-page.tsx')).SignUpPage,
      meta: () => ({ title: 'Sign up', description: about }),
    }),
    page({
      path: '/users/sign_out',
      source: 'auth/sign-out-page.tsx',
      view: async () => (await import('./pages/auth/sign-out-page.tsx')).SignOutPage,
      meta: () => ({ title: 'Sign out', hidden: true }),
    }),
    page({
      path: '/users/password/new',
      source: 'auth/request-reset-page.tsx',
      view: async () => (await import('./pages/auth/request-reset-page.tsx')).RequestResetPage,
      meta: () => ({ title: 'A new password', hidden: true }),
    }),
    page({
      path: '/users/password/edit',
      load: loadReset,
      source: 'auth/set-password-page.tsx',
      view: async () => (await import('./pages/auth/set-password-page.tsx')).SetPasswordPage,
      meta: () => ({ title: 'A new password', hidden: true }),
    }),
    page({
      path: '/users/email/confirm',
      load: loadEmailLink,
      source: 'auth/confirm-email-page.tsx',
      view: async () => (await import('./pages/auth/confirm-email-page.tsx')).ConfirmEmailPage,
      meta: () => ({ title: 'Confirm your e-mail', hidden: true }),
    }),
    page({
      path: '/users/invitation/accept',
      load: loadInvitation,
      source: 'auth/accept-invitation-page.tsx',
      view: async () => (await import('./pages/auth/accept-invitation-page.tsx')).AcceptInvitationPage,
      meta: () => ({ title: 'Invitation', hidden: true }),
    }),
  ]
}

function billingRoutes(): RouteObject[] {
  return [
    page({
      path: '/account/billing',
      load: loadBilling,
      source: 'billing/billing-page.tsx',
      view: async () => (await import('./pages/billing/billing-page.tsx')).BillingPage,
      meta: () => ({ title: 'Billing', hidden: true }),
    }),
    page({
      path: '/account/upgrade',
      load: loadUpgrade,
      source: 'billing/upgrade-page.tsx',
      view: async () => (await import('./pages/billing/upgrade-page.tsx')).UpgradePage,
      meta: ({ details }: UpgradeData) => ({ title: isRunning(details) ? 'Change the plan' : 'Upgrade', hidden: true }),
      takesCards: true,
    }),
    page({
      path: '/account/update_billing',
      load: loadRunning,
      source: 'billing/card-page.tsx',
      view: async () => (await import('./pages/billing/card-page.tsx')).CardPage,
      meta: () => ({ title: 'Card', hidden: true }),
      takesCards: true,
    }),
    page({
      path: '/account/confirm_payment',
      load: loadConfirm,
      source: 'billing/confirm-page.tsx',
      view: async () => (await import('./pages/billing/confirm-page.tsx')).ConfirmPage,
      meta: () => ({ title: 'Confirm your payment', hidden: true }),
      takesCards: true,
    }),
    page({
      path: '/account/update_billing_period',
      load: loadPeriod,
      source: 'billing/period-page.tsx',
      view: async () => (await import('./pages/billing/period-page.tsx')).PeriodPage,
      meta: () => ({ title: 'Billing period', hidden: true }),
      // None to enter, but the bank may want the charge to be confirmed.
      takesCards: true,
    }),
    page({
      path: '/account/receipts/:id',
      load: loadReceipt,
      source: 'billing/receipt-page.tsx',
      view: async () => (await import('./pages/billing/receipt-page.tsx')).ReceiptPage,
      meta: ({ number }: Receipt) => ({ title: `Receipt ${number}`, hidden: true }),
    }),
  ]
}

const loadManaged = () => import('./pages/team/load-managed.ts')

/** The pages of teams: founding one on the app's host, the others on the team's. */
function teamRoutes(): RouteObject[] {
  return [
    page({
      path: '/teams/new',
      load: loadNewTeam,
      source: 'team/new-team-page.tsx',
      view: async () => (await import('./pages/team/new-team-page.tsx')).NewTeamPage,
      meta: () => ({ title: 'A new team', description: 'A home of their own for the decks of your team.' }),
      takesCards: true,
    }),
    page({
      path: '/edit',
      load: async (args: LoadArgs) => (await loadManaged()).loadSettings(args),
      source: 'team/settings-page.tsx',
      view: async () => (await import('./pages/team/settings-page.tsx')).SettingsPage,
      meta: () => ({ title: 'Team settings', hidden: true }),
    }),
    page({
      path: '/edit_members',
      load: async (args: LoadArgs) => (await loadManaged()).loadMembers(args),
      source: 'team/members-page.tsx',
      view: async () => (await import('./pages/team/members-page.tsx')).MembersPage,
      meta: () => ({ title: 'Members', hidden: true }),
    }),
    page({
      path: '/reactivate',
      load: async (args: LoadArgs) => (await loadManaged()).loadReactivate(args),
      source: 'team/reactivate-page.tsx',
      view: async () => (await import('./pages/team/reactivate-page.tsx')).ReactivatePage,
      meta: () => ({ title: 'Reactivate the team', hidden: true }),
      takesCards: true,
    }),
  ]
}

/** Loads the console's loader with its first page: no other page needs the code. */
async function loadConsole(args: LoadArgs): Promise<AdminData> {
  const { loadAdmin } = await import('./pages/admin/load-admin.ts')
  return loadAdmin(args)
}

function adminRoutes(): RouteObject[] {
  return [
    page({
      path: '/admin',
      load: loadConsole,
      source: 'admin/admin-page.tsx',
      view: async () => (await import('./pages/admin/admin-page.tsx')).AdminPage,
      meta: ({ title }: AdminData) => ({ title, hidden: true }),
    }),
    page({
      path: '/admin/:section',
      load: loadConsole,
      source: 'admin/admin-page.tsx',
      view: async () => (await import('./pages/admin/admin-page.tsx')).AdminPage,
      meta: ({ title }: AdminData) => ({ title, hidden: true }),
    }),
  ]
}

function textRoutes(): RouteObject[] {
  return [
    page({
      path: '/about',
      source: 'static/about-page.tsx',
      view: async () => (await import('./pages/static/about-page.tsx')).AboutPage,
      meta: () => ({ title: `About ${product.name}`, description: about }),
    }),
    page({
      path: '/changelog',
      source: 'static/changelog-page.tsx',
      view: async () => (await import('./pages/static/changelog-page.tsx')).ChangelogPage,
      meta: () => ({ title: 'Changelog', description: `What is new in ${product.name}, release by release.` }),
    }),
    page({
      path: '/terms',
      source: 'static/terms-page.tsx',
      view: async () => (await import('./pages/static/terms-page.tsx')).TermsPage,
      meta: () => ({ title: 'Terms', description: 'What you can expect of us, and what we expect of you.' }),
    }),
    page({
      path: '/privacy',
      source: 'static/privacy-page.tsx',
      view: async () => (await import('./pages/static/privacy-page.tsx')).PrivacyPage,
      meta: () => ({ title: 'Privacy', description: 'What is kept, for how long, and who sees it.' }),
    }),
    page({
      path: '/help',
      source: 'help/help-page.tsx',
      view: async () => (await import('./pages/help/help-page.tsx')).HelpPage,
      meta: () => ({ title: 'Help', description: 'The first deck, the keys, and what to do when something is lost.' }),
    }),
    page({
      path: '/help/:topic',
      load: loadTopic,
      source: 'help/topic-page.tsx',
      view: async () => (await import('./pages/help/topic-page.tsx')).TopicPage,
      meta: ({ title, summary }) => ({ title: `${title} – Help`, description: summary }),
    }),
    page({
      path: '/report',
      load: loadReport,
      source: 'report/report-page.tsx',
      view: async () => (await import('./pages/report/report-page.tsx')).ReportPage,
      meta: () => ({ title: 'Report a deck', hidden: true }),
    }),
    page({
      path: '/contact',
      source: 'static/contact-page.tsx',
      view: async () => (await import('./pages/static/contact-page.tsx')).ContactPage,
      meta: () => ({ title: 'Contact us', description: 'Write to the people who run this instance.' }),
    }),
    page({
      path: '/pricing',
      load: whereBilled,
      source: 'pricing/pricing-page.tsx',
      view: async () => (await import('./pages/pricing/pricing-page.tsx')).PricingPage,
      meta: () => ({ title: 'Pricing', description: 'What each plan gives, and what it costs.' }),
    }),
  ]
}

/** The app's routes on a kind of host. Creates a new table at each call, since the router stores loaded code in it. */
export function createRoutes(host: HostKind): RouteObject[] {
  return [
    {
      id: 'app',
      element: <AppFrame />,
      errorElement: <ErrorPage />,
      children: [
        homeRoute(host),
        ...deckListRoutes(),
        ...deckRoutes(),
        ...accountRoutes(),
        ...billingRoutes(),
        ...teamRoutes(),
        ...themeRoutes(),
        ...textRoutes(),
        ...adminRoutes(),
        page({
          path: '*',
          load: unknownPage,
          source: 'errors/error-page.tsx',
          view: async () => ErrorPage,
          meta: () => ({ title: '' }),
        }),
      ],
    },
  ]
}
