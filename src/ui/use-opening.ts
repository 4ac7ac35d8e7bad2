import { useState } from 'react'

/**
 * Counts how often something was opened; 0 before the first time. Used as a key, it gives each opening a fresh state
 * that survives the closing transition.
 */
export function useOpening(open: boolean): number {
  const [wasOpen, setWasOpen] = useState(false)
  const [count, setCount] = useState(0)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setCount(count + 1)
  }
  return open && !wasOpen ? count + 1 : count
}
