import { type ComponentType, useEffect, useState } from 'react'
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

/**
 * A dialog whose code is loaded when it is first opened. Not by Suspense: where its fallback was shown, React waits for
 * 300 ms until it shows what has arrived.
 */
export function lazyDialog<Props extends DialogProps>(load: () => Promise<ComponentType<Props>>) {
  return function LazyDialog(props: Props) {
    const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null)
    const isWanted = props.open && Loaded === null
    useEffect(() => {
      if (!isWanted) return
      let isOver = false
      const show = (dialog: ComponentType<Props>) => isOver || setLoaded(() => dialog)
      load().then(show, () => show(Missing))
      return () => {
        isOver = true
      }
    }, [isWanted])
    return Loaded && <Loaded {...props} />
  }
}
