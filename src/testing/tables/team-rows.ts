import { ownPlace, type Place, type Role, type RouteRow } from './route-askers.ts'

/** The routes of teams, payment and the operator's console, as the specification promises them. */

const api = '/api/v1/team'
const manager = { who: 'manager' } as const
const kept = { who: 'manager', tokens: 'never' } as const
const member = ['team', 'member'] as const
const invitation = ['team', 'invitation'] as const
const domain = ['team', 'domain'] as const
const picture = ['team', 'team picture'] as const
const tag = ['team', 'team media tag'] as const
const template = ['team', 'team template'] as const
const noMedia = { media_ids: [] }

/** Lists of a team's decks: of the host's team; on the app's host of one's own, and nothing for others. */
const listed = (role: Role, place: Place) => (place === 'app' && ownPlace(role) === null ? 404 : 200)

const teams: readonly RouteRow[] = [
  {
    ...{ call: 'POST /teams', who: 'person', tokens: 'never' },
    ok: (role) => (ownPlace(role) === null ? 201 : 422),
    body: { team: { name: 'New #n', slug: 'new-#n', token: 'tok_sandbox_ok_visa_4242_122040' } },
  },
  { call: `GET ${api}`, who: 'member', ok: 200 },
  { call: `PUT ${api}`, ...kept, ok: 200, body: { team: { name: 'Acme' } } },
  // With another name than the team's.
  { call: `DELETE ${api}`, who: 'owner', tokens: 'never', ok: 422, body: { team: { name: 'Another' } } },
  // Without a file.
  { call: `POST ${api}/logo`, ...manager, ok: 422 },
  { call: `DELETE ${api}/logo`, ...manager, ok: 200 },
  { call: `GET ${api}/search`, who: 'member', ok: 200, query: '?q=new' },
  { call: `GET ${api}/decks`, who: 'anyone', ok: listed },
  { call: `GET ${api}/people`, who: 'anyone', ok: listed },
  { call: `GET ${api}/users`, ...manager, ok: 200 },
  { call: `POST ${api}/users`, ...manager, ok: 201, body: { user: { email: 'new-#n@example.org' } } },
  { call: `PUT ${api}/users/:id`, ...manager, ok: 200, of: member, body: { user: { role: 'admin' } } },
  { call: `DELETE ${api}/users/:id`, ...manager, ok: 204, of: member, body: { user: {} } },
  { call: `POST ${api}/users/:id/deactivate`, ...manager, ok: 200, of: member },
  { call: `POST ${api}/users/:id/reactivate`, ...manager, ok: 200, of: ['team', 'former member'] },
  { call: `GET ${api}/users/search`, who: 'member', ok: 200, query: '?q=a' },
  { call: `POST ${api}/users/search`, who: 'member', ok: 200, body: { q: 'a' } },
  { call: `GET ${api}/invitations`, ...manager, ok: 200 },
  { call: `POST ${api}/invitations`, ...manager, ok: 201, body: { invitation: { email: 'new-#n@example.org' } } },
  { call: `DELETE ${api}/invitations/:id`, ...manager, ok: 204, of: invitation },
  { call: `POST ${api}/invitations/:id/resend`, ...manager, ok: 200, of: invitation },
  { call: `GET ${api}/sign_on`, ...kept, ok: 200 },
  { call: `PUT ${api}/sign_on`, ...kept, ok: 422, body: { sign_on: { issuer: 'x', client_id: 'x' } } },
  // The team's provider does not answer, and the other team has none.
  { call: `POST ${api}/sign_on/test`, ...kept, ok: 422 },
  { call: `DELETE ${api}/sign_on`, ...kept, ok: 200 },
  { call: `POST ${api}/sign_on/domains`, ...kept, ok: 201, body: { domain: { domain: 'new-#n.example' } } },
  { call: `DELETE ${api}/sign_on/domains/:domain`, ...kept, ok: 200, of: domain },
  { call: `POST ${api}/sign_on/domains/:domain/check`, ...kept, ok: 422, of: domain },
  { call: `POST ${api}/sign_on/domains/:domain/mail`, ...kept, ok: 200, of: domain, body: { mailbox: 'admin' } },
  { call: `POST ${api}/sign_on/domains/:domain/confirm`, ...kept, ok: 422, of: domain, body: { code: 'x' } },
]

const media: readonly RouteRow[] = [
  { call: `GET ${api}/media`, who: 'member', ok: 200 },
  // Without a file.
  { call: `POST ${api}/media`, ...manager, ok: 422 },
  { call: `GET ${api}/own_fonts`, who: 'member', ok: 200 },
  { call: `POST ${api}/own_fonts`, ...manager, ok: 422 },
  { call: `DELETE ${api}/own_fonts/:id`, ...manager, ok: 204, of: ['team', 'team font'] },
  { call: `PUT ${api}/media/:id`, ...manager, ok: 200, of: picture, body: { media: { label: 'new' } } },
  { call: `DELETE ${api}/media/:id`, ...manager, ok: 204, of: picture },
  { call: `GET ${api}/media/:id/uses`, who: 'member', ok: 200, of: picture },
  // By an image that does not exist.
  {
    ...{ call: `POST ${api}/media/:id/replace`, ...manager, ok: 422, of: picture },
    body: { media: { replacement_id: 0 } },
  },
  { call: `GET ${api}/tags`, who: 'member', ok: 200 },
  { call: `POST ${api}/tags`, ...manager, ok: 201, body: { tag: { name: 'new' } } },
  { call: `PUT ${api}/tags/:id`, ...manager, ok: 200, of: tag, body: { tag: { name: 'new' } } },
  { call: `DELETE ${api}/tags/:id`, ...manager, ok: 204, of: tag },
  { call: `POST ${api}/tags/:id/add_media`, ...manager, ok: 200, of: tag, body: noMedia },
  { call: `DELETE ${api}/tags/:id/remove_media`, ...manager, ok: 200, of: tag, body: noMedia },
  { call: `GET ${api}/slide_templates`, who: 'member', ok: 200 },
  {
    call: `POST ${api}/slide_templates`,
    ...manager,
    ok: 201,
    body: { slide_template: { html: '<section><p>New</p></section>' } },
  },
  {
    call: `PUT ${api}/slide_templates/:id`,
    ...manager,
    ok: 200,
    of: template,
    body: { slide_template: { label: 'new' } },
  },
  // There are no templates to order.
  { call: `PUT ${api}/slide_templates/order`, ...manager, ok: 422, body: { slide_template_ids: [] } },
  { call: `DELETE ${api}/slide_templates/:id`, ...manager, ok: 204, of: template },
]

/** A new theme is the team's, if its manager asks; a person of the free plan has none. */
const newTheme = (role: Role, place: Place) => {
  const own = ownPlace(role)
  if (own === null || role === 'member') return 403
  return place === 'app' || place === own ? 201 : 404
}
const theme = ['team', 'theme'] as const
const themeList = '/api/v1/themes'

const themes: readonly RouteRow[] = [
  { call: `GET ${themeList}`, who: 'person', ok: 200 },
  { call: `POST ${themeList}`, who: 'person', ok: newTheme, body: { theme: { name: 'New' } } },
  {
    ...{ call: `POST ${themeList}/preview`, who: 'person', body: { theme: { less: '' } } },
    ok: (role, place) => (newTheme(role, place) === 201 ? 200 : newTheme(role, place)),
  },
  { call: `GET ${themeList}/:id`, who: 'member', ok: 200, of: theme },
  { call: `GET ${themeList}/:id/thumbnail`, who: 'member', ok: 200, of: theme },
  { call: `GET ${themeList}/:id/frame`, who: 'member', ok: 200, of: theme },
  { call: `GET ${themeList}/:id/download`, who: 'member', ok: 200, of: theme },
  // Without a file.
  {
    ...{ call: `POST ${themeList}/upload`, who: 'person' },
    ok: (role, place) => (newTheme(role, place) === 201 ? 422 : newTheme(role, place)),
  },
  { call: `PUT ${themeList}/:id`, ...manager, ok: 200, of: theme, body: { theme: { name: 'New' } } },
  { call: `DELETE ${themeList}/:id`, ...manager, ok: 204, of: theme },
  { call: `GET ${themeList}/:id/versions`, ...manager, ok: 200, of: theme },
  // Without a version that could be restored.
  { call: `POST ${themeList}/:id/restore`, ...manager, ok: 404, of: theme, body: { version: 1 } },
  {
    ...{ call: `POST ${themeList}/:id/duplicate`, who: 'person', of: theme },
    ok: (role, place) => (role === 'other' ? 404 : newTheme(role, place)),
  },
  {
    call: `POST ${themeList}/:id/add_slide_template`,
    ...manager,
    ok: 200,
    of: theme,
    body: { slide_template_ids: [] },
  },
  {
    ...{ call: `DELETE ${themeList}/:id/remove_slide_template`, ...manager, ok: 200, of: theme },
    body: { slide_template_ids: [] },
  },
]

const payer = { who: 'payer', tokens: 'never' } as const
const token = 'tok_sandbox_ok_visa_4242_122040'

/** Only the team has a subscription. */
const ofTeam = (_role: Role, place: Place) => (place === 'app' ? 422 : 200)

const billing: readonly RouteRow[] = [
  { call: 'GET /subscriptions', ...payer, ok: 200 },
  { call: 'GET /account/details', ...payer, ok: 200 },
  { call: 'GET /account/subscription/preview', ...payer, ok: ofTeam, query: '?billing_period=yearly' },
  { call: 'GET /account/coupons/:code', ...payer, ok: 200, of: ['instance', 'coupon code'] },
  // Cards are simulated.
  { call: 'POST /subscriptions/setup', ...payer, ok: 404 },
  // No payment waits for the bank.
  { call: 'POST /subscriptions/confirmation', ...payer, ok: 404 },
  { call: 'PUT /subscriptions/confirmation', ...payer, ok: 200 },
  {
    ...{ call: 'POST /subscriptions', ...payer },
    // A team is subscribed when it is created, and its members need no plan of their own.
    ok: (role, place) => (place === 'app' && ownPlace(role) === null ? 201 : 422),
    body: { subscription: { plan: 'pro', billing_period: 'monthly', token } },
  },
  { call: 'PUT /subscriptions', ...payer, ok: 200, body: { subscription: { token } } },
  { call: 'DELETE /subscriptions', ...payer, ok: ofTeam },
  { call: 'POST /subscriptions/reactivate', who: 'reactivator', tokens: 'never', ok: ofTeam, body: {} },
  { call: 'PUT /account/subscription', ...payer, ok: ofTeam, body: { subscription: { billing_period: 'yearly' } } },
  { call: 'GET /api/v1/receipts/:id', ...payer, ok: 200, of: ['own', 'payment'] },
  { call: 'GET /api/v1/receipts/:id', ...payer, ok: 404, of: ['another', 'payment'] },
  { call: 'GET /api/v1/receipts/:id/pdf', ...payer, ok: 404, of: ['another', 'payment'] },
]

const operator = { who: 'operator', tokens: 'never' } as const
const admin = '/api/v1/admin'
const change = { reason: 'A reason that is long enough' }
const report = ['instance', 'report'] as const
const user = ['instance', 'new user'] as const
const deck = ['instance', 'deck'] as const

const console: readonly RouteRow[] = [
  { call: 'POST /api/v1/invitations', ...operator, ok: 201, body: { invitation: { email: 'new-#n@example.org' } } },
  ...['overview', 'users', 'teams', 'decks', 'reports', 'instance', 'storage', 'jobs', 'mails', 'audit', 'coupons'].map(
    (list) => ({ call: `GET ${admin}/${list}`, ...operator, ok: 200 }),
  ),
  {
    call: `PUT ${admin}/reports/:id`,
    ...operator,
    ok: 204,
    of: report,
    body: { change: { state: 'dismissed', ...change } },
  },
  {
    call: `DELETE ${admin}/public_comments/:id`,
    ...operator,
    ok: 204,
    of: ['instance', 'public comment'],
    body: { change },
  },
  { call: `PUT ${admin}/instance`, ...operator, ok: 200, body: { instance: { name: 'New', ...change } } },
  // Without a file.
  { call: `POST ${admin}/instance/logo`, ...operator, ok: 422 },
  { call: `DELETE ${admin}/instance/logo`, ...operator, ok: 200 },
  { call: `POST ${admin}/instance/test_mail`, ...operator, ok: 200 },
  { call: `POST ${admin}/instance/test_content`, ...operator, ok: 200 },
  { call: `POST ${admin}/instance/test_payments`, ...operator, ok: 200 },
  { call: `POST ${admin}/users/:id/suspension`, ...operator, ok: 204, of: user, body: { change } },
  {
    call: `DELETE ${admin}/users/:id/suspension`,
    ...operator,
    ok: 204,
    of: ['instance', 'suspended user'],
    body: { change },
  },
  { call: `PUT ${admin}/users/:id/plan`, ...operator, ok: 204, of: user, body: { change: { plan: 'pro', ...change } } },
  {
    call: `PUT ${admin}/users/:id/operator`,
    ...operator,
    ok: 204,
    of: user,
    body: { change: { operator: true, ...change } },
  },
  {
    call: `PUT ${admin}/teams/:id/plan`,
    ...operator,
    ok: 204,
    of: ['instance', 'team'],
    body: { change: { upgraded: true, ...change } },
  },
  {
    call: `PUT ${admin}/teams/:id/scripts`,
    ...operator,
    ok: 204,
    of: ['instance', 'team'],
    body: { change: { stopped: true, ...change } },
  },
  { call: `POST ${admin}/decks/:id/suspension`, ...operator, ok: 204, of: deck, body: { change } },
  {
    call: `DELETE ${admin}/decks/:id/suspension`,
    ...operator,
    ok: 204,
    of: ['instance', 'suspended deck'],
    body: { change },
  },
  { call: `POST ${admin}/jobs/:id/retry`, ...operator, ok: 204, of: ['instance', 'job'] },
  { call: `POST ${admin}/mails/:id/resend`, ...operator, ok: 204, of: ['instance', 'mail'] },
  {
    call: `POST ${admin}/coupons`,
    ...operator,
    ok: 201,
    body: { coupon: { code: 'NEW#n', percent: 10, periods: null, ...change } },
  },
  { call: `DELETE ${admin}/coupons/:id`, ...operator, ok: 204, of: ['instance', 'coupon'], body: { change } },
]

export const teamRows: readonly RouteRow[] = [...teams, ...media, ...themes, ...billing, ...console]
