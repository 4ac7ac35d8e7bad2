// @vitest-environment jsdom

import type { RevealApi } from 'reveal.js'
import { beforeEach, expect, test, vi } from 'vitest'
import { type LiveDeck, showSlides } from './live-slides.ts'
import type { SlidesMessage } from './slides-message.ts'

const [first, second, third] = ['a'.repeat(16), 'b'.repeat(16), 'c'.repeat(16)]

function block(id: string, text: string, classes = 'block'): string {
  return `<div class="${classes}" data-block-type="text" data-block-id="${id}"><div class="block-content"><p>${text}</p></div></div>`
}

function section(id: string, content: string, attributes = ''): string {
  return `<section data-id="${id}"${attributes}>${content}</section>`
}

const footer = (number: string) => `<footer class="slide-footer"><span class="footer-number">${number}</span></footer>`

let slides: HTMLElement
let current = 'one'
const reveal = {
  getIndices: () => ({ h: 0, v: 0, f: undefined }),
  getCurrentSlide: () => slides.querySelector<HTMLElement>(`[data-id="${current}"]`),
  sync: vi.fn(),
  slide: vi.fn(),
  loadSlide: vi.fn(),
}

const quietly = vi.fn((act: () => void) => act())

beforeEach(() => {
  current = 'one'
  vi.clearAllMocks()
  document.body.innerHTML = `<div class="slides">${section('one', block(first, 'one') + block(second, 'two') + footer('1'), ' class="present"')}${section('two', footer('2'))}<section>${section('three', footer('3.1'))}</section></div>`
  slides = document.querySelector<HTMLElement>('.slides')!
})

function show(message: SlidesMessage): Promise<void> {
  const stage = { onStep: vi.fn(), onRest: vi.fn(), isPrivate: false, fail: vi.fn() }
  const settings = { autoplay: false, rollingLinks: false }
  const parts = { reveal: reveal as unknown as RevealApi, slides, settings, stage }
  const deck: LiveDeck = { ...parts, onSync: vi.fn(), quietly: (act) => quietly(act) }
  return showSlides(deck, JSON.stringify(message))
}

const idsIn = (parent: Element) => [...parent.children].map((child) => (child as HTMLElement).dataset.id ?? '')
const blockIn = (id: string) => slides.querySelector(`[data-block-id="${id}"]`)

test('only changed blocks are replaced: the elements of the others stay', async () => {
  const [kept, changed] = [blockIn(first), blockIn(second)]
  const html = section('one', block(first, 'one') + block(second, 'more') + block(third, 'new'))
  await show({ order: null, slides: [{ id: 'one', html, keep: [first] }] })
  expect(blockIn(first)).toBe(kept)
  expect(blockIn(second)).not.toBe(changed)
  expect(slides.children[0]?.textContent).toBe('onemorenew1')
  expect(slides.children[0]?.className).toBe('present')
  expect(reveal.sync).not.toHaveBeenCalled()
  expect(quietly).not.toHaveBeenCalled()
})

test('the position is reported when the present slide is removed, also if it is the same', async () => {
  await show({ order: ['two', 'three'], slides: [] })
  expect(reveal.slide).toHaveBeenCalledWith(0, 0, undefined)
  expect(quietly).toHaveBeenCalledOnce()
})

test('a slide that changes as a whole is replaced, with its footer, at the same position', async () => {
  const html = section('one', block(first, 'only'), ' data-background-color="#ff0000"')
  await show({ order: null, slides: [{ id: 'one', html, keep: null }] })
  expect(slides.children[0]?.getAttribute('data-background-color')).toBe('#ff0000')
  expect(slides.children[0]?.textContent).toBe('only1')
  expect(reveal.sync).toHaveBeenCalledOnce()
  expect(reveal.slide).toHaveBeenCalledWith(0, 0, undefined)
})

test('slides are added, moved and removed; their numbers follow, and the present slide stays', async () => {
  const [one, three] = [slides.children[0], slides.querySelector('[data-id="three"]')]
  const html = section('four', block(third, 'four'))
  await show({ order: ['four', ['three', 'one']], slides: [{ id: 'four', html, keep: null }] })
  expect(idsIn(slides)).toEqual(['four', ''])
  expect(idsIn(slides.children[1]!)).toEqual(['three', 'one'])
  expect([slides.querySelector('[data-id="one"]'), slides.querySelector('[data-id="three"]')]).toEqual([one, three])
  const numbers = [...slides.querySelectorAll('.footer-number')].map((number) => number.textContent)
  expect(numbers).toEqual(['1', '2.1', '2.2'])
  expect(reveal.slide).toHaveBeenCalledWith(1, 1, undefined)
})

test('a stack becomes single slides again', async () => {
  await show({ order: ['three', 'two', 'one'], slides: [] })
  expect(idsIn(slides)).toEqual(['three', 'two', 'one'])
})

test('markup that the server would not have sent does not come in', async () => {
  const evil = block(
    first,
    '<img src="x" onerror="alert(1)"><a href="javascript:alert(1)">x</a><script>alert(1)</script>',
  )
  await show({ order: null, slides: [{ id: 'one', html: section('one', evil), keep: null }] })
  expect(slides.innerHTML).not.toMatch(/onerror|javascript:|<script/)
  await show({ order: null, slides: [{ id: 'two', html: section('other', block(first, 'x')), keep: null }] })
  expect(slides.querySelector('[data-id="other"]')).toBeNull()
})

test('a fragment that is shown stays shown', async () => {
  const shown = section('one', block(first, 'step', 'block fragment'))
  await show({ order: null, slides: [{ id: 'one', html: shown, keep: null }] })
  blockIn(first)?.classList.add('visible')
  const changed = section('one', block(first, 'steps', 'block fragment'))
  await show({ order: null, slides: [{ id: 'one', html: changed, keep: null }] })
  expect(blockIn(first)?.classList.contains('visible')).toBe(true)
})
