import sharp from 'sharp'
import type { MediaFile } from '../../../document/powerpoint/package.ts'
import type { SceneItem, SceneSlide } from '../../../document/powerpoint/scene.ts'

/** A file that a slide shows. */
export interface SourceFile {
  readonly body: Uint8Array
  readonly type: string
}

/** A file within its URL; null if it is not in base64. */
function inlineFile(src: string): SourceFile | null {
  const [, type, base64] = /^data:([\w/+.-]+)(?:;[\w=-]+)*;base64,(.*)$/s.exec(src) ?? []
  return type && base64 ? { body: new Uint8Array(Buffer.from(base64, 'base64')), type } : null
}

/** The longest side of a picture in the file, in px: twice that of the largest slides on a screen. */
const longestSide = 3840

/** A picture in a format that all office programs read. Null for files that are no pictures. */
async function pictureFile({ body, type }: SourceFile): Promise<MediaFile | null> {
  try {
    if (type.startsWith('image/svg')) {
      const png = await sharp(body, { density: 192 })
        .resize({ width: 2000, height: 2000, fit: 'inside', withoutEnlargement: true })
        .png()
        .toBuffer()
      return { bytes: new Uint8Array(png), extension: 'png', vector: body }
    }
    if (type === 'image/gif') return { bytes: body, extension: 'gif' }
    const image = sharp(body, { limitInputPixels: 100_000_000 })
    const { width = 0, height = 0, hasAlpha, format } = await image.metadata()
    const isLarge = Math.max(width, height) > longestSide
    if (!isLarge && format === 'jpeg') return { bytes: body, extension: 'jpeg' }
    if (!isLarge && format === 'png') return { bytes: body, extension: 'png' }
    const fitted = isLarge ? image.resize({ width: longestSide, height: longestSide, fit: 'inside' }) : image
    const isSolid = !hasAlpha || (await sharp(body).stats()).isOpaque
    const bytes = await (isSolid ? fitted.jpeg({ quality: 88 }) : fitted.png()).toBuffer()
    return { bytes: new Uint8Array(bytes), extension: isSolid ? 'jpeg' : 'png' }
  } catch {
    return null
  }
}

/** A picture that was taken of an object. `ground`: the color behind a whole background; null: it stays transparent. */
export async function takenPicture(png: Uint8Array, ground: string | null): Promise<MediaFile> {
  if (ground === null) return { bytes: png, extension: 'png' }
  const jpeg = await sharp(png).flatten({ background: ground }).jpeg({ quality: 88 }).toBuffer()
  return { bytes: new Uint8Array(jpeg), extension: 'jpeg' }
}

/** Extensions of videos and sounds that office programs play. */
const playable: Readonly<Record<string, string>> = {
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/wav': 'wav',
  'audio/ogg': 'ogg',
}

function playableFile({ body, type }: SourceFile): MediaFile | null {
  const extension = playable[type.split(';')[0]!.trim()]
  return extension ? { bytes: body, extension } : null
}

/** All objects of a slide, those in groups too. */
export function allItems(items: readonly SceneItem[]): SceneItem[] {
  return items.flatMap((item) => (item.kind === 'group' ? [item, ...allItems(item.items)] : [item]))
}

/** The files that slides show, by URL, converted. */
export async function filesOf(
  slides: readonly SceneSlide[],
  read: (src: string) => Promise<SourceFile | null>,
): Promise<{ readonly pictures: ReadonlyMap<string, MediaFile>; readonly media: ReadonlyMap<string, MediaFile> }> {
  const pictures = new Map<string, MediaFile>()
  const media = new Map<string, MediaFile>()
  const add = async (
    src: string,
    known: Map<string, MediaFile>,
    convert: (file: SourceFile) => Promise<MediaFile | null>,
  ) => {
    if (src === '' || known.has(src)) return
    const source = src.startsWith('data:') ? inlineFile(src) : await read(src).catch(() => null)
    const file = source && (await convert(source))
    if (file) known.set(src, file)
  }
  for (const item of slides.flatMap((slide) => allItems(slide.items))) {
    if (item.kind === 'picture') await add(item.src, pictures, pictureFile)
    if (item.kind !== 'media') continue
    await add(item.poster, pictures, pictureFile)
    await add(item.src, media, async (file) => playableFile(file))
  }
  return { pictures, media }
}
