import type { Block, Frame } from '../../../document/deck-model.ts'
import { escapeText } from '../../../document/html.ts'
import { limits } from '../../../rules/limits.ts'
import type { SlideSize } from '../../../rules/slide-size.ts'
import { makeBlock, plainPicture } from '../make-block.ts'

/** The largest and the smallest type of hidden text, in slide px: it fits into the slide. */
const [largestType, smallestType] = [16, 4]
/** Maximum characters and lines of hidden text: with its markup it stays below the limits of a slide. */
const [mostText, mostLines] = [limits.slide.bytes / 8, limits.slide.nodes / 8]

/** The largest centered frame on a slide with the aspect ratio of `size`. */
export function fitted(size: SlideSize, slide: SlideSize): Frame {
  const scale = Math.min(slide.width / size.width, slide.height / size.height)
  const [width, height] = [size.width * scale, size.height * scale].map((side) =>
    Math.max(1, Math.round(side * 10) / 10),
  )
  const at = (whole: number, part: number) => Math.round(((whole - part) / 2) * 10) / 10
  return { x: at(slide.width, width!), y: at(slide.height, height!), width: width!, height: height!, rotation: 0 }
}

/** A picture that fills its frame. */
export function pictureBlock(frame: Frame, src: string, alt: string, name = ''): Block {
  return makeBlock('image', frame, { ...plainPicture, src, alt }, { name })
}

/** Paragraphs of the lines of a text. */
function paragraphsOf(text: string): string {
  const lines = text
    .replaceAll('\0', '')
    .split(/[\r\n]+/)
    .map((line) => line.trim())
  return lines
    .filter((line) => line !== '')
    .slice(0, mostLines)
    .map((line) => `<p>${escapeText(line)}</p>`)
    .join('')
}

/** The text of a page, invisible behind its picture: for search and screen readers, and if the picture is deleted. */
export function hiddenText(text: string, frame: Frame): Block[] {
  const html = paragraphsOf(text.slice(0, mostText))
  if (html === '') return []
  const area = frame.width * (frame.height ?? 0)
  const lines = html.split('</p>').length
  const type = Math.min(Math.sqrt(area / (text.length * 0.8)), (frame.height ?? 0) / (lines * 1.6), largestType)
  const props = { html, fit: 'none', verticalAlign: 'top', padding: 0, placeholder: '' }
  const block = makeBlock('text', frame, props, {
    name: 'Text of the page',
    locked: true,
    style: [
      ['opacity', '0'],
      ['font-size', `${Math.max(smallestType, Math.floor(type))}px`],
      ['line-height', '1.2'],
    ],
  })
  return [block]
}
