import { readStored, writeStored } from '../../ui/stored-value.ts'

/** The id of the operator's message among dismissible ones. */
const warningId = 23

const key = 'lectern:warning'

/** Includes the text, so that a new message is shown again. */
const stored = (warning: string): string => `${warningId} ${warning}`

/** Whether the operator's message was dismissed in this browser. */
export function isDismissed(warning: string): boolean {
  return readStored(key) === stored(warning)
}

/** Dismisses the operator's message in this browser, on all pages. */
export function dismissWarning(warning: string): void {
  writeStored(key, stored(warning))
}
