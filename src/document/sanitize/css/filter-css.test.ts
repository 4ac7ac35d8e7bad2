import { describe, expect, it } from 'vitest'
import { SanitizeError } from '../sanitize-error.ts'
import { type FilterCssOptions, filterCss } from './filter-css.ts'

const filter = (css: string, options: Partial<FilterCssOptions> = {}) =>
  filterCss(css, { mediaHosts: ['*.localhost'], ...options })
const flat = (css: string, options: Partial<FilterCssOptions> = {}) =>
  filter(css, options)
    .css.replace(/\s*\n\s*/g, ' ')
    .trim()
const refusal = (css: string): string => {
  try {
    filter(css)
    return 'taken'
  } catch (error) {
    return error instanceof SanitizeError ? error.code : String(error)
  }
}

describe('the styles of a theme', () => {
  it.each([
    'h1, .reveal .slides section > p:first-child::before { color: red; content: "“"; }',
    '.a[href^="https"]:not(.b, .c):nth-child(2n+1) { margin: calc(1px + 2%) auto; }',
    '@media (min-width: 30em) and (orientation: landscape) { .a { display: grid; grid-template: "a b" 1fr / auto; } }',
    '@supports (display: grid) and (not (display: inline-grid)) { .a { float: none; } }',
    '@container card (width > 400px) { .a { font-size: 2cqi; } }',
    '@keyframes spin { from { transform: rotate(0deg); } 50%, to { transform: rotate(1turn); } }',
    '@layer base, theme; @layer theme { .a { color: #ff000080; } }',
    '@font-face { font-family: "A B"; src: url("https://fonts.gstatic.com/s/x.woff2") format("woff2"), local("A"); unicode-range: U+0025-00FF, U+4??; }',
    '.a { background: url("/m/a1b2.png") no-repeat, linear-gradient(to right, red, blue); }',
    '.a { --gap: 3px; padding: var(--gap, 4px); }',
    '.a { color: red; &:hover { color: blue; } .b & { color: green; } @media print { color: black; } }',
    '.ünïcode { font-family: Überschrift; }',
  ])('keep %s', (css) => {
    const result = filter(css)
    expect(result.removed).toEqual([])
    expect(flat(result.css)).toBe(css)
  })

  it('store uploaded media by path', () => {
    expect(flat('.a{background:url(http://d-1.localhost:3000/m/a1.png)}')).toBe('.a { background: url("/m/a1.png"); }')
  })

  it('lose external resources, with a report', () => {
    const { css, removed } = filter('@import "x.css"; .a { color: red; background: url(https://x.example/y.png) }')
    expect(css).toBe('.a {\ncolor: red;\n}\n')
    expect(removed.map(({ message }) => message)).toEqual([
      'Removed @import: this rule is not allowed.',
      'Removed background: styles may show only uploaded media.',
    ])
  })

  it('cannot end their style element', () => {
    expect(flat('.a{content:"</style><!--"}')).toBe('.a { content: "\\3c /style\\3e \\3c !--"; }')
  })

  it('get the closing brackets that the author omitted', () => {
    expect(flat('@media print{.a{color:rgb(1,2,3')).toBe('@media print { .a { color: rgb(1,2,3); } }')
  })
})

describe('styles on a page with our own content', () => {
  it('apply to the slides only', () => {
    expect(flat('h1::before, .reveal p > a:hover { color: red } :root, body { --a: 1px }', { scope: '.slides' })).toBe(
      'h1:where(.slides, .slides *)::before, .reveal p > a:hover:where(.slides, .slides *) { color: red; } .slides, .slides { --a: 1px; }',
    )
  })

  it('apply to the slides only inside media queries, and nested rules stay unchanged', () => {
    expect(flat('@media print { h1 { color: red; &:hover { color: blue } } }', { scope: '.slides' })).toBe(
      '@media print { h1:where(.slides, .slides *) { color: red; &:hover { color: blue; } } }',
    )
  })

  it('leave animations and fonts unchanged', () => {
    expect(flat('@keyframes a { from { left: 0 } }', { scope: '.slides' })).toBe('@keyframes a { from { left: 0; } }')
  })
})

describe('CSS beyond a limit is refused with a reason', () => {
  it.each([
    ['too-large', `/*${'x'.repeat(512_000)}*/`],
    ['too-many-rules', 'a{b:c}'.repeat(5_001)],
    ['too-many-rules', `${'.aaaaaaaaaa,'.repeat(6_000)}b{c:d}`],
  ])('%s', (code, css) => expect(refusal(css)).toBe(code))

  it('rules that are nested too deeply are dropped', () => {
    expect(flat(`${'a{'.repeat(7)}b:c`)).toBe('')
    expect(filter(`${'a{'.repeat(7)}b:c`).removed[0]?.message).toContain('nested more than 5 deep')
  })
})
