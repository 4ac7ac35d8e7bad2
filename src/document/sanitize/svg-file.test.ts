import { describe, expect, it } from 'vitest'
import { randomSvg } from '../../testing/attacks/fuzz-svg.ts'
import { svgFileAttacks } from '../../testing/attacks/svg-attacks.ts'
import { brokenSvgLaws } from '../../testing/attacks/svg-laws.ts'
import { sanitize } from './sanitize.ts'

const clean = (svg: string) =>
  sanitize(svg, { context: 'svg-file', customClasses: false, mediaHosts: [], appHosts: ['localhost'] }).html
const open = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="9" height="9"'

describe('an uploaded SVG', () => {
  it('loses its doctype, comments, scripts and handlers', () => {
    const source = `<?xml version="1.0"?><!DOCTYPE svg><!-- a --><svg viewBox="0 0 9 9" onload="x()"><script>y()</script><rect width="3"/></svg>`
    expect(clean(source)).toBe(`${open}><rect width="3"/></svg>`)
  })

  it('gets width and height from its viewBox, and a viewBox from its width and height', () => {
    expect(clean('<svg viewBox="0 0 40 20"/>')).toContain('viewBox="0 0 40 20" width="40" height="20"')
    expect(clean('<svg viewBox="0 0 40 20" width="10mm"/>')).toContain('width="37.795" height="18.898"')
    expect(clean('<svg width="30px" height="15"/>')).toContain('viewBox="0 0 30 15" width="30" height="15"')
  })

  it('has the specified messages for missing parts', () => {
    expect(() => clean('<p>no drawing</p>')).toThrow('Invalid SVG: missing <svg> element')
    expect(() => clean('<svg width="30"/>')).toThrow('SVG error: missing viewBox or width/height')
  })

  it('keeps the colors of its own style sheet', () => {
    const svg = clean(
      '<svg viewBox="0 0 9 9"><style>.a, g { fill: red } .a { stroke: url(#b) }</style><rect class="a" style="fill: blue"/><g/></svg>',
    )
    expect(svg).toBe(
      `${open}><rect style="fill: red; stroke: url(&quot;#svg-b&quot;); fill: blue;"/><g style="fill: red;"/></svg>`,
    )
  })

  it('keeps references to its own elements and no others', () => {
    const svg = clean(
      '<svg xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9"><clipPath id="c"><path d="M0 0"/></clipPath>' +
        '<use xlink:href="#c"/><use href="x.svg#c"/><g clip-path="url(#c)" mask="url(x.svg#c)"/></svg>',
    )
    expect(svg).toBe(
      `${open}><clipPath id="svg-c"><path d="M0 0"/></clipPath><use href="#svg-c"/><use/><g clip-path="url(&quot;#svg-c&quot;)"/></svg>`,
    )
  })

  it.each(svgFileAttacks.map(({ name, source }) => [name, source]))('breaks no invariant: %s', (_name, source) => {
    expect(brokenSvgLaws(source, clean)).toEqual([])
  })

  it('breaks no invariant if generated at random', () => {
    const drawings = Array.from({ length: 2_000 }, (_, seed) => randomSvg(seed + 1))
    expect(drawings.flatMap((svg) => brokenSvgLaws(svg, clean).map((law) => `${law}: ${svg}`))).toEqual([])
  })

  it('breaks the invariants if nothing is sanitized', () => {
    const noticed = svgFileAttacks.filter(({ source }) => brokenSvgLaws(source, (svg) => svg).length > 0)
    expect(noticed.length).toBeGreaterThan(svgFileAttacks.length * 0.9)
  })
})
