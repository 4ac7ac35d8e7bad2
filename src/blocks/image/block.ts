import type { BlockDefinition } from '../../document/block-definition.ts'
import { parseDeclarations } from '../../document/css-declarations.ts'
import { formatNumber, formatPx, parsePx } from '../../document/css-number.ts'
import {
  attribute,
  escapeAttribute,
  type HtmlElement,
  innerHtml,
  innerRangeOf,
  isTag,
  onlyElements,
} from '../../document/html.ts'
import { type Drawing, isViewBox } from './drawing.ts'

/** The visible part of a picture: fractions of its width and height, 0 to 1, from the top left corner. */
export interface Crop {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A picture. */
export interface ImageProps {
  /** Its URL; '' is an empty placeholder. */
  readonly src: string
  /** Alternative text. */
  readonly alt: string
  /** How it fits a frame with another aspect ratio. A cropped picture always fills it. */
  readonly fit: 'contain' | 'cover' | 'fill'
  readonly crop: Crop | null
  /** Corner radius in px. */
  readonly radius: number
  /** Link target; '' for none. */
  readonly link: string
  /** Mirrored horizontally and vertically. */
  readonly flipX: boolean
  readonly flipY: boolean
  /**
   * A CSS color for all opaque parts; '' keeps the picture's colors. For pictures with a URL, whose individual colors
   * cannot be changed.
   */
  readonly tint: string
  /** An inline SVG instead of a picture with a URL; then `src` is ''. */
  readonly drawing: Drawing | null
}

const fits: readonly string[] = ['contain', 'cover', 'fill']

declare module '../../document/deck-model.ts' {
  interface BlockTypes {
    readonly image: ImageProps
  }
}

/** A picture; corner drags keep its aspect ratio. */
export const imageBlock: BlockDefinition<ImageProps> & { readonly type: 'image' } = {
  type: 'image',
  title: 'Image',
  hidden: false,
  capabilities: { resize: 'box', rotate: true, keepsAspect: true, editsText: false, fragment: true },
  dataAttributes: ['data-l-crop'],

  defaults: () => ({
    frame: { x: 280, y: 200, width: 400, height: 300, rotation: 0 },
    props: {
      src: '',
      alt: '',
      fit: 'cover',
      crop: null,
      radius: 0,
      link: '',
      flipX: false,
      flipY: false,
      tint: '',
      drawing: null,
    },
  }),

  parse(element) {
    const content = onlyElements(element)
    if (content?.length !== 1 || !(isTag(content[0]!, 'div') || isTag(content[0]!, 'a'))) return null
    const box = content[0]!
    const inside = onlyElements(box)
    const image = inside?.[0] ?? null
    if (!inside || inside.length > 1) return null
    const radius = parsePx(styleOf(attribute(box, 'style'))['border-radius'] ?? '0')
    if (radius === null) return null
    const link = attribute(box, 'href') ?? ''
    const plain = { flipX: false, flipY: false, tint: '', drawing: null }
    if (!image) return { src: '', alt: '', fit: 'cover', crop: null, radius, link, ...plain }
    if (image.tagName === 'svg') return parseDrawing(box, image, { radius, link })
    if (!isTag(image, 'img')) return null
    const style = styleOf(attribute(image, 'style'))
    const fit = style['object-fit'] ?? 'fill'
    if (!fits.includes(fit)) return null
    const crop = parseCrop(attribute(image, 'data-l-crop'))
    const alt = attribute(image, 'alt') ?? ''
    const [flipX, flipY] = parseFlip(style.transform)
    const properties = {
      fit: fit as ImageProps['fit'],
      crop,
      radius,
      flipX,
      flipY,
      tint: style['--tint'] ?? '',
      drawing: null,
    }
    return { src: attribute(image, 'src') ?? '', alt, link, ...properties }
  },

  render({ props }) {
    const tag = props.link === '' ? 'div' : 'a'
    const href = props.link === '' ? '' : ` href="${escapeAttribute(props.link)}"`
    const radius = props.radius === 0 ? '' : ` style="border-radius: ${formatPx(props.radius)};"`
    const inside = props.drawing ? renderDrawing(props, props.drawing) : renderImage(props)
    const label = props.drawing ? drawingLabel(props) : ''
    return `<${tag} class="block-content"${href}${label}${radius}>${inside}</${tag}>`
  },

  sample: () => ({
    id: '00000000000000a2',
    type: 'image',
    frame: { x: 100, y: 80.5, width: 320, height: 240, rotation: 0 },
    name: '',
    locked: false,
    fragment: { style: '', index: null },
    classes: [],
    style: [
      ['opacity', '0.9'],
      ['box-shadow', '0px 4px 20px rgba(0, 0, 0, 0.3)'],
    ],
    attributes: [],
    props: {
      src: 'https://images.example/lake.jpg?w=1200&h=800',
      alt: 'A lake, "still" & blue',
      fit: 'cover',
      crop: { x: 0.1, y: 0.125, width: 0.75, height: 0.5 },
      radius: 16,
      link: 'https://example.com/?a=1&b=2',
      flipX: true,
      flipY: false,
      tint: 'var(--r-accent-color)',
      drawing: null,
    },
  }),
}

function renderImage(props: ImageProps): string {
  if (props.src === '') return ''
  const crop = props.crop ? ` data-l-crop="${cropText(props.crop)}"` : ''
  const place = props.crop ? ` ${cropStyle(props.crop, props)}` : ''
  const source = `src="${escapeAttribute(props.src)}" alt="${escapeAttribute(props.alt)}"`
  const flip = props.flipX || props.flipY ? ` transform: ${flipText(props)};` : ''
  const tint = props.tint === '' ? '' : ` --tint: ${escapeAttribute(props.tint)};`
  return `<img ${source}${crop} style="object-fit: ${props.fit};${place}${flip}${tint}">`
}

/** preserveAspectRatio of an inline SVG, by fit. */
const ratios: Readonly<Record<ImageProps['fit'], string>> = {
  contain: 'xMidYMid meet',
  cover: 'xMidYMid slice',
  fill: 'none',
}

function renderDrawing(props: ImageProps, { viewBox, markup }: Drawing): string {
  const flip = props.flipX || props.flipY ? ` style="transform: ${flipText(props)};"` : ''
  return `<svg viewBox="${viewBox}" preserveAspectRatio="${ratios[props.fit]}" aria-hidden="true"${flip}>${markup}</svg>`
}

/** The accessible name of an inline SVG is on its box. */
function drawingLabel({ alt, link }: ImageProps): string {
  if (alt === '') return ''
  return `${link === '' ? ' role="img"' : ''} aria-label="${escapeAttribute(alt)}"`
}

function parseDrawing(
  box: HtmlElement,
  svg: HtmlElement,
  shared: Pick<ImageProps, 'radius' | 'link'>,
): ImageProps | null {
  const viewBox = attribute(svg, 'viewBox') ?? ''
  const ratio = attribute(svg, 'preserveAspectRatio')
  const fit = fits.find((name) => ratios[name as ImageProps['fit']] === ratio)
  if (!isViewBox(viewBox) || fit === undefined || !innerRangeOf(svg)) return null
  const [flipX, flipY] = parseFlip(styleOf(attribute(svg, 'style')).transform)
  const drawing = { viewBox, markup: innerHtml(svg) }
  const alt = attribute(box, 'aria-label') ?? ''
  return { src: '', alt, fit: fit as ImageProps['fit'], crop: null, ...shared, flipX, flipY, tint: '', drawing }
}

function flipText({ flipX, flipY }: ImageProps): string {
  return `scale(${flipX ? -1 : 1}, ${flipY ? -1 : 1})`
}

function parseFlip(transform: string | undefined): [boolean, boolean] {
  const match = /^scale\((-?1), ?(-?1)\)$/.exec(transform ?? '')
  return [match?.[1] === '-1', match?.[2] === '-1']
}

function cropText(crop: Crop): string {
  return [crop.x, crop.y, crop.width, crop.height].map(formatPart).join(' ')
}

/**
 * The picture is enlarged until the crop fills the frame, and offset accordingly. Mirroring is about its own center, so
 * a mirrored picture is offset from the other side.
 */
function cropStyle(crop: Crop, { flipX, flipY }: ImageProps): string {
  const x = flipX ? 1 - crop.x - crop.width : crop.x
  const y = flipY ? 1 - crop.y - crop.height : crop.y
  const left = formatNumber((-x / crop.width) * 100)
  const top = formatNumber((-y / crop.height) * 100)
  const width = formatNumber(100 / crop.width)
  const height = formatNumber(100 / crop.height)
  return `left: ${left}%; top: ${top}%; width: ${width}%; height: ${height}%;`
}

/** Four decimals: finer than a px of the largest pictures. */
function formatPart(value: number): string {
  return String(Math.round(value * 10_000) / 10_000)
}

function parseCrop(text: string | null): Crop | null {
  if (!/^[01](\.\d{1,4})?( [01](\.\d{1,4})?){3}$/.test(text ?? '')) return null
  const [x, y, width, height] = text!.split(' ').map(Number) as [number, number, number, number]
  return width > 0 && height > 0 ? { x, y, width, height } : null
}

function styleOf(style: string | null): Record<string, string> {
  return Object.fromEntries(parseDeclarations(style ?? '') ?? [])
}
