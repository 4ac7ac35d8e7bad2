import { isEditedAsText } from '../../../blocks/block-editor.ts'
import { editorOf } from '../../../blocks/find-editor.ts'
import type { Deck } from '../../../document/deck-model.ts'
import type { Saver } from '../../../editor/autosave/create-saver.ts'
import type { NewerVersion } from '../../../editor/autosave/save-transport.ts'
import { blockOf } from '../../../editor/commands/find-slide.ts'
import { loadedMerging } from '../../../editor/commands/load-merging.ts'
import type { EditorModel } from '../../../editor/state/editor-model.ts'
import type { Store } from '../../../ui/store.ts'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { isBlockChanged } from './is-block-changed.ts'
import { mergeVersions } from './merge-versions.ts'
import type { PendingDecision } from './pending-decision.ts'

/** What the editor does with versions that other windows, devices and users save. */
export interface NewerVersions {
  /**
   * Handles a newer version on the server. It is merged without a question if nothing here is unsaved, or if the same
   * user saved it without conflicts.
   */
  take(newer: NewerVersion): void
  /** Resolves a save conflict by merging; slides changed in both are kept twice. */
  keepBoth(): void
  /** Resolves a save conflict by overwriting. The other version stays a revision. */
  ignoreOther(): void
}

interface NewerOptions {
  readonly model: EditorModel
  readonly saver: Saver
  /** Gets the conflicts that the user has to decide. */
  readonly decision: Store<PendingDecision>
}

/** Merges newer versions into the editor's deck. */
export function newerVersions({ model, saver, decision }: NewerOptions): NewerVersions {
  /** The pending conflict, which is over with this call; null if there is none. */
  const takeConflict = () => {
    const pending = decision.get()
    if (pending?.kind !== 'outdated') return null
    decision.set(null)
    return { version: pending.version, theirs: pending.theirs(saver.savedPoint().deck) }
  }
  return {
    take(newer) {
      const { deck: base } = saver.savedPoint()
      const theirs = newer.theirs(base)
      const isTextOpen = endEditing(model, base, theirs)
      const { slideId, deck: mine } = model.getState()
      const { command, hasConflicts } = mergeVersions(base, theirs, mine, newer)
      const isUnsaved = saver.hasUnsaved()
      // The text being edited cannot take the change: the user decides.
      const isUnmergeable = isTextOpen && theirs.slides[slideId] !== base.slides[slideId] && loadedMerging() === null
      if (hasConflicts || isUnmergeable || (isUnsaved && !newer.own)) {
        // Announced by another window: saves at once. The 409 of that save opens the dialog.
        if (saver.state().kind === 'conflict') decision.set({ ...newer, kind: 'outdated' })
        else void saver.saveNow()
        return
      }
      saver.takeNewer(newer.version, theirs, command)
      // A stream of changes explains itself.
      if (isUnsaved && !newer.byBlocks) showToast('Your changes from another window or device were added')
    },
    keepBoth() {
      const conflict = takeConflict()
      if (!conflict) return
      const { version, theirs } = conflict
      const { command, conflictingSlides } = mergeVersions(saver.savedPoint().deck, theirs, model.getState().deck)
      saver.takeNewer(version, theirs, command)
      const copies = conflictingSlides.length
      if (copies === 0) return
      const slides = copies === 1 ? 'One slide was' : `${copies} slides were`
      showToast(`${slides} changed on both sides: both are kept, one after the other`)
    },
    ignoreOther() {
      const conflict = takeConflict()
      if (conflict) saver.overwrite(conflict.version, conflict.theirs)
    },
  }
}

/**
 * Ends the editing of a block in place that `theirs` changes, since it would overwrite that. An edited text accepts other
 * users' changes. Returns whether a text is being edited.
 */
function endEditing(model: EditorModel, base: Deck, theirs: Deck): boolean {
  const { slideId, deck: mine, editing } = model.getState()
  const edited = editing === null ? null : blockOf(mine.slides[slideId], editing)
  const isText = edited !== null && isEditedAsText(editorOf(edited.type))
  const isOpen = edited !== null && !isText && mine.slides[slideId] === base.slides[slideId]
  if (isOpen && isBlockChanged(slideId, edited.id, base, theirs)) model.stopEditing()
  return isText
}
