import { sanitizeSvgFile } from '../../../document/sanitize/svg-file.ts'
import { type DrawnMetafile, isEmf, readEmf } from './read-emf.ts'
import { isWmf, readWmf } from './read-wmf.ts'

/** Largest file that is read. */
const mostBytes = 30_000_000

/** A drawing with pictures in it as PNG: drawings of decks contain none. */
async function rendered({ svg, bitmaps }: DrawnMetafile): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const encoded = await Promise.all(
    bitmaps.map(({ pixels, width, height }) =>
      sharp(pixels, { raw: { width, height, channels: 4 } })
        .png()
        .toBuffer(),
    ),
  )
  const source = svg.replaceAll(/href="bitmap:(\d+)"/g, (_, index: string) => {
    return `href="data:image/png;base64,${encoded[Number(index)]?.toString('base64') ?? ''}"`
  })
  return sharp(Buffer.from(source), { density: 144, limitInputPixels: 40_000_000, unlimited: true }).png().toBuffer()
}

/** A picture that browsers show: a sanitized SVG, or a PNG. */
export interface MetafilePicture {
  readonly bytes: Buffer
  /** The words in it: pictures cannot be searched. */
  readonly words: string
}

/** A metafile (EMF, WMF) as a picture. Null if it cannot be drawn. */
export async function drawMetafile(bytes: Uint8Array): Promise<MetafilePicture | null> {
  if (bytes.byteLength > mostBytes) return null
  try {
    const drawn = isEmf(bytes) ? readEmf(bytes) : isWmf(bytes) ? readWmf(bytes) : null
    if (!drawn) return null
    const { words } = drawn
    if (drawn.bitmaps.length > 0) return { bytes: await rendered(drawn), words }
    return { bytes: Buffer.from(sanitizeSvgFile(drawn.svg, { mediaHosts: [], appHosts: [] }).html), words }
  } catch {
    // A record that ends too early, or a drawing that is too large.
    return null
  }
}
