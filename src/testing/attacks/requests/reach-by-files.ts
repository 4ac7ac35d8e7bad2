import { strToU8, zipSync } from 'fflate'
import { defineJobs } from '../../../api/jobs.ts'
import { joinExports } from '../../../join-exports.ts'
import { joinSlideDocuments } from '../../../join-slide-documents.ts'
import { uploadOf } from '../../multipart.ts'
import { pdfOf } from '../../sample-pdf.ts'
import { paragraph, place, samplePptx, shape } from '../../sample-pptx.ts'
import { StorageWorld } from '../../storage-world.ts'
import { makeTestApp, type TestApp, type TestPerson } from '../../test-app.ts'
import { requestVectors } from '../export/request-vectors.ts'
import { type NetworkListener, packetsOf } from './own-network.ts'
import { privateAddresses } from './private-addresses.ts'
import { openApp, type Tried } from './reach-by-address.ts'

const secret = 'http://10.0.0.1/secret'

const slides = requestVectors.map(
  ({ html, head }) => `<section><p>Kept</p>${html(secret)}${head?.(secret) ?? ''}</section>`,
)
const xmlText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

function page(): string {
  const head = requestVectors.map((vector) => vector.head?.(secret) ?? '').join('')
  return `<!doctype html><html><head><title>Deck</title>${head}</head><body><div class="reveal"><div class="slides">${slides.join('')}</div></div></body></html>`
}

/** A presentation whose pictures, links, sounds and films are at private addresses. */
function presentation(): Buffer {
  const picture = (id: string) =>
    `<p:pic><p:nvPicPr><p:cNvPr id="9" name="P"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:link="${id}" r:embed="${id}"/></p:blipFill><p:spPr>${place(0, 0, 100, 100)}</p:spPr></p:pic>`
  const types = ['image', 'hyperlink', 'video', 'audio', 'media', 'slideLayout', 'notesSlide', 'chart', 'oleObject']
  return samplePptx(
    types.map((type) => ({
      shapes: shape(2, place(10, 200, 400, 100), paragraph('Kept')) + picture('rIdX'),
      relations: [['rIdX', type, xmlText(secret)]] as const,
    })),
  )
}

/** A PDF whose actions open addresses, and whose text and file are elsewhere. */
function document(): Buffer {
  const actions = ['URI', 'Launch', 'GoToR', 'SubmitForm', 'ImportData'].map((type) => {
    const field = type === 'URI' ? 'URI' : 'F'
    return `<< /Type /Annot /Subtype /Link /Rect [0 0 99 99] /A << /S /${type} /${field} (${secret}) >> >>`
  })
  const content = Buffer.from('BT /F1 24 Tf 40 300 Td (Kept) Tj ET')
  return pdfOf([
    { text: `<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /URI /URI (${secret}) >> >>` },
    { text: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>' },
    {
      text: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 400] /Contents 4 0 R /Annots [${actions.join(' ')}] /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>`,
    },
    { text: '<< >>', stream: content },
  ])
}

const markdown = `# Kept\n\n${privateAddresses.map((one) => `![picture](<${one}>)`).join('\n\n')}\n`
const drawing = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "${secret}">]><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="${secret}"/><style>@import url("${secret}")</style><text>&x;</text></svg>`

/** Files of every format that name private addresses. */
const files = (): readonly (readonly [name: string, bytes: Buffer, type: string])[] => {
  const zip = zipSync({ 'index.html': strToU8(page()), 'a.svg': strToU8(drawing) })
  return [
    ['deck.html', Buffer.from(page()), 'text/html'],
    ['deck.zip', Buffer.from(zip), 'application/zip'],
    ['deck.md', Buffer.from(markdown), 'text/markdown'],
    ['deck.pptx', presentation(), 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
    ['deck.pdf', document(), 'application/pdf'],
  ]
}

async function ended(app: TestApp, ann: TestPerson, path: string): Promise<string> {
  await app.services.jobs.idle()
  return (await ann.get(path)).body.status
}

/** Decks whose slides are the vectors, imported and stored, then exported in each format and drawn as thumbnails. */
export async function reachByFiles(listener: NetworkListener, dist: string): Promise<Tried[]> {
  const { app, ann } = await openApp(false)
  const parts = { exports: joinExports(app.services, dist), slideDocument: joinSlideDocuments(app.services, dist) }
  defineJobs(app.services, parts)
  const undone: string[] = []
  const reached: string[] = []
  let tried = 0
  const note = (name: string, before: number) => {
    const [packets, taken] = [packetsOf('self') - before, listener.take()]
    tried += 1
    if (packets > 0 || taken.length > 0) reached.push(`${name}: ${packets} packets, ${taken.join(', ')}`)
  }
  const decks: (readonly [name: string, id: number])[] = []
  for (const [name, bytes, type] of files()) {
    const before = packetsOf('self')
    const { status, body } = await ann.request('POST', '/api/v1/imports.json', uploadOf(bytes, name, type))
    const end = status === 201 ? await ended(app, ann, `/api/v1/imports/${body.id}.json`) : String(status)
    const deck = (await ann.get(`/api/v1/imports/${body.id}.json`)).body.deck_id
    if (end === 'finished' && deck) decks.push([name, deck])
    else undone.push(`the import of ${name}: ${end}`)
    note(`the import of ${name}`, before)
  }
  for (const [at, html] of slides.entries()) {
    const { status, body } = await ann.post('/api/v1/decks.json', { deck: { title: `Deck ${at}`, data: html } })
    if (status !== 201 && status !== 200) undone.push(`the deck of ${requestVectors[at]!.name}: ${status}`)
    // One deck is exported with all slides; the others are drawn as thumbnails.
    const before = packetsOf('self')
    await app.services.jobs.idle()
    const picture = await ann.get(`/api/v1/decks/${body.id}/thumbnail`)
    if (picture.headers['content-type'] !== 'image/webp') undone.push(`the thumbnail of ${requestVectors[at]!.name}`)
    note(`the thumbnail of ${requestVectors[at]!.name}`, before)
  }
  const whole = await ann.post('/api/v1/decks.json', { deck: { title: 'Whole', data: slides.join('') } })
  decks.push(['all slides', whole.body.id])
  for (const [name, id] of decks)
    for (const type of ['pdf', 'ppt', 'zip']) {
      const before = packetsOf('self')
      const { body } = await ann.post(`/api/v1/decks/${id}/exports.json`, { type, options: {} })
      const end = await ended(app, ann, `/api/v1/decks/${id}/exports/${body.id}.json`)
      if (end !== 'finished') undone.push(`the ${type} of ${name}: ${end}`)
      note(`the ${type} of ${name}`, before)
    }
  await app.close()
  return [{ way: 'imported files, thumbnails and exports', tried, reached, undone }]
}

/** A call of the file storage: what precedes it, and what makes it. */
interface StorageCall {
  readonly path: string
  readonly before?: (world: StorageWorld) => Promise<void>
  readonly make: (world: StorageWorld) => Promise<unknown>
}

const storageCalls: readonly StorageCall[] = [
  { path: '/oauth2/token', make: (world) => world.connect() },
  { path: '/2/users/get_current_account', make: (world) => world.connect() },
  { path: '/2/files/upload', before: async (world) => void (await world.connect()), make: (world) => world.sync() },
  {
    path: '/2/files/move_v2',
    before: async (world) => {
      await world.connect()
      await world.sync()
      await world.save('Renamed')
    },
    make: (world) => world.sync(),
  },
]

/** A file storage that leads each call to private addresses. */
export async function reachBySync(listener: NetworkListener): Promise<Tried> {
  const world = new StorageWorld()
  await world.open((options) => makeTestApp('sqlite', options))
  const { limits } = world.app.services
  Object.assign(limits, { take: async () => ({ allowed: true, retryAfter: 0 }) })
  const reached: string[] = []
  const undone: string[] = []
  const addresses = privateAddresses.filter((one) => /^https?:\/\/[\x21-\x7e]*$/.test(one))
  let calls = 0
  for (const { path, before, make } of storageCalls)
    for (const status of [301, 302, 303, 307, 308]) {
      await world.begin()
      await before?.(world)
      const location = addresses[calls % addresses.length]!
      world.dropbox.prepare(path, { status, headers: { location } })
      await make(world).catch(() => null)
      calls += 1
      // A prepared answer that no call took would be given to a later one.
      if (!world.dropbox.calls.includes(path)) undone.push(`${path} was not called with ${status}`)
      const taken = listener.take()
      if (taken.length > 0) reached.push(`${path} with ${status} to ${location}: ${taken.join(', ')}`)
    }
  await world.app.close()
  await world.dropbox.close()
  return { way: 'a file storage that redirects', tried: calls, reached, undone }
}
