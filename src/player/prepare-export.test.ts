// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { linkSheets } from './link-sheets.ts'
import { splitSteps } from './split-steps.ts'

function show(...sheets: string[]): void {
  document.body.innerHTML = sheets
    .map(
      (html, at) =>
        `<article class="sheet" id="sheet-${at + 1}" data-slide="${at + 1}"><section>${html}</section></article>`,
    )
    .join('')
}

const visible = (text: string, sheet: Element) => {
  const element = Array.from(sheet.querySelectorAll<HTMLElement>('.fragment')).find((one) => one.textContent === text)
  return element?.style.visibility === 'inherit'
}

beforeEach(() => {
  globalThis.CSS ??= { escape: (text: string) => text } as typeof CSS
})

test('a slide has a sheet for each step, on which what has appeared is visible', () => {
  show(
    '<p>Always</p>',
    '<p class="fragment" data-fragment-index="1">second</p><p class="fragment" data-fragment-index="0">first</p><p class="fragment fade-out">last</p>',
  )
  splitSteps(document)
  const sheets = [...document.querySelectorAll('.sheet')]
  expect(sheets.map((sheet) => sheet.getAttribute('data-slide'))).toEqual(['1', '2', '2', '2', '2'])
  const shown = sheets.slice(1).map((sheet) => ['first', 'second', 'last'].filter((text) => visible(text, sheet)))
  expect(shown).toEqual([['last'], ['first', 'last'], ['first', 'second', 'last'], ['first', 'second']])
  expect(document.querySelectorAll('[id="sheet-2"]')).toHaveLength(1)
})

test('each step of code is a sheet, on which its lines are lit', () => {
  const lines = ['a', 'b', 'c'].map((line) => `<span class="code-line">${line}</span>`).join('')
  show(`<div><pre><code data-line-numbers="1|2-3|">${lines}</code></pre></div><p class="fragment">after</p>`)
  splitSteps(document)
  const sheets = [...document.querySelectorAll('.sheet')]
  const lit = sheets.map((sheet) => [...sheet.querySelectorAll('.is-lit')].map((line) => line.textContent).join(''))
  expect(lit).toEqual(['a', 'bc', '', ''])
  expect(sheets.map((sheet) => visible('after', sheet))).toEqual([false, false, false, true])
})

test('links to slides lead to their sheets, by number or name; others stay', () => {
  show(
    '<a href="#/1">two</a><a href="#/end">end</a><a href="#/9">none</a><a href="https://a.example/">out</a>',
    '<p id="end">x</p>',
  )
  linkSheets(document)
  const links = [...document.querySelectorAll('a')].map((link) => link.getAttribute('href'))
  expect(links).toEqual(['#sheet-2', '#sheet-2', '#/9', 'https://a.example/'])
})
