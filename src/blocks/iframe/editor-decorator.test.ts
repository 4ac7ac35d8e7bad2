// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { frameDecorator, restoreFrames } from './editor-decorator.ts'

test('a page within other markup is a placeholder on the canvas, and the page again before its markup is stored', () => {
  const markup = '<p>See</p><iframe src="https://www.a.example/b" title="A map"></iframe>'
  const wrapper = document.createElement('div')
  wrapper.innerHTML = markup
  frameDecorator.decorate(wrapper)
  expect(wrapper.querySelector('iframe')).toBeNull()
  expect(wrapper.querySelector('.frame-place')?.textContent).toBe('a.exampleA map')
  restoreFrames(wrapper)
  expect(wrapper.innerHTML).toBe(markup)
})
