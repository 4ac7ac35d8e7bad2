import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import type { XmlElement } from '../../../document/sanitize/xml.ts'
import type { ThemeRole } from '../../../rules/theme-roles.ts'
import { drawMetafile, type MetafilePicture } from '../metafiles/draw-metafile.ts'
import type { ReadMedia } from '../process/reader.ts'
import { type ColorScheme, colorMap, themeColors } from './colors.ts'
import { type FillContext, formatScheme } from './fills.ts'
import { type Package, type Relation, relatedPath } from './package.ts'
import { SlideWork } from './slide-work.ts'
import { type Fonts, themeFonts } from './theme-fonts.ts'
import type { Scale } from './units.ts'
import { attrNamed, find } from './xml-tree.ts'

/** A slide, layout or master: its XML, and what it refers to. */
export interface Part {
  readonly path: string
  readonly root: XmlElement
  readonly relations: ReadonlyMap<string, Relation>
}

/** The theme that the deck gets. */
export interface DeckTheme {
  /** Hex colors by the names in the presentation's theme, and the roles they have. */
  readonly roles: ReadonlyMap<string, { readonly hex: string; readonly role: ThemeRole }>
  /** The background of the master, #rrggbb. */
  readonly background: string
  /** The name of the color of titles in the presentation's theme. */
  readonly titleSlot: string
  readonly fonts: Pick<Fonts, 'major' | 'minor'>
}

/** What the whole presentation has. */
export interface Deck {
  readonly open: Package
  readonly defaultText: XmlElement | null
  readonly tableStyles: XmlElement | null
  readonly scale: Scale
  /** Indices of slides in the new deck, by the paths of their parts. */
  readonly slideNumbers: ReadonlyMap<string, number>
  /** Media that earlier slides have. */
  readonly sent: Set<string>
  /** The words in pictures, by their references. */
  readonly words: Map<string, string>
  /** Media that cannot be shown: each is read once, even if all slides inherit it from their layout. */
  readonly refused: Set<string>
  /** Slides that were left empty since they have too much in them. */
  readonly large: Set<string>
  /** What the colors and fonts of the presentation are in the deck's theme; null: it gets none. */
  readonly theme: DeckTheme | null
}

/** What the reading of one slide has and collects. */
export interface SlideContext extends FillContext {
  readonly deck: Deck
  readonly work: SlideWork
  readonly slide: Part
  readonly layout: Part | null
  readonly master: Part | null
  /** The part that is being read: the slide, or its layout or master. */
  readonly part: Part
  readonly theme: XmlElement | null
  /** The part of the theme: pictures of its fills are related to it. */
  readonly themePart: Part | null
  readonly fonts: Fonts
  /** The colors of titles, which have roles of their own. */
  readonly titleScheme: ColorScheme
  readonly media: ReadMedia[]
  readonly remarks: Set<string>
  /** Block ids by the ids of shapes, for connectors and animations. */
  readonly blockIds: Map<string, string>
}

export async function readPart(open: Package, path: string | null): Promise<Part | null> {
  const root = path === null ? null : await open.xml(path)
  if (path === null || !root) return null
  return { path, root, relations: new Map((await open.relations(path)).map((one) => [one.id, one])) }
}

function schemeOf(theme: XmlElement | null, parts: readonly (Part | null)[]): ColorScheme {
  const [slide, layout, master] = parts
  const overriding = [slide, layout].map((part) => find(part?.root, 'clrMapOvr', 'overrideClrMapping')).find(Boolean)
  return { theme: themeColors(theme), map: colorMap(overriding ?? find(master?.root, 'clrMap')), roles: new Map() }
}

/** Loads a slide with its layout, master and theme. */
export async function openSlide(deck: Deck, path: string): Promise<SlideContext | null> {
  const { open } = deck
  const slide = await readPart(open, path)
  if (!slide) return null
  const layout = await readPart(open, await relatedPath(open, path, 'slideLayout'))
  const master = layout && (await readPart(open, await relatedPath(open, layout.path, 'slideMaster')))
  const themePath = master && (await relatedPath(open, master.path, 'theme'))
  const themePart = await readPart(open, themePath || null)
  const theme = themePart?.root ?? null
  const scheme = schemeOf(theme, [slide, layout, master])
  return {
    ...{ deck, work: new SlideWork(), slide, layout, master, part: slide, theme, themePart },
    ...{ scheme, titleScheme: scheme, formats: formatScheme(theme), fonts: themeFonts(theme) },
    ...{ media: [], remarks: new Set(), blockIds: new Map() },
  }
}

/** The relation that an attribute such as r:embed names. */
export function relationOf(context: SlideContext, element: XmlElement | null, name: string): Relation | null {
  const id = attrNamed(element, `r:${name}`) ?? element?.attributes.find(([key]) => key.endsWith(`:${name}`))?.[1]
  return id ? (context.part.relations.get(id) ?? null) : null
}

const pictureEndings: readonly string[] = ['.png', '.jpg', '.jpeg', '.jpe', '.gif', '.svg', '.webp', '.avif']
const videoEndings: readonly string[] = ['.mp4', '.m4v', '.webm']
const metafiles: readonly string[] = ['.emf', '.wmf']
const foreignEndings: readonly string[] = ['.tif', '.tiff', ...metafiles]

const nameOf = (path: string): string => createHash('sha256').update(path).digest('hex').slice(0, 24)

/** A picture in a format that browsers show. Null if it cannot be read. */
async function converted(bytes: Buffer, ending: string): Promise<MetafilePicture | null> {
  if (metafiles.includes(ending)) return drawMetafile(bytes)
  const { default: sharp } = await import('sharp')
  return sharp(bytes, { limitInputPixels: 40_000_000, pages: 1 })
    .png()
    .toBuffer()
    .then((picture) => ({ bytes: picture, words: '' }))
    .catch(() => null)
}

/** Red, green and blue of two colors, from dark to light. */
export type Tones = readonly [dark: readonly number[], light: readonly number[]]

type Triple = [number, number, number]
/** The shares of red, green and blue in the lightness of a color. */
const luminance: Triple = [0.2126, 0.7152, 0.0722]

/** A picture in shades between two colors. As it was if it cannot be decoded. */
async function toned(bytes: Buffer, [dark, light]: Tones): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const rows = dark.map((part, index) => luminance.map((share) => (share * (light[index]! - part)) / 255))
  return sharp(bytes, { limitInputPixels: 40_000_000, pages: 1 })
    .removeAlpha()
    .toColourspace('srgb')
    .recomb(rows as [Triple, Triple, Triple])
    .linear([1, 1, 1], [...dark])
    .jpeg({ quality: 85 })
    .toBuffer()
    .catch(() => bytes)
}

/** Most characters of an alternative text. */
const mostAlt = 1_000

/** Adds a file of the presentation to the slide's media; its reference for slides, or '' for formats that browsers lack. */
export async function takeMedia(
  context: SlideContext,
  path: string,
  kind: 'picture' | 'video',
  tones: Tones | null = null,
): Promise<string> {
  const ending = extname(path).toLowerCase()
  const label = path.split('/').at(-1) ?? path
  const isKnown =
    kind === 'video' ? videoEndings.includes(ending) : [...pictureEndings, ...foreignEndings].includes(ending)
  if (!isKnown) {
    context.remarks.add(`${label} was left out: browsers cannot show ${ending.slice(1).toUpperCase() || 'its'} files`)
    return ''
  }
  const name = nameOf(tones ? `${path} ${tones.join(' ')}` : path)
  const { open, sent, refused, words } = context.deck
  const source = `import:${name}`
  if (sent.has(name)) return source
  const stored = refused.has(name) ? null : await open.bytes(path)
  const isForeign = foreignEndings.includes(ending)
  const picture = stored && (isForeign ? await converted(stored, ending) : { bytes: stored, words: '' })
  const bytes = picture && tones ? await toned(picture.bytes, tones) : picture?.bytes
  if (!bytes || bytes.length === 0) {
    const isThere = stored !== null || refused.has(name)
    context.remarks.add(`${label} was left out: ${isThere ? 'it cannot be drawn' : 'the file does not contain it'}`)
    if (isThere) refused.add(name)
    return ''
  }
  sent.add(name)
  if (picture && picture.words !== '') words.set(source, picture.words.slice(0, mostAlt))
  context.media.push({ name, label, bytes })
  return source
}

/** The alternative text of a picture: what its author wrote, and the words in it, which search would miss. */
export function altWithWords({ deck }: SlideContext, source: string, alt: string): string {
  const words = deck.words.get(source) ?? ''
  return (alt === '' || words === '' ? alt + words : `${alt}: ${words}`).slice(0, mostAlt)
}
