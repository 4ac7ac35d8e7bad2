import fc from 'fast-check'
import { editorOf } from '../blocks/find-editor.ts'
import { blocks } from '../blocks/index.ts'
import type { Block, Deck, SlideId } from '../document/deck-model.ts'
import { createMerger } from '../document/merge-slides.ts'
import { slideIds } from '../document/structure.ts'
import { addBlocks, deleteBlocks, setFrames, setProps } from '../editor/commands/block-commands.ts'
import type { Command } from '../editor/commands/command.ts'
import { newBlock } from '../editor/commands/new-block.ts'
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

/** An edit that fits any deck: `slide` and `block` are taken modulo the numbers of its slides and blocks. */
export interface Edit {
  readonly kind: (typeof editKinds)[number]
  readonly slide: number
  readonly block: number
  readonly value: number
}

/** Slide commands first, then those of the whole deck. */
const editKinds = [
  ...(['move', 'type', 'delete-block', 'notes', 'attribute', 'replace'] as const),
  ...(['add-block', 'add-slide', 'delete-slide', 'move-slide', 'setting', 'merge', 'several'] as const),
] as const

/** Any edit. It has few distinct values, so that edits often concern the same slide or change nothing. */
export const arbitraryEdit: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom(...editKinds),
  slide: fc.nat(5),
  block: fc.nat(5),
  value: fc.nat(3),
})

/** Three slides, each with two texts and a line that connects them. */
export function connectedDeck(): Deck {
  const { handles, anchors } = editorOf('line')!
  const slides = [1, 2, 3].map((number) => {
    const [from, to, line] = [10 * number, 10 * number + 1, 10 * number + 2].map(blockId)
    const text = (id: string, x: number): Block => ({
      ...newBlock('text', { html: '<p>text</p>' }),
      ...{ id, frame: { x, y: 0, width: 100, height: 50, rotation: 0 } },
    })
    const drawn = handles!.write(newBlock('line'), [
      { x: 100, y: 25 },
      { x: 300, y: 25 },
    ])
    const connector = anchors!.write(drawn, [
      { block: from!, side: 'right' },
      { block: to!, side: 'left' },
    ])
    return testSlide(number, [text(from!, 0), text(to!, 300), { ...connector, id: line! }])
  })
  return testDeck([1, [2, 3]], slides)
}

/** Creates an edit's command for a deck. `fresh`: a number of at least 100, unique to the edit within a run. */
export function commandOf(edit: Edit, deck: Deck, fresh: number): Command {
  const ids = slideIds(deck)
  const slide = deck.slides[ids[edit.slide % ids.length]!]!
  const other = ids[edit.value % ids.length]!
  const block = slide.blocks[edit.block % Math.max(1, slide.blocks.length)]?.id ?? blockId(1)
  const x = 100 * edit.value
  const frame = { x, y: x, width: 100, height: 50, rotation: 0 }
  const commands: Readonly<Record<Edit['kind'], () => Command>> = {
    move: () => setFrames(slide.id, { [block]: frame }),
    type: () => setProps(slide.id, [block], { html: `<p>${edit.value}</p>` }),
    'delete-block': () => deleteBlocks(slide.id, [block]),
    notes: () => setNotes(slide.id, `${edit.value}`),
    attribute: () => setSlideAttributes(slide.id, { class: edit.value === 0 ? null : `c${edit.value}` }),
    // Cloned, since content from outside shares no objects with the deck.
    replace: () => replaceSlide(structuredClone({ ...slide, blocks: slide.blocks.slice(edit.value) })),
    'add-block': () => addBlocks(slide.id, [{ ...newBlock('text'), id: blockId(fresh) }], edit.value),
    'add-slide': () => addSlides([testSlide(fresh)], { side: edit.value < 2 ? 'left' : 'below', of: slide.id }),
    'delete-slide': () => deleteSlides([slide.id]),
    'move-slide': () => moveSlides([slide.id], { side: 'right', of: other }),
    setting: () => setSettings({ title: `${edit.value}` }),
    merge: () => mergeOf(deck, slide.id, fresh),
    several: () => {
      const parts = [setNotes(slide.id, `${edit.value}`), setNotes(other, `${fresh}`)]
      return (before) => parts.reduce((next, part) => part(next), before)
    },
  }
  return commands[edit.kind]()
}

/** Whether the edit's command changes one slide only, so that histories need not call it with a whole deck. */
export function isOfOneSlide(edit: Edit): boolean {
  return editKinds.indexOf(edit.kind) < editKinds.indexOf('add-block')
}

/** A merge with a version from the server, which changes a slide's notes and adds a slide beside it. */
function mergeOf(deck: Deck, changed: SlideId, fresh: number): Command {
  const base = structuredClone(deck)
  const edited = setNotes(changed, `${fresh}`)(base)
  const theirs = addSlides([testSlide(fresh)], { side: 'right', of: changed })(edited)
  const merge = createMerger(base, theirs, blocks)
  return (mine) => ({ ...mine, ...merge(mine).slides })
}
