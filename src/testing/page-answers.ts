import { newTheme } from '../rules/theme-settings.ts'
import { sampleDetails, sampleMember, sampleReceipt, sampleTeam } from './billing-samples.ts'

const person = {
  id: 1,
  username: 'ada',
  name: 'Ada <Lovelace>',
  thumbnail_url: '/api/v1/users/1/picture',
  description: 'Notes by the translator.',
  site_url: 'http://example.org',
  social_handle: 'ada',
  created_at: '2025-03-02T10:00:00.000Z',
}
export const sampleDeck = {
  id: 7,
  slug: 'bees',
  title: 'Bees <script>',
  description: '',
  visibility: 'all',
  view_count: 1234,
  kudos_count: 5,
  thumbnail_url: '/api/v1/decks/7/thumbnail',
  updated_at: '2025-03-02T10:00:00.000Z',
  user: person,
}
const account = { ...person, email: 'ada@example.org', analytics_id: null, has_picture: false }
const settings = { present_controls: true, present_notes: true, present_upsizing: true, speaker_layout: 'default' }
const theme = {
  ...newTheme,
  ...{
    id: 3,
    name: 'Brand',
    team_id: 4,
    version: 1,
    slide_template_ids: [],
    thumbnail_url: '/api/v1/themes/3/picture',
  },
  ...{ may_change: true, may_write_scripts: true },
  created_at: '2025-03-02T10:00:00.000Z',
  updated_at: '2025-03-02T10:00:00.000Z',
}
const session = {
  id: 's',
  current: true,
  user_agent: 'Firefox/130.0 (Linux)',
  address: '127.0.0.1',
  places: [{ host: 'localhost:3000', team: null, last_seen_at: '2025-03-02T10:00:00.000Z' }],
  created_at: '2025-03-02T10:00:00.000Z',
  last_seen_at: '2025-03-02T10:00:00.000Z',
}

/** Responses of a fake API for the pages' loaders, by path. */
export const pageAnswers: Readonly<Record<string, unknown>> = {
  '/api/v1/search': { results: [sampleDeck], total: 1, page: 1, decks_per_page: 8, error: null },
  '/api/v1/users/:id': person,
  '/api/v1/users/:id/decks': { results: [sampleDeck], total: 1, page: 1, per_page: 20 },
  '/api/v1/users/me': account,
  '/api/v1/sessions': { results: [session], total: 1, page: 1, per_page: 20 },
  '/api/v1/user_settings': settings,
  '/api/v1/media': { results: [], total: 0, page: 1, per_page: 20, storage: { type: 'storage', value: 5, total: 9 } },
  '/api/v1/users/:id/decks/:slug': sampleDeck,
  '/api/v1/decks/:id/exports': {
    ...{ results: [], total: 0, page: 1, per_page: 20 },
    offer: { types: ['pdf'], notes: true, hidden: true, file_storage: true },
  },
  '/api/v1/decks/:id/analytics': { days: [], slides: [], gone: 0, ever: false },
  '/api/v1/api_tokens': { results: [], total: 0, page: 1, per_page: 20 },
  '/api/v1/users/email_change': { email_change: null },
  '/api/v1/users/two_step': { enabled_at: null, recovery_codes_left: 0 },
  '/api/v1/identities': { results: [], providers: [] },
  '/api/v1/file_storage': {
    service: 'dropbox',
    account: { email: 'ada@example.org', name: 'Ada', connected_at: '2026-11-01T10:00:00.000Z', ended: false },
    syncs: [
      {
        ...{ deck_id: 1, title: 'Bees', url: '/ada/bees', state: 'synced', error: null },
        synced_at: '2026-11-01T10:00:00.000Z',
      },
    ],
  },
  '/api/v1/passkeys': { results: [], total: 0, page: 1, per_page: 20 },
  '/users/email': { email: 'new@example.org' },
  '/account/details': sampleDetails,
  '/api/v1/receipts/:id': sampleReceipt,
  '/users/invitation': { email: 'new@example.org', invited_by: 'Ada', team: null, has_account: false },
  '/api/v1/admin/overview': {
    users: { total: 3, recent: 1, suspended: 0, operators: 1 },
    teams: { total: 0, upgraded: 0 },
    decks: { total: 5, recent: 2, public: 4, suspended: 0 },
    ...{
      reports: { open: 2 },
      jobs: { waiting: 0, running: 0, failed: 1 },
      mails: { waiting: 0, failed: 0 },
      storage: 9,
    },
  },
  '/api/v1/admin/users': { results: [], total: 0, page: 1, per_page: 20 },
  '/api/v1/team': sampleTeam,
  '/api/v1/themes': { results: [theme], total: 1, page: 1, per_page: 20 },
  '/api/v1/themes/:id': theme,
  '/api/v1/team/people': { results: [], total: 0, page: 1, per_page: 20 },
  '/api/v1/team/sign_on': {
    ...{ issuer: null, client_id: null, has_secret: false, require_sso: false, domains: [] },
    redirect_uri: 'http://localhost:3000/users/auth/oidc/callback/1',
  },
  '/api/v1/team/users': { results: [sampleMember], total: 1, page: 1, per_page: 20, active: 1, owners: 1 },
  '/api/v1/team/invitations': { results: [], total: 0, page: 1, per_page: 20 },
}
