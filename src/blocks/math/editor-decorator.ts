import styles from 'katex/dist/katex.css?url'
import type { BlockDecorator } from '../block-editor.ts'

type Typeset = typeof import('./typeset.ts')

let loaded: Typeset | null = null

/** Loads KaTeX with the first formula. */
export async function loadTypeset(): Promise<Typeset> {
  loaded ??= await import('./typeset.ts')
  return loaded
}

const formulas = '[data-latex]'

/** The formulas of a block; one in the slide's flow may be the element itself. */
function formulasOf(element: HTMLElement): readonly HTMLElement[] {
  const inside = [...element.querySelectorAll<HTMLElement>(formulas)]
  return element.matches(formulas) ? [element, ...inside] : inside
}

/** Typesets a block's formulas on the canvas. */
export const mathDecorator: BlockDecorator = {
  isReady: (wrapper) => loaded !== null || formulasOf(wrapper).length === 0,
  load: async () => {
    await loadTypeset()
  },
  decorate: (wrapper) => {
    const elements = formulasOf(wrapper)
    if (elements.length > 0) addStyles(wrapper.ownerDocument)
    for (const element of elements) loaded?.typesetOnCanvas(element)
  },
}

/** The canvas document has none of the app's styles. */
function addStyles(document: Document): void {
  if (document.querySelector(`link[href="${styles}"]`)) return
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = styles
  document.head.append(link)
}
