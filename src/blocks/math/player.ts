import 'katex/dist/katex.css'
import { typeset } from './typeset.ts'

export function showMath(elements: readonly HTMLElement[]): void {
  for (const element of elements) typeset(element)
}
