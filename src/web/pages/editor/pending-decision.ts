import type { NewerVersion } from '../../../editor/autosave/save-transport.ts'
import type { OpenDraft } from './settle-unsaved-draft.ts'

/** A decision the user has to make in a dialog: about a save conflict or an unsaved draft. */
export type PendingDecision =
  | ({ readonly kind: 'outdated' } & NewerVersion)
  | ({ readonly kind: 'unsaved-draft' } & OpenDraft)
  | null
