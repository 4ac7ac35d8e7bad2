import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { fontsNamedIn, type OwnFont } from '../../rules/own-fonts.ts'
import { isPictureType } from '../../rules/picture-types.ts'
import { type ThemeContent, themeContentOf } from '../../rules/theme-settings.ts'
import { typeOfKey } from '../../server/files/file-types.ts'
import type { UserRow } from '../../server/http/session.ts'
import type { Services } from '../../server/services.ts'
import { addLater } from '../../server/zip/add-later.ts'
import { mediaKeysIn } from '../decks/deck-media.ts'
import { mediaUrl } from '../media/media-keys.ts'
import { findByKey } from '../media/queries.ts'
import { createMediaReader, type MediaReader } from '../media/read-media.ts'
import { drawnFontOf } from '../own-fonts/font-json.ts'
import { allFonts } from '../own-fonts/queries.ts'
import type { ThemeRow } from '../themes/queries.ts'
import { formatVersion, mostPictures, pictureProof, type ThemeFile, themeFileName } from './theme-file.ts'

/** The texts of a theme that refer to files and fonts. */
function themeTexts(theme: ThemeContent): string[] {
  const { html, less, css, js, footer, heading_font, body_font } = theme
  const templates = theme.snippets.map(({ template }) => template)
  return [html, less, css, js, footer, heading_font ?? '', body_font ?? '', ...templates]
}

/** A file to add, by its key. */
interface Packed {
  readonly key: string
  readonly file: string
}

async function hashOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of body) hash.update(part)
  return hash.digest('hex')
}

type PackedPicture = Packed & { readonly picture: ThemeFile['pictures'][number] }

type Reader = Pick<UserRow, 'id' | 'team_id'>

/** The label of a picture of the user's own libraries: those of others are private. */
async function labelOf({ database }: Services, key: string, user: Reader): Promise<string> {
  const row = await findByKey(database.read, key)
  const isReadable = row?.user_id === user.id || (row?.team_id != null && row.team_id === user.team_id)
  return row && isReadable ? row.label : ''
}

/** The pictures that the theme refers to. Missing files and other types are left out. */
async function picturesOf(services: Services, read: MediaReader, user: Reader, texts: readonly string[]) {
  const keys = [...new Set(texts.flatMap(mediaKeysIn))].filter((key) => isPictureType(typeOfKey(key)))
  const pictures: PackedPicture[] = []
  for (const key of keys.slice(0, mostPictures)) {
    const found = await read(key)
    if (!found) continue
    const hash = await hashOf(found.body as AsyncIterable<Uint8Array>)
    const label = await labelOf(services, key, user)
    const file = `pictures/${hash.slice(0, 32)}${extname(key)}`
    const proof = services.keys.sign(pictureProof, hash)
    pictures.push({ key, file, picture: { address: mediaUrl(key), file, label, proof } })
  }
  return pictures
}

type NamedFont = OwnFont & { readonly key: string; readonly hash: string }

/** The fonts of the theme's owner that the theme names. */
async function fontsOf({ database }: Services, row: ThemeRow, texts: readonly string[]): Promise<readonly NamedFont[]> {
  if (row.user_id === null && row.team_id === null) return []
  const owner = row.team_id === null ? { user: Number(row.user_id) } : { team: row.team_id }
  const fonts = await allFonts(database.read, owner)
  const named = fonts.map((font) => ({ ...drawnFontOf(font), key: font.key, hash: font.content_hash }))
  return fontsNamedIn(named, texts)
}

function packedFont({ family, format, hash, key }: NamedFont): Packed {
  return { key, file: `fonts/${family.replaceAll(/[^A-Za-z0-9]+/g, '-')}-${hash.slice(0, 16)}.${format}` }
}

/**
 * A theme as a ZIP: theme.json, and its pictures and fonts under the hashes of their content. Fonts whose license forbids
 * embedding are left out.
 */
export async function zipTheme(services: Services, row: ThemeRow, user: Reader): Promise<NodeJS.ReadableStream> {
  const theme = themeContentOf(row)
  const texts = themeTexts(theme)
  const read = createMediaReader(services)
  const pictures = await picturesOf(services, read, user, texts)
  const named = await fontsOf(services, row, texts)
  const fonts = named.filter(({ embeddable }) => embeddable).map(packedFont)
  const leftOut = named.filter(({ embeddable }) => !embeddable).map(({ family }) => family)
  const about = {
    ...{ lectern: 'theme', version: formatVersion, theme },
    pictures: pictures.map(({ picture }) => picture),
    fonts: fonts.map(({ file }) => ({ file })),
    fonts_left_out: [...new Set(leftOut)],
  }
  const zip = new ZipFile()
  const stream = zip.outputStream as Readable
  zip.on('error', (error: Error) => stream.destroy(error))
  zip.addBuffer(Buffer.from(JSON.stringify(about, null, 2)), themeFileName)
  // Two addresses may have the same bytes.
  const files = new Map([...pictures, ...fonts].map((packed) => [packed.file, packed]))
  for (const { key, file } of files.values()) {
    addLater(zip, file, false, async () => (await read(key))?.body ?? Readable.from([]))
  }
  zip.end()
  return stream
}

/** A name for the file. */
export function zipNameOf({ name }: Pick<ThemeRow, 'name'>): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9 _-]+/g, '')
    .trim()
  return `${plain.slice(0, 80) || 'theme'}.zip`
}
