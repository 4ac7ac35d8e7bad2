import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { UserRow } from '../../server/http/session.ts'
import type { Services } from '../../server/services.ts'
import { contentRules } from '../decks/content-rules.ts'
import { deckJson } from '../decks/deck-json.ts'
import type { DeckRow } from '../decks/queries.ts'
import { type DeckContent, dataOf, readContent } from '../decks/read-content.ts'
import { decksOf } from '../users/queries.ts'
import { ownUserJson } from '../users/user-json.ts'
import { mediaIn, renderDeckPage } from './deck-page.ts'
import { offlineFiles } from './offline-files.ts'
import { likedDecks, mediaOf } from './queries.ts'

const readMe = `Everything of your account.

decks/     one folder for each deck: index.html opens in any browser, also offline;
           slides.html is the deck as it is kept, deck.json its settings and notes
media/     the files you uploaded, and those your decks use
account.json   your account, your settings, and the decks you like
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

function addDeck(zip: ZipFile, deck: DeckRow, owner: UserRow, read: () => Promise<DeckContent>): void {
  const file = (name: string, write: (content: DeckContent) => string) =>
    addLater(zip, `${folderOf(deck)}/${name}`, async () => Readable.from([Buffer.from(write(await read()))]))
  file('index.html', (content) => renderDeckPage(deck, content))
  file('slides.html', dataOf)
  file('deck.json', ({ notes }) => {
    const { user, kudoed, ...settings } = deckJson(deck, owner, { notes })
    return JSON.stringify({ ...settings, user: user.username }, null, 2)
  })
}

async function addMedia(zip: ZipFile, services: Services, names: Iterable<string>): Promise<void> {
  for (const name of names) {
    const there = await services.files.get(`media/${name}`)
    if (!there) continue
    // Looked at only to know that it is there; it is opened again when its turn comes.
    if ('destroy' in there.body && typeof there.body.destroy === 'function') there.body.destroy()
    addLater(zip, `media/${name}`, async () => (await services.files.get(`media/${name}`))?.body ?? Readable.from([]))
  }
}

/** Everything a person owns as a stream of ZIP bytes. What fails on the way ends the stream with the error, so that no half file looks whole. */
export async function zipAccount(services: Services, user: UserRow): Promise<NodeJS.ReadableStream> {
  const { database, settings } = services
  const db = database.read
  const zip = new ZipFile()
  const stream = zip.outputStream as Readable
  zip.on('error', (error: Error) => stream.destroy(error))
  zip.addBuffer(Buffer.from(readMe), 'README.txt')
  for (const { name, bytes } of offlineFiles()) zip.addBuffer(bytes, name)
  const media = await mediaOf(db, user.id)
  const names = new Set(media.map((row) => row.key.replace(/^media\//, '')))
  for (const deck of await decksOf(db, user.id)) {
    const read = () => readContent(db, deck, contentRules(settings, user.plan))
    for (const html of Object.values((await read()).html)) for (const name of mediaIn(html)) names.add(name)
    addDeck(zip, deck, user, read)
  }
  await addMedia(zip, services, names)
  const account = { user: ownUserJson(user), media, likes: await likedDecks(db, user.id) }
  zip.addBuffer(Buffer.from(JSON.stringify(account, null, 2)), 'account.json')
  zip.end()
  return stream
}
