import type { BlockStage } from '../block-player.ts'
import { highlightCurrentStep } from './lit-lines.ts'
import { paintCode, prepareToPaint } from './paint-code.ts'
import './highlight.css'

/** Highlights code, adds line numbers and follows the steps. */
export function showCode(codes: readonly HTMLElement[], stage: BlockStage): void {
  for (const code of codes) {
    prepareToPaint(code)
      .then(() => {
        paintCode(code)
        highlightCurrentStep(code)
      })
      .catch(() => stage.fail('code-failed'))
  }
  stage.onStep((slide) => {
    for (const code of codes) if (slide.contains(code)) highlightCurrentStep(code)
  })
}
