import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { typeOfKey } from '../../server/files/file-types.ts'
import { addLater } from '../../server/zip/add-later.ts'
import {
  describePackage,
  type PackageInput,
  type PackedFile,
  packedMedia,
  packedPage,
  visibleDeck,
} from './deck-package.ts'
import { linkedAssets } from './deck-page.ts'
import { formulaFonts, licenseFiles, offlineFiles, offlineNames, readFont } from './offline-files.ts'
import { packageFileName } from './package-file.ts'

/** Types whose files are compressed already: compressing them again only costs time. */
const compressed = /\.(?:png|jpe?g|gif|webp|avif|mp4|webm|woff2?)$/

/** Adds an uploaded file, and describes it once its bytes have passed. */
function addMedia(
  zip: ZipFile,
  { readMedia, sign }: PackageInput,
  name: string,
  packed: PackedFile[],
  missing: (name: string) => void,
): void {
  const file = `media/${name}`
  addLater(zip, file, !compressed.test(name), async () => {
    const body = (await readMedia(file))?.body
    // Deleted since it was looked for: its entry is empty, and the deck does not name it.
    if (!body) {
      missing(name)
      return Readable.from([])
    }
    const hash = createHash('sha256')
    return Readable.from(
      (async function* () {
        for await (const part of body as AsyncIterable<Buffer>) {
          hash.update(part)
          yield part
        }
        const digest = hash.digest('hex')
        packed.push({ address: `/m/${name}`, file, hash: digest, proof: sign(digest) })
      })(),
      { objectMode: false },
    )
  })
}

async function isStored({ readMedia }: PackageInput, name: string): Promise<boolean> {
  const found = await readMedia(`media/${name}`)
  ;(found?.body as Readable | undefined)?.destroy?.()
  return found !== null
}

/**
 * A deck as a ZIP: index.html opens with a double click, without a network, and deck.json has what is needed to read the
 * deck back. `missing`: receives the names of files that are no longer stored.
 */
export async function zipDeck(given: PackageInput, missing: (name: string) => void = () => {}): Promise<Readable> {
  const input = visibleDeck(given)
  const page = await packedPage(input, linkedAssets(''))
  const zip = new ZipFile()
  const stream = zip.outputStream as Readable
  zip.on('error', (error: Error) => stream.destroy(error))
  zip.addBuffer(Buffer.from(page.html), 'index.html')
  const shared = offlineFiles()
  for (const name of offlineNames(page.hasMath)) zip.addBuffer(Buffer.from(shared[name]), `reveal/${name}`)
  for (const name of [...page.fonts, ...(page.hasMath ? formulaFonts() : [])])
    zip.addBuffer(readFont(name), `fonts/${name}`, { compress: false })
  for (const { name, bytes } of licenseFiles()) zip.addBuffer(bytes, name)
  const packed: PackedFile[] = []
  for (const name of packedMedia(input)) {
    if (await isStored(input, name)) addMedia(zip, input, name, packed, missing)
    else missing(name)
  }
  // Written last, when the hashes of the files are known.
  addLater(zip, packageFileName, true, async () =>
    Readable.from([Buffer.from(JSON.stringify(describePackage(input, page.digests, packed)))]),
  )
  zip.end()
  return stream
}

/** The content type of an uploaded file, by its name. */
export const typeOfMedia = (name: string): string => typeOfKey(`media/${name}`)
