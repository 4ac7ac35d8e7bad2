import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkDeck } from '../../document/check-deck.ts'
import { customIdOf, customIdsIn } from '../../document/custom-ids.ts'
import type { Block, Deck, Slide } from '../../document/deck-model.ts'
import { blockId, shapeOf, slideId, testBlock, testDeck, testSlide } from '../../testing/editor-decks.ts'
import { recordedServices } from '../../testing/editor-services.ts'
import { createEditor } from '../state/editor.ts'
import { addBlocks, deleteBlocks, setFrames, setLocked, setName, setProps, setStyle } from './block-commands.ts'
import type { Command } from './command.ts'
import { copyBlocks, copySlide } from './fresh-copy.ts'
import { orderBlocks } from './order-commands.ts'
import { setSettings } from './settings-commands.ts'
import { addSlides, deleteSlides, moveSlides, setNotes, setSlideAttributes } from './slide-commands.ts'

fc.configureGlobal({ seed: 20_240_601 })

const deck = testDeck([1, [2, 3, 4], 5])

describe('moving slides', () => {
  it('slides can be moved beside a whole stack, or above or below a slide in a stack', () => {
    expect(shapeOf(moveSlides([slideId(1)], { side: 'right', of: slideId(3) })(deck))).toEqual([[2, 3, 4], 1, 5])
    expect(shapeOf(moveSlides([slideId(5)], { side: 'below', of: slideId(2) })(deck))).toEqual([1, [2, 5, 3, 4]])
    expect(shapeOf(moveSlides([slideId(1)], { side: 'above', of: slideId(5) })(deck))).toEqual([
      [2, 3, 4],
      [1, 5],
    ])
  })

  it('a stack becomes a single slide when only one of its slides remains', () => {
    expect(shapeOf(moveSlides([slideId(3), slideId(4)], { side: 'left', of: slideId(2) })(deck))).toEqual([
      1, 3, 4, 2, 5,
    ])
  })

  it('a stack that is moved as a whole stays a stack', () => {
    const moved = moveSlides([slideId(2), slideId(3), slideId(4)], { side: 'left', of: slideId(1) })(deck)
    expect(shapeOf(moved)).toEqual([[2, 3, 4], 1, 5])
  })

  it('moving a slide to its own position returns the same deck', () => {
    expect(moveSlides([slideId(1)], { side: 'left', of: slideId(2) })(deck)).toBe(deck)
    expect(moveSlides([slideId(3)], { side: 'below', of: slideId(2) })(deck)).toBe(deck)
    expect(moveSlides([slideId(3)], { side: 'below', of: slideId(3) })(deck)).toBe(deck)
  })

  it('moving slides keeps comments between them', () => {
    const commented: Deck = {
      ...deck,
      stacks: deck.stacks.map((stack) => ({ ...stack, before: `<!--${stack.slides[0]}-->` })),
    }
    const text = (one: Deck) => JSON.stringify(one)
    for (const command of [
      moveSlides([slideId(2), slideId(3), slideId(4)], { side: 'left', of: slideId(1) }),
      moveSlides([slideId(5)], { side: 'below', of: slideId(1) }),
      deleteSlides([slideId(5), slideId(1)]),
    ]) {
      for (const stack of commented.stacks) expect(text(command(commented)).split(stack.before)).toHaveLength(2)
    }
  })
})

describe('adding and deleting slides', () => {
  it('a new slide is placed to the right of the stack, or below a slide in the stack', () => {
    const fresh = testSlide(9)
    expect(shapeOf(addSlides([fresh], { side: 'right', of: slideId(2) })(deck))).toEqual([1, [2, 3, 4], 9, 5])
    expect(shapeOf(addSlides([fresh], { side: 'below', of: slideId(1) })(deck))).toEqual([[1, 9], [2, 3, 4], 5])
  })
  it('the last slide is never deleted', () => {
    const all = [1, 2, 3, 4, 5].map(slideId)
    expect(deleteSlides(all)(deck)).toBe(deck)
    expect(shapeOf(deleteSlides(all.slice(1))(deck))).toEqual([1])
  })
  it('every other slide keeps its identity', () => {
    const after = deleteSlides([slideId(3)])(deck)
    for (const id of Object.keys(after.slides)) expect(after.slides[id]).toBe(deck.slides[id])
  })
})

describe('author-given ids', () => {
  const named = (number: number, id: string) => testBlock(number, { attributes: [['data-l-id', id]] })
  const customIds = (one: Deck) => [...customIdsIn(one)].filter((id) => id !== '')
  const slide = { ...testSlide(1, [named(1, 'offer'), testBlock(2)]), attributes: { 'data-l-id': 'first', class: 'a' } }
  const before = testDeck([1, 2], [slide, testSlide(2)])
  it('author-given ids are unique in the deck, so copies of blocks and slides get none', () => {
    const after = addBlocks(slideId(2), copyBlocks(slide.blocks, { x: 0, y: 0 }))(before)
    expect(after.slides[slideId(2)]!.blocks.map(customIdOf)).toEqual(['', ''])
    const copy = copySlide(slide)
    const more = addSlides([copy], { side: 'right', of: slideId(1) })(before)
    expect(more.slides[copy.id]!.attributes).toEqual({ class: 'a' })
    expect(more.slides[copy.id]!.blocks.map(customIdOf)).toEqual(['', ''])
    expect(customIds(more)).toEqual(['first', 'offer'])
  })
  it('a block that is cut and pasted keeps its author-given id, and a second paste gets none', () => {
    const cut = deleteBlocks(slideId(1), [blockId(1)])(before)
    const after = addBlocks(slideId(2), [named(8, 'offer'), named(9, 'offer')])(cut)
    expect(after.slides[slideId(2)]!.blocks.map(customIdOf)).toEqual(['offer', ''])
  })
})

describe('the stacking order', () => {
  const slide = testSlide(
    1,
    [1, 2, 3, 4].map((number) => testBlock(number)),
  )
  const before = testDeck([1], [slide])
  const order = (one: Deck) => one.slides[slideId(1)]!.blocks.map((block) => Number.parseInt(block.id, 16))
  it('selected blocks move by one place or to an end, keeping their relative order', () => {
    const ids = [blockId(1), blockId(3)]
    expect(order(orderBlocks(slideId(1), ids, 'forward')(before))).toEqual([2, 1, 4, 3])
    expect(order(orderBlocks(slideId(1), ids, 'backward')(before))).toEqual([1, 3, 2, 4])
    expect(order(orderBlocks(slideId(1), ids, 'front')(before))).toEqual([2, 4, 1, 3])
    expect(order(orderBlocks(slideId(1), ids, 'back')(before))).toEqual([1, 3, 2, 4])
    expect(orderBlocks(slideId(1), [blockId(4)], 'forward')(before)).toBe(before)
  })
})

/** The numbers that determine a random command. They are numbers so that fast-check can shrink a failing run. */
type Draw = { readonly kind: number; readonly a: number; readonly b: number; readonly c: number }

function commandFrom(now: Deck, draw: Draw): Command {
  const ids = Object.keys(now.slides)
  const slide = now.slides[ids[draw.a % ids.length]!] as Slide
  const other = ids[draw.b % ids.length]!
  const chosen: readonly Block[] = slide.blocks.filter((_, index) => (draw.c >> index) & 1)
  const blockIds = chosen.map((block) => block.id)
  const side = (['left', 'right', 'above', 'below'] as const)[draw.c % 4]!
  const frame = {
    x: draw.a - 50,
    y: draw.b,
    width: 10 + draw.c,
    height: draw.a % 2 ? null : 40,
    rotation: draw.b % 360,
  }
  const commands: readonly (() => Command)[] = [
    () => addSlides([copySlide(slide)], { side, of: other }),
    () => deleteSlides(ids.filter((_, index) => (draw.c >> (index % 8)) & 1)),
    () =>
      moveSlides(
        ids.filter((_, index) => (draw.c >> (index % 8)) & 1),
        { side, of: other },
      ),
    () => addBlocks(slide.id, copyBlocks(slide.blocks.slice(0, 2), { x: 10, y: 10 }), draw.c % 2 ? undefined : 0),
    () => deleteBlocks(slide.id, blockIds),
    () => setFrames(slide.id, Object.fromEntries(blockIds.map((id) => [id, frame]))),
    () => setProps(slide.id, blockIds, { html: `<p>${draw.a}</p>` }),
    () => setStyle(slide.id, blockIds, 'opacity', draw.a % 3 ? `0.${draw.a}` : null),
    () => orderBlocks(slide.id, blockIds, (['forward', 'backward', 'front', 'back'] as const)[draw.a % 4]!),
    () => setLocked(slide.id, blockIds, draw.a % 2 === 0),
    () => setName(slide.id, blockIds[0] ?? '', `n${draw.a}`),
    () => setNotes(slide.id, `note ${draw.a}`),
    () => setSlideAttributes(slide.id, { 'data-background-color': draw.a % 3 ? '#fff' : null }),
    () => setSettings({ title: `Deck ${draw.a}` }),
  ]
  return commands[draw.kind % commands.length]!()
}

const draws = fc.array(fc.record({ kind: fc.nat(13), a: fc.nat(99), b: fc.nat(500), c: fc.nat(255) }), {
  minLength: 1,
  maxLength: 60,
})

describe('any sequence of commands', () => {
  const start = testDeck(
    [1, [2, 3], 4],
    [testSlide(1, [testBlock(1), testBlock(2)]), testSlide(3, [testBlock(3), testBlock(4), testBlock(5)])],
  )

  it('the deck stays valid, and undo and redo restore the first and the last deck', () => {
    fc.assert(
      fc.property(draws, (steps) => {
        const { model } = createEditor({ deck: start, services: recordedServices() })
        for (const draw of steps) {
          const before = model.getState().deck
          const undo = draw.a % 4 === 0 ? 'merge' : 'step'
          model.apply(commandFrom(before, draw), { undo, label: 'Change', key: `k${draw.b % 2}` })
          expect(checkDeck(model.getState().deck)).toEqual([])
          expect(model.getState().deck.slides[model.getState().slideId]).toBeDefined()
        }
        const last = model.getState().deck
        while (model.getState().undoLabel !== null) model.undo()
        expect(model.getState().deck).toBe(start)
        while (model.getState().redoLabel !== null) model.redo()
        expect(model.getState().deck).toBe(last)
      }),
      { numRuns: 200 },
    )
  })

  it('every slide that a command does not change keeps its identity', () => {
    fc.assert(
      fc.property(draws, (steps) => {
        let now = start
        for (const draw of steps) {
          const next = commandFrom(now, draw)(now)
          const changed = Object.keys(next.slides).filter((id) => now.slides[id] && next.slides[id] !== now.slides[id])
          expect(changed.length).toBeLessThanOrEqual(1)
          now = next
        }
      }),
    )
  })
})
