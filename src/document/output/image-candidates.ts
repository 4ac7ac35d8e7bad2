import type { SlideSize } from '../../rules/slide-size.ts'

/** A picture and its smaller versions; URLs and widths in px. */
export interface ImageCandidates {
  readonly width: number
  readonly height: number
  /** Smallest first, without the picture itself. */
  readonly smaller: readonly { readonly url: string; readonly width: number }[]
}

/** A document: its slides' size, and whether it is scaled to the window or printed. */
export interface ImageTarget {
  readonly slide: SlideSize
  readonly isPrinted: boolean
  /** The document becomes a file, whose size counts: pictures have twice the pixels of their place. */
  readonly isFile?: boolean
}

/** Pixels of a slide's longer side, printed on A4 at 300 pixels per inch. */
const printedSide = 3500

/** JPEGs up to this width stay what they are in files, in px. */
const keptInFile = 2600

/** The opening tags of an image block, if the picture is in one, and the picture's tag. */
const images = /(<div [^>]*data-block-type="image"[^>]*>\s*<(?:div|a)\b[^>]*>\s*)?(<img\b[^>]*>)/g

/** A length in a style attribute; null if it is missing or not in px. */
function pxOf(tag: string, property: string): number | null {
  const value = new RegExp(`[";\\s]${property}:\\s*([0-9.]+)px`).exec(tag)?.[1]
  return value === undefined ? null : Number(value)
}

/** The width in slide px at which a block shows its whole picture, cropped parts included. */
function shownWidth(block: string, image: string, { width, height }: ImageCandidates, slide: SlideSize): number {
  const [boxWidth, boxHeight] = [pxOf(block, 'width'), pxOf(block, 'height')]
  if (boxWidth === null) return slide.width
  const crop = /\sdata-l-crop="\S+ \S+ ([0-9.]+) /.exec(image)?.[1]
  if (crop !== undefined && Number(crop) > 0) return boxWidth / Number(crop)
  const fitted = boxHeight === null ? boxWidth : boxHeight * (width / height)
  return image.includes('object-fit: contain') ? Math.min(boxWidth, fitted) : Math.max(boxWidth, fitted)
}

/** The `sizes` of a picture. A slide is scaled until it fits in the window. */
function sizesOf(shown: number, { slide, isPrinted, isFile }: ImageTarget): string {
  if (isFile) return `${Math.ceil(shown * 2)}px`
  if (isPrinted) return `${Math.ceil((shown * printedSide) / Math.max(slide.width, slide.height))}px`
  const part = (whole: number) => Math.ceil((shown / whole) * 1000) / 10
  return `min(${part(slide.width)}vw, ${part(slide.height)}vh)`
}

/**
 * Adds `srcset` and `sizes` to the pictures of slides that have smaller versions. The markup is the sanitizer's: each
 * attribute is in double quotes, and values have none. All other bytes stay unchanged.
 */
export function withImageCandidates(
  slides: string,
  candidates: ReadonlyMap<string, ImageCandidates>,
  target: ImageTarget,
): string {
  if (candidates.size === 0) return slides
  return slides.replace(images, (whole, block: string | undefined, image: string) => {
    const url = /\ssrc="([^"]*)"/.exec(image)?.[1] ?? ''
    const picture = candidates.get(url)
    if (!picture || picture.smaller.length === 0) return whole
    // A PDF contains JPEGs as they are; each further encoding would lose a little.
    if (target.isFile && /\.jpe?g$/.test(url) && picture.width <= keptInFile) return whole
    const sources = [...picture.smaller, { url, width: picture.width }]
    const srcset = sources.map((source) => `${source.url} ${source.width}w`).join(', ')
    const sizes = sizesOf(shownWidth(block ?? '', image, picture, target.slide), target)
    return (block ?? '') + image.replace(/\ssrc="/, ` srcset="${srcset}" sizes="${sizes}" src="`)
  })
}
