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

const pageSize = '({ width: document.documentElement.scrollWidth, height: document.documentElement.scrollHeight })'

/** Pictures are at least this large, in px: browsers take no smaller ones. */
const leastSide = 1

/** Whether a place is on the page. Slides may have more than they show; browsers take no pictures out there. */
function isWithin({ x, y, width, height }: Raster['rect'], size: { width: number; height: number }): boolean {
  return x < size.width && y < size.height && x + width > 0 && y + height > 0
}

/**
 * Runs a measuring script (player/measure) in a page, and takes the pictures that it asks for, except those beside the
 * page. `expression`: what of it to call. `progress`: after each picture, from 0 to 1.
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
  const size = { width: 0, height: 0 }
  if (rasters.length > 0) Object.assign(size, await page.evaluate(pageSize))
  const pictures = new Map<number, Uint8Array>()
  for (const [index, { number, rect }] of rasters.entries()) {
    const clip = { ...rect, width: Math.max(leastSide, rect.width), height: Math.max(leastSide, rect.height) }
    if (!isWithin(clip, size)) continue
    await page.evaluate(`${measurer}.showOnly(${number})`)
    const options = { clip, fullPage: true, animations: 'disabled', caret: 'hide', type: 'png' } as const
    const picture = await page.screenshot({ ...options, omitBackground: true })
    pictures.set(number, new Uint8Array(picture))
    progress((index + 1) / rasters.length)
  }
  if (rasters.length > 0) await page.evaluate(`${measurer}.showOnly(null)`)
  return { scene, pictures }
}
