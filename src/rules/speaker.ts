import { limits } from './limits.ts'

/** How the speaker view is laid out. */
export type SpeakerLayout = 'default' | 'wide' | 'tall' | 'notes-only'

/** All layouts of the speaker view. */
export const speakerLayouts = ['default', 'wide', 'tall', 'notes-only'] as const satisfies readonly SpeakerLayout[]

/** What a presenter chose, kept with the account. */
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

/** How notes are shown by their length in characters: under 120 large, over 210 small, else as usual. */
export function notesLength(notes: string): 'short' | 'medium' | 'long' {
  if (notes.length < limits.notes.shortBelow) return 'short'
  return notes.length > limits.notes.longAbove ? 'long' : 'medium'
}
