import { describe, expect, it } from 'vitest'
import { sanitize } from './sanitize.ts'

const refusal = 'This drawing would take browsers too long to draw. Please simplify its paths, or upload it as a PNG'
const clean = (inside: string, root = 'viewBox="0 0 960 700"') =>
  sanitize(`<svg xmlns="http://www.w3.org/2000/svg" ${root}>${inside}</svg>`, {
    ...{ context: 'svg-file', customClasses: false, mediaHosts: [], appHosts: ['localhost'] },
  })
const isRefused = (inside: string, root?: string) => expect(() => clean(inside, root)).toThrow(refusal)
const isKept = (inside: string, root?: string) => expect(clean(inside, root).removed).toEqual([])

/** Lines between top and bottom of the image. */
const tall = (count: number, height = 700) => `M0 0${`L960 ${height}L0 0`.repeat(count / 2)}`
/** As many lines of one unit. */
const short = `M0 0${'v1v-1'.repeat(10_000)}`
/** A coast: points close to each other. */
const coast = (count: number) => `M480 350${'l3-2-1 4-3 1 1-3'.repeat(count / 4)}z`
const path = (d: string, attributes = '') => `<path d="${d}" ${attributes}/>`

describe('shapes of an uploaded SVG that take too long to draw are refused:', () => {
  it.each([
    ['a path that crosses the image very often', path(tall(20_000))],
    ['such a path by relative commands without spaces', path(`m0 0${'v700v-700'.repeat(10_000)}`)],
    ['by curves', path(`M0 0${'C0 700 960 700 960 0'.repeat(8_000)}`)],
    ['by mirrored curves', path(`M0 0Q9e5 9e5 0 1${'T1 1 0 0'.repeat(8_000)}`)],
    ['by arcs with flags without spaces', path(`M0 0${'a400 400 0 01400 9'.repeat(6_000)}`)],
    ['by a polygon', `<polygon points="${'0 0 960 700 '.repeat(8_000)}"/>`],
    ['millions of points', path(coast(200_000)).repeat(7)],
    ['a path that is used often', `<defs>${path(tall(2_000), 'id="a"')}</defs>${'<use href="#a"/>'.repeat(20)}`],
    ['a part of a mask', `<mask id="m">${path(tall(20_000))}</mask><rect mask="url(#m)"/>`],
    ['a wide line of many points', path(coast(100_000), 'fill="none" stroke="red" stroke-width="40"')],
    [
      'such a line by inheritance',
      `<g style="stroke: red; stroke-width: 40px">${path(coast(100_000), 'fill="none"')}</g>`,
    ],
    [
      'such a line that no transform reduces',
      `<g transform="scale(.001)">${path(coast(100_000), 'fill="none" stroke="red" stroke-width="40" vector-effect="non-scaling-stroke"')}</g>`,
    ],
    ['millions of dashes', '<rect width="900" height="600" stroke="red" stroke-dasharray=".001"/>'.repeat(9)],
    [
      'dashes of a stated length of the path',
      path('M0 0H900', 'stroke="red" stroke-dasharray="1" pathLength="9e9"').repeat(9),
    ],
    ['thousands of layers', '<rect width="100%" height="100%" fill="red"/>'.repeat(5_000)],
    ['a thousand gradients', '<linearGradient id="g"/><circle r="500" fill="url(#g)"/>'.repeat(1_200)],
    ['huge letters', `<text style="font: bold 600px serif">${'W'.repeat(20_000)}</text>`],
  ])('%s', (_case, inside) => isRefused(inside))

  it.each([
    ['a number beyond all limits', path('M1e999 0') + path(tall(20_000))],
    [
      'a transform beyond all limits',
      `<g transform="matrix(1e999 0 0 -1e999 0 0)">${path('M0 0L1 1')}</g>${path(tall(20_000))}`,
    ],
    ['capital letters', `<g style="STROKE: red; Stroke-Width: 40px">${path(coast(100_000), 'fill="none"')}</g>`],
    ['escapes', `<g style="str\\6fke: red; stroke-w\\69 dth: 40px">${path(coast(100_000), 'fill="none"')}</g>`],
    ['geometry in capital letters', '<rect style="WIDTH: 960px; HEIGHT: 700px" fill="red"/>'.repeat(5_000)],
    ['a second transform', `<g style="transform: scale(1); transform: scale(700)">${path(short)}</g>`],
    [
      'a transform after that of a style sheet',
      `<style>g{transform: scale(1)}</style><g style="transform: scale(700)">${path(short)}</g>`,
    ],
  ])('also behind %s', (_case, inside) => isRefused(inside))

  it.each([
    ['a group', `<g transform="scale(700)">${path(short)}</g>`, undefined],
    ['a style', `<g style="transform: scale(700)">${path(short)}</g>`, undefined],
    ['a matrix', `<g transform="matrix(0 700 -700 0 1 1)">${path(short)}</g>`, undefined],
    ['a use', `<defs>${path(short, 'id="a"')}</defs><use href="#a" transform="scale(700)"/>`, undefined],
    [
      'a symbol',
      `<symbol id="s" viewBox="0 0 1 1">${path(short)}</symbol><use href="#s" width="960" height="700"/>`,
      undefined,
    ],
    ['the viewBox', path(short), 'viewBox="0 0 1 1"'],
    ['the viewBox, stretched', path(short), 'viewBox="0 0 9000 1" preserveAspectRatio="none"'],
  ])('lines enlarged by %s', (_case, inside, root) => isRefused(inside, root))
})

describe('ordinary large drawings are kept:', () => {
  it.each([
    ['a map of two megabytes', path(coast(20_000), 'fill="#eee" stroke="#333" stroke-width=".5"').repeat(20)],
    [
      'a traced picture in tenths of a unit',
      `<g transform="scale(.1 -.1)">${path(`M0 0${'c9 9-20 30 41 12'.repeat(5_000)}`).repeat(20)}</g>`,
    ],
    ['a plot of 10,000 values', `<polyline fill="none" stroke="red" points="${'1 350 2 380 '.repeat(5_000)}"/>`],
    ['a grid of dashed lines', '<path d="M0 9H960" stroke="#999" stroke-dasharray="4 2"/>'.repeat(400)],
    ['thousands of labels', '<text font-size="9">A town</text>'.repeat(8_000)],
    [
      'icons from symbols',
      `<symbol id="s" viewBox="0 0 24 24"><path d="M2 2h20v20H2z"/><circle r="9"/></symbol>${'<use href="#s" width="24" height="24"/>'.repeat(5_000)}`,
    ],
    [
      'arrows',
      `<marker id="m" viewBox="0 0 10 10" markerWidth="6" markerHeight="6"><path d="M0 0L10 5L0 10z"/></marker>${'<path d="M0 0L90 90" stroke="red" marker-end="url(#m)"/>'.repeat(3_000)}`,
    ],
    [
      'a background with a hundred gradients',
      '<linearGradient id="g"/><rect width="960" height="700" fill="url(#g)"/>'.repeat(100),
    ],
    ['short lines', path(short)],
    ['a point with dashes of unknown length', path('M5 5z', 'stroke="red" stroke-dasharray="1em"')],
    [
      'a declaration that counts more than others',
      path(coast(100_000), 'style="fill: none; stroke: red; stroke-width: .5px !important"'),
    ],
    ['dashes of length 0', path(coast(1_000), 'stroke="red" stroke-dasharray="0"').repeat(50)],
  ])('%s', (_case, inside) => isKept(inside))
})

describe('an SVG inside of a slide', () => {
  const slide = (...drawings: string[]) =>
    sanitize(drawings.map((inside) => `<section><svg viewBox="0 0 960 700">${inside}</svg></section>`).join(''), {
      ...{ context: 'slide', customClasses: false, mediaHosts: [], appHosts: ['localhost'] },
    })

  it('is removed if browsers would draw it too long, with a report', () => {
    const { html, removed } = slide(path(tall(20_000)))
    expect(html).toBe('<section></section>')
    expect(removed.map(({ message }) => message)).toEqual(['Removed <svg>: it would take browsers too long to draw.'])
  })

  it.each([
    ['a number beyond all limits', path('M1e999 0') + path(tall(20_000))],
    ['escapes', `<g style="str\\6fke: red; STROKE-WIDTH: 40px">${path(coast(100_000), 'fill="none"')}</g>`],
  ])('is removed also behind %s', (_case, inside) => expect(slide(inside).html).toBe('<section></section>'))

  it('shares the limit with the others of its slide, and each slide has its own', () => {
    const half = path(tall(9_000))
    expect(slide(half, half).removed).toEqual([])
    expect(slide(`${half}</svg><svg viewBox="0 0 960 700">${half}`).html.match(/<svg/g)).toHaveLength(1)
  })

  it('is kept if it is a map, or one of thousands of icons', () => {
    expect(slide(path(coast(60_000), 'stroke="red"')).removed).toEqual([])
    const icon = '<svg viewBox="0 0 24 24"><path d="M2 2h20v20H2z"/><circle r="9"/></svg>'
    expect(
      sanitize(`<section>${icon.repeat(2_000)}</section>`, {
        context: 'slide',
        customClasses: false,
        mediaHosts: [],
        appHosts: [],
      }).removed,
    ).toEqual([])
  })
})
