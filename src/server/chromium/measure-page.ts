import type { Page } from 'playwright-core'

/** A picture to take: its number, and its place on the page in px. */
interface Raster {
  readonly number: number
  readonly rect: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
}

/** What a measuring script returned, and the pictures that it asked for, by number. */
export interface Measured {
  readonly scene: unknown
  readonly pictures: ReadonlyMap<number, Uint8Array>
}

/** The script's functions, by the name under which it puts them into the page. */
const measurer = 'lecternMeasure'

/** Pictures are at least this large, in px: browsers take no smaller ones. */
const leastSide = 1

/**
 * Runs a measuring script (player/measure) in a page, and takes the pictures that it asks for. `expression`: what of it to
 * call. `progress`: after each picture, from 0 to 1.
 */
export async function measurePage(
  page: Page,
  script: string,
  expression = `${measurer}.measureSheets()`,
  progress: (share: number) => void = () => {},
): Promise<Measured> {
  await page.evaluate(`(()=>{${script}})()`)
  const scene: unknown = await page.evaluate(expression)
  const rasters = (scene as { readonly rasters: readonly Raster[] }).rasters
  const pictures = new Map<number, Uint8Array>()
  for (const [index, { number, rect }] of rasters.entries()) {
    await page.evaluate(`${measurer}.showOnly(${number})`)
    const clip = { ...rect, width: Math.max(leastSide, rect.width), height: Math.max(leastSide, rect.height) }
    const options = { clip, fullPage: true, animations: 'disabled', caret: 'hide', type: 'png' } as const
    const picture = await page.screenshot({ ...options, omitBackground: true })
    pictures.set(number, new Uint8Array(picture))
    progress((index + 1) / rasters.length)
  }
  if (rasters.length > 0) await page.evaluate(`${measurer}.showOnly(null)`)
  return { scene, pictures }
}
