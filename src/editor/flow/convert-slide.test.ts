// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { styleAsStack } from './convert-slide.ts'

test('a slide is measured with what styles find at its stack, and the next one without', () => {
  const around = document.createElement('div')
  around.className = 'slides'
  styleAsStack(around, { class: 'tools wide', style: 'color: red;', 'data-transition': 'fade', 'data-l-id': 'part' })
  expect(around.outerHTML).toBe('<div class="slides tools wide" style="color: red;" data-l-id="part"></div>')
  styleAsStack(around, {})
  expect(around.outerHTML).toBe('<div class="slides"></div>')
})
