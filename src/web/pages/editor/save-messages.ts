import type { SaveProblem } from '../../../editor/autosave/save-transport.ts'
import { messages } from '../../../rules/messages.ts'

/** What a toast says about a refused save; null: a dialog or the save status says it. */
export function failureMessage(problem: SaveProblem): string | null {
  if (problem.kind === 'signed-out' || problem.kind === 'not-editor' || problem.kind === 'conflict') return null
  return problem.kind === 'invalid' ? problem.message : messages.save.error
}
