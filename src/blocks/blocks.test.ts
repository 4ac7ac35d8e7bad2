import { expect, test } from 'vitest'
import { bareBlock } from '../document/bare-block.ts'
import type { Block, Slide } from '../document/deck-model.ts'
import { attribute, type HtmlElement, parseFragment } from '../document/html.ts'
import { parseBlock } from '../document/parse-block.ts'
import { parseSlide } from '../document/parse-slide.ts'
import { renderBlock } from '../document/render-block.ts'
import { renderSlide } from '../document/render-slide.ts'
import { sanitize } from '../document/sanitize/sanitize.ts'
import { linkLabel } from './block-link.ts'
import { blockDataAttributes, blocks } from './index.ts'
import type { ShapeProps } from './shape/block.ts'
import { blockEditor as shapeEditor } from './shape/editor.tsx'
import { shapes } from './shape/shapes.ts'
import type { TableProps } from './table/block.ts'

function shapeFields() {
  const link = shapeEditor.panel.flatMap((group) => group.fields).find((field) => field.kind === 'link')!
  return { link, text: shapeEditor.text! }
}

const slideOf = (block: Block): Slide => ({ id: 'f'.repeat(32), attributes: {}, blocks: [block], notes: '' })

const cases: [string, Block][] = blocks.flatMap((definition): [string, Block][] => {
  const sample = definition.sample()
  const fresh: Block = {
    ...sample,
    ...definition.defaults(),
    ...bareBlock,
  }
  return [
    [`the ${definition.type} sample`, sample],
    [`a new ${definition.type}`, fresh],
  ]
})

test.each(cases)('%s is unchanged after rendering and parsing', (_, block) => {
  const element = parseFragment(renderBlock(block, blocks)).childNodes[0] as HtmlElement
  expect(parseBlock(element, blocks, '')).toEqual(block)
})

test.each(cases)('%s is unchanged after saving and loading its slide', (_, block) => {
  const slide = slideOf(block)
  const html = renderSlide(slide, blocks)
  const opened = parseSlide(html, blocks)
  expect(opened).toEqual(slide)
  expect(renderSlide(opened, blocks)).toBe(html)
})

test.each(cases)(
  '%s is still recognized after another program changed white space, quotes and attribute order',
  (_, block) => {
    const html = renderBlock(block, blocks)
      .replace(/: /g, ':')
      .replace(/; /g, ';')
      .replace('<div class="block', '<div data-x="1" class="block')
    const element = parseFragment(html).childNodes[0] as HtmlElement
    expect(parseBlock(element, blocks, '')?.type).toBe(block.type)
  },
)

test.each(blocks.map((definition) => [definition.type, definition] as const))(
  'the %s block writes no data-l attribute that it does not list',
  (_, definition) => {
    const written = renderBlock(definition.sample(), blocks).match(/\bdata-l-[a-z-]+/g) ?? []
    expect(definition.dataAttributes).toEqual(expect.arrayContaining([...new Set(written)]))
  },
)

test.each(cases)('%s passes the sanitizer unchanged', (_, block) => {
  const slide = slideOf(block)
  const options = { context: 'slide', customClasses: true, mediaHosts: [], appHosts: [] } as const
  const clean = sanitize(renderSlide(slide, blocks), { ...options, blockAttributes: blockDataAttributes })
  expect(clean.removed).toEqual([])
  // Links in text get rel and target; everything else is unchanged.
  const cleaned = parseSlide(clean.html.replace(/(<a href="[^"]*") rel="[^"]*" target="_blank">/g, '$1>'), blocks)
  expect(cleaned).toEqual(slide)
})

const linked = cases.filter(([, block]) => 'link' in (block.props as object))

test('every visible block type except text, which has inline links, can be a link', () => {
  const types = blocks.filter(({ type, hidden }) => !hidden && type !== 'text').map(({ type }) => type)
  expect([...new Set(linked.map(([, block]) => block.type))]).toEqual(types)
})

test.each(linked)('%s can become a link, and removing the link restores the original block', (_, block) => {
  const leading = (link: string): Block => ({ ...block, props: { ...(block.props as object), link } })
  const nowhere = renderBlock(leading(''), blocks)
  expect(nowhere).not.toContain('href')
  for (const link of ['#/2/1', 'https://example.com/?a=1&b="2"', 'tel:+491234']) {
    const element = parseFragment(renderBlock(leading(link), blocks)).childNodes[0] as HtmlElement
    const read = parseBlock(element, blocks, '')!
    expect(read).toEqual(leading(link))
    expect(renderBlock({ ...read, props: { ...(read.props as object), link: '' } }, blocks)).toBe(nowhere)
  }
})

test.each(linked)('the link of %s cannot be a script', (_, block) => {
  const bad: Block = { ...block, props: { ...(block.props as object), link: 'javascript:alert(1)' } }
  const options = { context: 'slide', customClasses: true, mediaHosts: [], appHosts: [] } as const
  const clean = sanitize(renderSlide(slideOf(bad), blocks), { ...options, blockAttributes: blockDataAttributes })
  expect(clean.html).not.toContain('href')
  expect(clean.removed).not.toEqual([])
})

test('links in cells are kept beside the link of their table', () => {
  const sample = blocks.find((definition) => definition.type === 'table')!.sample() as Block<TableProps>
  const rows = [[{ html: '<a href="#/1">Here</a>', style: [], columns: 1, rows: 1 }]]
  const table: Block = { ...sample, props: { ...sample.props, rows, link: '#/2' } }
  const element = parseFragment(renderBlock(table, blocks)).childNodes[0] as HtmlElement
  expect(parseBlock(element, blocks, '')).toEqual(table)
})

test.each([
  ['#/2', 'Slide 3'],
  ['#/2/1', 'Slide 3.2'],
  ['https://www.example.com/a?b', 'example.com'],
  ['mailto:a@b.example', 'a@b.example'],
  ['tel:+491234', '+491234'],
  ['nowhere', 'nowhere'],
])('a link to %s has the accessible name %s', (link, words) => {
  expect(linkLabel(link)).toBe(words)
})

test('the sanitizer allows the data attributes of all blocks', () => {
  expect(blockDataAttributes).toContain('data-l-shape')
  expect(blockDataAttributes.every((name) => /^data-l-[a-z-]+$/.test(name))).toBe(true)
})

test('a block whose content its type cannot render is kept as unchanged markup', () => {
  const source = renderBlock(blocks[0]!.sample(), blocks).replace(
    '</h2>',
    '</h2></div><video src="x.mp4"></video><div>',
  )
  const slide = parseSlide(`<section data-id="${'a'.repeat(32)}">${source}</section>`, blocks)
  expect(slide.blocks.map((block) => block.type)).toEqual(['snippet'])
  expect(slide.blocks[0]!.props).toEqual({ html: source })
})

test.each(Object.keys(shapes))('the shape %s stays inside its frame', (name) => {
  for (const [width, height] of [
    [200, 100],
    [37, 290],
    [1, 1],
  ] as const) {
    const path = shapes[name as keyof typeof shapes].path(width, height)
    expect(path).toMatch(/^[MLCQAZ0-9 .-]+$/)
    expect(path.startsWith('M') && path.endsWith('Z')).toBe(true)
    for (const [, x, y] of path.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)) {
      expect(Number(x)).toBeGreaterThanOrEqual(-0.01)
      expect(Number(x)).toBeLessThanOrEqual(width + 0.01)
      expect(Number(y)).toBeGreaterThanOrEqual(-0.01)
      expect(Number(y)).toBeLessThanOrEqual(height + 0.01)
    }
  }
})

test('there are at least 24 shapes to choose from', () => {
  expect(Object.keys(shapes).length).toBeGreaterThanOrEqual(24)
})

test('an embedded page is still a block after the sanitizer has set its sandbox', () => {
  const html = renderBlock(blocks.find((block) => block.type === 'iframe')!.sample(), blocks).replace(
    '<iframe',
    '<iframe sandbox="allow-scripts" allow="fullscreen" referrerpolicy="no-referrer" loading="lazy"',
  )
  const element = parseFragment(html).childNodes[0] as HtmlElement
  expect(attribute(element, 'data-block-type')).toBe('iframe')
  expect(parseBlock(element, blocks, '')?.type).toBe('iframe')
})

test('a linked shape keeps its text in one piece, without inner links', () => {
  const { link, text } = shapeFields()
  const shape = { ...blocks.find((definition) => definition.type === 'shape')!.sample() } as Block<ShapeProps>
  const words = '<p>To <a href="https://a.example/?b=\'>\'">A</a> <abbr>or</abbr> <A href="#/1">B</A></p>'
  const bare = '<p>To A <abbr>or</abbr> B</p>'
  const free = text.write({ ...shape, props: { ...shape.props, link: '' } }, words)
  expect(free.props.text).toBe(words)
  expect(link.write(free, '#/2').props).toMatchObject({ link: '#/2', text: bare })
  expect(text.write(shape, words).props.text).toBe(bare)
  const written = renderBlock({ ...shape, props: { ...shape.props, text: words } }, blocks)
  expect(parseBlock(parseFragment(written).childNodes[0] as HtmlElement, blocks, '')?.props).toEqual({
    ...shape.props,
    text: bare,
  })
})
