import { addCodeSteps, stepsTaken } from '../blocks/code/code-steps.ts'
import { centerLines, highlightStep } from '../blocks/code/lit-lines.ts'
import { fragmentClasses, fragmentLooks, fragmentVisibility } from '../rules/fragment-styles.ts'

/** The style of a fragment, by its class; '' is fade in. */
function styleOf(fragment: HTMLElement): string {
  return fragmentClasses.find((name) => name !== '' && fragment.classList.contains(name)) ?? ''
}

/**
 * The fragments of a slide by step, in reveal.js's order: by index, then those without one in source order.
 */
export function stepsIn(slide: ParentNode): readonly (readonly HTMLElement[])[] {
  const numbered = new Map<number, HTMLElement[]>()
  const unnumbered: HTMLElement[][] = []
  for (const fragment of slide.querySelectorAll<HTMLElement>('.fragment')) {
    const index = Number.parseInt(fragment.dataset.fragmentIndex ?? '', 10)
    if (Number.isNaN(index)) unnumbered.push([fragment])
    else numbered.set(index, [...(numbered.get(index) ?? []), fragment])
  }
  return [...[...numbered].sort(([a], [b]) => a - b).map(([, step]) => step), ...unnumbered]
}

/** Shows a fragment as after `taken` steps, where `step` is its own, from 0. */
function showAt(fragment: HTMLElement, step: number, taken: number): void {
  const style = styleOf(fragment)
  const visible = fragmentVisibility(style)
  const isPast = step < taken
  const isCurrent = step === taken - 1
  fragment.classList.toggle('visible', isPast)
  fragment.classList.toggle('current-fragment', isCurrent)
  const isShown = visible === 'always' || (visible === 'after' ? isPast : visible === 'before' ? !isPast : isCurrent)
  fragment.style.setProperty('visibility', isShown ? 'inherit' : 'hidden', 'important')
  fragment.style.setProperty('opacity', isShown ? '' : '0', 'important')
  if (isShown && isPast) Object.assign(fragment.style, fragmentLooks(style).after)
}

const codesIn = (root: ParentNode) => Array.from(root.querySelectorAll<HTMLElement>('pre code[data-line-numbers]'))

/**
 * Replaces each sheet by one for each step of its slide: first without fragments, then one step more on each. Steps of
 * code are steps of its slide.
 */
export function splitSteps(root: ParentNode): void {
  addCodeSteps(Array.from(root.querySelectorAll<HTMLElement>('.sheet')).flatMap(codesIn))
  for (const sheet of root.querySelectorAll<HTMLElement>('.sheet')) {
    const count = stepsIn(sheet).length
    if (count === 0) continue
    const sheets = Array.from({ length: count + 1 }, (_, taken) => {
      const copy = sheet.cloneNode(true) as HTMLElement
      copy.classList.add('stepped')
      // Links lead to the first.
      if (taken > 0) {
        copy.removeAttribute('id')
        copy.dataset.step = String(taken)
      }
      for (const [step, fragments] of stepsIn(copy).entries()) {
        for (const fragment of fragments) showAt(fragment, step, taken)
      }
      for (const code of codesIn(copy)) highlightStep(code, stepsTaken(code))
      return copy
    })
    sheet.replaceWith(...sheets)
  }
  for (const code of codesIn(root)) centerLines(code, Array.from(code.querySelectorAll<HTMLElement>('.is-lit')))
}
