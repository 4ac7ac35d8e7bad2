import { expect, test } from 'vitest'
import { checkStyles, exceptions, queryProblems, scaleOf, styleProblems } from './check-styles.ts'

const scale = scaleOf(':root { --space-2: 8px; --radius-s: 6px; --text-m: 1rem; --text-2xl: clamp(1rem, 2vw, 2rem); }')
const path = 'src/ui/thing.module.css'
const problems = (css: string, file = path) => styleProblems(file, css, scale)

test.each([
  ['color: #fff', 'src/ui/tokens.css'],
  ['background: light-dark(rgb(0 0 0 / 5%), var(--page))', 'rgb( is a literal'],
  ['--own: #14201b', 'src/ui/tokens.css'],
  ['border: 1px solid hsl(0 0% 0%)', 'src/ui/tokens.css'],
  ['color: white', 'src/ui/tokens.css'],
  ['z-index: 2', '--layer-'],
  ['padding: 0 8px', 'var(--space-2)'],
  ['gap: 8px', 'var(--space-2)'],
  ['border-radius: 6px', 'var(--radius-s)'],
  ['font-size: 1rem', 'var(--text-m)'],
  ['margin-left: 3px', 'margin-inline-start'],
  ['border-right-color: var(--line)', 'border-inline-end-color'],
  ['border-top-left-radius: 2px', 'border-start-start-radius'],
  ['right: 0', 'inset-inline-end'],
  ['text-align: left', 'start'],
  ['float: right', 'inline-end'],
  ['padding: 0 1px 0 calc(2px + 1px)', 'padding-inline'],
])('%s is a problem, and the message says what to write', (declaration, instead) => {
  const found = problems(`.a {\n  ${declaration};\n}`)
  expect(found).toHaveLength(1)
  expect(found[0]).toMatch(/^src\/ui\/thing\.module\.css:2 /)
  expect(found[0]).toContain(instead)
})

test.each([
  'color: var(--text)',
  'background: transparent',
  'color: currentColor',
  'white-space: nowrap',
  'z-index: 1',
  'z-index: var(--layer-menu)',
  'padding: 5px var(--space-2)',
  'gap: clamp(8px, 2vmin, 24px)',
  'margin: 0 1px 2px 1px',
  'width: 8px',
  'left: 50%',
  'padding-right: env(safe-area-inset-right)',
  'text-align: center',
  'top: 0',
])('%s is no problem', (declaration) => {
  expect(problems(`.a { ${declaration}; }`)).toEqual([])
})

test.each(['(max-width: 719px)', '(width < 800px)', '(min-width: 720px)', '(max-height: 500px)', '(max-width: 45rem)'])(
  '%s is no breakpoint, in media and in container queries',
  (query) => {
    expect(problems(`@media ${query} { .a { top: 0 } }`)[0]).toContain('src/ui/breakpoints.ts')
    expect(problems(`@container panel ${query} { .a { top: 0 } }`)[0]).toContain('src/ui/breakpoints.ts')
  },
)

test.each([
  '(max-width: 720px)',
  '(min-width: 721px), (min-width: 561px) and (max-height: 520px)',
  '(width < 850px)',
  '(pointer: coarse)',
  '(max-aspect-ratio: 4 / 5)',
])('%s is a breakpoint', (query) => {
  expect(problems(`@media ${query} { .a { top: 0 } }`)).toEqual([])
})

test('scripts take breakpoints from their home', () => {
  expect(queryProblems('src/web/a.ts', "\nmatchMedia('(max-width: 720px)')")[0]).toMatch(/^src\/web\/a\.ts:2 /)
  expect(queryProblems('src/web/a.ts', 'matchMedia(`(max-width: $' + '{breakpoints.small}px)`)')).toEqual([])
  expect(queryProblems('src/web/a.ts', "matchMedia('(pointer: coarse)')")).toEqual([])
})

test('an exception leaves out only its own rules', () => {
  expect(problems('.a { left: 3px; color: #fff; z-index: 2; }', 'src/editor/canvas/canvas.module.css')).toHaveLength(1)
  expect(problems('.a { color: #fff; left: 3px; }', 'src/ui/logo.module.css')).toHaveLength(1)
  expect(problems('.a { left: 3px; color: #fff; z-index: 40; }', 'src/player/frame.css')).toEqual([])
})

test('every style of the project keeps the rules, and every exception has a reason', () => {
  expect(checkStyles('.')).toEqual([])
  expect(exceptions.every(({ why }) => why.length > 10)).toBe(true)
})
