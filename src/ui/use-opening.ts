import { useState } from 'react'

/**
 * Counts how often something was opened: 0 before the first time. As a key it gives each opening a state of its own,
 * which stays while the popup fades out.
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
