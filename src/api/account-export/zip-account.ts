import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { DrawnTheme } from '../../document/output/frame-types.ts'
import { ownFontCss } from '../../document/output/own-font-css.ts'
import type { OwnFont } from '../../rules/own-fonts.ts'
import type { HostedUser } from '../../server/db/hosted-users.ts'
import type { Db } from '../../server/db/open-database.ts'
import type { Services } from '../../server/services.ts'
import { addLater } from '../../server/zip/add-later.ts'
import { linkedAssets, pageNeeds, renderDeckPage } from '../deck-packages/deck-page.ts'
import { mediaIn } from '../deck-packages/media-addresses.ts'
import { formulaFonts, licenseFiles, offlineFiles, offlineNames, readFont } from '../deck-packages/offline-files.ts'
import { contentRules } from '../decks/content-rules.ts'
import { deckJson } from '../decks/deck-json.ts'
import { ownersOf } from '../decks/list-queries.ts'
import { isOwnedBy } from '../decks/load-deck.ts'
import type { DeckRow } from '../decks/queries.ts'
import { type DeckContent, dataOf, readContent } from '../decks/read-content.ts'
import { exportedStorage } from '../file-storage/queries.ts'
import { createMediaReader } from '../media/read-media.ts'
import { fontsOfOwners, joinedFonts } from '../own-fonts/load-fonts.ts'
import { identitiesOf } from '../sign-on/queries.ts'
import { sanitizedTemplate } from '../slide-templates/sanitized-template.ts'
import { deckThemeOf } from '../themes/deck-theme.ts'
import { loadTheme } from '../themes/load-theme.ts'
import { resanitizedSources } from '../themes/prepare-sources.ts'
import { decksOf } from '../users/queries.ts'
import { ownUserJson } from '../users/user-json.ts'
import {
  billingOf,
  collaborationsOf,
  commentMailsOf,
  commentReadsOf,
  commentsOf,
  exportsOf,
  fontsOf,
  importsOf,
  invitedBy,
  likedDecks,
  mediaOf,
  membershipAndTeam,
  publicCommentsOf,
  rawSlides,
  reportsOf,
  securityOf,
  tagsOf,
  templatesOf,
  themesOf,
} from './queries.ts'

const contents = `Everything of your account.

decks/     one folder for each deck: index.html opens in any browser, also offline;
           slides.html is the deck as it is kept, deck.json its settings and notes;
           decks of your team are copies: the team keeps its own when you leave it or delete the account
media/     the images and fonts you uploaded, and those your decks use
account.json   your account, your settings, your team, your identities for single sign-on,
               your fonts, your slide templates, the files you imported, the decks you like, and those you reported,
               the decks of others on which you collaborate, the people whom you invited to decks,
               your comments, which comments you have read, and what you exported in the last day
reveal/    reveal.js and the styles that the decks share
fonts/     the fonts that the decks share, and their licenses
`

/** Formats that are compressed already: compressing them again only costs time. */
const compressed = /\.(png|jpe?g|gif|webp|avif|mp4|webm)$/

const add = (zip: ZipFile, name: string, read: () => Promise<NodeJS.ReadableStream>): void =>
  addLater(zip, name, !compressed.test(name), read)

/** A folder name valid on every system. The id separates decks whose slugs differ only in case. */
function folderOf(deck: DeckRow): string {
  return `decks/${deck.id}-${deck.slug ?? 'deck'}`
}

/** A deck to add to the ZIP, with readers for its content. */
interface DeckToAdd {
  readonly deck: DeckRow
  readonly owner: HostedUser
  readonly theme: DrawnTheme | null
  /** The uploaded fonts that it may use. */
  readonly fonts: readonly OwnFont[]
  readonly read: () => Promise<DeckContent>
  /** Reads the slides as stored, if they cannot be read as a deck. */
  readonly raw: () => Promise<string>
  /** Folders of unreadable decks; filled while the ZIP is written. */
  readonly broken: Set<string>
}

function settingsOf({ deck, owner }: DeckToAdd, notes: Readonly<Record<string, string>>): string {
  const { user, kudoed, ...settings } = deckJson(deck, owner, { notes: { ...notes } })
  return JSON.stringify({ ...settings, user: user.username }, null, 2)
}

function addDeck(zip: ZipFile, adding: DeckToAdd): void {
  const { deck, theme, fonts, read, raw, broken } = adding
  const folder = folderOf(deck)
  type Write = (content: DeckContent) => string | Promise<string>
  const file = (name: string, write: Write, otherwise: () => string | Promise<string>) =>
    add(zip, `${folder}/${name}`, async () => {
      const text = await read()
        .then(write)
        .catch(() => {
          broken.add(folder)
          return otherwise()
        })
      return Readable.from([Buffer.from(text)])
    })
  const assets = linkedAssets('../../')
  const page = async (content: DeckContent) =>
    (await renderDeckPage({ deck, content, theme, fonts, notes: true }, assets)).html
  file('index.html', page, raw)
  file('slides.html', dataOf, raw)
  file(
    'deck.json',
    ({ notes }) => settingsOf(adding, notes),
    () => settingsOf(adding, {}),
  )
}

/** What the pages of decks share. */
function addShared(zip: ZipFile, fonts: Iterable<string>, hasMath: boolean): void {
  const shared = offlineFiles()
  for (const name of offlineNames(hasMath)) zip.addBuffer(Buffer.from(shared[name]), `reveal/${name}`)
  for (const { name, bytes } of licenseFiles()) zip.addBuffer(bytes, name)
  const all = new Set([...fonts, ...(hasMath ? formulaFonts() : [])])
  for (const name of all) zip.addBuffer(readFont(name), `fonts/${name}`, { compress: false })
}

async function addMedia(zip: ZipFile, services: Services, names: Iterable<string>): Promise<void> {
  const read = createMediaReader(services)
  for (const name of names) {
    const found = await read(`media/${name}`)
    if (!found) continue
    // Opened only to check that it exists; it is opened again when it is written.
    if ('destroy' in found.body && typeof found.body.destroy === 'function') found.body.destroy()
    add(zip, `media/${name}`, async () => (await read(`media/${name}`))?.body ?? Readable.from([]))
  }
}

/** The README's text: the contents of the ZIP and the decks that could not be read. */
function readMe(broken: ReadonlySet<string>): string {
  if (broken.size === 0) return contents
  const lines = [...broken].map((folder) => `- ${folder}`).join('\n')
  return `${contents}
These decks are damaged on the server. Their slides are in their folders as they are stored, perhaps not all of them
and not in order. Please tell the people who run this instance.

${lines}
`
}

/** What a user did with decks, of others too. */
async function activityOf(db: Db, user: HostedUser) {
  return {
    likes: await likedDecks(db, user.id),
    reports: await reportsOf(db, user.id),
    collaborations: await collaborationsOf(db, user),
    invited: await invitedBy(db, user.id),
    comments: await commentsOf(db, user.id),
    comments_read: await commentReadsOf(db, user.id),
    comment_mails: await commentMailsOf(db, user.id),
    public_comments: await publicCommentsOf(db, user.id),
    exports: await exportsOf(db, user.id),
    imports: await importsOf(db, user.id),
    file_storage: await exportedStorage(db, user.id),
  }
}

/**
 * Everything a user owns (team decks only while a member), as a stream of ZIP bytes. An unreadable deck is exported as stored and listed in the README.
 * Any other failure ends the stream with an error, so that no partial file looks complete.
 */
export async function zipAccount(services: Services, user: HostedUser): Promise<NodeJS.ReadableStream> {
  const { database, settings } = services
  const db = database.read
  const zip = new ZipFile()
  const stream = zip.outputStream as Readable
  zip.on('error', (error: Error) => stream.destroy(error))
  const media = await mediaOf(db, user.id)
  const rules = contentRules(settings, user.plan)
  const templates = (await templatesOf(db, user.id)).map((row) => sanitizedTemplate(row, rules))
  const names = new Set(media.map((row) => row.key.replace(/^media\//, '')))
  for (const name of templates.flatMap(({ html }) => mediaIn(html))) names.add(name)
  const themes = (await themesOf(db, user.id)).map((row) => ({ ...row, ...resanitizedSources(row, rules) }))
  for (const name of themes.flatMap(({ html, css, footer }) => mediaIn(html + css + footer))) names.add(name)
  // All of them, also those that must not be embedded in decks: they are the user's files.
  const ownFonts = await fontsOfOwners(db, [{ user: user.id }])
  for (const { url } of ownFonts) names.add(url.replace(/^\/m\//, ''))
  const broken = new Set<string>()
  const needed = { fonts: new Set<string>(), hasMath: false }
  // Without the decks of a team that the user has left: they are the team's.
  const decks = (await decksOf(db, user.id)).filter((deck) => isOwnedBy({ deck, owner: user }, user.id))
  const owners = await ownersOf(db, decks)
  for (const deck of decks) {
    const owner = owners.get(deck.id) ?? user
    const read = () => readContent(db, deck, contentRules(settings, owner.plan))
    const raw = async () => (await rawSlides(db, deck.id)).join('\n')
    const html = await read().then(dataOf, (error: unknown) => {
      services.log.error({ err: error, deck: deck.id }, 'a deck cannot be read')
      return raw()
    })
    const loaded = await loadTheme(db, deck.theme_id)
    const theme = deckThemeOf(loaded, settings)
    const themed = theme ? theme.html + theme.css + theme.footer : ''
    const ofTeam = deck.team_id === null ? [] : await fontsOfOwners(db, [{ team: deck.team_id }])
    const fonts = joinedFonts([loaded?.fonts ?? [], ofTeam, ownFonts])
    const faces = ownFontCss(fonts, html + deck.footer, theme, true)
    for (const name of mediaIn(html + deck.footer + themed + faces)) names.add(name)
    const needs = pageNeeds(deck, html + deck.footer, theme)
    for (const name of needs.fonts) needed.fonts.add(name)
    needed.hasMath ||= needs.hasMath
    addDeck(zip, { deck, owner, theme, fonts, read, raw, broken })
  }
  addShared(zip, needed.fonts, needed.hasMath)
  await addMedia(zip, services, names)
  const account = {
    ...{ user: { ...ownUserJson(user), email_verified_at: user.email_verified_at }, media },
    team: await membershipAndTeam(db, user.id),
    identities: (await identitiesOf(db, user.id)).map(({ id: _id, user_id: _user, ...identity }) => identity),
    media_tags: await tagsOf(db, user.id),
    fonts: await fontsOf(db, user.id),
    slide_templates: templates,
    themes,
    ...(await activityOf(db, user)),
    security: await securityOf(db, user.id),
    ...(settings.billing === 'off' ? {} : { billing: await billingOf(db, user.id) }),
  }
  zip.addBuffer(Buffer.from(JSON.stringify(account, null, 2)), 'account.json')
  // Added last, since unreadable decks are found while the others are written.
  add(zip, 'README.txt', async () => Readable.from([Buffer.from(readMe(broken))]))
  zip.end()
  return stream
}
