import type { PropsOf } from '../blocks/index.ts'
import type { Block, BlockType, Slide, SlideId, Slides } from '../document/deck-model.ts'
import { slideIds } from '../document/structure.ts'

/** A deck with a unique word in each text. */
export interface MarkedDeck {
  readonly slides: Slides
  /** The words that slides show, and the block types that show them. */
  readonly shown: readonly { readonly word: string; readonly type: BlockType }[]
  /** The words of notes. */
  readonly noted: readonly string[]
}

/** Height of a block with room for its text, in slide px. */
const room = 320
/** The size of slides that hold all blocks of a random one. */
export const markedSize = '960x2000'

type Marker<P> = (props: P, word: string) => P

const inHtml = <P extends { readonly html: string }>(props: P, word: string): P => ({
  ...props,
  html: `${props.html}<p>${word}</p>`,
})

/** Adds a word to the text of a block, by type. */
const markers: { readonly [T in BlockType]?: Marker<PropsOf<T>> } = {
  text: inHtml,
  snippet: inHtml,
  shape: (props, word) => ({ ...props, text: `${props.text}<p>${word}</p>` }),
  code: (props, word) => ({ ...props, code: `${word}\n${props.code}` }),
  chart: (props, word) => ({ ...props, title: word }),
  iframe: (props, word) => (props.src === '' ? props : { ...props, title: word }),
  table: (props, word) => ({
    ...props,
    rows: props.rows.map((row, r) =>
      row.map((cell, c) => (cell && r === 0 && c === 0 ? { ...cell, html: `${word} ${cell.html}` } : cell)),
    ),
  }),
}

/** Adds a word to each text, and places the blocks of a slide one below the other without rotation. */
export function markedDeck(deck: Slides): MarkedDeck {
  const shown: { word: string; type: BlockType }[] = []
  const noted: string[] = []
  let count = 0
  const next = (): string => `qw${(++count).toString(26).padStart(3, '0')}z`
  const marked = (block: Block, index: number): Block => {
    const mark = markers[block.type] as Marker<unknown> | undefined
    const word = next()
    const props = mark ? mark(block.props, word) : block.props
    if (props !== block.props) shown.push({ word, type: block.type })
    const frame = block.frame && { x: 40, y: 10 + index * room, width: 880, height: room - 20, rotation: 0 }
    return { ...block, props, frame }
  }
  const slides: Record<SlideId, Slide> = {}
  for (const id of slideIds(deck)) {
    const slide = deck.slides[id]!
    const note = next()
    noted.push(note)
    // On a line of its own: within a text from right to left, a PDF has its letters in another order.
    slides[id] = { ...slide, notes: `${slide.notes}\n${note}`, blocks: slide.blocks.map(marked) }
  }
  return { slides: { ...deck, slides }, shown, noted }
}
