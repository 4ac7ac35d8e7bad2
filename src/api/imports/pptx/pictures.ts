import { extname } from 'node:path'
import { newMedia } from '../../../blocks/media-props.ts'
import type { Block } from '../../../document/deck-model.ts'
import { escapeText } from '../../../document/html.ts'
import type { XmlElement } from '../../../document/sanitize/xml.ts'
import { makeBlock, plainPicture } from '../make-block.ts'
import { frameOf } from './boxes.ts'
import { cssColor } from './colors.ts'
import { readOutline, shadowOf } from './fills.ts'
import { adjustments } from './geometry.ts'
import { nonVisual } from './placeholders.ts'
import { hrefOf } from './shape-text.ts'
import { altWithWords, relationOf, type SlideContext, takeMedia } from './slide-context.ts'
import { type Box, emuPerPx, rounded } from './units.ts'
import { attr, descendants, find, num } from './xml-tree.ts'

/** The visible part of a picture; null: all of it. Parts outside of it cannot be shown. */
function cropOf(fill: XmlElement | null) {
  const source = find(fill, 'srcRect')
  const [left, top, right, bottom] = ['l', 't', 'r', 'b'].map((side) => Math.max(0, (num(source, side) ?? 0) / 100_000))
  const [width, height] = [1 - left! - right!, 1 - top! - bottom!]
  if (width <= 0.01 || height <= 0.01 || (width === 1 && height === 1)) return null
  const part = (value: number) => Math.round(value * 10_000) / 10_000
  return { x: part(left!), y: part(top!), width: part(width), height: part(height) }
}

/** The corner radius in px of a picture of this size. */
function radiusOf(properties: XmlElement | null, { width, height }: Box): number {
  const preset = find(properties, 'prstGeom')
  const side = Math.min(width, height)
  const name = attr(preset, 'prst')
  if (name === 'ellipse' || name === 'flowChartConnector') return Math.round(side / 2)
  if (name !== 'roundRect' && name !== 'round2DiagRect') return 0
  return Math.round((Math.min(50_000, adjustments(preset).get('adj') ?? 16_667) / 100_000) * side)
}

async function sourceOf(context: SlideContext, fill: XmlElement | null): Promise<string> {
  const blip = find(fill, 'blip')
  const relation = relationOf(context, blip, 'embed')
  const drawing = descendants(find(blip, 'extLst'), 'svgBlip')[0] ?? null
  const vector = drawing && relationOf(context, drawing, 'embed')
  const isShown = relation && /\.(png|jpe?g|gif|webp)$/i.test(relation.target)
  if (vector && !isShown) return takeMedia(context, vector.target, 'picture')
  if (relation && !relation.external) return takeMedia(context, relation.target, 'picture')
  const linked = relationOf(context, blip, 'link')
  if (linked?.external) context.remarks.add('A picture that is only linked was left out')
  return ''
}

/** The filters of a picture: brightness and contrast, shades of gray. */
function filtersOf(blip: XmlElement | null): string {
  const lum = find(blip, 'lum')
  const part = (name: string) => Math.min(1, Math.max(-1, (num(lum, name) ?? 0) / 100_000))
  const [bright, contrast] = [part('bright'), part('contrast')]
  return [
    ...(find(blip, 'grayscl') ? ['grayscale(1)'] : []),
    // White is mixed in, or taken away.
    ...(bright > 0 ? [`invert(1) brightness(${rounded(1 - bright)}) invert(1)`] : []),
    ...(bright < 0 ? [`brightness(${rounded(1 + bright)})`] : []),
    ...(contrast === 0 ? [] : [`contrast(${rounded(contrast > 0 ? 1 / Math.max(0.05, 1 - contrast) : 1 + contrast)})`]),
  ].join(' ')
}

function effectsOf(fill: XmlElement | null): readonly (readonly [string, string])[] {
  const blip = find(fill, 'blip')
  const amount = num(find(blip, 'alphaModFix'), 'amt')
  const filters = filtersOf(blip)
  return [
    ...(amount === null || amount >= 100_000 ? [] : [['opacity', String(rounded(amount / 100_000))] as const]),
    ...(filters === '' ? [] : [['filter', filters] as const]),
  ]
}

/** A picture that fills a shape. */
export async function pictureOfFill(context: SlideContext, fill: XmlElement, box: Box, alt: string): Promise<Block> {
  const src = await sourceOf(context, fill)
  const words = altWithWords(context, src, alt)
  const props = { ...plainPicture, src, alt: words, crop: cropOf(fill), flipX: box.flipX, flipY: box.flipY }
  return makeBlock('image', frameOf(box), props, { style: effectsOf(fill) })
}

function frameStyle(context: SlideContext, properties: XmlElement | null): readonly (readonly [string, string])[] {
  const { factor } = context.deck.scale
  const outline = readOutline(find(properties, 'ln'), null, context)
  const shadow = shadowOf(properties, context, (emu) => (emu / emuPerPx) * factor)
  const width = outline ? Math.max(1, rounded((outline.width / emuPerPx) * factor)) : 0
  return [
    ...(outline ? [['outline', `${width}px ${outline.dash} ${cssColor(outline.color)}`] as const] : []),
    ...(shadow === '' ? [] : [['box-shadow', shadow] as const]),
  ]
}

/** The video of a picture that plays one; null if there is none that browsers can play. */
async function videoOf(context: SlideContext, shape: XmlElement): Promise<string | null> {
  const properties = find(nonVisual(shape), 'nvPr')
  const media = descendants(properties, 'media')[0] ?? null
  const film = find(properties, 'videoFile')
  if (!film) {
    if (find(properties, 'audioFile') ?? find(properties, 'wavAudioFile')) context.remarks.add('A sound was left out')
    return null
  }
  const relation = (media && relationOf(context, media, 'embed')) ?? relationOf(context, film, 'link')
  if (!relation) return null
  if (relation.external) return /^https:\/\//i.test(relation.target) ? relation.target : null
  const source = await takeMedia(context, relation.target, 'video')
  return source === '' || !/\.(mp4|m4v|webm)$/i.test(extname(relation.target)) ? null : source
}

/** The name of a picture's file; null if it has none. */
function fileOf(context: SlideContext, fill: XmlElement | null): string | null {
  const relation = relationOf(context, find(fill, 'blip'), 'embed')
  return relation && !relation.external ? (relation.target.split('/').at(-1) ?? '') : null
}

/** What stands for a picture that cannot be shown: a frame with the name of its file. */
function placeholderBlock(box: Box, file: string, name: string): Block {
  const props = {
    ...{ shape: 'rectangle', fill: 'rgba(128, 128, 128, 0.1)', stroke: '#8a8f98', strokeWidth: 1, dash: 'dashed' },
    ...{ radius: null, text: `<p>${escapeText(file)}</p>`, link: '' },
  }
  return makeBlock('shape', frameOf(box), props, { name, style: [['font-size', '16px'] as const] })
}

/** The blocks of a picture: the picture, or the video that it stands for. */
export async function pictureBlocks(context: SlideContext, shape: XmlElement, box: Box): Promise<Block[]> {
  const [properties, fill] = [find(shape, 'spPr'), find(shape, 'blipFill')]
  const visual = find(nonVisual(shape), 'cNvPr')
  const name = (attr(visual, 'name') ?? '').slice(0, 100)
  const src = await sourceOf(context, fill)
  const alt = altWithWords(context, src, attr(visual, 'descr') ?? '')
  const film = await videoOf(context, shape)
  if (film) {
    const props = { ...newMedia, src: film, title: alt || name, poster: src, muted: false }
    return [makeBlock('video', frameOf(box), props, { name })]
  }
  const click = find(visual, 'hlinkClick')
  const props = {
    ...{ ...plainPicture, src, alt, crop: cropOf(fill), radius: radiusOf(properties, box) },
    ...{ link: (click && hrefOf(context, click)) ?? '', flipX: box.flipX, flipY: box.flipY },
  }
  const file = src === '' ? fileOf(context, fill) : null
  if (file !== null) return [placeholderBlock(box, file, name)]
  return [
    makeBlock('image', frameOf(box), props, { name, style: [...effectsOf(fill), ...frameStyle(context, properties)] }),
  ]
}
