import type { PropsOf } from '../../blocks/index.ts'
import type { Block } from '../../document/deck-model.ts'
import { firstLineAttribute, firstLineOf } from '../../document/first-line.ts'
import { newBlock } from '../commands/new-block.ts'
import { type FlowElement, styleOf } from './flow-elements.ts'

/** The block of a flow's code, with the look that its author's styles gave it. */

type Style = (readonly [string, string])[]

const number = (value: string): number => Number.parseFloat(value) || 0
const short = (value: number): string => String(Math.round(value * 1000) / 1000)
const isClear = (color: string): boolean => /^transparent$|(?:,|\/)\s*0\)$/.test(color)

/** The box of code, drawn by its outer or its inner element. */
function boxOf(pre: CSSStyleDeclaration, code: CSSStyleDeclaration): Style {
  const painted = !isClear(code.backgroundColor) || isClear(pre.backgroundColor) ? code : pre
  const radius = Math.round(number(painted.borderTopLeftRadius))
  const styles: Style = [
    ['border-radius', `${radius}px`],
    ['--code-background', painted.backgroundColor],
  ]
  return pre.boxShadow === 'none' ? styles : [...styles, ['box-shadow', pre.boxShadow]]
}

export function codeBlock({ element }: FlowElement): Block {
  const code = element.querySelector<HTMLElement>('code')!
  const numbers = code.dataset.lineNumbers ?? ''
  const props: Partial<PropsOf<'code'>> = {
    code: (code.textContent ?? '').replace(/\n$/, ''),
    language: code.dataset.language ?? '',
    lineNumbers: element.dataset.lNumbers === 'on',
    firstLine: firstLineOf(code.getAttribute(firstLineAttribute)),
    steps: /\d/.test(numbers) ? numbers : '',
  }
  const [outer, inner] = [styleOf(element), styleOf(code)]
  const size = number(inner.fontSize)
  // A share of the letters, so that it grows with them.
  const em = (length: string) => `${short(number(length) / size)}em`
  const padding = [inner.paddingTop, inner.paddingRight, inner.paddingBottom, inner.paddingLeft].map(em).join(' ')
  const style: Style = [
    ['font-size', inner.fontSize],
    ...boxOf(outer, inner),
    ['--code-color', inner.color],
    ['--code-font', inner.fontFamily],
    ['--code-padding', padding],
    ...(number(inner.lineHeight) > 0 ? [['--code-line-height', short(number(inner.lineHeight) / size)] as const] : []),
    ['--code-tab-size', inner.tabSize],
    ...(/^(?:start|left)$/.test(inner.textAlign) ? [] : [['text-align', inner.textAlign] as const]),
  ]
  return { ...newBlock('code', props), style }
}
