import { limits } from './limits.ts'

/** Layout of the speaker view. */
export type SpeakerLayout = 'default' | 'wide' | 'tall' | 'notes-only'

export const speakerLayouts = ['default', 'wide', 'tall', 'notes-only'] as const satisfies readonly SpeakerLayout[]

/** What each layout is called. */
export const speakerLayoutNames: Readonly<Record<SpeakerLayout, string>> = {
  default: 'Default',
  wide: 'Wide',
  tall: 'Tall',
  'notes-only': 'Notes only',
}

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
