import type { BlockStage } from '../block-player.ts'
import { stepsTaken } from './code-steps.ts'
import { highlightStep, paintCode, prepareToPaint } from './paint-code.ts'
import './highlight.css'

/** Highlights the lines of the current step. */
function highlightCurrentStep(code: HTMLElement): void {
  highlightStep(code, stepsTaken(code))?.scrollIntoView?.({ block: 'nearest' })
}

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
