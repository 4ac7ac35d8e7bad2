import { describe, expect, it } from 'vitest'
import { sanitize } from './sanitize.ts'

const options = { customClasses: false, mediaHosts: [], appHosts: ['localhost'] } as const
const cleanFile = (inside: string) =>
  sanitize(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50">${inside}</svg>`, {
    ...options,
    context: 'svg-file',
  })
const cleanSlide = (html: string) => sanitize(html, { ...options, context: 'slide' })
const count = (text: string, part: string) => text.split(part).length - 1
const isStable = (html: string) => expect(sanitize(html, { ...options, context: 'svg-file' }).html).toBe(html)

describe('a filter of an uploaded SVG', () => {
  it('is clamped to the octaves, deviations and radii that a browser draws quickly', () => {
    const { html } = cleanFile(
      '<filter id="f"><feTurbulence numOctaves="9999"/><feGaussianBlur stdDeviation="3 1e9"/><feMorphology radius="50"/></filter>',
    )
    expect(html).toContain(
      '<feTurbulence numOctaves="5"/><feGaussianBlur stdDeviation="3 10"/><feMorphology radius="2"/>',
    )
    isStable(html)
  })

  it('loses a convolution of a large order, with a report', () => {
    const { html, removed } = cleanFile(
      '<filter id="f"><feConvolveMatrix order="9"/><feConvolveMatrix order="3 40"/><feConvolveMatrix order="5"/></filter>',
    )
    expect(html).toContain('<filter id="svg-f"><feConvolveMatrix order="5"/></filter>')
    expect(removed.map(({ message }) => message)).toContain('Removed <feConvolveMatrix>: its order is above 5.')
  })

  it('has at most 30 primitives, and a file at most 50 filters', () => {
    const many = cleanFile(`<filter id="f">${'<feOffset/>'.repeat(200)}</filter>`).html
    expect(count(many, '<feOffset')).toBe(30)
    const filters = Array.from({ length: 80 }, (_, n) => `<filter id="f${n}"><feOffset/></filter>`).join('')
    const { html } = cleanFile(`${filters}<g filter="url(#f1)"/><g filter="url(#f79)"/>`)
    expect(count(html, '<filter')).toBe(50)
    expect(html).toContain('<g filter="url(&quot;#svg-f1&quot;)"/><g/>')
  })

  it.each([
    ['as an attribute', '<rect filter="url(#f)" width="9"/>'],
    ['in a style', '<rect style="filter: url(#f)" width="9"/>'],
    ['by a class', '<rect class="f" width="9"/>'],
  ])('set %s is removed from elements beyond the file’s total cost limit', (_way, rect) => {
    const filter = '<style>.f { filter: url(#f) }</style><filter id="f"><feGaussianBlur stdDeviation="1"/></filter>'
    const { html, removed } = cleanFile(filter + rect.repeat(300))
    expect(count(html, '<rect')).toBe(300)
    expect(count(html, 'url(&quot;#svg-f&quot;)')).toBe(80)
    expect(removed.some(({ message }) => message.includes('too many filters'))).toBe(true)
    isStable(html)
  })

  it('counts toward the limit as often as its element is drawn', () => {
    const part = '<g id="a"><rect filter="url(#f)" width="9"/></g>'
    const filter = '<filter id="f"><feGaussianBlur stdDeviation="1"/></filter>'
    expect(cleanFile(`${filter}<defs>${part}</defs>${'<use href="#a"/>'.repeat(80)}`).html).toContain('<rect filter')
    expect(cleanFile(`${filter}<defs>${part}</defs>${'<use href="#a"/>'.repeat(81)}`).html).not.toContain(
      '<rect filter',
    )
  })

  const chain = (count: number, primitive: string, attributes = '') =>
    `<filter id="f" ${attributes}>${primitive.repeat(count)}</filter>`
  const [blur, displace] = ['<feGaussianBlur stdDeviation="10"/>', '<feDisplacementMap scale="99"/>']
  const small = '<feGaussianBlur stdDeviation="1"/>'
  const rect = '<rect width="9" filter="url(#f)"/>'

  it.each([
    ['blurs', chain(21, blur) + rect],
    ['displacements', chain(26, displace) + rect],
    ['blurs of a small deviation in a group drawn larger', `${chain(21, small)}<g transform="scale(90)">${rect}</g>`],
    ['blurs enlarged by a matrix', `${chain(21, small)}<g transform="matrix(0 90 -90 0 1 1)">${rect}</g>`],
    ['blurs enlarged by a style', `${chain(21, small)}<g style="transform: scale(90)">${rect}</g>`],
    [
      'blurs enlarged by a symbol',
      `${chain(21, small)}<symbol id="s" viewBox="0 0 1 1">${rect}</symbol><use href="#s"/>`,
    ],
    [
      'blurs enlarged by nested uses',
      `${chain(21, small)}<defs><g id="a">${rect}</g><use id="b" href="#a" transform="scale(9)"/></defs><use href="#b" transform="scale(9)"/>`,
    ],
    ['blurs of groups in groups', `${chain(1, blur)}${'<g filter="url(#f)">'.repeat(25)}<rect/>${'</g>'.repeat(25)}`],
    [
      'many parts in a blurred group, through a use',
      `${chain(1, blur)}<filter id="b"><feGaussianBlur stdDeviation="10"/></filter><defs><g id="a">${rect.repeat(30)}</g></defs><g filter="url(#b)"><use href="#a"/></g>`,
    ],
    ['blurs in units of the filtered element', chain(21, small, 'primitiveUnits="objectBoundingBox"') + rect],
    [
      'blurs as functions',
      '<rect style="filter: blur(50px) blur(50px) blur(50px) drop-shadow(0 0 50px red)"/>'.repeat(7),
    ],
  ])(
    'that reads far in several steps counts more, since each tile is drawn from the whole image: %s',
    (_case, inside) => {
      const { html, removed } = cleanFile(inside)
      expect(removed.map(({ message }) => message)).toContainEqual(expect.stringContaining('too many filters'))
      isStable(html)
    },
  )

  it.each([
    ['a chain of small blurs', chain(30, '<feGaussianBlur stdDeviation=".1"/>') + rect.repeat(2)],
    ['one large blur each', chain(1, blur) + rect.repeat(80)],
    [
      'a drawing program’s bevel, rotated and moved',
      `<filter id="f"><feGaussianBlur in="SourceAlpha" stdDeviation=".6"/><feSpecularLighting surfaceScale="2"><fePointLight x="9"/></feSpecularLighting><feGaussianBlur stdDeviation=".2"/><feComposite in2="SourceAlpha" operator="in"/></filter><g transform="translate(3 4) rotate(20)">${rect.repeat(20)}</g>`,
    ],
  ])('stays: %s', (_case, inside) => {
    expect(cleanFile(inside).removed).toEqual([])
  })

  it('stays unchanged if it is a drawing program’s shadow', () => {
    const shadow =
      '<filter id="f" x="0" y="4" width="60" height="40" filterUnits="userSpaceOnUse"><feFlood flood-opacity="0" result="a"/>' +
      '<feColorMatrix in="SourceAlpha" type="matrix" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 127 0"/><feOffset dy="4"/>' +
      '<feGaussianBlur stdDeviation="2"/><feBlend mode="normal" in2="a"/></filter>'
    const { html, removed } = cleanFile(shadow + '<rect width="50" filter="url(#f)"/>'.repeat(40))
    expect(removed).toEqual([])
    expect(count(html, 'filter="url')).toBe(40)
  })
})

describe('a part of an SVG that is drawn repeatedly', () => {
  const levels = (tag: string, refer: string) =>
    Array.from({ length: 20 }, (_, n) => {
      const rect = `<rect width="9" height="9" ${refer.replace('#', `#p${n + 1}`)}/>`
      return `<${tag} id="p${n}" width="9" height="9">${rect}${rect}</${tag}>`
    }).join('')

  it.each([
    ['masks in masks', levels('mask', 'mask="url(#)"'), 'mask="url(#p0)"'],
    ['masks in masks by style', levels('clipPath', 'style="clip-path: url(#)"'), 'clip-path="url(#p0)"'],
    ['patterns in patterns', levels('pattern', 'fill="url(#)"'), 'fill="url(#p0)"'],
  ])('is refused if it expands to too many elements: %s', (_case, parts, refer) => {
    expect(() => cleanFile(`${parts}<rect ${refer} width="9"/>`)).toThrow('The drawing repeats its parts too often')
  })

  it('may be masked only a few hundred times, since each mask needs bitmaps of its own', () => {
    const masked = (times: number) => `<mask id="m"><rect/></mask>${'<rect mask="url(#m)"/>'.repeat(times)}`
    expect(count(cleanFile(masked(400)).html, 'mask="url')).toBe(400)
    expect(() => cleanFile(masked(600))).toThrow('repeats its parts too often')
  })

  it.each([
    ['is clipped itself', '<clipPath id="a"><rect/></clipPath><clipPath id="m" clip-path="url(#a)"><rect/></clipPath>'],
    [
      'has a clipped shape',
      '<clipPath id="a"><rect/></clipPath><clipPath id="m"><rect style="clip-path: url(#a)"/></clipPath>',
    ],
    ['has text', '<clipPath id="m"><text>a</text></clipPath>'],
    ['has many shapes', `<clipPath id="m">${'<rect/>'.repeat(50)}</clipPath>`],
  ])('may be clipped only some hundred times by a clip path that %s: browsers mask it', (_case, clip) => {
    const clipped = (times: number) => cleanFile(clip + '<rect clip-path="url(#m)"/>'.repeat(times)).html
    expect(count(clipped(500), '<rect clip-path="url')).toBeGreaterThanOrEqual(500)
    expect(() => clipped(900)).toThrow('repeats its parts too often')
  })

  it('may be clipped thousands of times by shapes', () => {
    const clip = '<clipPath id="m"><rect/><circle r="3"/></clipPath>'
    expect(cleanFile(clip + '<g clip-path="url(#m)"/>'.repeat(9_000)).removed).toEqual([])
  })

  it('is counted once per vertex if it is a marker', () => {
    const marker = `<marker id="m">${'<rect width="9"/>'.repeat(100)}</marker>`
    const path = (points: number) => `<path d="M0 0${' 1 1'.repeat(points)}" marker-mid="url(#m)"/>`
    expect(cleanFile(marker + path(100)).html).toContain('marker-mid')
    expect(() => cleanFile(marker + path(2_000))).toThrow('repeats its parts too often')
  })

  it('may be a mask that references itself: no browser draws it twice', () => {
    expect(cleanFile('<mask id="m"><rect mask="url(#m)"/></mask><rect mask="url(#m)"/>').html).toContain('<mask')
  })

  it.each([
    ['with a size in drawing units', 'width=".001" height=".01" patternUnits="userSpaceOnUse"'],
    ['with a size as fractions of the filled shape', 'width=".0001" height=".001"'],
    ['with a size in percent', 'width=".01%" height=".01%"'],
    ['scaled down by its transform', 'width="1" height="1" patternTransform="scale(.0005) rotate(3)"'],
  ])('is removed if it is a pattern of more than a million tiles, %s', (_way, size) => {
    const { html, removed } = cleanFile(`<pattern id="p" ${size}><rect width="1"/></pattern><rect fill="url(#p)"/>`)
    expect(html).not.toContain('<pattern')
    expect(removed.map(({ message }) => message)).toContain('Removed <pattern>: the pattern repeats too often.')
  })

  it('may be a pattern of fine lines', () => {
    const pattern = '<pattern id="p" width=".5" height=".5" patternUnits="userSpaceOnUse"><path d="M0 0h1"/></pattern>'
    expect(cleanFile(pattern).html).toContain('<pattern')
  })
})

describe('a filter in the styles of a slide', () => {
  const style = (text: string) => cleanSlide(`<section><p style="${text}">a</p></section>`).html

  it('keeps common values', () => {
    const usual = 'filter: grayscale(1) brightness(1.2) drop-shadow(0px 4px 8px rgba(0, 0, 0, 0.5)) hue-rotate(400deg);'
    expect(style(usual)).toContain(usual)
  })

  it('blurs at most 100 px, in any unit', () => {
    expect(style('filter: blur(5000px)')).toContain('filter: blur(100px);')
    expect(style('backdrop-filter: blur(90vw) contrast(2)')).toContain('blur(6vw) contrast(2);')
    expect(style('filter: drop-shadow(0 0 1e9px red)')).toContain('drop-shadow(0 0 100px red)')
  })

  it.each([
    ['a chain of blurs', `filter: ${'blur(9px) '.repeat(50)}`],
    ['a chain of color filters', `filter: ${'sepia(1) '.repeat(50)}`],
    ['a length of unknown size', 'filter: blur(calc(1px * 99999))'],
    ['an unknown number of functions', '--a: blur(9px) blur(9px); filter: var(--a) var(--a)'],
    ['hundreds of shadows', `text-shadow: ${'0 0 9px red,'.repeat(300)} 0 0 9px blue`],
  ])('is removed: %s', (_case, text) => {
    expect(style(text)).not.toMatch(/[; "](?:filter|text-shadow): /)
  })

  it('is removed beyond a limit per slide, and each slide has its own limit', () => {
    const blurred = '<p style="filter: blur(9px); color: red;">a</p>'
    const { html, removed } = cleanSlide(`<section>${blurred.repeat(150)}</section><section>${blurred}</section>`)
    expect(count(html, 'filter: blur')).toBe(101)
    expect(count(html, 'color: red')).toBe(151)
    expect(removed[0]?.message).toBe('Removed filter from p: there are too many filters.')
    expect(cleanSlide(html).html).toBe(html)
    const behind = '<p style="backdrop-filter: blur(9px);">a</p>'
    expect(count(cleanSlide(`<section>${behind.repeat(150)}</section>`).html, 'backdrop-filter')).toBe(12)
  })
})
