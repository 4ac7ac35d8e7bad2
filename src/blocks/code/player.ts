import type { BlockStage } from '../block-player.ts'
import { stepsTaken } from './code-steps.ts'
import { lightStep, paintCode, prepareToPaint } from './paint-code.ts'
import './highlight.css'

/** Lights the lines of the step that the slide has come to. */
function light(code: HTMLElement): void {
  lightStep(code, stepsTaken(code))?.scrollIntoView?.({ block: 'nearest' })
}

/** Colors code, numbers its lines and follows its steps. */
export function showCode(codes: readonly HTMLElement[], stage: BlockStage): void {
  for (const code of codes) {
    prepareToPaint(code)
      .then(() => {
        paintCode(code)
        light(code)
      })
      .catch(() => stage.fail('code-failed'))
  }
  stage.onStep((slide) => {
    for (const code of codes) if (slide.contains(code)) light(code)
  })
}
