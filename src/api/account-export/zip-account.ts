import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { HostedUser } from '../../server/db/hosted-users.ts'
import type { Services } from '../../server/services.ts'
import { contentRules } from '../decks/content-rules.ts'
import { deckJson } from '../decks/deck-json.ts'
import type { DeckRow } from '../decks/queries.ts'
import { type DeckContent, dataOf, readContent } from '../decks/read-content.ts'
import { createMediaReader } from '../media/read-media.ts'
import { freshTemplate } from '../slide-templates/fresh-template.ts'
import { decksOf } from '../users/queries.ts'
import { ownUserJson } from '../users/user-json.ts'
import { mediaIn, renderDeckPage } from './deck-page.ts'
import { offlineFiles } from './offline-files.ts'
import { likedDecks, mediaOf, rawSlides, templatesOf } from './queries.ts'

const contents = `Everything of your account.

decks/     one folder for each deck: index.html opens in any browser, also offline;
           slides.html is the deck as it is kept, deck.json its settings and notes
media/     the files you uploaded, and those your decks use
account.json   your account, your settings, your slide templates, and the decks you like
reveal/    reveal.js and the styles that the decks share
`

/** Pictures and videos are small already; packing them again only takes time. */
const packed = /\.(png|jpe?g|gif|webp|avif|mp4|webm)$/

/** Adds a file that is read only when its turn comes, so that a large account needs no more memory than a small one. */
function addLater(zip: ZipFile, name: string, read: () => Promise<NodeJS.ReadableStream>): void {
  zip.addReadStreamLazy(name, { compress: !packed.test(name) }, (done) => {
    read().then(
      (stream) => done(null, stream),
      (error: unknown) => done(error, Readable.from([])),
    )
  })
}

/** A folder's name that every system takes; the id keeps two decks apart whose slugs differ only in case. */
function folderOf(deck: DeckRow): string {
  return `decks/${deck.id}-${deck.slug ?? 'deck'}`
}

/** A deck on its way into the ZIP, and where its troubles are written down. */
interface DeckToAdd {
  readonly deck: DeckRow
  readonly owner: HostedUser
  readonly read: () => Promise<DeckContent>
  /** The slides as they are stored, for when they cannot be read as a deck. */
  readonly raw: () => Promise<string>
  readonly broken: Set<string>
}

function settingsOf({ deck, owner }: DeckToAdd, notes: Readonly<Record<string, string>>): string {
  const { user, kudoed, ...settings } = deckJson(deck, owner, { notes: { ...notes } })
  return JSON.stringify({ ...settings, user: user.username }, null, 2)
}

function addDeck(zip: ZipFile, adding: DeckToAdd): void {
  const { deck, read, raw, broken } = adding
  const folder = folderOf(deck)
  const file = (name: string, write: (content: DeckContent) => string, otherwise: () => string | Promise<string>) =>
    addLater(zip, `${folder}/${name}`, async () => {
      const text = await read()
        .then(write)
        .catch(() => {
          broken.add(folder)
          return otherwise()
        })
      return Readable.from([Buffer.from(text)])
    })
  file('index.html', (content) => renderDeckPage(deck, content), raw)
  file('slides.html', dataOf, raw)
  file(
    'deck.json',
    ({ notes }) => settingsOf(adding, notes),
    () => settingsOf(adding, {}),
  )
}

async function addMedia(zip: ZipFile, services: Services, names: Iterable<string>): Promise<void> {
  const read = createMediaReader(services)
  for (const name of names) {
    const there = await read(`media/${name}`)
    if (!there) continue
    // Looked at only to know that it is there; it is opened again when its turn comes.
    if ('destroy' in there.body && typeof there.body.destroy === 'function') there.body.destroy()
    addLater(zip, `media/${name}`, async () => (await read(`media/${name}`))?.body ?? Readable.from([]))
  }
}

/** What stands in the ZIP, and which decks of it could not be read. */
function readMe(broken: ReadonlySet<string>): string {
  if (broken.size === 0) return contents
  const lines = [...broken].map((folder) => `- ${folder}`).join('\n')
  return `${contents}
These decks are damaged on the server. Their slides are in their folders as they are stored, perhaps not all of them
and not in order. Please tell the people who run this instance.

${lines}
`
}

/**
 * Everything a person owns as a stream of ZIP bytes. A deck that cannot be read comes as it is stored, and the README
 * says so. What else fails on the way ends the stream with the error, so that no half file looks whole.
 */
export async function zipAccount(services: Services, user: HostedUser): Promise<NodeJS.ReadableStream> {
  const { database, settings } = services
  const db = database.read
  const zip = new ZipFile()
  const stream = zip.outputStream as Readable
  zip.on('error', (error: Error) => stream.destroy(error))
  for (const { name, bytes } of offlineFiles()) zip.addBuffer(bytes, name)
  const media = await mediaOf(db, user.id)
  const rules = contentRules(settings, user.plan)
  const templates = (await templatesOf(db, user.id)).map((row) => freshTemplate(row, rules))
  const names = new Set(media.map((row) => row.key.replace(/^media\//, '')))
  for (const name of templates.flatMap(({ html }) => mediaIn(html))) names.add(name)
  const broken = new Set<string>()
  for (const deck of await decksOf(db, user.id)) {
    const read = () => readContent(db, deck, rules)
    const raw = async () => (await rawSlides(db, deck.id)).join('\n')
    const html = await read().then(dataOf, (error: unknown) => {
      services.log.error({ err: error, deck: deck.id }, 'a deck cannot be read')
      return raw()
    })
    for (const name of mediaIn(html)) names.add(name)
    addDeck(zip, { deck, owner: user, read, raw, broken })
  }
  await addMedia(zip, services, names)
  const account = {
    ...{ user: ownUserJson(user), media },
    slide_templates: templates,
    likes: await likedDecks(db, user.id),
  }
  zip.addBuffer(Buffer.from(JSON.stringify(account, null, 2)), 'account.json')
  // Last: only now is it known what could not be read.
  addLater(zip, 'README.txt', async () => Readable.from([Buffer.from(readMe(broken))]))
  zip.end()
  return stream
}
