// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { newDeckSettings } from '../../rules/deck-columns.ts'
import { testSlide } from '../../testing/editor-decks.ts'
import { addOpenTheme, openThemes } from '../themes/open-themes.ts'
import { openCanvasFrame } from './canvas-frame.ts'
import { addCanvasTheme } from './canvas-theme.ts'

const theme = {
  ...{ id: 7, version: 1, name: 'Brand', palette: '', snippets: [] },
  ...{
    html: '<p>Logo</p><script>x()</script>',
    css: 'h1{color:red}',
    variables: { '--l-accent-2': '#123456' },
    footer: '',
  },
} as const

beforeEach(() => {
  document.head.replaceChildren()
  openThemes.set(new Map())
})

function shown() {
  const box = document.createElement('div')
  const changes: number[] = []
  const canvas = addCanvasTheme(document, box, () => changes.push(1))
  const styles = () => [...document.head.querySelectorAll('style')].map((style) => style.textContent).join('\n')
  return { box, canvas, changes, styles }
}

test('the canvas has a theme’s styles, roles and markup, and never its scripts', () => {
  const { box, canvas, styles } = shown()
  addOpenTheme(theme)
  canvas.apply({ ...newDeckSettings, theme_id: 7 })
  expect(styles()).toMatch(/--l-accent-2:#123456[\s\S]*h1\{color:red\}/)
  expect(box.innerHTML).toBe('<p>Logo</p>')
  canvas.apply(newDeckSettings)
  expect(styles()).not.toContain('color:red')
  expect(box.innerHTML).toBe('')
})

test('a theme that is loaded later is shown at once', () => {
  const { box, canvas, changes } = shown()
  canvas.apply({ ...newDeckSettings, theme_id: 7 })
  expect([box.innerHTML, changes.length]).toEqual(['', 0])
  addOpenTheme(theme)
  expect([box.innerHTML, changes.length]).toEqual(['<p>Logo</p>', 1])
})

test('a slide’s own background covers the theme’s markup, as in the player', () => {
  addOpenTheme(theme)
  const frame = openCanvasFrame(document.implementation.createHTMLDocument())
  frame.show(
    { ...testSlide(1), attributes: { 'data-background-color': '#102030' } },
    { ...newDeckSettings, theme_id: 7 },
  )
  const paper = frame.document.querySelector('.canvas-slide > .reveal-viewport')!
  expect([...paper.children].map(({ className }) => className)).toEqual(['theme-html', 'slide-background'])
  expect(paper.firstElementChild?.innerHTML).toBe('<p>Logo</p>')
})
