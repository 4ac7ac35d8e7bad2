import { expect, it } from 'vitest'
import { htmlAttacks } from '../../testing/attacks/corpus.ts'
import { sheetAttacks } from '../../testing/attacks/css-attacks.ts'
import { brokenCssLaws } from '../../testing/attacks/css-laws.ts'
import { randomCss } from '../../testing/attacks/fuzz-css.ts'
import { randomHtml } from '../../testing/attacks/fuzz-html.ts'
import { largeMarkup } from '../../testing/attacks/large-markup.ts'
import { brokenLaws } from '../../testing/attacks/laws.ts'
import { filterCss } from './css/filter-css.ts'
import { type SanitizeContext, sanitize } from './sanitize.ts'
import { SanitizeError } from './sanitize-error.ts'

const options = { customClasses: true, mediaHosts: ['*.localhost'], appHosts: ['localhost'] }
const cleaning = (context: SanitizeContext) => (html: string) => sanitize(html, { ...options, context }).html
const filter = (css: string) => filterCss(css, { mediaHosts: ['*.localhost'] }).css
const contexts: SanitizeContext[] = ['slide', 'theme-html', 'import']

const failures = (sources: readonly string[], broken: (source: string) => string[]) =>
  sources.flatMap((source) => broken(source).map((law) => `${law}: ${source.slice(0, 300)}`))
const sources = htmlAttacks.map(({ source }) => source)

it('the corpus has more than 1500 distinct attacks, each with a unique name', () => {
  expect(new Set(sources).size).toBeGreaterThan(1500)
  expect(new Set(htmlAttacks.map(({ name }) => name)).size).toBe(htmlAttacks.length)
})

it.each(contexts)('no known attack breaks an invariant in %s', (context) => {
  expect(failures(sources, (source) => brokenLaws(source, cleaning(context)))).toEqual([])
})

// The first of many seeds that `npm run attack` tries.
it('no random markup breaks an invariant of the sanitizer', () => {
  const random = Array.from({ length: 5_000 }, (_, seed) => randomHtml(seed + 1))
  expect(failures(random, (source) => brokenLaws(source, cleaning('slide')))).toEqual([])
}, 120_000)

// Found by long runs; each once broke an invariant.
it.each([150_256, 3_306_220])('random markup with seed %i breaks no invariant any more', (seed) => {
  expect(brokenLaws(randomHtml(seed), cleaning('slide'))).toEqual([])
})

it('at least nine in ten attacks break an invariant if nothing is sanitized', () => {
  const noticed = sources.filter((source) => brokenLaws(source, (html) => html).length > 0)
  expect(noticed.length).toBeGreaterThan(sources.length * 0.9)
})

it('no known style sheet attack breaks an invariant', () => {
  expect(
    failures(
      sheetAttacks.map(({ source }) => source),
      (source) => brokenCssLaws(source, filter),
    ),
  ).toEqual([])
})

it('no random style sheet breaks an invariant', () => {
  const random = Array.from({ length: 3_000 }, (_, seed) => randomCss(seed + 1))
  expect(failures(random, (source) => brokenCssLaws(source, filter))).toEqual([])
}, 120_000)

it('style sheet attacks break invariants if nothing is filtered', () => {
  const noticed = sheetAttacks.filter(({ source }) => brokenCssLaws(source, (css) => css).length > 0)
  expect(noticed.length).toBeGreaterThan(sheetAttacks.length * 0.7)
})

// bench/sanitize.ts measures the time.
it.each(largeMarkup())('a megabyte of $name is sanitized without growing, or refused with a message', ({ source }) => {
  try {
    const cleaned = cleaning('slide')(source)
    expect(cleaned.length).toBeLessThanOrEqual(source.length * 1.2 + 1_000)
  } catch (error) {
    expect(error).toBeInstanceOf(SanitizeError)
    expect((error as SanitizeError).message).toMatch(/^[A-Z].+/)
  }
})
