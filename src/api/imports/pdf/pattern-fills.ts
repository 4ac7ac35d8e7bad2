import type { SlideSize } from '../../../rules/slide-size.ts'
import { drawPage, type Pixels } from './draw-page.ts'
import { type Bounds, type PageObject, setActive } from './page-objects.ts'
import type { Pdfium } from './pdfium.ts'

/** The colors that PDFium names for gradients and other patterns. */
const patternColors = ['#ffffff', '#bfbfbf']
/** The longest side of the drawing in which patterns are looked for, in px. */
const side = 240

/** Whether a pixel within the bounds has none of these colors. */
function hasOther({ width, height, data }: Pixels, bounds: Bounds, page: SlideSize): boolean {
  const [across, down] = [width / page.width, height / page.height]
  const [left, right] = [
    Math.max(0, Math.ceil(bounds.left * across)),
    Math.min(width, Math.floor(bounds.right * across)),
  ]
  const top = Math.max(0, Math.ceil((page.height - bounds.top) * down))
  const bottom = Math.min(height, Math.floor((page.height - bounds.bottom) * down))
  for (let y = top; y < bottom; y += 1) {
    for (let at = (y * width + left) * 3; at < (y * width + right) * 3; at += 3) {
      const [red, green, blue] = [data[at]!, data[at + 1]!, data[at + 2]!]
      // Between these two colors are those of edges.
      if (red < 0xbe || red !== green || green !== blue) return true
    }
  }
  return false
}

/**
 * The objects that are filled with a gradient or another pattern. PDFium names a color for them, too, so objects of that
 * color are drawn to see whether they have it.
 */
export function patternFilled(
  pdfium: Pdfium,
  page: SlideSize & { readonly page: number },
  objects: readonly PageObject[],
  fillOf: (object: PageObject) => string | null,
): ReadonlySet<PageObject> {
  const doubtful = objects.filter((object) => patternColors.includes(fillOf(object) ?? ''))
  if (doubtful.length === 0) return new Set()
  const looked = new Set(doubtful)
  const others = objects.filter((object) => !looked.has(object))
  setActive(pdfium, others, false)
  const scale = side / Math.max(page.width, page.height)
  const size = { width: Math.ceil(page.width * scale), height: Math.ceil(page.height * scale) }
  const drawn = drawPage(pdfium, page.page, size)
  setActive(pdfium, others, true)
  return new Set(doubtful.filter(({ bounds }) => hasOther(drawn, bounds, page)))
}
