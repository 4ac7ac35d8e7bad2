import type { z } from 'zod'
import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import { newTheme, type ThemeContent } from '../../rules/theme-settings.ts'
import { type HttpError, invalid } from '../../server/http/http-error.ts'
import { type OpenZip, openZip, type ZipEntry } from '../../server/zip/open-zip.ts'
import { ZipError } from '../../server/zip/zip-error.ts'
import { isInLibrary } from '../media/in-library.ts'
import { mediaKeys, mediaUrl } from '../media/media-keys.ts'
import { deleteMedia, type MediaRow } from '../media/queries.ts'
import { receiveStream } from '../media/receive-file.ts'
import { addMedia, type Library } from '../media/upload.ts'
import { deleteUnlessInSlides } from '../orphaned-files/file-references.ts'
import { addFont, checkFont } from '../own-fonts/add-font.ts'
import { deleteFont, type FontRow, touchFonts } from '../own-fonts/queries.ts'
import { prepareSources } from '../themes/prepare-sources.ts'
import { countThemes } from '../themes/queries.ts'
import { createTheme, mayChangeScripts, type StoredTheme, type ThemeSave } from '../themes/save-theme.ts'
import { formatVersion, pictureProof, type ThemeFile, themeFile, themeFileBytes, themeFileName } from './theme-file.ts'

/** The user who uploads a theme, and the library that it is added to. */
export type ThemeUpload = ThemeSave & { readonly library: Library }

/** A theme from a ZIP, read and checked before anything is stored. */
interface ReadTheme {
  readonly file: ThemeFile
  readonly pictures: readonly (ThemeFile['pictures'][number] & { readonly entry: ZipEntry })[]
  readonly fonts: readonly ZipEntry[]
}

/** Reads a font into memory. All fonts of a file together may be too large for it. */
const readerOf = (font: ZipEntry) => () => font.bytes(limits.font.kilobytes * 1000)

const noTheme = () => invalid('file', messages.theme.noFile)

function entryOf(zip: OpenZip, name: string): ZipEntry {
  const entry = zip.files.get(name)
  if (!entry) throw invalid('file', `This file is not complete: it has no ${name}`)
  return entry
}

/** The first mistake that the schema found in theme.json, with its place. */
function mistakeIn({ issues }: z.ZodError): HttpError {
  const [issue] = issues
  const [part, field] = issue?.path ?? []
  if (part !== 'theme' || field === undefined || !issue) return noTheme()
  return invalid('file', `The theme in this file has a mistake in “${String(field)}”: ${issue.message}`)
}

async function readThemeFile(zip: OpenZip): Promise<ThemeFile> {
  const entry = zip.files.get(themeFileName)
  if (!entry) throw noTheme()
  let json: unknown
  try {
    json = JSON.parse((await entry.bytes(themeFileBytes)).toString())
  } catch (error) {
    if (error instanceof ZipError) throw error
    throw noTheme()
  }
  const parsed = themeFile.safeParse(json)
  if (!parsed.success) throw mistakeIn(parsed.error)
  if (parsed.data.version > formatVersion) throw invalid('file', messages.theme.newerFile)
  return parsed.data
}

async function readTheme(zip: OpenZip): Promise<ReadTheme> {
  const file = await readThemeFile(zip)
  const pictures = file.pictures.map((picture) => ({ ...picture, entry: entryOf(zip, picture.file) }))
  const fonts = [...new Set(file.fonts.map((font) => font.file))].map((name) => entryOf(zip, name))
  for (const font of fonts) await checkFont(readerOf(font))
  return { file, pictures, fonts }
}

/** What an upload has stored so far, to be undone if it fails. */
interface Added {
  readonly media: MediaRow[]
  readonly fonts: FontRow[]
}

async function undo({ services, owner }: ThemeUpload, { media, fonts }: Added): Promise<void> {
  if (media.length + fonts.length === 0) return
  await services.database.transaction(async (trx) => {
    for (const { id } of media) await deleteMedia(trx, id)
    for (const { id } of fonts) await deleteFont(trx, id)
    if (fonts.length > 0) await touchFonts(trx, owner)
    await deleteUnlessInSlides(trx, services, [...media.flatMap(mediaKeys), ...fonts.map(({ key }) => key)])
  })
}

/** Adds a picture to the library. Returns its address. */
async function addPicture(upload: ThemeUpload, picture: ReadTheme['pictures'][number], added: Added): Promise<string> {
  const { services, library } = upload
  const { address, entry, label, proof } = picture
  const most = limits.upload.imageKilobytes * 1000
  const options = { dataDir: services.settings.dataDir, name: entry.name, type: '', limitOf: () => most }
  const result = await receiveStream(entry.stream(), options, async (received) => {
    if (await isInLibrary(services, upload.owner, address, received.contentHash)) return address
    const isEncoded = services.keys.verify(pictureProof, received.contentHash, proof)
    const { row, isNew } = await addMedia(services, library, received, { label, isEncoded })
    if (isNew) added.media.push(row)
    return mediaUrl(row.key)
  })
  if (result === null) throw invalid('file', `${entry.name} in this file is too large`)
  return result
}

/** The theme with other addresses of its pictures. */
function withAddresses(theme: ThemeFile['theme'], addresses: ReadonlyMap<string, string>): Partial<ThemeContent> {
  const replaced = (text: string) =>
    text.replaceAll(/\/m\/[A-Za-z0-9_-]{8,100}\.[a-z0-9]{2,5}/g, (address) => addresses.get(address) ?? address)
  const { snippets, ...others } = theme
  const fields = Object.entries(others).map(([name, value]) => [name, isSource(name) ? replaced(String(value)) : value])
  return {
    ...(Object.fromEntries(fields) as Partial<ThemeContent>),
    ...(snippets ? { snippets: snippets.map((one) => ({ ...one, template: replaced(one.template) })) } : {}),
  }
}

const sources: readonly string[] = ['html', 'less', 'css', 'js', 'footer']
const isSource = (name: string) => sources.includes(name)

/** Stores what the ZIP contains, then the theme. What was stored is removed if one of them is refused. */
async function store(upload: ThemeUpload, { pictures, fonts }: ReadTheme, theme: ThemeFile['theme']) {
  const { services, library } = upload
  const added: Added = { media: [], fonts: [] }
  try {
    const addresses = new Map<string, string>()
    for (const picture of pictures) addresses.set(picture.address, await addPicture(upload, picture, added))
    for (const font of fonts) {
      const { row, isNew } = await addFont(services, library, readerOf(font), 'keep')
      if (isNew) added.fonts.push(row)
    }
    return await createTheme(upload, withAddresses(theme, addresses))
  } catch (error) {
    await undo(upload, added)
    throw error
  }
}

/** What the user has to know about the result. */
function notesOf(file: ThemeFile, scriptsLeft: boolean): string[] {
  const families = file.fonts_left_out.map((family) => `“${family}”`).join(', ')
  return [
    ...(scriptsLeft ? [messages.theme.scriptsLeftOut] : []),
    ...(families === '' ? [] : [`The license of ${families} forbids to pass the font on: it is not in the file.`]),
  ]
}

type Scripts = Pick<ThemeContent, 'js' | 'scripts'>

/** The outcome of an upload. `theme` null: the user has to decide about the scripts. */
export interface UploadOutcome {
  readonly stored: StoredTheme | null
  readonly scripts: Scripts | null
  readonly notes: string[]
}

async function uploadOpened(
  upload: ThemeUpload,
  zip: OpenZip,
  choice: 'ask' | 'take' | 'leave',
): Promise<UploadOutcome> {
  const { services, user, owner } = upload
  const read = await readTheme(zip)
  const { js = '', scripts = [], ...others } = read.file.theme
  const hasScripts = js.trim() !== '' || scripts.length > 0
  const mayTake = hasScripts && mayChangeScripts(upload)
  // Whatever would be refused is refused before anything is stored.
  await prepareSources(services, user, sourcesOf(others), newTheme)
  if ((await countThemes(services.database.read, owner)) >= limits.theme.count)
    throw invalid('base', messages.theme.full)
  if (mayTake && choice === 'ask') return { stored: null, scripts: { js, scripts }, notes: [] }
  const takes = mayTake && choice === 'take'
  const stored = await store(upload, read, takes ? { ...others, js, scripts } : others)
  return { stored, scripts: null, notes: notesOf(read.file, hasScripts && !takes) }
}

function sourcesOf({ html, less, css }: ThemeFile['theme']) {
  return Object.fromEntries(Object.entries({ html, less, css }).filter(([, text]) => text !== undefined))
}

/** Creates a theme from a ZIP on the disk. Throws 422 with user-visible messages, and then changes nothing. */
export async function uploadTheme(
  upload: ThemeUpload,
  path: string,
  choice: 'ask' | 'take' | 'leave',
): Promise<UploadOutcome> {
  try {
    const zip = await openZip(path)
    try {
      return await uploadOpened(upload, zip, choice)
    } finally {
      zip.close()
    }
  } catch (error) {
    throw error instanceof ZipError ? invalid('file', error.message) : error
  }
}
