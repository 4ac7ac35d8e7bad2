import type { XmlElement } from '../../../document/sanitize/xml.ts'
import { readerLimits } from '../../../rules/reader-limits.ts'
import type { DrawnPath } from './drawn-path.ts'
import type { SlideWork } from './slide-work.ts'
import { all, attr, childrenOf, find, num } from './xml-tree.ts'

/** Most commands of one path. */
const mostCommands = 5_000
const mostSizes = readerLimits.presentation.pathSizes

type Guides = Map<string, number>

const turn = (angle: number): number => (angle / 60_000) * (Math.PI / 180)

/** What the formulas of guides do. */
const formulas: Readonly<Record<string, (a: number, b: number, c: number) => number>> = {
  val: (a) => a,
  '*/': (a, b, c) => (c === 0 ? 0 : (a * b) / c),
  '+-': (a, b, c) => a + b - c,
  '+/': (a, b, c) => (c === 0 ? 0 : (a + b) / c),
  '?:': (a, b, c) => (a > 0 ? b : c),
  abs: (a) => Math.abs(a),
  at2: (a, b) => (Math.atan2(b, a) * 180 * 60_000) / Math.PI,
  cat2: (a, b, c) => a * Math.cos(Math.atan2(c, b)),
  cos: (a, b) => a * Math.cos(turn(b)),
  max: (a, b) => Math.max(a, b),
  min: (a, b) => Math.min(a, b),
  mod: (a, b, c) => Math.hypot(a, b, c),
  pin: (a, b, c) => Math.min(c, Math.max(a, b)),
  sat2: (a, b, c) => a * Math.sin(Math.atan2(c, b)),
  sin: (a, b) => a * Math.sin(turn(b)),
  sqrt: (a) => Math.sqrt(Math.max(0, a)),
  tan: (a, b) => a * Math.tan(turn(b)),
}

/** The guides that every shape has, for a size. */
function builtIn(w: number, h: number): Guides {
  const side = Math.min(w, h)
  const guides: Guides = new Map([
    ...([
      ['w', w],
      ['h', h],
      ['l', 0],
      ['t', 0],
      ['r', w],
      ['b', h],
      ['hc', w / 2],
      ['vc', h / 2],
      ['ss', side],
    ] as const),
    ...([
      ['ls', Math.max(w, h)],
      ['cd2', 10_800_000],
      ['cd4', 5_400_000],
      ['cd8', 2_700_000],
      ['3cd4', 16_200_000],
    ] as const),
    ...([
      ['3cd8', 8_100_000],
      ['5cd8', 13_500_000],
      ['7cd8', 18_900_000],
    ] as const),
  ])
  for (const part of [2, 3, 4, 5, 6, 8, 10, 12, 16, 32]) {
    guides.set(`wd${part}`, w / part)
    guides.set(`hd${part}`, h / part)
    guides.set(`ssd${part}`, side / part)
  }
  return guides
}

function guideValue(text: string | null | undefined, guides: Guides): number {
  if (!text) return 0
  const number = Number(text)
  const value = Number.isNaN(number) ? (guides.get(text) ?? 0) : number
  return Number.isFinite(value) ? value : 0
}

function addGuides(list: readonly XmlElement[], guides: Guides): void {
  for (const guide of list) {
    const [operation = '', ...parts] = (attr(guide, 'fmla') ?? '').trim().split(/\s+/)
    const [a = 0, b = 0, c = 0] = parts.map((part) => guideValue(part, guides))
    guides.set(attr(guide, 'name') ?? '', formulas[operation]?.(a, b, c) ?? 0)
  }
}

const written = (value: number): string => String(Math.round(value * 100) / 100 + 0)

/** The commands of a path, in px. */
class Pen {
  readonly #guides: Guides
  readonly #scaleX: number
  readonly #scaleY: number
  #at = { x: 0, y: 0 }
  d = ''

  constructor(guides: Guides, scaleX: number, scaleY: number) {
    this.#guides = guides
    this.#scaleX = scaleX
    this.#scaleY = scaleY
  }

  #points(command: XmlElement) {
    return all(command, 'pt').map((point) => ({
      x: guideValue(attr(point, 'x'), this.#guides) * this.#scaleX,
      y: guideValue(attr(point, 'y'), this.#guides) * this.#scaleY,
    }))
  }

  #write(letter: string, points: readonly { readonly x: number; readonly y: number }[]): void {
    const last = points.at(-1)
    if (!last) return
    this.d += letter + points.map(({ x, y }) => `${written(x)} ${written(y)}`).join(' ')
    this.#at = last
  }

  /** An arc from the present point; its angles in sixtieths of a thousandth degree. */
  #arc(command: XmlElement): void {
    const value = (name: string) => guideValue(attr(command, name), this.#guides)
    const [radiusX, radiusY] = [value('wR') * this.#scaleX, value('hR') * this.#scaleY]
    const [start, sweep] = [turn(value('stAng')), turn(value('swAng'))]
    // Angles are of the circle before it is stretched.
    const onEllipse = (angle: number) => Math.atan2(Math.sin(angle) * radiusX, Math.cos(angle) * radiusY)
    const [from, to] = [onEllipse(start), onEllipse(start + sweep)]
    const center = { x: this.#at.x - Math.cos(from) * radiusX, y: this.#at.y - Math.sin(from) * radiusY }
    const point = (angle: number) => ({
      x: center.x + Math.cos(angle) * radiusX,
      y: center.y + Math.sin(angle) * radiusY,
    })
    const half = point(onEllipse(start + sweep / 2))
    const direction = sweep > 0 ? 1 : 0
    for (const next of [half, point(to)]) {
      this.d += `A${written(radiusX)} ${written(radiusY)} 0 0 ${direction} ${written(next.x)} ${written(next.y)}`
      this.#at = next
    }
  }

  draw(command: XmlElement): void {
    if (command.name === 'moveTo') this.#write('M', this.#points(command).slice(0, 1))
    else if (command.name === 'lnTo') this.#write('L', this.#points(command).slice(0, 1))
    else if (command.name === 'cubicBezTo') this.#write('C', this.#points(command).slice(0, 3))
    else if (command.name === 'quadBezTo') this.#write('Q', this.#points(command).slice(0, 2))
    else if (command.name === 'arcTo') this.#arc(command)
    else if (command.name === 'close') this.d += 'Z'
  }
}

/** Calculates the guides of a geometry once for each size of its paths. */
function guidesBySize(custom: XmlElement, work: SlideWork): (w: number, h: number) => Guides | null {
  const lists = ['avLst', 'gdLst'].map((name) => all(find(custom, name), 'gd').slice(0, mostCommands))
  const known = new Map<string, Guides>()
  return (w, h) => {
    const key = `${w} ${h}`
    const found = known.get(key)
    if (found) return found
    if (known.size >= mostSizes) return null
    const guides = builtIn(w, h)
    for (const list of lists) {
      work.step(list.length)
      addGuides(list, guides)
    }
    known.set(key, guides)
    return guides
  }
}

/** The paths of a geometry of the file's own, for a box in px. */
export function customPaths(custom: XmlElement, width: number, height: number, work: SlideWork): DrawnPath[] {
  const guidesFor = guidesBySize(custom, work)
  return all(find(custom, 'pathLst'), 'path').flatMap((path) => {
    const [w, h] = [num(path, 'w') || width, num(path, 'h') || height]
    const guides = guidesFor(w, h)
    if (!guides) return []
    const pen = new Pen(guides, width / w, height / h)
    const commands = childrenOf(path).slice(0, mostCommands)
    work.step(commands.length + 1)
    for (const command of commands) pen.draw(command)
    if (pen.d === '' || !pen.d.startsWith('M')) return []
    return [{ d: pen.d, filled: attr(path, 'fill') !== 'none', stroked: attr(path, 'stroke') !== '0' }]
  })
}
