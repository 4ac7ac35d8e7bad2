import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { genericError } from '../../../../rules/messages.ts'
import { showError } from '../../../../ui/toast/toast-store.ts'
import type { PeopleDialogProps } from './people-dialog.tsx'

/** Replaces a dialog whose code could not be loaded: shows a toast and closes. */
function Missing({ open, onClose }: PeopleDialogProps) {
  useEffect(() => {
    if (!open) return
    showError(genericError())
    onClose()
  }, [open, onClose])
  return null
}

const Loaded = lazy<ComponentType<PeopleDialogProps>>(() =>
  import('./people-dialog.tsx').then(
    ({ PeopleDialog }) => ({ default: PeopleDialog }),
    () => ({ default: Missing }),
  ),
)

/** The dialog of a deck's people, loaded when it is first opened. */
export function LazyPeopleDialog(props: PeopleDialogProps) {
  const [wanted, setWanted] = useState(false)
  if (props.open && !wanted) setWanted(true)
  if (!wanted) return null
  return (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  )
}
