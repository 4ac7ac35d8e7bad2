import { describe, expect, it } from 'vitest'
import { blocks } from '../../blocks/index.ts'
import { definitionOf } from '../../document/block-list.ts'
import type { Block, BlockType, Slide } from '../../document/deck-model.ts'
import { blockId, slideId, testBlock, testDeck, testSlide } from '../../testing/editor-decks.ts'
import type { Overflow } from '../state/overflow.ts'
import { findingsOf } from './deck-findings.ts'
import type { SlideFacts } from './slide-facts.ts'

const nothing: SlideFacts = {
  textSizes: {},
  contrasts: {},
  isContrastUnknown: false,
  missingPictures: [],
  isBackgroundMissing: false,
}

function block(number: number, type: BlockType, props: object, more: Partial<Block> = {}): Block {
  const { frame, ...usual } = testBlock(number, { type, ...more, frame: {} })
  return { ...usual, frame, props: { ...(definitionOf(blocks, type)!.defaults().props as object), ...props } }
}

interface World {
  readonly attributes?: Slide['attributes']
  readonly facts?: Partial<SlideFacts>
  readonly families?: readonly string[] | null
  readonly overflow?: Overflow
}

/** The findings of a deck of two slides with these blocks on the first, and the deck after all fixes. */
function check(content: readonly Block[], { attributes = {}, facts = {}, families = [], overflow = {} }: World = {}) {
  const deck = testDeck([1, 2], [{ ...testSlide(1, content), attributes }])
  const known = { slides: { [slideId(1)]: { ...nothing, ...facts } }, families }
  const found = findingsOf(deck, known, overflow)
  const fixed = found.reduce((changed, { fix }) => fix?.command(changed) ?? changed, deck)
  return {
    found: found.map(({ kind, message, fix }) => [kind, message, fix?.label ?? null]),
    left: findingsOf(fixed, { slides: {}, families }, {}).map(({ kind }) => kind),
    fixed: fixed.slides[slideId(1)]!,
    deck,
  }
}

const text = (html: string, more: Partial<Block> = {}) => block(1, 'text', { html }, more)

describe('the check before presenting', () => {
  it('finds nothing in a deck that is ready', () => {
    const ready = [
      text('<p><a href="#/1">On</a> <a href="https://example.com">out</a></p>', {
        style: [
          ['font-size', '20px'],
          ['font-family', "'Open Sans', sans-serif"],
        ],
      }),
      block(2, 'image', { src: '/m/a.png', alt: 'A lake', link: '#/1' }),
    ]
    expect(check(ready, { facts: { textSizes: { [blockId(1)]: 20 } } }).found).toEqual([])
  })

  it('names text that does not fit, and lets it shrink', () => {
    const long = text(`<p>${'word '.repeat(400)}</p>`)
    const { found, fixed } = check([long], { overflow: { [slideId(1)]: { [blockId(1)]: 'slide' } } })
    expect(found).toEqual([['overflow', 'Content leaves the slide', 'Shrink text to fit']])
    expect(fixed.blocks[0]!.props).toMatchObject({ fit: 'shrink' })
  })

  it('names unreadable text and gives it a readable color, unless words have colors of their own', () => {
    const facts = { contrasts: { [blockId(1)]: { ratio: 2.19, least: 4.5, better: 'var(--r-main-color)' } } }
    const { found, fixed } = check([text('<p>Pale</p>', { style: [['color', '#eeeeee']] })], { facts })
    expect(found).toEqual([['contrast', 'Text has a contrast of 2.1:1, less than 4.5:1', 'Change text color']])
    expect(fixed.blocks[0]!.style).toEqual([['color', 'var(--r-main-color)']])
    expect(check([text('<p><span style="color: #eee">Pale</span></p>')], { facts }).found[0]![2]).toBe(null)
  })

  it('names text under 18 px, and enlarges it where the whole block is that small', () => {
    const facts = { textSizes: { [blockId(1)]: 12.04 } }
    const small = text('<p>Small</p>', { style: [['font-size', '12px']] })
    const { found, fixed } = check([small], { facts })
    expect(found).toEqual([['size', 'Text of 12 px, smaller than 18 px', 'Enlarge text']])
    expect(fixed.blocks[0]!.style).toEqual([['font-size', '18px']])
    expect(check([text('<p><span style="font-size: 12px">a</span></p>')], { facts }).found[0]![2]).toBe(null)
    expect(check([small], { facts: { textSizes: { [blockId(1)]: 18 } } }).found).toEqual([])
  })

  it('names pictures without alternative text and pictures that cannot be loaded', () => {
    const picture = block(1, 'image', { src: '/m/gone.png', alt: '' })
    const facts = { missingPictures: [blockId(1)], isBackgroundMissing: true }
    expect(check([picture], { facts }).found).toEqual([
      ['picture', 'Background picture cannot be loaded', null],
      ['alt', 'Picture without alternative text', null],
      ['picture', 'Picture cannot be loaded', null],
    ])
  })

  it('names fonts that the deck does not have, and goes back to the font of the theme', () => {
    const set = text('<p>Set</p>', { style: [['font-family', 'Papyrus, fantasy']] })
    const { found, left } = check([set])
    expect(found).toEqual([['font', 'Font “Papyrus” is not part of this deck', "Use the theme's font"]])
    expect(left).toEqual([])
    expect(check([set], { families: ['Papyrus'] }).found).toEqual([])
    expect(check([set], { families: null }).found).toEqual([])
  })

  it('names links to slides that do not exist, and removes them but not their words', () => {
    const { found, fixed, left } = check([
      text('<p>To <a href="#/7/1"><strong>there</strong></a> and <a href="#/1">here</a></p>'),
      block(2, 'image', { src: '/m/a.png', alt: 'A', link: '#/5' }),
    ])
    expect(found).toEqual([
      ['link', 'Link to slide 8.2, which does not exist', 'Remove the link'],
      ['link', 'Link to slide 6, which does not exist', 'Remove the link'],
    ])
    expect(fixed.blocks[0]!.props).toMatchObject({
      html: '<p>To <strong>there</strong> and <a href="#/1">here</a></p>',
    })
    expect(left).toEqual([])
    expect(check([text(`<p><a href="#/${slideId(2)}">by name</a> <a href="#/lost">lost</a></p>`)]).found).toEqual([
      ['link', 'Link to a slide that does not exist', 'Remove the link'],
    ])
  })

  it('names empty placeholders, and deletes them', () => {
    const { found, fixed } = check([
      block(1, 'text', { html: '<h2><br></h2>', placeholder: 'Title' }),
      block(2, 'image', { src: '' }),
      block(3, 'text', { html: '<p>Written</p>', placeholder: 'Words' }),
    ])
    expect(found).toEqual([
      ['placeholder', 'Empty placeholder “Title”', 'Delete the placeholder'],
      ['placeholder', 'Empty placeholder', 'Delete the placeholder'],
    ])
    expect(fixed.blocks.map(({ id }) => id)).toEqual([blockId(3)])
  })

  it('names videos with sound that would not start by themselves, and mutes them', () => {
    const attributes = { 'data-background-video': 'https://films.example/a.mp4' }
    const { found, fixed, left } = check([], { attributes })
    expect(found).toEqual([['video', 'Browsers may not start a background video with sound', 'Mute the video']])
    expect(fixed.attributes).toEqual({ ...attributes, 'data-video-muted': '' })
    expect(left).toEqual([])
    const muted = { ...attributes, 'data-background-video-muted': '' }
    expect(check([], { attributes: muted }).found).toEqual([])
    const film = { src: 'https://films.example/a.mp4', autoplay: true, muted: false }
    expect(check([block(1, 'video', film)]).found).toEqual([
      ['video', 'Browsers may not start a video with sound by itself', 'Mute the video'],
    ])
    expect(check([block(1, 'video', film)]).left).toEqual([])
    for (const quiet of [{ muted: true }, { autoplay: false }])
      expect(check([block(1, 'video', { ...film, ...quiet })]).found).toEqual([])
  })

  it('leaves out skipped slides and hidden blocks, and fixes nothing that is locked', () => {
    const empty = { html: '<p></p>', placeholder: 'Words' }
    expect(check([block(1, 'text', empty)], { attributes: { 'data-visibility': 'hidden' } }).found).toEqual([])
    expect(check([block(1, 'text', empty, { style: [['visibility', 'hidden']] })]).found).toEqual([])
    expect(check([block(1, 'text', empty, { locked: true })]).found).toEqual([
      ['placeholder', 'Empty placeholder “Words”', null],
    ])
  })
})
