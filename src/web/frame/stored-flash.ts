import { useEffect } from 'react'
import type { NotificationKind } from '../../rules/notifications.ts'
import { flash } from '../ui/flash/flash-store.ts'

const key = 'lectern:flash'

/** Leaves a notification for the next page: what went well before a new document is loaded is told there. */
export function storeFlash(text: string, kind: NotificationKind = 'positive'): void {
  try {
    window.sessionStorage.setItem(key, JSON.stringify({ text, kind }))
  } catch {
    // Without storage the next page says nothing; what was done is done all the same.
  }
}

/** Shows what the page before, or the server (in the page's `flash` meta tag), left to be told. */
export function useStoredFlash(): void {
  useEffect(() => {
    const fromServer = document.querySelector<HTMLMetaElement>('meta[name="flash"]')
    if (fromServer?.content) flash(fromServer.content)
    fromServer?.remove()
    try {
      const stored = JSON.parse(window.sessionStorage.getItem(key) ?? 'null') as {
        text: string
        kind: NotificationKind
      } | null
      window.sessionStorage.removeItem(key)
      if (stored) flash(stored.text, stored.kind)
    } catch {
      // Nothing readable was left.
    }
  }, [])
}
