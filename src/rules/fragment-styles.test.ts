import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { fragmentClasses, fragmentLooks, fragmentStyles, fragmentVisibility } from './fragment-styles.ts'

const blocksCss = readFileSync(new URL('../blocks/fragment-styles.css', import.meta.url), 'utf8').replace(/\s+/g, ' ')
const revealCss = readFileSync(createRequire(import.meta.url).resolve('reveal.js/reveal.css'), 'utf8')

describe('a fragment style', () => {
  test.each(fragmentStyles.filter(({ before }) => before))(
    '$id starts as in the style sheets',
    ({ id, before = {} }) => {
      for (const [property, value] of Object.entries(before))
        expect(blocksCss).toContain(` ${property}: var(--fragments,) ${value};`)
      if (!revealCss.includes(`.fragment.${id}`)) return
      const [x, y] = (before.translate ?? '').split(' ')
      expect(revealCss).toContain(`.fragment.${id}{transform:${x === '0' ? `translateY(${y})` : `translate(${x})`}}`)
      expect(blocksCss).toContain(
        `.block.fragment.${id}[style*="rotate("]:not(.visible) { translate: var(--fragments,) ${before.translate}; }`,
      )
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
    const isVisible = (id: string) => ['before', 'always'].includes(fragmentVisibility(id))
    expect(fragmentClasses.filter(isVisible).toSorted()).toEqual(shown.toSorted())
  })

  test('looks after its step as in reveal.js, where the preview changes it', () => {
    const declared = {
      color: 'color:',
      opacity: 'opacity:',
      scale: 'transform:scale(',
      textDecoration: 'text-decoration:',
    }
    for (const id of fragmentClasses) {
      for (const [property, value] of Object.entries(fragmentLooks(id).after)) {
        const start = declared[property as keyof typeof declared]
        expect(revealCss, id).toContain(`.fragment.${id}.visible{${start}${value}`)
      }
    }
  })

  test('has no declaration of its own where all fragments are shown', () => {
    const [, ...rules] = blocksCss.replace(/\/\*.*?\*\//g, '').split('{')
    const declarations = rules.flatMap((rule) => rule.split('}')[0]?.split(';') ?? []).map((one) => one.trim())
    for (const one of declarations) expect(one).toMatch(/^$|^--(?:opacity|visibility)-before: |: var\(--fragments,\) /)
    for (const sheet of ['canvas', 'print']) {
      const css = readFileSync(new URL(`../player/${sheet}.css`, import.meta.url), 'utf8')
      expect(css, sheet).toMatch(/\.reveal \{\s*--fragments: shown;/)
    }
  })

  test('has a class of its own in a style sheet, reveal.js’s or that of the blocks', () => {
    for (const name of fragmentClasses)
      if (name !== '') expect(revealCss + blocksCss, name).toContain(`.fragment.${name}`)
    expect(new Set(fragmentClasses).size).toBe(fragmentClasses.length)
  })
})
