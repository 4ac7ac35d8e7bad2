import type { BlockDecorator } from '../block-editor.ts'
import { highlightStep } from './lit-lines.ts'

type Paint = typeof import('./paint-code.ts')

let loaded: Paint | null = null

const codes = 'pre code'

function codesOf(wrapper: HTMLElement): readonly HTMLElement[] {
  return [...wrapper.querySelectorAll<HTMLElement>(codes)]
}

/** Highlights a block's code on the canvas, with the lines of its first step. */
export const codeDecorator: BlockDecorator = {
  isReady: (wrapper) => {
    const found = codesOf(wrapper)
    return found.length === 0 || found.every((code) => loaded?.canPaint(code) === true)
  },
  load: async (wrapper) => {
    loaded ??= await import('./paint-code.ts')
    await Promise.all(codesOf(wrapper).map(loaded.prepareToPaint))
  },
  decorate: (wrapper) => {
    for (const code of codesOf(wrapper)) {
      loaded?.paintCode(code)
      highlightStep(code, 0)
    }
  },
}
