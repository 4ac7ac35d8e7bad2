import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { fragmentClasses, fragmentStyles } from './fragment-styles.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8').replace(/\s+/g, ' ')
const revealCss = readFileSync(createRequire(import.meta.url).resolve('reveal.js/reveal.css'), 'utf8')

describe('a fragment style', () => {
  test.each(fragmentStyles.filter(({ from }) => from))(
    '$id starts at the same offset as in the style sheets',
    ({ id, from }) => {
      const [x, y] = (from as string).split(' ')
      expect(revealCss).toContain(`.fragment.${id}{transform:${x === '0' ? `translateY(${y})` : `translate(${x})`}}`)
      const rotated = `.block.fragment.${id}[style*="rotate("]:not(.visible) { translate: ${from}; }`
      expect(read('../blocks/fragment-styles.css')).toContain(rotated)
    },
  )

  test.each(fragmentStyles.filter(({ leaves }) => leaves === 'own'))(
    '$id is visible before the player starts, and is not printed',
    ({ id }) => {
      expect(read('../player/first-paint.css')).toMatch(new RegExp(`\\.fragment:not\\([^)]*\\.${id}\\b`))
      expect(read('../player/print.css')).toMatch(new RegExp(`\\.fragment:not\\([^)]*\\.${id}\\b`))
    },
  )

  test('is visible before the player starts if reveal.js shows it before its step', () => {
    const visible = /[^{}]*(?=\{opacity:1;visibility:inherit\})/g
    const rules = (revealCss.match(visible) ?? []).join(',')
    const shown = fragmentClasses.filter((id) => id !== '' && new RegExp(`\\.fragment\\.${id}(?=,|$)`).test(rules))
    const [, hidden = ''] = /\.fragment:not\(([^)]*)\)/.exec(read('../player/first-paint.css')) ?? []
    expect(hidden.split(',').map((name) => name.trim().slice(1))).toEqual(expect.arrayContaining(shown))
    expect(shown).toHaveLength(11)
  })

  test('has its own class in the style sheet of reveal.js', () => {
    for (const name of fragmentClasses) if (name !== '') expect(revealCss, name).toContain(`.fragment.${name}`)
    expect(new Set(fragmentClasses).size).toBe(fragmentClasses.length)
  })
})
