import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { expect } from './journey.ts'

// axe-core is called directly: its Playwright builder injects half a megabyte into the page and all its frames for each
// check. Frames are not checked: slides are their author's, and the frame elements are in the page itself.
const source = readFileSync(
  createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
)

/** The rules whose results depend on colors. */
const colorRules: readonly string[] = ['color-contrast', 'link-in-text-block']

/** Rules that axe runs only on demand: speech input uses the words that a control shows. */
const moreRules: RunOptions['rules'] = { 'label-content-name-mismatch': { enabled: true } }

/** Serious and critical violations in a part of the page (a selector), for some rules or all. */
async function faults(page: Page, part: string, rules: readonly string[] | null): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  return page.evaluate(
    async ([include, only, rules]) => {
      const { axe } = window as unknown as { axe: { run(part: object, options: RunOptions): Promise<AxeResults> } }
      const options: RunOptions = { iframes: false, resultTypes: ['violations'], rules }
      if (only) options.runOnly = { type: 'rule', values: [...only] }
      const { violations } = await axe.run({ include: [include] }, options)
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => {
          const places = nodes.map(
            ({ target, html, failureSummary }) => `${target} ${html.slice(0, 200)} ${failureSummary}`,
          )
          return `${id}: ${places.join('; ')}`
        })
    },
    [part, rules, moreRules] as const,
  )
}

/**
 * Waits until the next page is there, and no transition is running, neither of a popup nor of the page's colors:
 * half-faded text has half its contrast.
 */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('[data-starting-style], [aria-label="Loading the page"]') === null &&
      document
        .getAnimations()
        .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime))
        .every((animation) => animation.playState !== 'running'),
  )
}

/** Violations in each color scheme. */
export interface Faults {
  readonly light: readonly string[]
  readonly dark: readonly string[]
}

/**
 * Checks for serious accessibility violations: all rules in the current color scheme, then the color rules in the
 * other. The page stays in that scheme; the next check begins with it. `part`: a selector; default: the page. The
 * browser must use reduced motion.
 */
export async function faultsOf(page: Page, part = 'html'): Promise<Faults> {
  const colors = () =>
    page.evaluate(() => ({
      dark: matchMedia('(prefers-color-scheme: dark)').matches,
      ground: getComputedStyle(document.body).backgroundColor,
    }))
  await settled(page)
  const first = await colors()
  const own = await faults(page, part, null)
  await page.emulateMedia({ colorScheme: first.dark ? 'light' : 'dark' })
  await settled(page)
  const second = await colors()
  expect(second.dark).toBe(!first.dark)
  expect(second.ground, 'the page in the other colors').not.toBe(first.ground)
  const other = await faults(page, part, colorRules)
  return first.dark ? { light: other, dark: own } : { light: own, dark: other }
}
