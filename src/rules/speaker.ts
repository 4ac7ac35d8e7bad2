import { limits } from './limits.ts'
import type { SpeakerLayout } from './speaker-layouts.ts'

/** A presenter's settings, stored with the account. */
export interface UserSettings {
  readonly present_controls: boolean
  readonly present_notes: boolean
  readonly present_upsizing: boolean
  readonly speaker_layout: SpeakerLayout
}

/** The settings of a new account. */
export const defaultUserSettings: UserSettings = {
  present_controls: true,
  present_notes: true,
  present_upsizing: true,
  speaker_layout: 'default',
}

/** Size class of notes by length in characters: short below 120, long above 210. */
export function notesLength(notes: string): 'short' | 'medium' | 'long' {
  if (notes.length < limits.notes.shortBelow) return 'short'
  return notes.length > limits.notes.longAbove ? 'long' : 'medium'
}
