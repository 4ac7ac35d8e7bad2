import { expect, test } from 'vitest'
import { scriptedSlides } from './scripted-slides.ts'

const slides = [
  { html: '<section data-id="a"><p class="block">Plain</p></section>', id: 'a', number: '1' },
  { html: '<section data-id="b"><div class="ticker"></div></section>', id: 'b', number: '2.1' },
  { html: '<section data-id="c"><p data-countdown="9">9</p></section>', id: 'c', number: '3' },
]

test('slides with names that the theme’s scripts mention are reported', () => {
  const js = "for (const one of document.querySelectorAll('.ticker, [data-countdown]')) run(one)"
  expect(scriptedSlides({ themeScripts: js }, slides).map(({ slide }) => slide)).toEqual(['2.1', '3'])
})

test('scripts that name nothing of the slides are reported for the deck', () => {
  expect(scriptedSlides({ themeScripts: 'section(block)' }, slides)).toMatchObject([{ slide: null }])
  expect(scriptedSlides({ themeScripts: null }, slides)).toEqual([])
})
