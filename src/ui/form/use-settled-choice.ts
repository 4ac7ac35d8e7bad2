import { type ChangeEvent, type KeyboardEvent, useRef, useState } from 'react'

/**
 * Props of a select whose choice is saved. A choice of the open list is settled at once. In a closed select each arrow
 * key is a choice: Enter or leaving the field settles it, Escape drops it.
 */
export function useSettledChoice<V extends string>(value: V, onSettled: (value: V) => void | Promise<void>) {
  const [draft, setDraft] = useState<V | null>(null)
  const byKeys = useRef(false)
  /** The choice that is being saved. */
  const sent = useRef<V | null>(null)
  const settle = async (choice: V | null) => {
    if (choice === null || choice === sent.current) return
    sent.current = choice
    try {
      if (choice !== value) await onSettled(choice)
    } finally {
      if (sent.current === choice) sent.current = null
    }
    setDraft((now) => (now === choice ? null : now))
  }
  return {
    value: draft ?? value,
    onPointerDown() {
      byKeys.current = false
    },
    onKeyDown({ key }: KeyboardEvent) {
      byKeys.current = true
      if (key === 'Enter') void settle(draft)
      if (key === 'Escape') setDraft(null)
    },
    onBlur: () => void settle(draft),
    onChange({ target }: ChangeEvent<HTMLSelectElement>) {
      const choice = target.value as V
      setDraft(choice)
      if (!byKeys.current) void settle(choice)
    },
  }
}
