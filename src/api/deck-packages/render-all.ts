import { type RenderedSlides, renderedSlides } from '../../blocks/rendered-slides.ts'

/** Characters of all rendered slides: formulas become a hundred times as long as their source. */
const longest = 100_000_000

/** Rendered slides by id; null: they are too long. */
export type Rendered = Readonly<Record<string, RenderedSlides>> | null

export async function renderAll(slides: Readonly<Record<string, string>>): Promise<Rendered> {
  const rendered: Record<string, RenderedSlides> = {}
  let sum = 0
  for (const [id, html] of Object.entries(slides)) {
    const slide = await renderedSlides(html)
    rendered[id] = slide
    sum += slide.html.length
    if (sum > longest) return null
  }
  return rendered
}
