import type { DrawnPath } from './drawn-path.ts'

const written = (value: number): string => String(Math.round(value * 100) / 100 + 0)
const points = (list: readonly (readonly [number, number])[]): string =>
  `M${list.map(([x, y]) => `${written(x)} ${written(y)}`).join('L')}Z`

/** A rectangle whose corners are cut or rounded: top left, top right, bottom right, bottom left, in px. */
function corners(w: number, h: number, sizes: readonly [number, number, number, number], round: boolean): string {
  const [a, b, c, d] = sizes.map((size) => Math.min(size, w / 2, h / 2)) as [number, number, number, number]
  const to = (size: number, x: number, y: number) =>
    round && size > 0
      ? `A${written(size)} ${written(size)} 0 0 1 ${written(x)} ${written(y)}`
      : `L${written(x)} ${written(y)}`
  return (
    `M${written(a)} 0L${written(w - b)} 0${to(b, w, b)}L${written(w)} ${written(h - c)}${to(c, w - c, h)}` +
    `L${written(d)} ${written(h)}${to(d, 0, h - d)}L0 ${written(a)}${to(a, a, 0)}Z`
  )
}

/** A point of the ellipse in the box, at an angle in sixtieths of a thousandth degree. */
function onEllipse(w: number, h: number, angle: number): readonly [number, number] {
  const turn = (angle / 60_000) * (Math.PI / 180)
  const stretched = Math.atan2(Math.sin(turn) * w, Math.cos(turn) * h)
  return [w / 2 + (Math.cos(stretched) * w) / 2, h / 2 + (Math.sin(stretched) * h) / 2]
}

function arc(w: number, h: number, from: number, to: number): string {
  const [start, end] = [onEllipse(w, h, from), onEllipse(w, h, to)]
  const large = (((to - from) % 21_600_000) + 21_600_000) % 21_600_000 > 10_800_000 ? 1 : 0
  const [x, y] = start.map(written)
  return `M${x} ${y}A${written(w / 2)} ${written(h / 2)} 0 ${large} 1 ${end.map(written).join(' ')}`
}

type Draw = (w: number, h: number, value: (name: string, usual: number) => number) => string | readonly DrawnPath[]

const open = (d: string): readonly DrawnPath[] => [{ d, filled: false, stroked: true }]

/** Half of a pair of brackets: from the top to the bottom, bulging to the left. */
function bracket(x: number, w: number, h: number, r: number): string {
  const [far, near] = [x + w, x]
  const tall = Math.min(r, h / 2)
  const curve = (y: number) => `A${written(w)} ${written(tall)} 0 0 0 ${written(near)} ${written(y)}`
  return `M${written(far)} 0${curve(tall)}L${written(near)} ${written(h - tall)}A${written(w)} ${written(tall)} 0 0 0 ${written(far)} ${written(h)}`
}

function brace(far: number, near: number, h: number, r: number): string {
  const middle = (far + near) / 2
  const [rx, sweep] = [Math.abs(far - near) / 2, far > near ? 0 : 1]
  const tall = Math.min(r, h / 4)
  const to = (x: number, y: number, way: number) =>
    `A${written(rx)} ${written(tall)} 0 0 ${way} ${written(x)} ${written(y)}`
  return (
    `M${written(far)} 0${to(middle, tall, sweep)}L${written(middle)} ${written(h / 2 - tall)}${to(near, h / 2, 1 - sweep)}` +
    `${to(middle, h / 2 + tall, 1 - sweep)}L${written(middle)} ${written(h - tall)}${to(far, h, sweep)}`
  )
}

/** A rectangle with corners of this radius, and a tail to a point; `x` and `y`: its place from the middle, as shares. */
function callout(w: number, h: number, { x, y, r }: { readonly x: number; readonly y: number; readonly r: number }) {
  const tip = `L${written(w / 2 + w * x)} ${written(h / 2 + h * y)}`
  const [near, far] = [2 / 12, 5 / 12]
  const [left, right] = x > 0 ? [w * (1 - far), w * (1 - near)] : [w * near, w * far]
  const [top, bottom] = y > 0 ? [h * (1 - far), h * (1 - near)] : [h * near, h * far]
  const isUpright = Math.abs(y) > Math.abs(x)
  const tail = (is: boolean, from: string, to: string) => (is ? `L${from}${tip}L${to}` : '')
  const corner = (toX: number, toY: number) =>
    r > 0 ? `A${written(r)} ${written(r)} 0 0 1 ${written(toX)} ${written(toY)}` : ''
  const at = (px: number, py: number) => `${written(px)} ${written(py)}`
  return (
    `M${at(r, 0)}${tail(isUpright && y < 0, at(left, 0), at(right, 0))}L${at(w - r, 0)}${corner(w, r)}` +
    `${tail(!isUpright && x > 0, at(w, top), at(w, bottom))}L${at(w, h - r)}${corner(w - r, h)}` +
    `${tail(isUpright && y >= 0, at(right, h), at(left, h))}L${at(r, h)}${corner(0, h - r)}` +
    `${tail(!isUpright && x <= 0, at(0, bottom), at(0, top))}L${at(0, r)}${corner(r, 0)}Z`
  )
}

/** A disk with eight rays; `a`: how far it is from the sides, in hundred-thousandths. */
function sun(w: number, h: number, a: number): string {
  const far = 50_000 - a
  const at = (x: number, y: number) => `${written((w * x) / 100_000)} ${written((h * y) / 100_000)}`
  // How far the sides of a ray's foot are from the corner of the box.
  const [near, wide] = [0.924, 0.3827].map((share) => ((50_000 - far * share) * 3) / 4) as [number, number]
  const [low, high] = [near + 3_662, wide + 3_662]
  const foot = wide + 12_500
  const corner = [85_352, 14_644] as const
  const upright = [
    [
      [50_000, 0],
      [100_000 - foot, near],
      [foot, near],
    ],
    [
      [corner[0], corner[1]],
      [100_000 - low, high],
      [100_000 - high, low],
    ],
  ] as const
  // Each ray again, turned by a quarter.
  const turned = (times: number, [x, y]: readonly [number, number]): readonly [number, number] =>
    times === 0 ? [x, y] : turned(times - 1, [100_000 - y, x])
  const rays = [0, 1, 2, 3].flatMap((times) =>
    upright.map((ray) => `M${ray.map((point) => at(...turned(times, point))).join('L')}Z`),
  )
  const [rx, ry] = [(w * far) / 100_000, (h * far) / 100_000].map(written)
  const arc = (to: string) => `A${rx} ${ry} 0 0 1 ${to}`
  return `${rays.join('')}M${at(a, 50_000)}${arc(at(100_000 - a, 50_000))}${arc(at(a, 50_000))}Z`
}

/** Presets that have no form in the editor. */
const presets: Readonly<Record<string, Draw>> = {
  round1Rect: (w, h, value) => corners(w, h, [0, value('adj', 16_667), 0, 0], true),
  round2SameRect: (w, h, value) => {
    const [top, bottom] = [value('adj1', 16_667), value('adj2', 0)]
    return corners(w, h, [top, top, bottom, bottom], true)
  },
  round2DiagRect: (w, h, value) => {
    const [one, two] = [value('adj1', 16_667), value('adj2', 0)]
    return corners(w, h, [one, two, one, two], true)
  },
  snip1Rect: (w, h, value) => corners(w, h, [0, value('adj', 16_667), 0, 0], false),
  flowChartPunchedCard: (w, h) => corners(w, h, [Math.min(w, h) / 5, 0, 0, 0], false),
  snip2SameRect: (w, h, value) => {
    const [top, bottom] = [value('adj1', 16_667), value('adj2', 0)]
    return corners(w, h, [top, top, bottom, bottom], false)
  },
  snip2DiagRect: (w, h, value) => {
    const [one, two] = [value('adj1', 0), value('adj2', 16_667)]
    return corners(w, h, [one, two, one, two], false)
  },
  corner: (w, h, value) => {
    const [tall, wide] = [value('adj1', 50_000), value('adj2', 50_000)]
    return points([
      [0, 0],
      [wide, 0],
      [wide, h - tall],
      [w, h - tall],
      [w, h],
      [0, h],
    ])
  },
  halfFrame: (w, h, value) => {
    const [top, left] = [value('adj1', 33_333), value('adj2', 33_333)]
    return points([
      [0, 0],
      [w, 0],
      [w - (top * w) / h, top],
      [left, top],
      [left, h - (left * h) / w],
      [0, h],
    ])
  },
  upDownArrow: (w, h) => {
    const head = Math.min(w / 2, h / 2)
    return points([
      [w / 2, 0],
      [w, head],
      [w * 0.75, head],
      [w * 0.75, h - head],
      [w, h - head],
      [w / 2, h],
      [0, h - head],
      [w / 4, h - head],
      [w / 4, head],
      [0, head],
    ])
  },
  flowChartMerge: (w, h) =>
    points([
      [0, 0],
      [w, 0],
      [w / 2, h],
    ]),
  flowChartManualOperation: (w, h) =>
    points([
      [0, 0],
      [w, 0],
      [w * 0.8, h],
      [w * 0.2, h],
    ]),
  mathMinus: (w, h) =>
    points([
      [w * 0.13, h * 0.38],
      [w * 0.87, h * 0.38],
      [w * 0.87, h * 0.62],
      [w * 0.13, h * 0.62],
    ]),
  mathEqual: (w, h) =>
    points([
      [w * 0.13, h * 0.21],
      [w * 0.87, h * 0.21],
      [w * 0.87, h * 0.44],
      [w * 0.13, h * 0.44],
    ]) +
    points([
      [w * 0.13, h * 0.56],
      [w * 0.87, h * 0.56],
      [w * 0.87, h * 0.79],
      [w * 0.13, h * 0.79],
    ]),
  heptagon: (w, h) =>
    points([
      [w / 2, 0],
      [w * 0.9, h * 0.2],
      [w, h * 0.64],
      [w * 0.72, h],
      [w * 0.28, h],
      [0, h * 0.64],
      [w * 0.1, h * 0.2],
    ]),
  decagon: (w, h) =>
    points([
      [0, h / 2],
      [w * 0.095, h * 0.19],
      [w * 0.345, 0],
      [w * 0.655, 0],
      [w * 0.905, h * 0.19],
      [w, h / 2],
      [w * 0.905, h * 0.81],
      [w * 0.655, h],
      [w * 0.345, h],
      [w * 0.095, h * 0.81],
    ]),
  dodecagon: (w, h) =>
    points([
      [0, h * 0.36],
      [w * 0.13, h * 0.13],
      [w * 0.36, 0],
      [w * 0.64, 0],
      [w * 0.87, h * 0.13],
      [w, h * 0.36],
      [w, h * 0.64],
      [w * 0.87, h * 0.87],
      [w * 0.64, h],
      [w * 0.36, h],
      [w * 0.13, h * 0.87],
      [0, h * 0.64],
    ]),
  leftBracket: (w, h, value) => open(bracket(0, w, h, value('adj', 8_333))),
  rightBracket: (w, h, value) => {
    const tall = Math.min(value('adj', 8_333), h / 2)
    const side = `A${written(w)} ${written(tall)} 0 0 1`
    return open(`M0 0${side} ${written(w)} ${written(tall)}L${written(w)} ${written(h - tall)}${side} 0 ${written(h)}`)
  },
  leftBrace: (w, h, value) => open(brace(w, 0, h, value('adj1', 8_333))),
  rightBrace: (w, h, value) => open(brace(0, w, h, value('adj1', 8_333))),
  arc: (w, h, value) => open(arc(w, h, value('adj1', 16_200_000), value('adj2', 0))),
  pie: (w, h, value) =>
    `${arc(w, h, value('adj1', 0), value('adj2', 16_200_000))}L${written(w / 2)} ${written(h / 2)}Z`,
  wedgeRectCallout: (w, h, value) =>
    callout(w, h, { x: value('adj1', -20_833) / 100_000, y: value('adj2', 62_500) / 100_000, r: 0 }),
  wedgeRoundRectCallout: (w, h, value) =>
    callout(w, h, {
      ...{ x: value('adj1', -20_833) / 100_000, y: value('adj2', 62_500) / 100_000 },
      r: (Math.min(w, h) * Math.min(50_000, value('adj3', 16_667))) / 100_000,
    }),
  sun: (w, h, value) => sun(w, h, Math.min(46_875, Math.max(12_500, value('adj', 25_000)))),
  chord: (w, h, value) => `${arc(w, h, value('adj1', 2_700_000), value('adj2', 16_200_000))}Z`,
}

/** Presets whose adjustments are angles or shares of their sides, not of the shorter one. */
const plain: readonly string[] = ['sun', 'arc', 'pie', 'chord', 'wedgeRectCallout', 'wedgeRoundRectCallout']

/** The paths of a preset of this size in px; null for those that a form of the editor stands for. */
export function presetPath(
  name: string,
  width: number,
  height: number,
  adjusted: ReadonlyMap<string, number>,
): readonly DrawnPath[] | null {
  const draw = Object.hasOwn(presets, name) ? presets[name]! : null
  if (!draw) return null
  const unit = plain.includes(name) ? 1 : Math.min(width, height) / 100_000
  const drawn = draw(width, height, (adjustment, usual) => (adjusted.get(adjustment) ?? usual) * unit)
  return typeof drawn === 'string' ? [{ d: drawn, filled: true, stroked: true }] : drawn
}
