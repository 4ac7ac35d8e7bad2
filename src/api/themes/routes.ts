import { Readable } from 'node:stream'
import { messages } from '../../rules/messages.ts'
import { newTheme, type ThemeContent, themeContentOf } from '../../rules/theme-settings.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import { deckJson } from '../decks/deck-json.ts'
import { recordPossibleOrphans } from '../orphaned-files/file-references.ts'
import type { Owner } from '../owner.ts'
import { pageAnswer, pageOf } from '../paging.ts'
import { type Context, route } from '../route.ts'
import { placeholderPicture } from '../thumbnails/placeholder.ts'
import { queueThumbnails } from '../thumbnails/redraw-thumbnails.ts'
import { applyTheme } from './apply-theme.ts'
import { builtInContent, builtInPicture, builtInRow } from './built-in.ts'
import { themesContracts as contracts } from './contract.ts'
import { deckThemeJson } from './deck-theme.ts'
import { loadTheme } from './load-theme.ts'
import { prepareSources } from './prepare-sources.ts'
import {
  deleteThemes,
  deleteThemeTemplates,
  findTheme,
  insertThemeTemplates,
  listThemes,
  listThemeVersions,
  ownTemplates,
  templatesOfThemes,
  themeVersion,
} from './queries.ts'
import { changeTheme, createTheme, mayChangeScripts, type StoredTheme, type ThemeSave } from './save-theme.ts'
import { choosableTheme } from './theme-for-deck.ts'
import { savedThemeJson, themeJson, themeSummaries } from './theme-json.ts'

const missing = () => new HttpError(404, messages.access.notFound)

type Saving = Pick<Context<typeof contracts.change>, 'services' | 'user' | 'owner' | 'request' | 'transaction'>

const saveOf = ({ services, user, owner, request, transaction }: Saving): ThemeSave => ({
  ...{ services, user, owner, request },
  transaction: (work) => transaction(work),
})

const answer = async ({ services, user }: Saving, stored: StoredTheme) =>
  savedThemeJson(services.database.read, stored, user, services.settings)

async function restore(context: Context<typeof contracts.restore>) {
  const { body, params, services, owner } = context
  const { read } = services.database
  const content = await themeVersion(read, params.id, body.version)
  if (!content) throw missing()
  const { js, scripts, ...others } = themeContentOf({ ...newTheme, ...content } as ThemeContent)
  // Who may not write scripts restores all but them.
  const sent = mayChangeScripts({ services, user: context.user, owner }) ? { ...others, js, scripts } : others
  return answer(context, await changeTheme(saveOf(context), params.id, sent))
}

async function duplicate(context: Context<typeof contracts.duplicate>) {
  const { params, services, user, owner, transaction } = context
  const { read } = services.database
  const source = await choosableTheme(read, user, params.id)
  if (!source) throw missing()
  const { js, scripts, ...others } = builtInContent(source.id) ?? themeContentOf(source)
  const sent = mayChangeScripts(context) ? { ...others, js, scripts } : others
  const stored = await createTheme(saveOf(context), { ...sent, name: `${source.name} copy` })
  const templates = (await templatesOfThemes(read, [source.id])).get(source.id) ?? []
  const own = await ownTemplates(read, owner, templates)
  await transaction((trx) => insertThemeTemplates(trx, stored.row.id, own))
  return answer(context, stored)
}

/** The ids that were sent, which must be those of the theme owner's slide templates. */
async function checkedTemplates(db: Context['db'], owner: Owner, ids: readonly number[]): Promise<number[]> {
  const own = await ownTemplates(db, owner, ids)
  if (own.length < new Set(ids).size) throw invalid('slide_template_ids', messages.theme.templateMissing)
  return own
}

/** Handlers of the theme routes. */
export const themesRoutes = [
  route(contracts.list, async ({ db, user, services, query }) => {
    const page = pageOf(query)
    const { rows, total } = await listThemes(db, user, page)
    return pageAnswer(page, total, await themeSummaries(db, rows, user, services.settings))
  }),
  route(contracts.create, async (c) => answer(c, await createTheme(saveOf(c), c.body.theme as Partial<ThemeContent>))),
  route(contracts.preview, async ({ body, services, user }) => {
    const { html, css, removed } = await prepareSources(
      services,
      { id: user.id, replaceable: true },
      body.theme,
      newTheme,
    )
    return { html, css, removed }
  }),
  route(contracts.read, async ({ db, user, owner, params, services }) => {
    const row = builtInRow(params.id) ?? (await findTheme(db, owner, params.id))
    if (!row) throw missing()
    return themeJson(db, row, user, services.settings)
  }),
  route(contracts.change, async (c) => {
    const { version, ...sent } = c.body.theme
    return answer(c, await changeTheme(saveOf(c), c.params.id, sent as Partial<ThemeContent>, version))
  }),
  route(contracts.remove, async ({ db, params, services }) => {
    await queueThumbnails(services, db, (decks) => decks('theme_id', '=', params.id))
    await recordPossibleOrphans(db, await deleteThemes(db, [params.id]), services.now())
    return undefined
  }),
  route(contracts.thumbnail, async (c) => {
    const picture = builtInPicture(c.params.id)
    if (picture) {
      c.reply.header('cache-control', 'private, max-age=86400')
      return { type: 'image/webp', body: Readable.from([picture]) }
    }
    const row = await findTheme(c.db, c.owner, c.params.id)
    if (!row) throw missing()
    const file = row.thumbnail_key ? await c.services.files.get(row.thumbnail_key) : null
    const isVersioned = file !== null && c.query.v === String(row.thumbnail_version)
    c.reply.header('cache-control', `private, max-age=${isVersioned ? 86_400 : 60}`)
    if (file) return { type: file.type, body: file.body }
    return {
      type: 'image/svg+xml',
      body: placeholderPicture({ title: row.name, theme_color: row.color, theme_font: row.font }, row),
    }
  }),
  route(contracts.frame, async ({ params, query, services }) => {
    const frame = await services.sampleFrames.of(params.id, query.slide_size)
    if (!frame) throw missing()
    return frame
  }),
  route(contracts.versions, async ({ db, params, query }) => {
    const page = pageOf(query)
    const { rows, total } = await listThemeVersions(db, params.id, page)
    const results = rows.map(({ version, content, created_at, user_id: id, username, name }) => ({
      ...{ version, name: String(content.name), created_at },
      user: id === null || username === null ? null : { id, username, name },
    }))
    return pageAnswer(page, total, results)
  }),
  route(contracts.restore, restore),
  route(contracts.duplicate, duplicate),
  route(contracts.addTemplates, async ({ db, user, owner, params, body, services }) => {
    await insertThemeTemplates(db, params.id, await checkedTemplates(db, owner, body.slide_template_ids))
    const row = await findTheme(db, owner, params.id)
    if (!row) throw missing()
    return themeJson(db, row, user, services.settings)
  }),
  route(contracts.removeTemplates, async ({ db, user, owner, params, body, services }) => {
    await deleteThemeTemplates(db, params.id, body.slide_template_ids)
    const row = await findTheme(db, owner, params.id)
    if (!row) throw missing()
    return themeJson(db, row, user, services.settings)
  }),
  route(contracts.ofDeck, async ({ loaded, services }) => ({
    theme: deckThemeJson(loaded.theme, services.settings),
  })),
  route(contracts.apply, async ({ db, loaded, user, body, services }) => {
    if (!user) throw missing()
    const deck = await applyTheme(services, db, loaded, user, body.theme_id)
    const theme = await loadTheme(db, deck.theme_id)
    return {
      deck: deckJson(deck, loaded.owner),
      theme: deckThemeJson(theme, services.settings),
    }
  }),
]
