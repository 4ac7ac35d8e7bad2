import { expect, test } from 'vitest'
import { parseSlides } from '../../document/parse-slides.ts'
import { renderSlides } from '../../document/render-slides.ts'
import { blocks } from '../index.ts'

/** A slide with a table whose cells claim `span` columns and rows each, with as many rows as required. */
function slideOf(cells: number, span: number, lines: number): string {
  const row = `<tr>${`<td colspan="${span}" rowspan="${span}"></td>`.repeat(cells)}</tr>`
  const block = `<div class="block" data-block-type="table" style="left: 0px; top: 0px; width: 800px"><table class="block-content"><tbody>${row}${'<tr></tr>'.repeat(lines - 1)}</tbody></table></div>`
  return `<section data-id="a1b2c3d4e5f60718">${block}</section>`
}

test('cells that span a million positions are kept unchanged, without laying them out', () => {
  for (const html of [slideOf(1000, 999, 999), slideOf(1, 100, 1001), slideOf(2, 51, 51)]) {
    const slides = parseSlides(html, blocks)
    const [slide] = Object.values(slides.slides)
    expect(slide?.blocks.map(({ type }) => type)).toEqual(['snippet'])
    const table = html.slice(html.indexOf('<table'), html.indexOf('</table>'))
    expect(renderSlides(slides, blocks).includes(table)).toBe(true)
  }
})
