import { describe, expect, it } from 'vitest'
import { blocks as definitions } from '../../blocks/index.ts'
import { shapeBlock } from '../../blocks/shape/block.ts'
import type { Block, Deck } from '../../document/deck-model.ts'
import { renderSlide } from '../../document/render-slide.ts'
import { blockId, slideId, testBlock, testDeck, testSlide } from '../../testing/editor-decks.ts'
import { recordedServices } from '../../testing/editor-services.ts'
import { pasteBlocks } from '../actions/clipboard-blocks.ts'
import { actionNamed } from '../actions/index.ts'
import { createEditor } from '../state/editor.ts'
import { addBlocks } from './block-commands.ts'
import { copyBlocks } from './fresh-copy.ts'
import { pairCopies, pairNameOf } from './pair-blocks.ts'

const named = (name: string): Partial<Block> => ({ attributes: [['data-id', name]] })
const namesOn = (deck: Deck, slide: number): string[] => deck.slides[slideId(slide)]!.blocks.map(pairNameOf)

const props = shapeBlock.defaults().props

/** The names on both slides after a block on slide 1 and its copy on slide 2 were paired. */
function paired(original: Partial<Block>, copy: Partial<Block>, beside: readonly Block[] = []): string[] {
  const slides = [
    testSlide(1, [testBlock(1, original as object)]),
    testSlide(2, [testBlock(2, copy as object), ...beside]),
  ]
  const deck = pairCopies(new Map([[blockId(2), blockId(1)]]))(testDeck([1, 2], slides))
  return [...namesOn(deck, 1), ...namesOn(deck, 2)]
}

describe('pairing copies with their originals for auto-animate', () => {
  it('a copy and its original get the same name', () => {
    const [original, copy] = paired({}, {})
    expect(original).toMatch(/^shape-[0-9a-f]{6}$/)
    expect(copy).toBe(original)
  })

  it('names given by the author are kept', () => {
    expect(paired(named('hero'), {})).toEqual(['hero', 'hero'])
    expect(paired({}, named('hero'))).toEqual(['', 'hero'])
    expect(paired(named('hero'), named('other'))).toEqual(['hero', 'other'])
  })

  it('two blocks of a slide never get the same name', () => {
    expect(paired(named('hero'), {}, [testBlock(3, named('hero') as object)])).toEqual(['hero', '', 'hero'])
    const names = paired({}, {}, [testBlock(3, named(`shape-${blockId(1).slice(-6)}`) as object)])
    expect(names[0]).toBe(names[1])
    expect(names[1]).not.toBe(names[2])
  })

  it('a copy on the same slide as its original gets no name', () => {
    const original = testBlock(1, named('hero') as object)
    const deck = testDeck([1], [testSlide(1, [original])])
    const copies = copyBlocks([original], { x: 20, y: 20 })
    expect(namesOn(addBlocks(slideId(1), copies)(deck), 1)).toEqual(['hero', ''])
  })

  it('missing originals and originals on the same slide are ignored', () => {
    const deck = testDeck([1], [testSlide(1, [testBlock(1), testBlock(2)])])
    expect(pairCopies(new Map([[blockId(2), blockId(1)]]))(deck)).toBe(deck)
    expect(pairCopies(new Map([[blockId(2), blockId(9)]]))(deck)).toBe(deck)
  })

  it('the blocks of a duplicated slide are paired in the same undo step', () => {
    const before = testDeck([1], [testSlide(1, [testBlock(1, { props })])])
    const editor = createEditor({ deck: before, services: recordedServices() })
    actionNamed('duplicate-slide').run(editor)
    const { deck } = editor.model.getState()
    const [first, second] = deck.stacks.map((stack) => deck.slides[stack.slides[0]!]!)
    expect(second!.blocks[0]!.id).not.toBe(first!.blocks[0]!.id)
    expect(pairNameOf(first!.blocks[0]!)).not.toBe('')
    expect(pairNameOf(second!.blocks[0]!)).toBe(pairNameOf(first!.blocks[0]!))
    editor.model.undo()
    expect(editor.model.getState().deck).toBe(before)
  })

  it('blocks pasted on another slide are paired, and blocks pasted on their own slide are not', () => {
    const editor = createEditor({
      deck: testDeck([1, 2], [testSlide(1, [testBlock(1, { props })])]),
      services: recordedServices(),
    })
    const html = renderSlide(editor.model.slide(), definitions)
    pasteBlocks(editor, html)
    expect(namesOn(editor.model.getState().deck, 1)).toEqual(['', ''])
    editor.model.goTo(slideId(2))
    pasteBlocks(editor, html)
    const [original, besides] = namesOn(editor.model.getState().deck, 1)
    expect([original, besides]).toEqual([expect.stringMatching(/^shape-/), ''])
    expect(namesOn(editor.model.getState().deck, 2)).toEqual([original])
  })
})
