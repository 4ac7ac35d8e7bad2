import { declarationOf, withDeclaration } from '../../blocks/block-style.ts'
import { editorOf } from '../../blocks/find-editor.ts'
import { textFonts } from '../../blocks/fonts.ts'
import { blocks } from '../../blocks/index.ts'
import { definitionOf } from '../../document/block-list.ts'
import type { Block, Deck } from '../../document/deck-model.ts'
import { parseSlideHash } from '../../document/slide-hash.ts'
import { slideAt } from '../../document/slide-position.ts'
import { deleteBlocks, setProps, updateBlocks } from '../commands/block-commands.ts'
import { shrinkToFit } from '../commands/overflow-commands.ts'
import { type OverflowKind, overflowMessage } from '../state/overflow.ts'
import type { Finding, FindingKind, Fix } from './finding.ts'
import type { TextContrast } from './slide-facts.ts'

/** The smallest text that an audience can read from its seats, in slide px. */
const leastTextSize = 18

/** A block of a slide, with what its checks need. */
export interface CheckedBlock {
  readonly deck: Deck
  readonly slideId: string
  readonly block: Block
}

function finding({ slideId, block }: CheckedBlock, kind: FindingKind, message: string, fix: Fix | null): Finding {
  return { kind, slideId, blockId: block.id, message, fix: block.locked ? null : fix }
}

/** A fix that changes one block; null if the block stays the same. */
function changing({ slideId, block }: CheckedBlock, label: string, change: (block: Block) => Block): Fix | null {
  return change(block) === block ? null : { label, command: updateBlocks(slideId, [block.id], change) }
}

function propsOf(block: Block): Readonly<Record<string, unknown>> {
  return block.props as Readonly<Record<string, unknown>>
}

/** The markup of a block's text; '' if it has none. */
function htmlOf(block: Block): string {
  return editorOf(block.type)?.text?.read(block) ?? ''
}

export function overflowFinding(checked: CheckedBlock, kind: OverflowKind): Finding {
  const { deck, slideId, block } = checked
  const command = shrinkToFit({ [slideId]: { [block.id]: kind } })
  const fix = command(deck) === deck ? null : { label: 'Shrink text to fit', command }
  return finding(checked, 'overflow', overflowMessage([kind])!, fix)
}

export function contrastFinding(checked: CheckedBlock, { ratio, least, better }: TextContrast): Finding {
  const { block } = checked
  // Code has the colors of its syntax; words with colors of their own would keep them.
  const isPlain = block.type !== 'code' && !/[";\s]color:/.test(htmlOf(block))
  const fix = isPlain ? changing(checked, 'Change text color', (one) => withDeclaration(one, 'color', better)) : null
  const words = `Text has a contrast of ${(Math.floor(ratio * 10) / 10).toFixed(1)}:1, less than ${least}:1`
  return finding(checked, 'contrast', words, fix)
}

export function sizeFinding(checked: CheckedBlock, size: number): Finding | null {
  if (size >= leastTextSize) return null
  const { block } = checked
  const own = Number.parseFloat(declarationOf(block, 'font-size'))
  // Words with a size of their own and text that shrinks would stay as small.
  const fix =
    own < leastTextSize &&
    !htmlOf(block).includes('font-size') &&
    editorOf(block.type)?.fitting?.read(block) !== 'shrink'
      ? changing(checked, 'Enlarge text', (one) => withDeclaration(one, 'font-size', `${leastTextSize}px`))
      : null
  return finding(checked, 'size', `Text of ${Math.round(size * 10) / 10} px, smaller than ${leastTextSize} px`, fix)
}

export function altFinding(checked: CheckedBlock): Finding | null {
  const { src, drawing, alt } = propsOf(checked.block)
  if (checked.block.type !== 'image' || alt !== '' || (src === '' && !drawing)) return null
  return finding(checked, 'alt', 'Picture without alternative text', null)
}

export function pictureFinding(checked: CheckedBlock): Finding {
  return finding(checked, 'picture', 'Picture cannot be loaded', null)
}

const genericFamilies = /^(serif|sans-serif|monospace|cursive|fantasy|math|emoji|inherit|initial|system-ui|ui-[\w-]+)$/i

/** The first families that a block's text uses. */
function familiesOf(block: Block): readonly string[] {
  const written = htmlOf(block).replace(/&(?:quot|#39|apos);/g, "'")
  const lists = [...written.matchAll(/font-family:\s*([^;">]+)/g)].map((match) => match[1]!)
  return [declarationOf(block, 'font-family'), ...lists]
    .map((list) =>
      list
        .split(',')[0]!
        .trim()
        .replace(/^['"]|['"]$/g, ''),
    )
    .filter((family) => family !== '' && !/^var\(/.test(family) && !genericFamilies.test(family))
}

/** `loaded`: families that are loaded besides those of the themes. */
export function fontFinding(checked: CheckedBlock, loaded: readonly string[]): Finding | null {
  const known = new Set([...textFonts.flatMap(({ label }) => [label, `${label} Variable`]), ...loaded])
  const missing = familiesOf(checked.block).find((family) => !known.has(family))
  if (missing === undefined) return null
  const isOwn = declarationOf(checked.block, 'font-family').includes(missing)
  const fix = isOwn
    ? changing(checked, "Use the theme's font", (one) => withDeclaration(one, 'font-family', null))
    : null
  return finding(checked, 'font', `Font “${missing}” is not part of this deck`, fix)
}

/** Whether a link within the deck leads to one of its slides, as reveal.js resolves it: by position or by name. */
function leadsToSlide(deck: Deck, link: string): boolean {
  const place = parseSlideHash(link)
  if (place) return slideAt(deck, place) !== null
  const name = decodeURIComponent(link.replace(/^#\/?/, '').split('/')[0] ?? '')
  return Object.values(deck.slides).some((slide) => slide.id === name || slide.attributes.id === name)
}

/** The links of a block to places in the deck. */
function innerLinks(block: Block): readonly string[] {
  const html = definitionOf(blocks, block.type)?.render(block) ?? ''
  return [...html.matchAll(/<a [^>]*href="(#[^"]*)"/g)].map((match) => match[1]!)
}

export function linkFinding(checked: CheckedBlock): Finding | null {
  const { deck, slideId, block } = checked
  const dead = innerLinks(block).find((link) => link !== '#' && !leadsToSlide(deck, link))
  if (dead === undefined) return null
  const place = parseSlideHash(dead)
  const number = place && (place.v > 0 ? `${place.h + 1}.${place.v + 1}` : `${place.h + 1}`)
  return finding(
    checked,
    'link',
    number ? `Link to slide ${number}, which does not exist` : 'Link to a slide that does not exist',
    propsOf(block).link === dead
      ? { label: 'Remove the link', command: setProps(slideId, [block.id], { link: '' }) }
      : changing(checked, 'Remove the link', (one) => withoutLinkTo(one, dead)),
  )
}

/** The block's text without links to an address; their words stay. */
function withoutLinkTo(block: Block, address: string): Block {
  const text = editorOf(block.type)?.text
  if (!text) return block
  const html = text.read(block)
  const plain = html.replace(/<a ([^>]*)>([\s\S]*?)<\/a>/g, (anchor, attributes: string, words: string) =>
    attributes.includes(`href="${address}"`) ? words : anchor,
  )
  return plain === html ? block : text.write(block, plain)
}

export function placeholderFinding(checked: CheckedBlock): Finding | null {
  const { slideId, block } = checked
  const { src, drawing, placeholder } = propsOf(block)
  const isEmptyText =
    typeof placeholder === 'string' && placeholder !== '' && htmlOf(block).replace(/<(?!img)[^>]*>|\s/g, '') === ''
  const isEmptyMedia = ['image', 'video', 'audio'].includes(block.type) && src === '' && !drawing
  if (!isEmptyText && !isEmptyMedia) return null
  const words = isEmptyText ? `Empty placeholder “${placeholder}”` : 'Empty placeholder'
  return finding(checked, 'placeholder', words, {
    label: 'Delete the placeholder',
    command: deleteBlocks(slideId, [block.id]),
  })
}

export function videoFinding(checked: CheckedBlock): Finding | null {
  const { slideId, block } = checked
  const { autoplay, muted, src } = propsOf(block)
  if (autoplay !== true || muted !== false || src === '') return null
  return finding(checked, 'video', 'Browsers may not start a video with sound by itself', {
    label: 'Mute the video',
    command: setProps(slideId, [block.id], { muted: true }),
  })
}
