import { expect, test } from 'vitest'
import { parseSlide } from '../../document/parse-slide.ts'
import { renderBlock } from '../../document/render-block.ts'
import { sanitize } from '../../document/sanitize/sanitize.ts'
import { blockDataAttributes, blocks } from '../index.ts'
import { shapeBlock } from './block.ts'

test.each([
  'linear-gradient(135deg, var(--l-accent-1) 0%, #ffcc00 33.3%, rgba(1, 2, 3, 0.5) 100%)',
  'radial-gradient(circle, color-mix(in srgb, var(--l-accent-2) 50%, transparent) 10%, #000000 90%)',
])('a shape keeps the fill %s through the sanitizer', (fill) => {
  const block = { ...shapeBlock.sample(), props: { ...shapeBlock.sample().props, fill } }
  const markup = renderBlock(block, blocks)
  const { html, removed } = sanitize(`<section>${markup}</section>`, {
    ...{ context: 'slide' as const, customClasses: true, mediaHosts: [], appHosts: [] },
    blockAttributes: blockDataAttributes,
  })
  expect(removed).toEqual([])
  expect(html).toContain(markup.slice(markup.indexOf('<svg'), markup.indexOf('</svg>')))
  expect(parseSlide(html, blocks).blocks[0]!.props).toEqual(block.props)
})

test('a gradient runs across the shape as CSS draws it', () => {
  const sample = shapeBlock.sample()
  const square = {
    ...sample,
    frame: { ...sample.frame!, width: 100, height: 100 },
    props: { ...sample.props, strokeWidth: 0, fill: 'linear-gradient(90deg, #ffffff 0%, #000000 100%)' },
  }
  expect(renderBlock(square, blocks)).toContain(
    `<linearGradient id="svg-fill-${sample.id}" gradientUnits="userSpaceOnUse" x1="0" y1="50" x2="100" y2="50">`,
  )
})
