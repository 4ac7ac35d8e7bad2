import { textWidth } from '../../blocks/text-width.ts'
import { arrow } from './draw-graph.ts'
import type { Participant, Sequence, SequenceStep } from './sequence-text.ts'
import { type DrawnDiagram, ink, lettering, shape, tenths } from './svg-parts.ts'

const size = 17
const lineHeight = size * 1.25
const head = 44

/** The x of each participant's lifeline, and the drawing's width. */
interface Lives {
  readonly x: ReadonlyMap<string, number>
  readonly width: number
}

/** The drawing so far, and its current y. */
interface Drawing {
  readonly lives: Lives
  readonly parts: string[]
  /** The open frames with their labels and their tops. */
  readonly frames: {
    readonly word: string
    readonly text: string
    readonly top: number
    readonly splits: { y: number; text: string }[]
  }[]
  y: number
  count: number
}

/** Draws a sequence diagram in the deck's colors and font. */
export function drawSequence(sequence: Sequence): DrawnDiagram {
  const lives = livesOf(sequence)
  const top = sequence.title === '' ? 4 : 40
  const drawing: Drawing = { lives, parts: [], frames: [], y: top + head + 24, count: 0 }
  for (const step of sequence.steps) drawStep(drawing, step, sequence.numbered)
  const bottom = drawing.y + 8
  const heads = sequence.participants.map((one) => participant(one, lives.x.get(one.id)!, top, bottom))
  const title =
    sequence.title === '' ? '' : lettering([sequence.title], lives.width / 2, 18, { size: size + 2, bold: true })
  const markup = [title, ...heads, ...drawing.parts].join('')
  const names = new Map(sequence.participants.map(({ id, label }) => [id, label.replaceAll('\n', ' ')]))
  const messages = sequence.steps.flatMap((step) =>
    step.kind === 'message' ? [`${names.get(step.from)} to ${names.get(step.to)}: ${step.text}`] : [],
  )
  return { width: lives.width, height: bottom + 6, markup, alt: `Sequence: ${messages.join('; ')}`.slice(0, 480) }
}

function labelWidth(text: string): number {
  return Math.max(0, ...text.split('\n').map((line) => textWidth(line, size)))
}

/**
 * Spaces the lifelines so that the messages and notes between them have room. A message across several gaps shares its
 * width among them.
 */
function livesOf({ participants, steps }: Sequence): Lives {
  const index = new Map(participants.map(({ id }, place) => [id, place]))
  const half = participants.map(({ label }) => Math.max(45, labelWidth(label) / 2 + 16))
  const gaps = participants.slice(1).map((_, place) => half[place]! + half[place + 1]! + 24)
  const widen = (a: number, b: number, width: number): void => {
    const [from, to] = [Math.min(a, b), Math.max(a, b)]
    const now = gaps.slice(from, to).reduce((sum, gap) => sum + gap, 0)
    const each = Math.max(0, width - now) / (to - from)
    for (let gap = from; gap < to; gap++) gaps[gap]! += each
  }
  const last = participants.length - 1
  let [left, right] = [half[0]! + 4, half[last]! + 4]
  for (const step of steps) {
    const ends = step.kind === 'message' ? [step.from, step.to] : step.kind === 'note' ? step.of : []
    const places = ends.map((id) => index.get(id)!)
    const [a, b] = [Math.min(...places), Math.max(...places)]
    if (step.kind !== 'message' && step.kind !== 'note') continue
    const width = labelWidth(step.text) + 36
    const aside = step.kind === 'message' ? a === b : step.side !== 'over'
    const toLeft = step.kind === 'note' && step.side === 'left'
    if (aside && !toLeft && b < last) widen(b, b + 1, width + 60)
    else if (aside && !toLeft) right = Math.max(right, width + 60)
    else if (toLeft && a > 0) widen(a - 1, a, width + 30)
    else if (toLeft) left = Math.max(left, width + 30)
    else if (a < b) widen(a, b, width)
    else if (a === 0 || b === last) [left, right] = [Math.max(left, width / 2), Math.max(right, width / 2)]
  }
  const x = new Map<string, number>()
  let at = left
  for (const [place, { id }] of participants.entries()) {
    x.set(id, at)
    at += gaps[place] ?? 0
  }
  return { x, width: at + right }
}

function participant({ label, isPerson }: Participant, x: number, top: number, bottom: number): string {
  const width = Math.max(90, labelWidth(label) + 32)
  const life = shape('line', {
    x1: x,
    y1: top + head,
    x2: x,
    y2: bottom,
    stroke: ink.text,
    'stroke-width': 1.5,
    'stroke-opacity': 0.35,
    'stroke-dasharray': '5 5',
  })
  const box = { x: x - width / 2, y: top, width, height: head, rx: isPerson ? head / 2 : 4 }
  const frame = shape('rect', { ...box, fill: ink.accent, 'fill-opacity': 0.14, stroke: ink.accent, 'stroke-width': 2 })
  return life + frame + lettering(label.split('\n'), x, top + head / 2, { size })
}

function drawStep(drawing: Drawing, step: SequenceStep, numbered: boolean): void {
  if (step.kind === 'message') drawMessage(drawing, step, numbered)
  else if (step.kind === 'note') drawNote(drawing, step)
  else if (step.kind === 'begin') {
    drawing.frames.push({ word: step.word, text: step.text, top: drawing.y - 8, splits: [] })
    drawing.y += step.word === 'rect' ? 8 : 30
  } else if (step.kind === 'else') {
    drawing.frames.at(-1)?.splits.push({ y: drawing.y, text: step.text })
    drawing.y += 30
  } else endFrame(drawing)
}

function drawMessage(drawing: Drawing, step: Extract<SequenceStep, { kind: 'message' }>, numbered: boolean): void {
  const { parts, lives } = drawing
  const [from, to] = [lives.x.get(step.from)!, lives.x.get(step.to)!]
  drawing.count += 1
  const lines = `${numbered ? `${drawing.count}. ` : ''}${step.text}`.split('\n')
  const dashes: Readonly<Record<string, string>> = step.dashed ? { 'stroke-dasharray': '6 5' } : {}
  const stroke = { fill: 'none', stroke: ink.text, 'stroke-width': 2, ...dashes }
  const text = drawing.y + (lines.length * lineHeight) / 2
  const y = drawing.y + lines.length * lineHeight + 6
  const tip = step.head === 'arrow' ? arrow : step.head === 'cross' ? cross : (): string => ''
  if (from === to) {
    parts.push(lettering(lines, from + 52, text + lineHeight / 2 + 2, { size: size - 1, anchor: 'start' }))
    parts.push(shape('path', { d: `M ${tenths(from)} ${tenths(y - 12)} h 40 v 22 h -38`, ...stroke }))
    parts.push(tip({ x: from + 40, y: y + 10 }, { x: from + 2, y: y + 10 }))
    drawing.y = y + 32
    return
  }
  parts.push(lettering(lines, (from + to) / 2, text, { size: size - 1 }))
  parts.push(shape('line', { x1: from, y1: y, x2: to, y2: y, ...stroke }))
  parts.push(tip({ x: from, y }, { x: to, y }))
  drawing.y = y + 18
}

function cross(_from: unknown, { x, y }: { readonly x: number; readonly y: number }): string {
  return shape('path', {
    d: `M ${tenths(x - 6)} ${tenths(y - 6)} l 12 12 m 0 -12 l -12 12`,
    fill: 'none',
    stroke: ink.text,
    'stroke-width': 2.5,
  })
}

function drawNote(drawing: Drawing, step: Extract<SequenceStep, { kind: 'note' }>): void {
  const lines = step.text.split('\n')
  const places = step.of.map((id) => drawing.lives.x.get(id)!)
  const [from, to] = [Math.min(...places), Math.max(...places)]
  const own = labelWidth(step.text) + 24
  const width = Math.max(own, step.side === 'over' ? to - from + 40 : 0)
  const x = step.side === 'left' ? from - width / 2 - 14 : step.side === 'right' ? to + width / 2 + 14 : (from + to) / 2
  const height = lines.length * lineHeight + 14
  const paper = {
    x: x - width / 2,
    y: drawing.y,
    width,
    height,
    rx: 3,
    fill: ink.ground,
    stroke: ink.text,
    'stroke-width': 1.5,
    'stroke-opacity': 0.6,
  }
  drawing.parts.push(shape('rect', paper), lettering(lines, x, drawing.y + height / 2, { size: size - 1 }))
  drawing.y += height + 16
}

function endFrame(drawing: Drawing): void {
  const frame = drawing.frames.pop()
  if (!frame) return
  const inset = 3 + drawing.frames.length * 8
  const [left, right, bottom] = [inset, drawing.lives.width - inset, drawing.y]
  const outline = {
    fill: ink.text,
    'fill-opacity': 0.04,
    stroke: ink.text,
    'stroke-width': 1.5,
    'stroke-opacity': 0.5,
    rx: 4,
  }
  drawing.parts.unshift(
    shape('rect', { x: left, y: frame.top, width: right - left, height: bottom - frame.top, ...outline }),
  )
  const words = (y: number, word: string, text: string): string => {
    const label = text === '' ? word : word === '' ? `[${text}]` : `${word} [${text}]`
    return lettering([label], left + 10, y + 15, { size: size - 2, anchor: 'start', bold: word !== '', opacity: 0.8 })
  }
  if (frame.word !== 'rect') drawing.parts.push(words(frame.top, frame.word, frame.text))
  for (const { y, text } of frame.splits) {
    const across = {
      x1: left,
      y1: y - 4,
      x2: right,
      y2: y - 4,
      stroke: ink.text,
      'stroke-width': 1.5,
      'stroke-opacity': 0.5,
    }
    drawing.parts.push(shape('line', { ...across, 'stroke-dasharray': '6 5' }), words(y - 4, '', text))
  }
  drawing.y = bottom + 16
}
