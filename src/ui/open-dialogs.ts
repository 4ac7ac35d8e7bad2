import { useLayoutEffect } from 'react'
import { createStore } from './store.ts'

/** How many dialogs are open: what lies over the whole page gives way to them. */
export const openDialogs = createStore(0)

/** Counts a dialog among those that are open. */
export function useOpenDialog(open: boolean): void {
  useLayoutEffect(() => {
    if (!open) return
    openDialogs.set((count) => count + 1)
    return () => openDialogs.set((count) => count - 1)
  }, [open])
}
