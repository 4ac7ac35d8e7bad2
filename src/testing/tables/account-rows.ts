import { testPassword } from '../factories.ts'
import type { Place, Role, RouteRow, Thing } from './route-askers.ts'

/** The routes of accounts, sign-in, own things and what is public, as the specification promises them. */

const anyone = { who: 'anyone' } as const
const person = { who: 'person' } as const
/** Never with an API token. */
const kept = { who: 'person', tokens: 'never' } as const
const keptFromAnyone = { who: 'anyone', tokens: 'never' } as const
const api = '/api/v1'
const password = { current_password: testPassword }
/** Asked of everyone, and refused as invalid: there is no such link, code or password. */
const invalid = { ok: 422 } as const
const noMedia = { media_ids: [] }
const onApp = (_role: Role, place: Place) => (place === 'app' ? 200 : 404)

/** The same call about a thing of one's own, and about one of another person. */
function ownAndAnothers(row: Omit<RouteRow, 'of'>, thing: Thing): RouteRow[] {
  return [
    { ...row, of: ['own', thing] },
    { ...row, of: ['another', thing] },
  ]
}

const signingIn: readonly RouteRow[] = [
  {
    ...{ call: 'POST /users', ...keptFromAnyone, ok: 201 },
    body: { user: { username: 'new-#n', email: 'new-#n@example.org', password: 'nine purple kettles' } },
  },
  { call: 'POST /users/sign_in', ...keptFromAnyone, ...invalid, body: { user: { login: '', password: '' } } },
  { call: 'POST /users/sign_in/second_step', ...keptFromAnyone, ...invalid, body: { user: { code: '' } } },
  // Passkeys belong to the app's host.
  { call: 'POST /users/sign_in/passkey_options', ...keptFromAnyone, ok: onApp },
  { call: 'POST /users/sign_in/passkey', ...keptFromAnyone, ...invalid, body: { user: {} } },
  { call: 'DELETE /users/sign_out', ...keptFromAnyone, ok: 204 },
  { call: 'POST /users/password', ...keptFromAnyone, ok: 200, body: { user: { email: 'none-#n@example.org' } } },
  { call: 'GET /users/password', ...keptFromAnyone, ...invalid, query: '?reset_password_token=x' },
  {
    ...{ call: 'PUT /users/password', ...keptFromAnyone, ...invalid },
    body: { user: { reset_password_token: 'x', password: 'nine purple kettles' } },
  },
  { call: 'GET /users/email', ...keptFromAnyone, ...invalid, query: '?email_token=x' },
  { call: 'PUT /users/email', ...keptFromAnyone, ...invalid, body: { user: { email_token: 'x' } } },
  { call: 'GET /users/invitation', ...keptFromAnyone, ok: 404, query: '?invitation_token=x' },
  { call: 'POST /users/invitation', ...kept, ...invalid, body: { user: { invitation_token: 'x' } } },
  {
    ...{ call: 'PUT /users/invitation', ...keptFromAnyone, ...invalid },
    body: { user: { invitation_token: 'x', username: 'new-#n', password: 'nine purple kettles' } },
  },
]

const account: readonly RouteRow[] = [
  { call: 'PUT /users', ...kept, ok: 200, body: { user: { description: 'new words' } } },
  { call: 'DELETE /users', ...kept, ok: 204, body: { user: { password: testPassword } } },
  { call: `GET ${api}/users/me`, ...person, ok: 200 },
  { call: `GET ${api}/users/export`, ...kept, ok: 200 },
  // Without a file.
  { call: `POST ${api}/users/picture`, ...person, ...invalid },
  { call: `DELETE ${api}/users/picture`, ...person, ok: 200 },
  { call: `GET ${api}/user_settings`, ...person, ok: 200 },
  { call: `PUT ${api}/user_settings`, ...person, ok: 200, body: { user_settings: { present_notes: true } } },
  { call: `GET ${api}/sessions`, ...kept, ok: 200 },
  ...ownAndAnothers({ call: `DELETE ${api}/sessions/:id`, ...kept, ok: 204 }, 'session'),
  { call: `DELETE ${api}/sessions`, ...kept, ok: 204 },
  { call: `GET ${api}/api_tokens`, ...kept, ok: 200 },
  {
    ...{ call: `POST ${api}/api_tokens`, ...kept, ok: 201 },
    body: { api_token: { name: 'new', scope: 'write', ...password } },
  },
  ...ownAndAnothers({ call: `DELETE ${api}/api_tokens/:id`, ...kept, ok: 204 }, 'api token'),
  { call: `GET ${api}/users/email_change`, ...kept, ok: 200 },
  // There is no change that waits.
  { call: `POST ${api}/users/email_change`, ...kept, ok: 404 },
  { call: `DELETE ${api}/users/email_change`, ...kept, ok: 404 },
  { call: `GET ${api}/users/two_step`, ...kept, ok: 200 },
  { call: `POST ${api}/users/two_step`, ...kept, ok: 200, body: { two_step: password } },
  { call: `PUT ${api}/users/two_step`, ...kept, ...invalid, body: { two_step: { code: '' } } },
  {
    ...{ call: `POST ${api}/users/two_step/recovery_codes`, ...kept, ...invalid },
    body: { two_step: { ...password, code: '' } },
  },
  { call: `DELETE ${api}/users/two_step`, ...kept, ...invalid, body: { two_step: { ...password, code: '' } } },
  { call: `GET ${api}/passkeys`, ...kept, ok: 200 },
  { call: `POST ${api}/passkeys/options`, ...kept, ok: onApp, body: { passkey: password } },
  { call: `POST ${api}/passkeys`, ...kept, ...invalid, body: { passkey: { name: 'new' } } },
  ...ownAndAnothers(
    { call: `PUT ${api}/passkeys/:id`, ...kept, ok: 200, body: { passkey: { name: 'new' } } },
    'passkey',
  ),
  ...ownAndAnothers({ call: `DELETE ${api}/passkeys/:id`, ...kept, ok: 204 }, 'passkey'),
  { call: `GET ${api}/users/services`, ...person, ok: 200 },
  { call: `GET ${api}/file_storage`, ...kept, ok: 200 },
  { call: `DELETE ${api}/file_storage`, ...kept, ok: 204 },
  { call: `GET ${api}/identities`, ...kept, ok: 200 },
  { call: `POST ${api}/identities`, ...kept, ...invalid, body: { identity: { provider: 'none' } } },
  ...ownAndAnothers(
    { call: `DELETE ${api}/identities/:id`, ...kept, ok: 204, body: { identity: { password: testPassword } } },
    'identity',
  ),
]

const ownThings: readonly RouteRow[] = [
  { call: `POST ${api}/decks`, ...person, ok: 201, body: { deck: { title: 'New' } } },
  // There is no such deck yet.
  { call: `GET ${api}/decks/made_by/:save_id`, ...person, ok: 404, params: { save_id: 'a'.repeat(32) } },
  { call: `GET ${api}/decks/lookup`, ...person, ok: 200, query: '?slug=new&answer=body' },
  { call: `GET ${api}/users/decks.html`, ...person, ok: 200 },
  { call: 'GET /users/decks.html', ...person, ok: 200 },
  { call: `GET ${api}/media`, ...person, ok: 200 },
  // Without a file.
  { call: `POST ${api}/media`, ...person, ...invalid },
  { call: `GET ${api}/own_fonts`, ...person, ok: 200 },
  { call: `POST ${api}/own_fonts`, ...person, ...invalid },
  ...ownAndAnothers({ call: `DELETE ${api}/own_fonts/:id`, ...person, ok: 204 }, 'font'),
  // Without a file.
  { call: `POST ${api}/imports`, ...person, ...invalid },
  { call: `POST ${api}/imports/address`, ...person, ...invalid },
  ...ownAndAnothers({ call: `GET ${api}/imports/:id`, ...person, ok: 200 }, 'import'),
  ...ownAndAnothers({ call: `GET ${api}/imports/:id/slides`, ...person, ok: 200 }, 'import'),
  ...ownAndAnothers(
    { call: `PUT ${api}/imports/:id`, ...person, ok: 200, body: { import: { slide_ids: [] } } },
    'import',
  ),
  ...ownAndAnothers({ call: `DELETE ${api}/imports/:id`, ...person, ok: 204 }, 'import'),
  ...ownAndAnothers({ call: `PUT ${api}/media/:id`, ...person, ok: 200, body: { media: { label: 'new' } } }, 'picture'),
  ...ownAndAnothers({ call: `DELETE ${api}/media/:id`, ...person, ok: 204 }, 'picture'),
  ...ownAndAnothers({ call: `GET ${api}/media/:id/uses`, ...person, ok: 200 }, 'picture'),
  // By an image that does not exist.
  ...ownAndAnothers(
    { call: `POST ${api}/media/:id/replace`, ...person, ...invalid, body: { media: { replacement_id: 0 } } },
    'picture',
  ),
  { call: `GET ${api}/tags`, ...person, ok: 200 },
  { call: `POST ${api}/tags`, ...person, ok: 201, body: { tag: { name: 'new' } } },
  ...ownAndAnothers({ call: `PUT ${api}/tags/:id`, ...person, ok: 200, body: { tag: { name: 'new' } } }, 'media tag'),
  ...ownAndAnothers({ call: `DELETE ${api}/tags/:id`, ...person, ok: 204 }, 'media tag'),
  ...ownAndAnothers({ call: `POST ${api}/tags/:id/add_media`, ...person, ok: 200, body: noMedia }, 'media tag'),
  ...ownAndAnothers({ call: `DELETE ${api}/tags/:id/remove_media`, ...person, ok: 200, body: noMedia }, 'media tag'),
  { call: `GET ${api}/slide_templates`, ...person, ok: 200 },
  {
    ...{ call: `POST ${api}/slide_templates`, ...person, ok: 201 },
    body: { slide_template: { html: '<section><p>New</p></section>' } },
  },
  ...ownAndAnothers(
    { call: `PUT ${api}/slide_templates/:id`, ...person, ok: 200, body: { slide_template: { label: 'new' } } },
    'template',
  ),
  // There are no templates to order.
  { call: `PUT ${api}/slide_templates/order`, ...person, ...invalid, body: { slide_template_ids: [] } },
  ...ownAndAnothers({ call: `DELETE ${api}/slide_templates/:id`, ...person, ok: 204 }, 'template'),
]

const publicCalls: readonly RouteRow[] = [
  { call: `GET ${api}/status`, ...anyone, ok: 200 },
  { call: `GET ${api}/fonts`, ...anyone, ok: 200 },
  { call: `GET ${api}/search`, ...anyone, ok: 200, query: '?q=psst' },
  { call: `GET ${api}/users/lookup`, ...anyone, ok: 200, query: '?username=new&answer=body' },
  { call: `GET ${api}/users/:id`, ...anyone, ok: 200, of: ['another', 'user'] },
  { call: `GET ${api}/users/:id/picture`, ...anyone, ok: 200, of: ['another', 'user'] },
  { call: `GET ${api}/users/:id/decks`, ...anyone, ok: 200, of: ['another', 'user'] },
  { call: `GET ${api}/users/:id/decks/:slug`, ...anyone, ok: 404, of: ['another', 'user'], params: { slug: 'psst' } },
  {
    ...{ call: 'PUT /access_tokens/:token', ...keptFromAnyone, ok: 404, params: { token: 'x'.repeat(32) } },
    body: { access_token: { password: 'x' } },
  },
  { call: `GET ${api}/team/lookup`, ...anyone, ok: 200, query: '?slug=new&answer=body' },
  // Without a logo.
  { call: `GET ${api}/teams/:id/logo`, ...anyone, ok: 404, of: ['instance', 'team'] },
  { call: `GET ${api}/instance/logo`, ...anyone, ok: 404 },
  { call: `POST ${api}/contact`, ...anyone, ok: 204, body: { contact: { email: 'a@example.org', message: 'Hello' } } },
  // Payments are simulated, so there is no such service.
  { call: 'POST /webhooks/stripe', ...anyone, ok: 404, body: {} },
]

export const accountRows: readonly RouteRow[] = [...signingIn, ...account, ...ownThings, ...publicCalls]
