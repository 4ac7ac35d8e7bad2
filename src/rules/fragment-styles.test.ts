import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { fragmentClasses, fragmentStyles } from './fragment-styles.ts'

const blocksCss = readFileSync(new URL('../blocks/fragment-styles.css', import.meta.url), 'utf8').replace(/\s+/g, ' ')
const revealCss = readFileSync(createRequire(import.meta.url).resolve('reveal.js/reveal.css'), 'utf8')

describe('a fragment style', () => {
  test.each(fragmentStyles.filter(({ id, before }) => before?.translate && revealCss.includes(`.fragment.${id}`)))(
    '$id starts at the same offset as in the style sheets',
    ({ id, before }) => {
      const translate = before?.translate ?? ''
      const [x, y] = translate.split(' ')
      expect(revealCss).toContain(`.fragment.${id}{transform:${x === '0' ? `translateY(${y})` : `translate(${x})`}}`)
      expect(blocksCss).toContain(`.block.fragment.${id}[style*="rotate("]:not(.visible) { translate: ${translate}; }`)
    },
  )

  test('is visible before the player starts exactly if reveal.js shows it before its step', () => {
    const visible = /[^{}]*(?=\{opacity:1;visibility:inherit\})/g
    const rules = (revealCss.match(visible) ?? []).join(',')
    const shown = fragmentClasses.filter((id) => id !== '' && new RegExp(`\\.fragment\\.${id}(?=,|$)`).test(rules))
    const [, listed = ''] = /\.fragment:is\(([^)]*)\)/.exec(blocksCss) ?? []
    expect(
      listed
        .split(',')
        .map((name) => name.trim().slice(1))
        .sort(),
    ).toEqual(shown.toSorted())
    expect(shown).toEqual(
      expect.arrayContaining(fragmentStyles.flatMap(({ id, leaves }) => (leaves === 'own' ? id : []))),
    )
  })

  test('has a class of its own in a style sheet, reveal.js’s or that of the blocks', () => {
    for (const name of fragmentClasses)
      if (name !== '') expect(revealCss + blocksCss, name).toContain(`.fragment.${name}`)
    expect(new Set(fragmentClasses).size).toBe(fragmentClasses.length)
  })
})
