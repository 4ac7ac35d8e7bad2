import { deepStrictEqual } from 'node:assert/strict'
import fc from 'fast-check'
import { blocks } from '../blocks/index.ts'
import type { BlockId, BlockType, Deck, Slide, Slides } from '../document/deck-model.ts'
import { applyOps } from '../document/ops/apply-ops.ts'
import type { Op } from '../document/ops/op.ts'
import { OpError } from '../document/ops/op-error.ts'
import { opsBetween } from '../document/ops/ops-between.ts'
import { renderRich } from '../document/ops/rich-text.ts'
import { losesWork, transformOps } from '../document/ops/transform-ops.ts'
import { renderSlides } from '../document/render-slides.ts'
import { slideIds } from '../document/structure.ts'
import { lineEnd } from '../document/text/text-edits.ts'
import { addBlocks, deleteBlocks, setFrames, setProps, setStyle } from '../editor/commands/block-commands.ts'
import type { Command } from '../editor/commands/command.ts'
import { newBlock } from '../editor/commands/new-block.ts'
import { orderBlocks } from '../editor/commands/order-commands.ts'
import { setSettings } from '../editor/commands/settings-commands.ts'
import {
  addSlides,
  deleteSlides,
  moveSlides,
  replaceSlide,
  setNotes,
  setSlideAttributes,
} from '../editor/commands/slide-commands.ts'
import { blockId, testDeck, testSlide } from './editor-decks.ts'

const paths = ['<p>', '<h2>', '<ul><li>', '<ul><li><ul><li>', '<ol><li>', '<p style="text-align: center;">']
const looks = ['', '', '', '<strong>', '<em>', '<strong><em>', '<span style="color: red;">', '<a href="#/2">']

/** A word with its formatting, or the end of a line. */
const piece = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(
      fc.constantFrom('one', 'two', 'a & b', ' ', '<br>', 'é😀', '\u00a0'),
      fc.constantFrom(...looks),
    ),
  },
  { weight: 2, arbitrary: fc.tuple(fc.constant(lineEnd), fc.constantFrom(...paths)) },
)

/** The HTML of a text as the editor writes it: lines of words with formatting. */
export const arbitraryText: fc.Arbitrary<string> = fc.array(piece, { maxLength: 8 }).map((pieces) => {
  const ended = [...pieces, [lineEnd, '<p>'] as const]
  return renderRich(
    ended.flatMap(([text, look]) =>
      text === lineEnd || text === '<br>' ? [{ key: text, look }] : text.split('').map((key) => ({ key, look })),
    ),
  )
})

/** An edit that fits any deck: `slide` and `block` are taken modulo the numbers of its slides and blocks. */
interface DeckEdit {
  readonly kind: keyof typeof commands
  readonly slide: number
  readonly block: number
  readonly value: number
  readonly html: string
}

/** What an edit concerns, in the deck before it. `fresh`: a number that is unique in a run. */
interface Edited extends DeckEdit {
  readonly target: Slide
  readonly other: Slide
  readonly id: BlockId
  readonly fresh: number
}

const commands = {
  move: ({ target, id, value: x }: Edited) =>
    setFrames(target.id, { [id]: { x, y: x, width: 100, height: 50, rotation: 0 } }),
  words: ({ target, id, html }: Edited) =>
    setProps(target.id, [id], {
      [target.blocks.find((block) => block.id === id)?.type === 'shape' ? 'text' : 'html']: html,
    }),
  code: ({ target, html }: Edited) =>
    setProps(target.id, idsOf(target, 'code'), { code: html.replace(/<[^>]*>/g, ' ') }),
  style: ({ target, id, value }: Edited) => setStyle(target.id, [id], 'opacity', value === 0 ? null : `0.${value}`),
  'delete-block': ({ target, id }: Edited) => deleteBlocks(target.id, [id]),
  'add-block': ({ target, fresh, value }: Edited) =>
    addBlocks(target.id, [{ ...newBlock('text'), id: blockId(fresh) }], value),
  front: ({ target, id }: Edited) => orderBlocks(target.id, [id], 'front'),
  notes: ({ target, html }: Edited) => setNotes(target.id, html.replace(/<[^>]*>/g, '')),
  attribute: ({ target, value }: Edited) => setSlideAttributes(target.id, { class: value === 0 ? null : `c${value}` }),
  replace: ({ target, value }: Edited) =>
    replaceSlide(structuredClone({ ...target, blocks: target.blocks.slice(value) })),
  'add-slide': ({ target, fresh, value }: Edited) =>
    addSlides([testSlide(fresh)], { side: value < 2 ? 'left' : 'below', of: target.id }),
  'delete-slide': ({ target }: Edited) => deleteSlides([target.id]),
  'move-slide': ({ target, other }: Edited) => moveSlides([target.id], { side: 'right', of: other.id }),
  setting: ({ value }: Edited) => setSettings({ title: `${value}` }),
}

function idsOf(slide: Slide, type: BlockType): BlockId[] {
  return slide.blocks.filter((block) => block.type === type).map(({ id }) => id)
}

const kinds = Object.keys(commands) as DeckEdit['kind'][]

/** A short list of edits by one user. */
export const arbitraryDeckEdits: fc.Arbitrary<readonly DeckEdit[]> = fc.array(
  fc.record({
    kind: fc.constantFrom(...kinds, 'words', 'words'),
    ...{ slide: fc.nat(3), block: fc.nat(2), value: fc.nat(3), html: arbitraryText },
  }),
  { minLength: 1, maxLength: 4 },
)

const ofOneBlock: readonly DeckEdit['kind'][] = ['move', 'words', 'code', 'style']

/** Edits of fields of the blocks of a deck's first slide. */
export const arbitraryBlockEdits = arbitraryDeckEdits.map((edits) =>
  edits.filter(({ kind }) => ofOneBlock.includes(kind)).map((edit) => ({ ...edit, slide: 0 })),
)

/** Three slides with texts, a shape with text, code and a formula. */
export function deckOfTexts(texts: readonly string[]): Deck {
  const slides = [1, 2, 3].map((number) => {
    const [text, shape, code, math] = [0, 1, 2, 3].map((n) => blockId(10 * number + n))
    return testSlide(number, [
      { ...newBlock('text', { html: texts[number % texts.length]! }), id: text! },
      { ...newBlock('shape', { text: texts[(number + 1) % texts.length]! }), id: shape! },
      { ...newBlock('code', { code: 'let a = 1' }), id: code! },
      { ...newBlock('math', { latex: 'a + b' }), id: math! },
    ])
  })
  return testDeck([1, [2, 3]], slides)
}

/** The deck after edits. `fresh`: a number of at least 100, other for each user. */
export function editedDeck(deck: Deck, edits: readonly DeckEdit[], fresh: number): Deck {
  return edits.reduce((before, edit, index) => command(edit, before, fresh + index)(before), deck)
}

function command(edit: DeckEdit, deck: Deck, fresh: number): Command {
  const ids = slideIds(deck)
  const [target, other] = [edit.slide, edit.value].map((at) => deck.slides[ids[at % ids.length]!]!) as [Slide, Slide]
  const id = target.blocks[edit.block % Math.max(1, target.blocks.length)]?.id ?? blockId(1)
  return commands[edit.kind]({ ...edit, target, other, id, fresh })
}

/** What a batch of random edits must hold. `merged`: whether both could be applied. */
export interface Checked {
  readonly merged: boolean
  readonly losesWork: boolean
}

/** Checks that two users' changes of a deck give the same deck in both orders of arrival. Throws an Error if not. */
export function checkConvergence(deck: Deck, one: Deck, other: Deck): Checked {
  const [first, second] = [opsBetween(deck, one, blocks), opsBetween(deck, other, blocks)].map(sent) as [Op[], Op[]]
  const result = (from: Deck, ops: () => Op[]): Deck | null => {
    try {
      return applyOps(from, ops(), blocks)
    } catch (error) {
      if (error instanceof OpError) return null
      throw error
    }
  }
  const there = result(one, () => transformOps(second, first, true))
  const here = result(other, () => transformOps(first, second, false))
  if ((there === null) !== (here === null)) throw new Error('Only one order could be applied')
  if (there && here) deepStrictEqual(shown(there), shown(here))
  return { merged: there !== null, losesWork: losesWork(second, first) }
}

/** Checks that the changes from one deck to another make the other, byte for byte. Throws an Error if not. */
export function checkDifference<D extends Slides>(before: D, after: D): void {
  const made = applyOps(before, sent(opsBetween(before, after, blocks)), blocks)
  const [html, expected] = [made, after].map((deck) => renderSlides(deck, blocks, { notes: true }))
  if (html !== expected) throw new Error(`${html}\nis not\n${expected}`)
  for (const [id, slide] of Object.entries(after.slides)) {
    if (before.slides[id] === slide && made.slides[id] !== slide) throw new Error(`Slide ${id} is another object`)
  }
}

/** Operations as a server receives them. */
function sent(ops: readonly Op[]): Op[] {
  return JSON.parse(JSON.stringify(ops)) as Op[]
}

/** The deck without the order of added attributes and declarations. */
function shown(deck: Deck): unknown {
  const sorted = <T extends readonly unknown[]>(entries: readonly T[]): T[] =>
    entries.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1))
  const slide = ({ attributes, blocks: all, ...rest }: Slide) => ({
    ...rest,
    attributes: sorted(Object.entries(attributes)),
    blocks: all.map((block) => ({
      ...block,
      style: sorted(block.style),
      props: sorted(Object.entries(block.props as object)),
    })),
  })
  const { stacks, after, settings, slides } = deck
  return { stacks, after, settings, slides: slideIds(deck).map((id) => slide(slides[id]!)) }
}
