import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { genericError } from '../../rules/messages.ts'
import { showError } from '../toast/toast-store.ts'

interface DialogProps {
  readonly open: boolean
  readonly onClose: () => void
}

/** Replaces a dialog whose code could not be loaded: shows a toast and closes. */
function Missing({ open, onClose }: DialogProps) {
  useEffect(() => {
    if (!open) return
    showError(genericError())
    onClose()
  }, [open, onClose])
  return null
}

/** A dialog whose code is loaded when it is first opened. */
export function lazyDialog<Props extends DialogProps>(load: () => Promise<ComponentType<Props>>) {
  const Loaded = lazy<ComponentType<Props>>(() =>
    load().then(
      (dialog) => ({ default: dialog }),
      () => ({ default: Missing }),
    ),
  )
  return function LazyDialog(props: Props) {
    const [wanted, setWanted] = useState(false)
    if (props.open && !wanted) setWanted(true)
    if (!wanted) return null
    return (
      <Suspense fallback={null}>
        <Loaded {...props} />
      </Suspense>
    )
  }
}
