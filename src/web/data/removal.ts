import { useState } from 'react'
import { failureText } from '../../api/api-error.ts'
import { type ConfirmQuestion, confirmDialog } from '../../ui/dialogs/dialog-store.ts'
import { showError } from '../../ui/toast/toast-store.ts'

/** What is removed: the question before, the call, and what follows its answer. */
export interface Removal<T> {
  readonly question: Omit<ConfirmQuestion, 'dangerous'>
  readonly call: () => Promise<T>
  readonly onDone: (answer: T) => void
}

/** Removes an entry of a list after a confirmation. `busy`: the entry whose call runs; its row is disabled meanwhile. */
export function useRemoval<Id>() {
  const [busy, setBusy] = useState<Id | null>(null)
  const remove = async <T>(id: Id, { question, call, onDone }: Removal<T>): Promise<void> => {
    if (!(await confirmDialog({ ...question, dangerous: true }))) return
    setBusy(id)
    try {
      onDone(await call())
    } catch (error) {
      showError(failureText(error))
    }
    setBusy(null)
  }
  return { busy, remove }
}
