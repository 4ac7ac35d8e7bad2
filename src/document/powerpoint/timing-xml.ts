import { fragmentVisibility } from '../../rules/fragment-styles.ts'
import type { SceneFragment } from './scene.ts'
import type { Placed } from './slide-writer.ts'
import { attributes } from './xml.ts'

/** Something that changes in a step: an object, or one paragraph of it. */
interface Target {
  readonly id: number
  readonly paragraph: number | null
  readonly isText: boolean
}

type Kind = 'enter' | 'leave' | 'grow' | 'shrink'

interface Effect {
  readonly target: Target
  readonly kind: Kind
  readonly style: string
}

/** Duration of an effect, in ms. */
const duration = 500

/** Offsets of moving styles, as shares of the slide. */
const moves: Readonly<Record<string, readonly [attribute: 'ppt_x' | 'ppt_y', from: string, preset: number]>> = {
  'fade-up': ['ppt_y', '#ppt_y+.06', 42],
  'fade-down': ['ppt_y', '#ppt_y-.06', 47],
  'fade-left': ['ppt_x', '#ppt_x+.05', 2],
  'fade-right': ['ppt_x', '#ppt_x-.05', 2],
}

/** Numbers the nodes of the time tree. */
class Numbers {
  #last = 0

  get next(): number {
    this.#last += 1
    return this.#last
  }
}

function targetXml({ id, paragraph }: Target): string {
  const part = paragraph === null ? '' : `<p:txEl><p:pRg st="${paragraph}" end="${paragraph}"/></p:txEl>`
  return `<p:tgtEl>${part === '' ? `<p:spTgt spid="${id}"/>` : `<p:spTgt spid="${id}">${part}</p:spTgt>`}</p:tgtEl>`
}

function behaviorXml(
  target: Target,
  numbers: Numbers,
  options: { dur: number; delay?: number; attribute?: string },
): string {
  const { dur, delay, attribute } = options
  const start = delay === undefined ? '' : `<p:stCondLst><p:cond delay="${delay}"/></p:stCondLst>`
  const node = `<p:cTn${attributes({ id: numbers.next, dur, fill: 'hold' })}>${start}</p:cTn>`
  const names = attribute ? `<p:attrNameLst><p:attrName>${attribute}</p:attrName></p:attrNameLst>` : ''
  return `<p:cBhvr>${node}${targetXml(target)}${names}</p:cBhvr>`
}

function visibilityXml(target: Target, numbers: Numbers, value: 'visible' | 'hidden', delay: number): string {
  return `<p:set>${behaviorXml(target, numbers, { dur: 1, delay, attribute: 'style.visibility' })}<p:to><p:strVal val="${value}"/></p:to></p:set>`
}

function effectXml({ target, kind, style }: Effect, nodeType: string, delay: number, numbers: Numbers): string {
  const move = kind === 'enter' ? moves[style] : undefined
  const isScaled = kind === 'grow' || kind === 'shrink'
  const values = attributes({
    id: numbers.next,
    presetID: isScaled ? 6 : (move?.[2] ?? 10),
    presetClass: isScaled ? 'emph' : kind === 'enter' ? 'entr' : 'exit',
    presetSubtype: move?.[2] === 2 ? (style === 'fade-left' ? 2 : 8) : 0,
    fill: 'hold',
    grpId: target.isText ? 0 : null,
    nodeType,
  })
  const parts: string[] = []
  if (kind === 'enter') parts.push(visibilityXml(target, numbers, 'visible', 0))
  if (isScaled) {
    const by = kind === 'grow' ? 130_000 : 70_000
    parts.push(
      `<p:animScale>${behaviorXml(target, numbers, { dur: duration })}<p:by x="${by}" y="${by}"/></p:animScale>`,
    )
  } else {
    const way = kind === 'enter' ? 'in' : 'out'
    parts.push(
      `<p:animEffect transition="${way}" filter="fade">${behaviorXml(target, numbers, { dur: duration })}</p:animEffect>`,
    )
  }
  if (move) {
    const [attribute, from] = move
    parts.push(
      `<p:anim calcmode="lin" valueType="num">${behaviorXml(target, numbers, { dur: duration, attribute })}<p:tavLst><p:tav tm="0"><p:val><p:strVal val="${from}"/></p:val></p:tav><p:tav tm="100000"><p:val><p:strVal val="#${attribute}"/></p:val></p:tav></p:tavLst></p:anim>`,
    )
  }
  if (kind === 'leave') parts.push(visibilityXml(target, numbers, 'hidden', duration - 1))
  return `<p:par><p:cTn${values}><p:stCondLst><p:cond delay="${delay}"/></p:stCondLst><p:childTnLst>${parts.join('')}</p:childTnLst></p:cTn></p:par>`
}

/** The targets of each fragment: objects that are one, and paragraphs of texts. */
function targetsOf(placed: readonly Placed[]): Map<number, Target[]> {
  const targets = new Map<number, Target[]>()
  const add = (fragment: number, target: Target): void => {
    targets.set(fragment, [...(targets.get(fragment) ?? []), target])
  }
  const inGroups = new Set(placed.flatMap(({ item }) => (item.kind === 'group' ? item.items : [])))
  for (const { id, item, paragraphs } of placed) {
    // The parts of a group appear with it.
    if (inGroups.has(item)) continue
    const isText = item.kind === 'text' || (item.kind === 'form' && item.text !== undefined)
    if (paragraphs) {
      for (const [index, fragment] of paragraphs.entries())
        if (fragment !== null) add(fragment, { id, paragraph: index, isText })
    } else if (item.fragment !== null) add(item.fragment, { id, paragraph: null, isText })
  }
  return targets
}

/** The effects of each step. A fragment that is seen only during its step leaves with the next. */
function effectsOf(fragments: readonly SceneFragment[], placed: readonly Placed[]): Effect[][] {
  const targets = targetsOf(placed)
  const count = Math.max(0, ...fragments.map(({ step }) => step + 1))
  const steps: Effect[][] = Array.from({ length: count }, () => [])
  for (const [index, { step, style }] of fragments.entries()) {
    for (const target of targets.get(index) ?? []) {
      const visible = fragmentVisibility(style)
      if (visible === 'before') steps[step]!.push({ target, kind: 'leave', style })
      else if (visible === 'always') {
        if (style === 'grow' || style === 'shrink') steps[step]!.push({ target, kind: style, style })
      } else {
        steps[step]!.push({ target, kind: 'enter', style })
        if (visible === 'during') steps[step + 1]?.push({ target, kind: 'leave', style })
      }
    }
  }
  return steps
}

/** The animations of a slide: each step on a click, or by itself after the one before. '' for none. */
export function timingXml(fragments: readonly SceneFragment[], placed: readonly Placed[]): string {
  const steps = effectsOf(fragments, placed)
  if (steps.every((effects) => effects.length === 0)) return ''
  const numbers = new Numbers()
  const [root, main] = [numbers.next, numbers.next]
  const clicks: string[] = []
  let inside: string[] = []
  let at = 0
  const end = () => {
    if (inside.length === 0) return
    clicks.push(
      `<p:par><p:cTn id="${numbers.next}" fill="hold"><p:stCondLst><p:cond delay="indefinite"/></p:stCondLst><p:childTnLst>${inside.join('')}</p:childTnLst></p:cTn></p:par>`,
    )
    inside = []
    at = 0
  }
  for (const [index, effects] of steps.entries()) {
    if (effects.length === 0) continue
    const before = fragments.find(({ step, delay }) => step === index - 1 && delay !== null)?.delay ?? null
    const follows = before !== null && inside.length > 0
    if (!follows) end()
    const list = effects.map((effect, place) => {
      const type = place > 0 ? 'withEffect' : follows ? 'afterEffect' : 'clickEffect'
      return effectXml(effect, type, place === 0 && follows ? before : 0, numbers)
    })
    inside.push(
      `<p:par><p:cTn id="${numbers.next}" fill="hold"><p:stCondLst><p:cond delay="${at}"/></p:stCondLst><p:childTnLst>${list.join('')}</p:childTnLst></p:cTn></p:par>`,
    )
    at += duration + (before ?? 0)
  }
  end()
  const edge = (name: 'prev' | 'next'): string =>
    `<p:${name}CondLst><p:cond evt="on${name === 'prev' ? 'Prev' : 'Next'}" delay="0"><p:tgtEl><p:sldTgt/></p:tgtEl></p:cond></p:${name}CondLst>`
  const sequence = `<p:seq concurrent="1" nextAc="seek"><p:cTn id="${main}" dur="indefinite" nodeType="mainSeq"><p:childTnLst>${clicks.join('')}</p:childTnLst></p:cTn>${edge('prev')}${edge('next')}</p:seq>`
  return `<p:timing><p:tnLst><p:par><p:cTn id="${root}" dur="indefinite" restart="never" nodeType="tmRoot"><p:childTnLst>${sequence}</p:childTnLst></p:cTn></p:par></p:tnLst>${buildsXml(steps.flat())}</p:timing>`
}

/** How animated texts are built: as a whole, or by paragraph. */
function buildsXml(effects: readonly Effect[]): string {
  const texts = new Map<number, boolean>()
  for (const { target } of effects) {
    if (target.isText) texts.set(target.id, (texts.get(target.id) ?? false) || target.paragraph !== null)
  }
  if (texts.size === 0) return ''
  const list = [...texts].map(
    ([id, byParagraph]) => `<p:bldP spid="${id}" grpId="0"${byParagraph ? ' build="p"' : ' animBg="1"'}/>`,
  )
  return `<p:bldLst>${list.join('')}</p:bldLst>`
}
