import type { PropsOf } from '../../blocks/index.ts'
import type { Block, BlockId, Slide } from '../../document/deck-model.ts'
import {
  attribute,
  attributesOf,
  type HtmlElement,
  isElement,
  parseFragment,
  rangeOf,
  renderAttributes,
} from '../../document/html.ts'
import { setProps } from '../commands/block-commands.ts'
import type { Command } from '../commands/command.ts'
import { hasMissingFiles, isMissingImage, missingMark } from './has-missing-files.ts'

/** A file that an import has not found. `index`: which one of its block. */
export interface MissingFile {
  readonly blockId: BlockId
  readonly index: number
  readonly name: string
  /** Whether it is an element in markup; else the block is the picture. */
  readonly isInMarkup: boolean
}

/** A picture for the place of a missing file. */
export interface FoundPicture {
  readonly url: string
  readonly alt: string
}

function missingIn(html: string): HtmlElement[] {
  const found: HtmlElement[] = []
  const visit = (nodes: readonly unknown[]): void => {
    for (const node of nodes as HtmlElement['childNodes']) {
      if (!isElement(node)) continue
      if (attribute(node, missingMark) !== null && rangeOf(node)) found.push(node)
      visit(node.childNodes)
    }
  }
  visit(parseFragment(html).childNodes)
  return found
}

const htmlOf = ({ props }: Block): string => (props as Partial<PropsOf<'snippet'>>).html ?? ''

/** The name of the file that the description of its gray picture has. */
const nameOf = ({ props }: Block): string => (props as PropsOf<'image'>).alt.replace(/^Missing: /, '')

/** The missing files of a slide: those in its markup in document order, and gray pictures in their places. */
export function missingFilesOf(slide: Slide): readonly MissingFile[] {
  if (!hasMissingFiles(slide)) return []
  return slide.blocks.flatMap((block): readonly MissingFile[] => {
    if (isMissingImage(block)) return [{ blockId: block.id, index: 0, name: nameOf(block), isInMarkup: false }]
    if (block.type !== 'snippet') return []
    return missingIn(htmlOf(block)).map((element, index) => {
      return { blockId: block.id, index, name: attribute(element, missingMark) ?? '', isInMarkup: true }
    })
  })
}

/** Markup with a picture in the place of a missing file; all else keeps its bytes. */
export function withPicture(html: string, index: number, { url, alt }: FoundPicture): string {
  const element = missingIn(html)[index]
  const range = element && rangeOf(element)
  if (!range) return html
  const kept = attributesOf(element).filter(([name]) => name !== missingMark && name !== 'alt' && name !== 'src')
  const image = `<img${renderAttributes([['src', url], ['alt', alt], ...kept])}>`
  return html.slice(0, range.start) + image + html.slice(range.end)
}

/** Puts a picture in the place of a missing file. */
export function fillMissing(slide: Slide, { blockId, index }: MissingFile, picture: FoundPicture): Command {
  const block = slide.blocks.find(({ id }) => id === blockId)
  if (!block) return (deck) => deck
  const { url: src, alt } = picture
  const props = block.type === 'snippet' ? { html: withPicture(htmlOf(block), index, picture) } : { src, alt }
  return setProps(slide.id, [blockId], props as never)
}
