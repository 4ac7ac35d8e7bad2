import type { SceneBullet, SceneColor, SceneRun } from '../../document/powerpoint/scene.ts'
import { linkOf } from './around.ts'
import { familyOf, metricsOf, widthOf } from './fonts.ts'
import { colorOf, context, gradientOf } from './paint.ts'

/** What a run of text looks like, without its text. */
export type RunLook = Omit<SceneRun, 'text'>

/** How much office programs shrink raised text by themselves. */
const raisedSize = 0.66

/** The color that text is painted in. Text cut out of a gradient has the gradient's first color. */
function textColor(element: Element, style: CSSStyleDeclaration, opacity: number): SceneColor {
  const color = colorOf(style.getPropertyValue('-webkit-text-fill-color') || style.color, opacity)
  if (color.alpha > 0.01) return color
  for (let at: Element | null = element; at; at = at.parentElement) {
    const own = getComputedStyle(at)
    if (own.backgroundClip !== 'text') continue
    return gradientOf(own.backgroundImage, 1, 1, opacity)?.stops[0] ?? colorOf(own.backgroundColor, opacity)
  }
  return color
}

const sample = 'The quick brown fox jumps over the lazy dog'
const fitted = new Map<string, number>()

/**
 * Files know regular and bold. The letter spacing that makes one of them as wide as a weight between, relative to the font
 * size.
 */
function weightSpacing(style: CSSStyleDeclaration): number {
  const weight = Number(style.fontWeight)
  if (weight === 400 || weight === 700) return 0
  const font = `${style.fontStyle} ${style.fontFamily} ${weight} ${style.textTransform}`
  let spacing = fitted.get(font)
  if (spacing === undefined) {
    const text = style.textTransform === 'uppercase' ? sample.toUpperCase() : sample
    const width = (one: number): number => {
      context.font = `${style.fontStyle} ${one} 100px ${style.fontFamily}`
      return context.measureText(text).width
    }
    spacing = (width(weight) - width(weight >= 600 ? 700 : 400)) / text.length / 100
    fitted.set(font, spacing)
  }
  return spacing
}

/** What text directly in an element looks like. `box`: the block it is in; links and lines are looked for up to it. */
export function lookOf(element: Element, box: Element, opacity: number, scale: number): RunLook {
  const style = getComputedStyle(element)
  const found = {
    underline: false,
    strike: false,
    raised: 0,
    link: null as string | null,
    highlight: null as SceneColor | null,
    faded: 1,
  }
  for (let at: Element | null = element; at; at = at.parentElement) {
    const own = getComputedStyle(at)
    if (own.textDecorationLine.includes('underline')) found.underline = true
    if (own.textDecorationLine.includes('line-through')) found.strike = true
    if (at === box) break
    if (own.verticalAlign === 'super') found.raised = 30
    if (own.verticalAlign === 'sub') found.raised = -25
    if (at.localName === 'a') found.link ??= linkOf(at)
    const ground = colorOf(own.backgroundColor, opacity)
    if (ground.alpha > 0.001 && own.backgroundClip !== 'text') found.highlight ??= ground
    found.faded *= Number(own.opacity)
  }
  const { underline, strike, raised, link, highlight, faded } = found
  const size = Number.parseFloat(style.fontSize) * scale
  return {
    font: familyOf(style.fontFamily),
    size: raised === 0 ? size : size / raisedSize,
    bold: Number(style.fontWeight) >= 600,
    italic: style.fontStyle !== 'normal',
    caps: style.textTransform === 'uppercase',
    color: textColor(element, style, opacity * faded),
    spacing: (Number.parseFloat(style.letterSpacing) || 0) * scale + weightSpacing(style) * size,
    ...{ underline, strike, raised, link, highlight },
  }
}

const numberings: Readonly<Record<string, string>> = {
  decimal: 'arabicPeriod',
  'lower-alpha': 'alphaLcPeriod',
  'lower-latin': 'alphaLcPeriod',
  'upper-alpha': 'alphaUcPeriod',
  'upper-latin': 'alphaUcPeriod',
  'lower-roman': 'romanLcPeriod',
  'upper-roman': 'romanUcPeriod',
}
const symbols: Readonly<Record<string, string>> = {
  disc: '•',
  circle: '○',
  square: '▪',
  'disclosure-open': '▾',
  'disclosure-closed': '▸',
}

/** The number of a list item. */
function numberOf(item: Element): number {
  const own = Number(item.getAttribute('value'))
  if (own) return own
  const list = item.parentElement
  const items = list ? Array.from(list.children).filter((child) => child.localName === 'li') : []
  return (Number(list?.getAttribute('start')) || 1) + Math.max(0, items.indexOf(item))
}

/** The marker of a list item; null if it has none. */
export function bulletOf(item: Element, opacity: number, scale: number): SceneBullet | null {
  const style = getComputedStyle(item)
  const type = style.listStyleType
  if (style.display !== 'list-item' || type === 'none') return null
  const marker = getComputedStyle(item, '::marker')
  const size = Number.parseFloat(marker.fontSize) / Number.parseFloat(style.fontSize) || 1
  const look = { color: colorOf(marker.color, opacity), size }
  const numbering = numberings[type] ?? null
  if (numbering) {
    const number = numberOf(item)
    return { ...look, char: null, numbering, start: number, indent: widthOf(`${number}. `, style) * scale }
  }
  const named = symbols[type]
  if (named === undefined) {
    const char = type.replace(/^"|"$/g, '').trim().slice(0, 1) || '•'
    return { ...look, char, numbering: null, start: 0, indent: widthOf(`${char} `, style) * scale }
  }
  // Chromium draws its symbols this far from the text.
  const indent = (Math.floor((metricsOf(style).ascent * 2) / 3) + 8) * scale
  // The dots of fonts are smaller than those that browsers draw.
  return { ...look, size: size * 1.25, char: named, numbering: null, start: 0, indent }
}
