import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { grammarNames, grammarOf } from './code-languages.ts'
import { highlightLines, prepareLanguage } from './highlight-lines.ts'

const again = (lines: { text: string }[][]): string =>
  lines.map((line) => line.map((token) => token.text).join('')).join('\n')
const sample = `#!/usr/bin/env x
/* a < b && "c" */ def f(n): # one
  <p class="x">{{ y }}</p> $z = [1, 2.5e3, 'it''s'];
-- end \\LaTeX{} | @media { a: b } => \u00e9 \ud83d\ude00
`

describe('code on a slide', () => {
  beforeAll(() => Promise.all(grammarNames.map(prepareLanguage)))

  test.each(grammarNames)('keeps every character in %s', (grammar) => {
    expect(again(highlightLines(sample, grammar))).toBe(sample)
  })

  test('keeps every character of any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 200 }),
        fc.constantFrom(...grammarNames),
        (code, grammar) => {
          expect(again(highlightLines(code, grammar))).toBe(code)
        },
      ),
      { numRuns: 500, seed: 7 },
    )
  })

  test('is tokenized correctly, within lines and across them', () => {
    const lines = highlightLines('def f(n):\n    """Two\n    lines"""', 'python')
    expect(lines[0]).toContainEqual({ text: 'def', kinds: ['keyword'] })
    expect(lines[1]!.at(-1)).toEqual({ text: '"""Two', kinds: ['string'] })
    expect(lines[2]).toEqual([{ text: '    lines"""', kinds: ['string'] }])
  })

  test('is highlighted under common names, and stays plain for unknown ones', () => {
    expect(['JS', 'c++', 'html', 'Python', 'toml'].map(grammarOf)).toEqual([
      'javascript',
      'cpp',
      'xml',
      'python',
      'ini',
    ])
    expect(['klingon', '', '__proto__', 'constructor'].map(grammarOf)).toEqual([null, null, null, null])
    expect(highlightLines('a\n\nb', null)).toEqual([[{ text: 'a', kinds: [] }], [], [{ text: 'b', kinds: [] }]])
  })
})
