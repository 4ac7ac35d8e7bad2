import { strFromU8, unzipSync } from 'fflate'
import type { Kysely } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { backupTables, derivedTables } from '../../backup/tables.ts'
import { testPassword } from '../../testing/factories.ts'
import { fillTables } from '../../testing/fill-tables.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'

/** Tables with rows of a user, and where account.json has them. */
const exported: Readonly<Record<string, string>> = {
  api_tokens: 'security.api_tokens',
  authenticators: 'security.two_step',
  comment_mails: 'comment_mails',
  comment_reads: 'comments_read',
  comments: 'comments',
  deck_exports: 'exports',
  deck_syncs: 'file_storage.syncs',
  email_changes: 'security.email_change',
  file_storage_accounts: 'file_storage.account',
  fonts: 'fonts',
  imports: 'imports',
  kudos: 'likes',
  media: 'media',
  media_tags: 'media_tags',
  passkeys: 'security.passkeys',
  public_comments: 'public_comments',
  recovery_codes: 'security.two_step',
  slide_templates: 'slide_templates',
  themes: 'themes',
  user_identities: 'identities',
}

/** Tables with rows of a user that are elsewhere in the export, or in no file for a reason. */
const others: Readonly<Record<string, string>> = {
  customers: 'billing, which has tests of its own',
  deck_batches: 'a copy of what was saved, for two days',
  deck_revision_users: 'who wrote a revision, beside its deck',
  deck_revisions: 'who wrote a revision, beside its deck',
  deck_users: 'collaborations, on decks of others only',
  decks: 'a folder each',
  file_storage_states: 'secrets for ten minutes',
  former_deck_addresses: 'addresses that lead on to decks',
  memberships: 'team, where there is one',
  payments: 'billing, which has tests of its own',
  password_resets: 'a secret for an hour',
  sessions: 'secrets',
  sign_in_challenges: 'secrets for ten minutes',
  sign_on_states: 'secrets for ten minutes',
  subscriptions: 'billing, which has tests of its own',
  theme_versions: 'who saved a version of a theme',
}

/** Tables that are not filled: rows of teams, billing and sessions have to fit together, others are added meanwhile. */
const unfilled =
  /^(team_|membership|customer|subscription|payment|coupon|webhook|trial|users$|sessions$|sign_|audit$|jobs$|mails$)/

eachDatabase((makeApp) => {
  let app: TestApp
  let ann: TestPerson
  let owned: readonly string[]
  // biome-ignore lint/suspicious/noExplicitAny: tables by their names
  const read = () => app.services.database.read as Kysely<any>
  const rowsOf = async (name: string) =>
    (await read().selectFrom(name).selectAll().where('user_id', '=', ann.user.id).execute()).length

  beforeAll(async () => {
    app = await makeApp()
    ann = await app.person()
    const names = [...backupTables.map(({ name }) => name), ...derivedTables] as readonly string[]
    const tables = await app.services.database.read.introspection.getTables()
    owned = tables.filter(({ columns }) => columns.some(({ name }) => name === 'user_id')).map(({ name }) => name)
    const filled = names.filter((name) => !unfilled.test(name) && !/^(search|deck_media$)/.test(name))
    await fillTables(app.services.database, filled)
    // A team's decks stay with it, and likes of decks in the trash are not shown.
    const shown = { team_id: null, visibility: 'all', trashed_at: null, suspended_at: null } as const
    await app.services.database.write.updateTable('decks').set(shown).execute()
  })

  test('every table with rows of users is in the account’s export, or it is said why not', () => {
    expect(owned.toSorted()).toEqual([...Object.keys(exported), ...Object.keys(others)].toSorted())
  })

  test('the export has a row of each of them', async () => {
    const headers = { host: 'localhost:3000', cookie: `session=${ann.cookie('session')}` }
    const { rawPayload } = await app.server.inject({ url: '/api/v1/users/export', headers })
    const account = JSON.parse(strFromU8(unzipSync(rawPayload)['account.json']!))
    for (const [table, path] of Object.entries(exported)) {
      const found = path.split('.').reduce((part, name) => part?.[name], account)
      expect(await rowsOf(table), table).toBe(1)
      expect(Array.isArray(found) ? found.length : found && 1, table).toBe(1)
    }
  })

  test('no row of them is left when the account is deleted', async () => {
    expect((await ann.delete('/users.json', { user: { password: testPassword } })).status).toBe(204)
    for (const name of owned) expect(await rowsOf(name), name).toBe(0)
  })
})
