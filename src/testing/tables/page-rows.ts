import { ownPlace, type Place, type Role } from './route-askers.ts'

/** The pages, the addresses of content and the sockets, as the specification promises them. */

/** A page, or another address that the server serves itself. */
export interface PageRow {
  /** Method and path as in the router. */
  readonly call: string
  /** The path to ask for: `:victim` and `:own_receipt` … are filled in. Default: the path of `call`. */
  readonly path?: string
  readonly ok: (role: Role, place: Place) => number
}

const always = (status: number) => () => status
const onApp = (ok: (role: Role) => number, elsewhere: number) => (role: Role, place: Place) =>
  place === 'app' ? ok(role) : elsewhere
/** Pages of the app's host only: team hosts redirect there. */
const appOnly = (ok: (role: Role) => number) => onApp(ok, 302)
const signedIn = (ok: number) => (role: Role) => (role === 'visitor' ? 302 : ok)
const visitorsOnly = (role: Role) => (role === 'visitor' ? 200 : 302)
const inTeam = (role: Role) => ownPlace(role) !== null

/** Pages of a team's host, for its members. `ok`: what its members get, by their role. */
const ofTeam = (ok: (role: Role) => number, others: number) => (role: Role, place: Place) => {
  if (place === 'app') return 404
  if (role === 'visitor') return 302
  return ownPlace(role) === place ? ok(role) : others
}
/** Pages for managers of any team. `ok`: what they get. */
const byAuthors = (ok: number) => (role: Role) => {
  if (role === 'visitor') return 302
  return role === 'admin' || role === 'owner' || role === 'other' ? ok : 403
}
const forManagers = (role: Role) => (role === 'member' ? 403 : 200)

/**
 * Pages about payment: of the person, or of the team on its host. `own`: what a person without a subscription gets;
 * `managers`: what those of the team get, which has one.
 */
const payment =
  (own: number, managers = 200) =>
  (role: Role, place: Place) => {
    if (role === 'visitor') return 302
    if (place === 'app') return own
    return ownPlace(role) === place && role !== 'member' ? managers : 404
  }

const openPages = ['/', '/explore', '/about', '/changelog', '/terms', '/privacy', '/help', '/contact', '/pricing']
const mailed = ['/users/password/new', '/users/password/edit', '/users/email/confirm', '/users/invitation/accept']

const pages: readonly PageRow[] = [
  ...openPages.map((path) => ({ call: `GET ${path}`, ok: always(200) })),
  { call: 'GET /help/:topic', path: '/help/presenting', ok: always(200) },
  { call: 'GET /report', path: '/report?deck_id=1', ok: always(200) },
  ...mailed.map((path) => ({ call: `GET ${path}`, ok: appOnly(always(200)) })),
  { call: 'GET /users/sign_in', ok: appOnly(visitorsOnly) },
  { call: 'GET /users/sign_up', ok: appOnly(visitorsOnly) },
  { call: 'GET /users/sign_on', ok: appOnly(always(200)) },
  { call: 'GET /users/sign_out', ok: appOnly(always(200)) },
  { call: 'GET /users/edit', ok: appOnly(signedIn(200)) },
  { call: 'GET /teams/new', ok: appOnly(always(200)) },
  ...['/admin', '/admin/:section'].map((path) => ({
    ...{ call: `GET ${path}`, path: path.replace(':section', 'users') },
    ok: appOnly((role) => (role === 'operator' ? 200 : signedIn(404)(role))),
  })),
  { call: 'GET /account/billing', ok: payment(200) },
  { call: 'GET /account/upgrade', ok: appOnly((role) => signedIn(inTeam(role) ? 302 : 200)(role)) },
  { call: 'GET /account/update_billing', ok: payment(302) },
  { call: 'GET /account/update_billing_period', ok: payment(302) },
  // No payment waits for a confirmation.
  { call: 'GET /account/confirm_payment', ok: payment(302, 302) },
  { call: 'GET /account/receipts/:id', path: '/account/receipts/:others_receipt', ok: (role) => signedIn(404)(role) },
  { call: 'GET /themes', ok: byAuthors(200) },
  // A theme that does not exist.
  { call: 'GET /themes/:id', path: '/themes/987654', ok: byAuthors(404) },
  { call: 'GET /themes/:id/preview', path: '/themes/987654/preview', ok: signedIn(404) },
  { call: 'GET /edit', ok: ofTeam(forManagers, 403) },
  { call: 'GET /edit_members', ok: ofTeam(forManagers, 403) },
  { call: 'GET /reactivate', ok: ofTeam(always(200), 403) },
  // A member's profile is on the team's host.
  { call: 'GET /:username', path: '/:victim', ok: (_role, place) => (place === 'team' ? 200 : 302) },
  {
    call: 'GET /:username/:slug/analytics',
    path: '/:victim/:private_deck/analytics',
    ok: (role) => signedIn(404)(role),
  },
  {
    call: 'GET /:username/:slug/exports',
    path: '/:victim/:private_deck/exports',
    ok: (role) => signedIn(404)(role),
  },
  { call: 'GET /:username/new', path: '/:victim/new', ok: (role) => signedIn(404)(role) },
  { call: 'GET /:username/:slug/edit', path: '/:victim/:private_deck/edit', ok: (role) => signedIn(404)(role) },
]

/** Addresses that the server answers itself, the same to everyone. */
const served: readonly PageRow[] = [
  ...['/healthz', '/readyz', '/api/docs', '/api/openapi.json', '/canvas'].map((path) => ({
    ...{ call: `GET ${path}`, ok: always(200) },
  })),
  // For the machine itself only.
  { call: 'GET /metrics', ok: always(404) },
  { call: 'GET /dev/mail', ok: always(404) },
  { call: 'GET /oembed', path: '/oembed?url=http://localhost:3000/:victim/:private_deck', ok: always(404) },
  { call: 'GET /oembed.xml', path: '/oembed.xml?url=http://localhost:3000/:victim/:private_deck', ok: always(404) },
  { call: 'POST /csp', ok: always(204) },
  { call: 'POST /api/v1/decks/:id/progress', path: '/api/v1/decks/1/progress', ok: always(422) },
  // Without the code, the nonce or the state that they are opened with.
  { call: 'GET /handoff', ok: always(404) },
  { call: 'GET /handoff/none', ok: onApp(always(404), 302) },
  { call: 'GET /handoff/redeem', ok: onApp(always(404), 422) },
  { call: 'GET /users/comment_mails', ok: always(404) },
  { call: 'POST /users/comment_mails', ok: always(404) },
  // There is no file storage.
  { call: 'GET /settings/dropbox/authorize', ok: onApp(always(404), 302) },
  { call: 'GET /settings/dropbox/callback', ok: onApp(always(404), 302) },
  { call: 'GET /users/auth/oidc', ok: onApp(always(302), 404) },
  { call: 'GET /users/auth/oidc/callback/:key', path: '/users/auth/oidc/callback/x', ok: onApp(always(302), 404) },
  { call: 'GET /*', path: '/no/such/page/at/all', ok: always(404) },
]

export const pageRows: readonly PageRow[] = [...pages, ...served]

/** Routes of the router that access-table.ts has: the pages of decks. */
export const deckPages: readonly string[] = ['', '/fullscreen', '/embed', '/export', '/preview', '/review'].map(
  (view) => `GET /:username/:slug${view}`,
)

/** A content address, asked on a content host or on the app's: the same answer to everyone. */
export interface ContentRow {
  readonly call: string
  readonly on: 'content' | 'app'
  readonly path: string
  readonly status: number
}

const frame = 'GET /d/:version/:token'
const media = 'GET /m/*'

export const contentRows: readonly ContentRow[] = [
  { call: frame, on: 'content', path: ':public_frame', status: 200 },
  { call: frame, on: 'app', path: ':public_frame', status: 404 },
  { call: frame, on: 'content', path: ':public_frame?token=x', status: 404 },
  { call: frame, on: 'content', path: '/d/1/forged', status: 404 },
  { call: media, on: 'content', path: '/m/no-such-picture.png', status: 404 },
  { call: media, on: 'app', path: '/m/no-such-picture.png', status: 302 },
  { call: 'GET /a/*', on: 'content', path: '/a/none.js', status: 404 },
  { call: 'GET /a/self-test', on: 'content', path: '/a/self-test?nonce=x', status: 200 },
  ...['/', '/users/sign_in', '/edit', '/admin', '/api/v1/status', '/api/v1/team', '/subscriptions'].map((path) => ({
    ...{ call: 'GET /', on: 'content' as const, path, status: 404 },
  })),
]

/** What a socket asks for, by its namespace. */
export interface SocketRow {
  readonly namespace: string
  /** The action on the deck that it needs. */
  readonly action: 'read-stream' | 'present' | 'list-collaborators'
}

export const socketRows: readonly SocketRow[] = [
  { namespace: '/live', action: 'read-stream' },
  { namespace: '/live', action: 'present' },
  { namespace: '/editor', action: 'list-collaborators' },
]

export type DeckVisibility = 'self' | 'team' | 'all'

/** The promised answer to a socket about a deck of the team, to people who have no role on it. */
export function promisedSocket({ action }: SocketRow, visibility: DeckVisibility, role: Role): string {
  const isForPeople = action !== 'read-stream'
  if (isForPeople && role === 'visitor') return 'sign-in'
  const sees = visibility === 'all' || (visibility === 'team' && ownPlace(role) === 'team')
  if (!sees) return 'hidden'
  return isForPeople ? 'forbidden' : 'allow'
}
