import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { expect } from './journey.ts'

// The examiner is asked directly: the builder around it reads it anew, half a megabyte, into the page and all its
// frames for each look. It looks into no frame: the slides are their author's, and the frames around them stand in the
// page itself.
const source = readFileSync(
  createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
)

/** The rules that can say something else in other colors. */
const colorRules: readonly string[] = ['color-contrast', 'link-in-text-block']

/** What is serious or critical of what is found in a part of the page (a selector), by some rules or all. */
async function faults(page: Page, part: string, rules: readonly string[] | null): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  return page.evaluate(
    async ([include, only]) => {
      const { axe } = window as unknown as { axe: { run(part: object, options: RunOptions): Promise<AxeResults> } }
      const options: RunOptions = { iframes: false, resultTypes: ['violations'] }
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
    [part, rules] as const,
  )
}

/** Waits until nothing fades any more, be it a popup that opens or the colors of the page: what is half faded has half its contrast. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('[data-starting-style]') === null &&
      document
        .getAnimations()
        .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime))
        .every((animation) => animation.playState !== 'running'),
  )
}

/** What was found in each of the two sets of colors. */
export interface Faults {
  readonly light: readonly string[]
  readonly dark: readonly string[]
}

/**
 * Looks for serious faults of accessibility: by all rules in the colors that the page has, then in the others by those
 * about colors, since nothing else is another. It stays in these: the next look begins with them. `part`: a selector;
 * all of the page when missing. The browser is opened with reduced motion.
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
  expect(second.ground, 'the page in the other colours').not.toBe(first.ground)
  const other = await faults(page, part, colorRules)
  return first.dark ? { light: other, dark: own } : { light: own, dark: other }
}
