import { newBlockId } from '../src/document/ids.ts'

function textBlock(left: number, top: number, width: number, html: string): string {
  return `<div class="block" data-block-type="text" data-block-id="${newBlockId()}" style="left: ${left}px; top: ${top}px; width: ${width}px; height: auto;"><div class="block-content" style="padding: 10px;">${html}</div></div>`
}

/** Slides of a typical deck: each with a title, and a picture of shapes or a list. */
export function benchSlides(count: number): string {
  const points = (n: number) =>
    [1, 2, 3, 4].map((i) => `<li>Point ${i} of slide ${n}, with a few more words to read in it</li>`).join('')
  const slide = (n: number) => {
    const title = textBlock(80, 60, 800, `<h2>Slide ${n}: what it is about</h2>`)
    const left = textBlock(80, 200, 480, `<ul>${points(n)}</ul>`)
    const right = textBlock(
      600,
      220,
      300,
      `<p>A few sentences beside the points, as people write them: some longer, some short.</p>`,
    )
    return `<section>${title}\n${left}\n${right}</section>`
  }
  return Array.from({ length: count }, (_, n) => slide(n + 1)).join('\n')
}

/** Dense slides: this many texts on each, in a grid. */
export function fullSlides(count: number, blocks: number): string {
  const columns = Math.ceil(Math.sqrt(blocks))
  const width = Math.floor(880 / columns)
  const height = Math.floor(620 / Math.ceil(blocks / columns))
  const slide = (n: number) => {
    const texts = Array.from({ length: blocks }, (_, i) => {
      const [left, top] = [40 + (i % columns) * width, 40 + Math.floor(i / columns) * height]
      return textBlock(left, top, width - 10, `<p>${n}.${i + 1} a few words</p>`)
    })
    return `<section>${texts.join('\n')}</section>`
  }
  return Array.from({ length: count }, (_, n) => slide(n + 1)).join('\n')
}
