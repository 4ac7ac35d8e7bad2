import { context } from './paint.ts'

const available = new Map<string, boolean>()
const generic: Readonly<Record<string, string>> = {
  'sans-serif': 'Arial',
  'system-ui': 'Arial',
  'ui-sans-serif': 'Arial',
  '-apple-system': 'Arial',
  serif: 'Times New Roman',
  'ui-serif': 'Times New Roman',
  monospace: 'Courier New',
  'ui-monospace': 'Courier New',
  cursive: 'Comic Sans MS',
  fantasy: 'Impact',
}
/** Families of office programs. */
const common =
  /^(Arial|Calibri|Cambria|Georgia|Verdana|Tahoma|Times New Roman|Courier New|Consolas|Trebuchet MS|Impact|Palatino Linotype)$/i
const sample = 'mmmwwwiiiWQ@&0123'

/** Whether the browser has a family: as a web font, or installed, which only shows in text widths. */
function has(family: string): boolean {
  let is = available.get(family)
  if (is === undefined) {
    const name = `"${family}"`
    const width = (list: string): number => {
      context.font = `40px ${list}`
      return context.measureText(sample).width
    }
    is = ['monospace', 'serif'].some((other) => width(`${name}, ${other}`) !== width(other))
    available.set(family, is)
  }
  return is
}

function familiesOf(css: string): string[] {
  return css.split(',').map((name) => name.trim().replace(/^["']|["']$/g, ''))
}

/** The name of a family in files of office programs: variable fonts are installed under their plain name. */
function plainFamily(family: string): string {
  return family.replace(/ Variable$/, '')
}

const chosen = new Map<string, string>()

/** The family that draws a text. Without any: one that office programs have, else the first. */
export function familyOf(css: string): string {
  let family = chosen.get(css)
  if (family === undefined) {
    const names = familiesOf(css)
    const named = names.filter((name) => !(name in generic))
    const found = named.find(has)
    family = plainFamily(
      found ?? named.find((name) => common.test(name)) ?? generic[names.at(-1) ?? ''] ?? names[0] ?? 'Arial',
    )
    chosen.set(css, family)
  }
  return family
}

interface Metrics {
  readonly ascent: number
  readonly descent: number
  readonly space: number
}

const measured = new Map<string, Metrics>()

/** Ascent and descent of a font as the browser lays out lines, and the width of a space, in px. */
export function metricsOf(style: CSSStyleDeclaration): Metrics {
  const font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
  let metrics = measured.get(font)
  if (!metrics) {
    context.font = font
    const box = context.measureText(' ')
    metrics = { ascent: box.fontBoundingBoxAscent, descent: box.fontBoundingBoxDescent, space: box.width }
    measured.set(font, metrics)
  }
  return metrics
}

/** The width of a text without letter spacing. */
export function widthOf(text: string, style: CSSStyleDeclaration): number {
  context.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
  return context.measureText(text).width
}
