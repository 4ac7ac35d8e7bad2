// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { blockTypes, blocks as definitions } from '../../blocks/index.ts'
import type { Block } from '../../document/deck-model.ts'
import { blockId, testBlock, testSlide } from '../../testing/editor-decks.ts'
import { showBackground } from './slide-background.ts'
import { createSlideView } from './slide-view.ts'

const text = (number: number, html: string): Block =>
  testBlock(number, { type: 'text', props: { ...blockTypes.text.defaults().props, html } })

it('the view changes only the elements of changed blocks', () => {
  const view = createSlideView(document)
  const [one, two] = [text(1, '<p>one</p>'), text(2, '<p>two</p>')]
  const slide = testSlide(1, [one, two])
  view.show(slide)
  const before = [view.elementOf(one.id), view.elementOf(two.id)]
  const watcher = new MutationObserver(() => {})
  watcher.observe(view.section, { subtree: true, childList: true, attributes: true, characterData: true })
  view.show({ ...slide, blocks: [one, text(2, '<p>zwei</p>')] })
  const touched = watcher.takeRecords().map((record) => record.target)
  expect(view.section.textContent).toBe('onezwei')
  expect([view.elementOf(one.id), view.elementOf(two.id)]).toEqual(before)
  expect(touched.length).toBeGreaterThan(0)
  expect(touched.every((node) => before[1]!.contains(node))).toBe(true)
})

it("the view moves a block by its style, without reloading the block's picture", () => {
  const view = createSlideView(document)
  const image = testBlock(1, { type: 'image', props: { ...blockTypes.image.defaults().props, src: '/m/a.png' } })
  view.show(testSlide(1, [image]))
  const picture = view.section.querySelector('img')
  view.show(testSlide(1, [{ ...image, frame: { ...image.frame!, x: 300, rotation: 20 } }]))
  expect(view.section.querySelector('img')).toBe(picture)
  expect(view.elementOf(blockId(1))!.style.left).toBe('300px')
  expect(view.elementOf(blockId(1))!.style.transform).toBe('rotate(20deg)')
})

it('the view keeps the stacking order and removes deleted blocks', () => {
  const view = createSlideView(document)
  const [a, b, c] = [text(1, 'a'), text(2, 'b'), text(3, 'c')]
  view.show(testSlide(1, [a, b, c]))
  view.show(testSlide(1, [c, a]))
  expect(view.section.textContent).toBe('ca')
})

it('the view shows changed markup in the flow of the slide, in its place', () => {
  const view = createSlideView(document)
  const flow = (html: string) => ({ ...testBlock(1, { type: 'snippet', props: { html } }), frame: null })
  const after = text(2, '<p>two</p>')
  view.show(testSlide(1, [flow('<h2>One</h2><img alt="gray">'), after]))
  view.show(testSlide(1, [flow('<h2>One</h2><img alt="a">'), after]))
  expect([...view.section.children].map(({ tagName }) => tagName)).toEqual(['H2', 'IMG', 'DIV'])
  expect(view.section.querySelector('img')!.alt).toBe('a')
})

it('the view shows a preview, and then the slide again', () => {
  const view = createSlideView(document)
  const one = text(1, '<p>one</p>')
  const slide = testSlide(1, [one])
  view.show(slide)
  view.preview([{ ...one, frame: { ...one.frame!, x: 500 } }, text(9, '<p>drawn</p>')])
  expect(view.elementOf(one.id)!.style.left).toBe('500px')
  expect(view.section.textContent).toBe('onedrawn')
  view.show(slide)
  expect(view.elementOf(one.id)!.style.left).toBe('10px')
  expect(view.section.textContent).toBe('one')
})

it('the view draws every block type, and imported markup in the flow of the slide', () => {
  const view = createSlideView(document)
  const flow: Block = { ...testBlock(99), type: 'snippet', frame: null, props: { html: '<h2>Flow</h2><p>text</p>' } }
  const samples = definitions.map((definition) => definition.sample() as Block)
  view.show(testSlide(1, [flow, ...samples]))
  expect(view.section.firstElementChild!.outerHTML).toBe('<h2>Flow</h2>')
  for (const block of samples.filter((one) => one.frame !== null)) expect(view.elementOf(block.id)).not.toBe(null)
})

it('the view removes scripts and event handlers', () => {
  const view = createSlideView(document)
  view.show(testSlide(1, [text(1, '<p>a<img src=x onerror="alert(1)"><script>alert(2)</script></p>')]))
  expect(view.section.innerHTML).not.toMatch(/onerror|script/)
})

it('the view draws a background only if its values are plain', () => {
  const drawn = (value: string) => {
    const element = document.createElement('div')
    showBackground(element, { 'data-background-color': value, 'data-background-image': value })
    return element.outerHTML
  }
  expect(drawn('#ff0000')).toContain('background-color: rgb(255, 0, 0)')
  expect(drawn('https://x.example/a.png')).toContain('https://x.example/a.png')
  for (const bad of [
    'red; background-image: url(https://x.example)',
    'url(https://x.example)',
    'javascript:alert(1)',
  ]) {
    expect(drawn(bad)).not.toMatch(/url\(|javascript:/)
  }
})
