import { ellipse, pathIn, polygon, polygonIn, regularPolygon, roundedRectangle, star } from './path.ts'

/** A form that a shape block can have. */
export interface ShapeForm {
  /** Display name. */
  readonly title: string
  /**
   * SVG path of the form in a box of width x height px, from 0, 0. `radius`: corner radius in px, for rounded forms;
   * null or undefined is the default.
   */
  path(width: number, height: number, radius?: number | null): string
  /** Whether the corner radius can be set. */
  readonly round?: boolean
}

const form = (title: string, path: ShapeForm['path']): ShapeForm => ({ title, path })
const drawn = (title: string, template: string): ShapeForm => form(title, (w, h) => pathIn(w, h, template))

/** Length of an arrowhead: half the arrow's thickness, at most half its length. */
const head = (length: number, thickness: number): number => Math.min(thickness / 2, length / 2)

/** Default corner radius of a rounded rectangle, in px. */
export function usualRadius(width: number, height: number): number {
  return Math.min(24, Math.min(width, height) * 0.14)
}

/** All forms by their name in the markup, in display order. */
export const shapes = {
  rectangle: form('Rectangle', (w, h) =>
    polygonIn(w, h, [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ]),
  ),
  rounded: {
    ...form('Rounded rectangle', (w, h, radius) => roundedRectangle(0, 0, w, h, radius ?? usualRadius(w, h))),
    round: true,
  },
  pill: form('Pill', (w, h) => roundedRectangle(0, 0, w, h, Math.min(w, h) / 2)),
  ellipse: form('Ellipse', (w, h) => ellipse(0, 0, w, h)),
  triangle: form('Triangle', (w, h) =>
    polygonIn(w, h, [
      [0.5, 0],
      [1, 1],
      [0, 1],
    ]),
  ),
  'right-triangle': form('Right triangle', (w, h) =>
    polygonIn(w, h, [
      [0, 0],
      [1, 1],
      [0, 1],
    ]),
  ),
  diamond: form('Diamond', (w, h) =>
    polygonIn(w, h, [
      [0.5, 0],
      [1, 0.5],
      [0.5, 1],
      [0, 0.5],
    ]),
  ),
  parallelogram: form('Parallelogram', (w, h) =>
    polygonIn(w, h, [
      [0.25, 0],
      [1, 0],
      [0.75, 1],
      [0, 1],
    ]),
  ),
  trapezoid: form('Trapezoid', (w, h) =>
    polygonIn(w, h, [
      [0.22, 0],
      [0.78, 0],
      [1, 1],
      [0, 1],
    ]),
  ),
  pentagon: form('Pentagon', (w, h) => regularPolygon(w, h, 5)),
  hexagon: form('Hexagon', (w, h) => regularPolygon(w, h, 6, 90)),
  octagon: form('Octagon', (w, h) => regularPolygon(w, h, 8, 22.5)),
  'star-4': form('Star with 4 points', (w, h) => star(w, h, 4, 0.38)),
  'star-5': form('Star', (w, h) => star(w, h, 5, 0.4)),
  'star-6': form('Star with 6 points', (w, h) => star(w, h, 6, 0.58)),
  'star-8': form('Star with 8 points', (w, h) => star(w, h, 8, 0.7)),
  burst: form('Burst', (w, h) => star(w, h, 16, 0.82)),
  'arrow-right': form('Arrow right', (w, h) => {
    const x = w - head(w, h)
    return polygon([
      [0, h * 0.28],
      [x, h * 0.28],
      [x, 0],
      [w, h / 2],
      [x, h],
      [x, h * 0.72],
      [0, h * 0.72],
    ])
  }),
  'arrow-left': form('Arrow left', (w, h) => {
    const x = head(w, h)
    return polygon([
      [w, h * 0.28],
      [x, h * 0.28],
      [x, 0],
      [0, h / 2],
      [x, h],
      [x, h * 0.72],
      [w, h * 0.72],
    ])
  }),
  'arrow-up': form('Arrow up', (w, h) => {
    const y = head(h, w)
    return polygon([
      [w * 0.28, h],
      [w * 0.28, y],
      [0, y],
      [w / 2, 0],
      [w, y],
      [w * 0.72, y],
      [w * 0.72, h],
    ])
  }),
  'arrow-down': form('Arrow down', (w, h) => {
    const y = h - head(h, w)
    return polygon([
      [w * 0.28, 0],
      [w * 0.28, y],
      [0, y],
      [w / 2, h],
      [w, y],
      [w * 0.72, y],
      [w * 0.72, 0],
    ])
  }),
  'arrow-both': form('Arrow both ways', (w, h) => {
    const x = head(w, h)
    const [upper, lower] = [h * 0.28, h * 0.72]
    const right = [
      [w - x, upper],
      [w - x, 0],
      [w, h / 2],
      [w - x, h],
      [w - x, lower],
    ] as const
    return polygon([[0, h / 2], [x, 0], [x, upper], ...right, [x, lower], [x, h]])
  }),
  chevron: form('Chevron', (w, h) => {
    const x = Math.min(h / 2, w / 2)
    return polygon([
      [0, 0],
      [w - x, 0],
      [w, h / 2],
      [w - x, h],
      [0, h],
      [x, h / 2],
    ])
  }),
  pointer: form('Pointer', (w, h) => {
    const x = w - Math.min(h / 2, w / 2)
    return polygon([
      [0, 0],
      [x, 0],
      [w, h / 2],
      [x, h],
      [0, h],
    ])
  }),
  plus: form('Plus', (w, h) => {
    const s = Math.min(w, h) * 0.33
    const [l, r, t, b] = [(w - s) / 2, (w + s) / 2, (h - s) / 2, (h + s) / 2]
    const lower = [
      [w, b],
      [r, b],
      [r, h],
      [l, h],
      [l, b],
      [0, b],
    ] as const
    return polygon([[0, t], [l, t], [l, 0], [r, 0], [r, t], [w, t], ...lower])
  }),
  cross: form('Cross', (w, h) => {
    const upper = [
      [0.18, 0],
      [0.5, 0.32],
      [0.82, 0],
      [1, 0.18],
      [0.68, 0.5],
    ] as const
    return polygonIn(w, h, [...upper, [1, 0.82], [0.82, 1], [0.5, 0.68], [0.18, 1], [0, 0.82], [0.32, 0.5], [0, 0.18]])
  }),
  check: form('Check mark', (w, h) =>
    polygonIn(w, h, [
      [0, 0.56],
      [0.15, 0.41],
      [0.36, 0.65],
      [0.84, 0.06],
      [1, 0.2],
      [0.38, 0.96],
    ]),
  ),
  'half-circle': form('Half circle', (w, h) => pathIn(w, h, 'M0 1C0 .448 .224 0 .5 0C.776 0 1 .448 1 1Z')),
  'quarter-circle': drawn('Quarter circle', 'M0 0C.552 0 1 .448 1 1L0 1Z'),
  ring: form('Ring', (w, h) => {
    const band = Math.min(w, h) * 0.16
    return ellipse(0, 0, w, h) + ellipse(band, band, w - 2 * band, h - 2 * band, false)
  }),
  frame: form('Frame', (w, h) => {
    const b = Math.min(w, h) * 0.12
    const hole = polygon([
      [b, b],
      [b, h - b],
      [w - b, h - b],
      [w - b, b],
    ])
    return (
      polygonIn(w, h, [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ]) + hole
    )
  }),
  moon: drawn(
    'Moon',
    'M1 .86C.9 .95 .76 1 .62 1C.28 1 0 .776 0 .5C0 .224 .28 0 .62 0C.76 0 .9 .05 1 .14C.76 .19 .58 .33 .58 .5C.58 .67 .76 .81 1 .86Z',
  ),
  drop: drawn('Drop', 'M.5 0C.62 .2 1 .42 1 .66C1 .85 .776 1 .5 1C.224 1 0 .85 0 .66C0 .42 .38 .2 .5 0Z'),
  heart: drawn(
    'Heart',
    'M.5 1C.3 .8 0 .6 0 .3C0 .12 .12 0 .27 0C.37 0 .46 .06 .5 .16C.54 .06 .63 0 .73 0C.88 0 1 .12 1 .3C1 .6 .7 .8 .5 1Z',
  ),
  leaf: drawn('Leaf', 'M0 1C0 .4 .4 0 1 0C1 .6 .6 1 0 1Z'),
  cloud: drawn(
    'Cloud',
    'M.24 1C.1 1 0 .88 0 .73C0 .59 .09 .48 .21 .47C.2 .2 .34 0 .53 0C.66 0 .77 .1 .81 .27C.92 .3 1 .45 1 .62C1 .83 .9 1 .77 1Z',
  ),
  bolt: form('Bolt', (w, h) =>
    polygonIn(w, h, [
      [0.62, 0],
      [0.06, 0.56],
      [0.42, 0.56],
      [0.3, 1],
      [0.94, 0.38],
      [0.56, 0.38],
    ]),
  ),
  shield: drawn(
    'Shield',
    'M.5 0C.66 .1 .82 .14 1 .15L1 .5C1 .74 .78 .9 .5 1C.22 .9 0 .74 0 .5L0 .15C.18 .14 .34 .1 .5 0Z',
  ),
  bookmark: form('Bookmark', (w, h) =>
    polygonIn(w, h, [
      [0, 0],
      [1, 0],
      [1, 1],
      [0.5, 0.74],
      [0, 1],
    ]),
  ),
  wave: drawn(
    'Wave',
    'M0 .18C.18 -.06 .32 -.06 .5 .16C.68 .38 .82 .38 1 .14L1 .82C.82 1.06 .68 1.06 .5 .84C.32 .62 .18 .62 0 .86Z',
  ),
  hills: drawn('Hills', 'M0 .55C.12 .3 .22 .2 .34 .28C.44 .35 .5 .45 .58 .32C.7 .1 .8 0 1 .12L1 1L0 1Z'),
  peaks: form('Peaks', (w, h) =>
    polygonIn(w, h, [
      [0, 1],
      [0.26, 0.36],
      [0.36, 0.54],
      [0.6, 0],
      [0.78, 0.46],
      [0.85, 0.34],
      [1, 1],
    ]),
  ),
  speech: form('Speech bubble', (w, h) => {
    const body = h * 0.8
    const r = Math.min(w, body) * 0.14
    return (
      roundedRectangle(0, 0, w, body, r) +
      polygon(
        [
          [w * 0.18, body],
          [w * 0.2, h],
          [w * 0.38, body],
        ].toReversed() as [number, number][],
      )
    )
  }),
  cylinder: drawn(
    'Cylinder',
    'M0 .14C0 .06 .224 0 .5 0C.776 0 1 .06 1 .14L1 .86C1 .94 .776 1 .5 1C.224 1 0 .94 0 .86Z',
  ),
} as const satisfies Record<string, ShapeForm>

export type ShapeName = keyof typeof shapes

export function isShapeName(name: string): name is ShapeName {
  return Object.hasOwn(shapes, name)
}
