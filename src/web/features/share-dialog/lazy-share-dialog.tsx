import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { genericError } from '../../../rules/messages.ts'
import { flashNegative } from '../../../ui/flash/flash-store.ts'
import type { ShareDialogProps } from './share-dialog.tsx'

/** Stands in for a dialog that did not come: says so, and leaves the page as it was. */
function Missing({ open, onClose }: ShareDialogProps) {
  useEffect(() => {
    if (!open) return
    flashNegative(genericError())
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

/** The share dialog, which comes to the browser when it is first opened. */
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
