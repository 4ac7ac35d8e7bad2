import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import { HttpError } from '../../server/http/http-error.ts'
import type { Services } from '../../server/services.ts'
import { isInLibrary } from '../media/in-library.ts'
import { mediaKeys, mediaUrl } from '../media/media-keys.ts'
import { deleteMedia, type MediaRow } from '../media/queries.ts'
import { receiveStream } from '../media/receive-file.ts'
import { addDrawnPicture, addMedia, type Library } from '../media/upload.ts'
import { deleteUnlessInSlides } from '../orphaned-files/file-references.ts'
import { addFont } from '../own-fonts/add-font.ts'
import { deleteFont, type FontRow, touchFonts } from '../own-fonts/queries.ts'
import { pictureProof } from '../theme-zips/theme-file.ts'
import type { ReadMedia } from './process/reader.ts'

/** The media that an import has added to the user's library. */
export interface StoredMedia {
  /** Stores one; resolves to its URL, or to why it was refused. Throws if the storage is full. */
  add(media: ReadMedia): Promise<{ readonly url: string } | { readonly refused: string }>
  /** Deletes what was added, as the import failed or was canceled. */
  undo(): Promise<void>
}

const isFont = /\.(?:woff2?|ttf|otf)$/i

const signatures: readonly (readonly [type: string, bytes: readonly number[]])[] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/webp', [0x52, 0x49, 0x46, 0x46]],
]

/** Whether bytes begin as a file of this type. */
function beginsAs(bytes: Uint8Array, type: string): boolean {
  return signatures.some(([name, start]) => name === type && start.every((byte, at) => bytes[at] === byte))
}

async function addAuthored(services: Services, library: Library, media: ReadMedia) {
  const { dataDir } = services.settings
  const limitOf = () => limits.upload.videoKilobytes * 1000
  const options = { dataDir, name: media.name, type: '', limitOf }
  return receiveStream(Readable.from([Buffer.from(media.bytes)]), options, (received) => {
    // What this instance has encoded before keeps its bytes.
    const proof = media.packed?.proof ?? ''
    const isEncoded = proof !== '' && services.keys.verify(pictureProof, received.contentHash, proof)
    return addMedia(services, library, { ...received, name: media.label }, { isEncoded })
  })
}

/** Fonts become fonts of the user, which style sheets may also name by their addresses. */
async function addImportedFont(services: Services, library: Library, { bytes }: ReadMedia) {
  return addFont(services, library, () => Promise.resolve(bytes), 'keep')
}

async function addDrawn(services: Services, library: Library, { bytes, label, drawn }: ReadMedia) {
  if (!drawn || !beginsAs(bytes, drawn.type) || !beginsAs(drawn.thumbnail, 'image/webp')) return null
  const contentHash = createHash('sha256').update(bytes).digest('hex')
  const { type, width, height, thumbnail } = drawn
  return addDrawnPicture(services, library, { type, width, height, thumbnail, content: bytes }, { label, contentHash })
}

/** Stores the media of an import in a library. */
export function storeMedia(services: Services, library: Library): StoredMedia {
  const added: MediaRow[] = []
  const fonts: FontRow[] = []
  return {
    async add(media) {
      try {
        const { packed, bytes } = media
        const hash = packed ? createHash('sha256').update(bytes).digest('hex') : ''
        if (packed && (await isInLibrary(services, library.owner, packed.address, hash))) return { url: packed.address }
        if (isFont.test(media.name)) {
          const font = await addImportedFont(services, library, media)
          if (font.isNew) fonts.push(font.row)
          return { url: mediaUrl(font.row.key) }
        }
        const stored = await (media.drawn ? addDrawn : addAuthored)(services, library, media)
        if (!stored) return { refused: 'It has an unknown format' }
        if (stored.isNew) added.push(stored.row)
        return { url: mediaUrl(stored.row.key) }
      } catch (error) {
        if (!(error instanceof HttpError) || error.message === messages.media.storageFull) throw error
        return { refused: error.message }
      }
    },
    async undo() {
      if (added.length + fonts.length === 0) return
      await services.database.transaction(async (trx) => {
        for (const { id } of added) await deleteMedia(trx, id)
        for (const { id } of fonts) await deleteFont(trx, id)
        if (fonts.length > 0) await touchFonts(trx, library.owner)
        await deleteUnlessInSlides(trx, services, [...added.flatMap(mediaKeys), ...fonts.map(({ key }) => key)])
      })
    },
  }
}
