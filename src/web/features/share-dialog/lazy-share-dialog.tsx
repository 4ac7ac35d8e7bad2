import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { genericError } from '../../../rules/messages.ts'
import { showError } from '../../../ui/toast/toast-store.ts'
import type { ShareDialogProps } from './share-dialog.tsx'

/** Replaces a dialog whose code could not be loaded: shows a toast and closes. */
function Missing({ open, onClose }: ShareDialogProps) {
  useEffect(() => {
    if (!open) return
    showError(genericError())
    onClose()
  }, [open, onClose])
  return null
}

const Loaded = lazy<ComponentType<ShareDialogProps>>(() =>
  import('./share-dialog.tsx').then(
    ({ ShareDialog }) => ({ default: ShareDialog }),
    () => ({ default: Missing }),
  ),
)

/** The share dialog, loaded when it is first opened. */
export function LazyShareDialog(props: ShareDialogProps) {
  const [wanted, setWanted] = useState(false)
  if (props.open && !wanted) setWanted(true)
  if (!wanted) return null
  return (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  )
}
