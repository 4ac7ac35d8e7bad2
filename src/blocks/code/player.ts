import type { BlockStage } from '../block-player.ts'
import { highlightCurrentStep } from './lit-lines.ts'
import { paintCode, prepareToPaint } from './paint-code.ts'
import './highlight.css'

async function showOne(code: HTMLElement, stage: BlockStage): Promise<void> {
  try {
    await prepareToPaint(code)
    paintCode(code)
    highlightCurrentStep(code)
  } catch {
    stage.fail('code-failed')
  }
}

/** Highlights code, adds line numbers and follows the steps. Resolves when all of it is highlighted. */
export async function showCode(codes: readonly HTMLElement[], stage: BlockStage): Promise<void> {
  stage.onStep((slide) => {
    for (const code of codes) if (slide.contains(code)) highlightCurrentStep(code)
  })
  await Promise.all(codes.map((code) => showOne(code, stage)))
}
