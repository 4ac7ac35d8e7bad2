import { describe, expect, test } from 'vitest'
import { recordedServices } from '../../testing/editor-services.ts'
import { drawingColors, drawingFrom, recolored, withDrawing } from './drawing.ts'

const { sanitize } = recordedServices()
const svg = (inside: string, attributes = 'viewBox="0 0 100 50"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`

describe('an inline SVG', () => {
  test('replaces its file only while the block still shows that file', () => {
    const props = { src: '/bee.svg', crop: { x: 1 }, tint: '#f00', drawing: null }
    const drawing = { viewBox: '0 0 1 1', markup: '<path/>' }
    expect(withDrawing(props, '/bee.svg', drawing)).toEqual({ src: '', crop: null, tint: '', drawing })
    expect(withDrawing(props, '/wasp.svg', drawing)).toBe(props)
  })

  const rainbow = drawingFrom(
    sanitize(
      svg(
        '<defs><linearGradient id="svg-g"><stop stop-color="#0F0"/><stop style="stop-color: blue;"/></linearGradient></defs>' +
          '<rect width="9" height="9" fill="#f00"/><path d="M0 0h5" style="fill: #F00; stroke: rgb(1, 2, 3);"/>' +
          '<circle r="4" fill="url(#svg-g)" stroke="none"/><text x="1" fill="inherit">a</text>',
      ),
    ),
    'k3',
  )!

  test('lists its colors, the most used first, and only colors', () => {
    expect(drawingColors(rainbow.markup)).toEqual(['#f00', '#0F0', 'blue', 'rgb(1, 2, 3)'])
  })

  test('replaces one of its colors by a theme color everywhere', () => {
    const next = recolored(rainbow.markup, '#f00', 'var(--r-accent-color)')
    expect(drawingColors(next)).toEqual(['var(--r-accent-color)', '#0F0', 'blue', 'rgb(1, 2, 3)'])
    expect(next).toContain('fill="var(--r-accent-color)"')
    expect(next).toContain('fill: var(--r-accent-color);')
    expect(sanitize(next.replace(/^/, '<svg viewBox="0 0 1 1">').concat('</svg>'))).toContain(next)
    expect(recolored(next, 'var(--r-accent-color)', '#f00').toLowerCase()).toBe(rainbow.markup.toLowerCase())
  })

  test('keeps its gradients separate from those of other SVGs', () => {
    expect(rainbow.markup).toContain('id="svg-k3-g"')
    expect(rainbow.markup).toMatch(/url\((?:&quot;)?#svg-k3-g/)
  })

  test('without any color is black, and can be recolored', () => {
    const plain = drawingFrom(sanitize(svg('<path d="M0 0h5v5z"/>', 'width="10" height="20"')), 'x')!
    expect(plain.viewBox).toBe('0 0 10 20')
    expect(drawingColors(plain.markup)).toEqual(['#000000'])
    expect(drawingFrom(sanitize(svg('<path d="M0 0h5" fill="none" stroke="red"/>')), 'x')!.markup).not.toContain(
      '#000000',
    )
  })

  test('is null if it is empty, has no size, or is too large for a slide', () => {
    expect(drawingFrom('<p>words</p>', 'x')).toBe(null)
    expect(drawingFrom(svg(''), 'x')).toBe(null)
    expect(drawingFrom(svg('<path d="M0 0h5"/>', ''), 'x')).toBe(null)
    expect(drawingFrom(svg(`<path d="${'M0 0'.repeat(30_000)}"/>`), 'x')).toBe(null)
  })
})
