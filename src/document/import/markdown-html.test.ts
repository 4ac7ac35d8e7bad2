import { describe, expect, test } from 'vitest'
import { MarkdownError, markdownToHtml } from './markdown-html.ts'
import { markdownFileSections } from './markdown-slides.ts'

describe('hostile Markdown', () => {
  test.each([
    ['open emphases', '*a _b **c '.repeat(40_000)],
    ['emphases within words', '*a_'.repeat(40_000)],
    ['open underscores', 'a_'.repeat(40_000)],
    ['lines of one item', `- a\n${'b\n'.repeat(40_000)}`],
    ['quotes', '> '.repeat(40_000)],
    ['lists', `${'- '.repeat(40_000)}a`],
    ['slides', '---\n'.repeat(40_000)],
  ])('is refused once it would take long: %s', (_, text) => {
    expect(() => markdownFileSections(text)).toThrow(MarkdownError)
  })

  test('is refused with a message of one line', () => {
    const message = (text: string) => {
      try {
        return markdownFileSections(text)
      } catch (error) {
        return (error as Error).message
      }
    }
    expect(message('*a_'.repeat(40_000))).toMatch(/^A paragraph of the Markdown is too long[^\n]*$/)
    expect(message('> '.repeat(200))).toBe('The Markdown is nested too deeply to be read')
    expect(message('> '.repeat(50))).toContain('<blockquote>')
  })

  test.each([
    ['brackets', '['],
    ['code spans', '`a '],
    ['tags', '<a '],
    ['formulas', '\\[a'],
    ['comments', '\n\n<!-- .slide: a -->'],
    ['addresses', 'http://a.b '],
  ])('is read whole where it is not: %s', (_, text) => {
    expect(markdownFileSections(text.repeat(2_000)).length).toBeGreaterThan(2_000)
  })

  test('leaves addresses of more than 2,000 characters as text', () => {
    expect(markdownToHtml(`http://a/${'.,'.repeat(2_000)}`, false)).not.toContain('<a')
    expect(markdownToHtml(`http://a/${'b'.repeat(1_500)} c@d.ef`, false).match(/<a /g)).toHaveLength(2)
  })
})
