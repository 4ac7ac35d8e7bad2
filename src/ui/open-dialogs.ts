import { useLayoutEffect } from 'react'
import { createStore } from './store.ts'

/** Number of open dialogs: full-page overlays yield to them. */
export const openDialogs = createStore(0)

export function useOpenDialog(open: boolean): void {
  useLayoutEffect(() => {
    if (!open) return
    openDialogs.set((count) => count + 1)
    return () => openDialogs.set((count) => count - 1)
  }, [open])
}
