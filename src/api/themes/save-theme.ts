import { createHash } from 'node:crypto'
import { SANITIZER_VERSION } from '../../document/sanitize/sanitize.ts'
import { mayWriteScripts } from '../../rules/account-permissions.ts'
import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import { newTheme, paletteColors, type ThemeContent, themeContentOf } from '../../rules/theme-settings.ts'
import { audit } from '../../server/audit.ts'
import type { Db } from '../../server/db/open-database.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import type { UserRow } from '../../server/http/session.ts'
import type { Services } from '../../server/services.ts'
import { actorOf } from '../actor.ts'
import { contentRules } from '../decks/content-rules.ts'
import { lockOwner, type Owner, ownerColumns } from '../owner.ts'
import { redrawLater } from '../thumbnails/redraw-thumbnails.ts'
import { type PreparedSources, prepareSources, resanitizedSources } from './prepare-sources.ts'
import {
  countThemes,
  findTheme,
  insertTheme,
  insertThemeVersion,
  type ThemeRow,
  themesWithCss,
  updateTheme,
} from './queries.ts'

/** The user who saves a theme, and its owner. */
export interface ThemeSave {
  readonly services: Services
  readonly user: UserRow
  readonly owner: Owner
  readonly request: { readonly ip: string }
  readonly transaction: <T>(work: (trx: Db) => Promise<T>) => Promise<T>
}

/** A stored theme, with what the sanitizer removed. */
export interface StoredTheme {
  readonly row: ThemeRow
  readonly removed: PreparedSources['removed']
}

type Sent = Partial<ThemeContent>

const scriptsOf = ({ js, scripts }: Pick<ThemeContent, 'js' | 'scripts'>) =>
  JSON.stringify([js, scripts.map(({ url, integrity }) => [url, integrity])])
const hasScripts = ({ js, scripts }: Pick<ThemeContent, 'js' | 'scripts'>) => js.trim() !== '' || scripts.length > 0

/** Whether the user may write scripts of this owner's themes on this instance. */
export function mayChangeScripts({ services, user, owner }: Pick<ThemeSave, 'services' | 'user' | 'owner'>): boolean {
  const { contentUrl, themeScripts } = services.settings
  return contentUrl !== null && mayWriteScripts(actorOf(user), 'team' in owner, themeScripts)
}

/**
 * Throws for changed scripts: 403 without the right, 422 on an instance that runs none. Without a content host they
 * could run on the app's own origin. All may remove them.
 */
function checkScripts(save: ThemeSave, before: ThemeContent, after: ThemeContent): void {
  if (scriptsOf(before) === scriptsOf(after) || !hasScripts(after)) return
  const { contentUrl, themeScripts } = save.services.settings
  const field = before.js === after.js ? 'scripts' : 'js'
  if (themeScripts === 'off') throw invalid(field, messages.theme.scriptsOff)
  if (contentUrl === null) throw invalid(field, messages.theme.scriptsNeedContentHost)
  if (!mayChangeScripts(save)) throw new HttpError(403, messages.theme.scriptsNotAllowed)
}

/** Records who changed the scripts of a theme, in the transaction of the change. */
async function auditScripts(trx: Db, save: ThemeSave, id: number, before: ThemeContent, after: ThemeContent) {
  if (scriptsOf(before) === scriptsOf(after)) return
  const urls = ({ scripts }: ThemeContent) => scripts.map(({ url }) => url)
  const hash = ({ js }: ThemeContent) => (js === '' ? null : createHash('sha256').update(js).digest('hex'))
  await audit(trx, save.services, save.request, {
    actorId: save.user.id,
    action: 'theme.scripts',
    resource: `theme:${id}`,
    detail: {
      added: urls(after).filter((url) => !urls(before).includes(url)),
      removed: urls(before).filter((url) => !urls(after).includes(url)),
      js_sha256: [hash(before), hash(after)],
    },
  })
}

/** The columns of a theme's content. */
function columnsOf(content: ThemeContent) {
  return {
    ...content,
    colors: JSON.stringify(content.colors),
    scripts: JSON.stringify(content.scripts),
    snippets: JSON.stringify(content.snippets),
    sanitizer_version: SANITIZER_VERSION,
  }
}

/** The content as a version stores it: what LESS compiles to is not stored. */
function versionOf(content: ThemeContent): string {
  return JSON.stringify(content.less.trim() === '' ? content : { ...content, css: '' })
}

/** The fields that were sent. An empty name is the default one. */
function sentFields(sent: Sent): Sent {
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)) as Sent
  return {
    ...given,
    ...(given.name === undefined ? {} : { name: given.name.trim() || newTheme.name }),
    ...(given.palette === undefined ? {} : { palette: paletteColors(given.palette).join(',') }),
  }
}

/** The content after a change, safe to store. */
async function prepare(save: ThemeSave, before: ThemeContent, sent: Sent) {
  const { removed, ...sources } = await prepareSources(save.services, save.user, sent, before)
  return { content: { ...before, ...sentFields(sent), ...sources }, removed }
}

async function storeVersion(trx: Db, save: ThemeSave, row: ThemeRow, content: ThemeContent): Promise<void> {
  const now = save.services.now()
  const version = { themeId: row.id, version: row.version, userId: save.user.id, content: versionOf(content), now }
  await insertThemeVersion(trx, version)
  const job = { dedupeKey: `theme-thumbnail:${row.id}`, owner: `user:${save.user.id}` }
  await save.services.jobs.add(trx, 'theme-thumbnail', { themeId: row.id }, job)
  if (row.version > 1) await redrawLater(save.services, trx, { themeId: row.id })
}

/** The owner's oldest theme with this content, under any name. */
async function findEqual(trx: Db, owner: Owner, content: ThemeContent): Promise<ThemeRow | undefined> {
  const wanted = versionOf({ ...themeContentOf(content), name: '' })
  const themes = await themesWithCss(trx, owner, content.css)
  return themes.find((theme) => versionOf({ ...themeContentOf(theme), name: '' }) === wanted)
}

/**
 * Creates a theme of the owner. Throws 422 for LESS with a mistake and above the number of themes. `reuse`: if a theme
 * of the owner has this content, it is returned instead.
 */
export async function createTheme(
  save: ThemeSave,
  sent: Sent,
  { reuse = false } = {},
): Promise<StoredTheme & { readonly isNew: boolean }> {
  const { content, removed } = await prepare(save, newTheme, sent)
  checkScripts(save, newTheme, content)
  return save.transaction(async (trx) => {
    const { services, owner } = save
    await lockOwner(trx, services.database.kind, owner)
    const equal = reuse ? await findEqual(trx, owner, content) : undefined
    if (equal) return { row: equal, removed, isNew: false }
    if ((await countThemes(trx, owner)) >= limits.theme.count) throw invalid('base', messages.theme.full)
    const now = services.now()
    const times = { created_at: now, updated_at: now }
    const picture = { thumbnail_key: null, thumbnail_version: null }
    const row = await insertTheme(trx, {
      ...{ ...ownerColumns(owner), ...columnsOf(content), version: 1, ...picture, ...times },
    })
    await storeVersion(trx, save, row, content)
    await auditScripts(trx, save, row.id, newTheme, content)
    return { row, removed, isNew: true }
  })
}

const missing = () => new HttpError(404, messages.access.notFound)

/**
 * Saves a theme as a new version, unless nothing changes. `base`: the version that the change is based on; throws 409 if
 * it is not the newest. Throws 404 if the theme is gone.
 */
export async function changeTheme(save: ThemeSave, id: number, sent: Sent, base?: number): Promise<StoredTheme> {
  const { services, owner } = save
  const stored = await findTheme(services.database.read, owner, id)
  if (!stored) throw missing()
  // Sources that are not sent are stored again, as of today's sanitizer.
  const present = { ...stored, ...resanitizedSources(stored, contentRules(services.settings, 'enterprise')) }
  const { content, removed } = await prepare(save, themeContentOf(present), sent)
  checkScripts(save, themeContentOf(present), content)
  return save.transaction(async (trx) => {
    await lockOwner(trx, services.database.kind, owner)
    const locked = await findTheme(trx, owner, id)
    if (!locked) throw missing()
    // Fields that were not sent would be those of an older version.
    const stale = locked.version !== present.version || (base !== undefined && base !== locked.version)
    if (stale) throw new HttpError(409, messages.theme.changed, { extra: { version: locked.version } })
    if (versionOf(content) === versionOf(themeContentOf(present)) && content.css === present.css) {
      return { row: locked, removed }
    }
    const next = { version: locked.version + 1, updated_at: services.now() }
    const row = await updateTheme(trx, id, { ...columnsOf(content), ...next })
    await storeVersion(trx, save, row, content)
    await auditScripts(trx, save, id, themeContentOf(present), content)
    return { row, removed }
  })
}
