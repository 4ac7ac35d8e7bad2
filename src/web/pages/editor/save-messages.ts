import type { SaveProblem } from '../../../editor/autosave/save-transport.ts'
import { messages } from '../../../rules/messages.ts'

/** Answers to a save by a user who has lost the access. The page then asks what has ended, and says it in a dialog. */
const accessLost: readonly string[] = [messages.access.denied, messages.access.notFound]

/** What a toast says about a refused save; null: a dialog or the save status says it. */
export function failureMessage(problem: SaveProblem): string | null {
  if (problem.kind === 'signed-out' || problem.kind === 'not-editor' || problem.kind === 'conflict') return null
  if (problem.kind !== 'invalid') return messages.save.error
  return accessLost.includes(problem.message) ? null : problem.message
}
