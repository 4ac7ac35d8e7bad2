import type { NotificationKind } from '../../rules/notifications.ts'

const key = 'lectern:flash'

/** A notification that one page leaves for the next. */
export interface StoredFlash {
  readonly text: string
  readonly kind: NotificationKind
}

/** Leaves a notification for the next page: what went well before a new document is loaded is told there. */
export function storeFlash(text: string, kind: NotificationKind = 'positive'): void {
  try {
    window.sessionStorage.setItem(key, JSON.stringify({ text, kind }))
  } catch {
    // Without storage the next page says nothing; what was done is done all the same.
  }
}

/** Whether there is anything to take. */
export function hasFlash(): boolean {
  try {
    if (window.sessionStorage.getItem(key) !== null) return true
  } catch {
    // Nothing can be stored here.
  }
  return document.querySelector('meta[name="flash"]') !== null
}

/** Takes, so that nothing is told twice, what the server (in the page's `flash` meta tag) and the page before left. */
export function takeFlashes(): readonly StoredFlash[] {
  const fromServer = document.querySelector<HTMLMetaElement>('meta[name="flash"]')
  fromServer?.remove()
  const taken: StoredFlash[] = fromServer?.content ? [{ text: fromServer.content, kind: 'neutral' }] : []
  try {
    const stored = JSON.parse(window.sessionStorage.getItem(key) ?? 'null') as StoredFlash | null
    window.sessionStorage.removeItem(key)
    if (stored) taken.push(stored)
  } catch {
    // Nothing readable was left.
  }
  return taken
}
