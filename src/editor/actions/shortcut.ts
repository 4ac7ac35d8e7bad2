import type { Action } from './action.ts'

/** The parts of a key event that a shortcut looks at. */
export interface KeyPress {
  readonly key: string
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
}

const codes: Readonly<Record<string, string>> = { '[': 'BracketLeft', ']': 'BracketRight', '=': 'Equal', '-': 'Minus' }

/** Whether this is one of Apple's machines, where Mod is the command key. */
export function isApple(): boolean {
  return /mac|iphone|ipad/i.test(globalThis.navigator?.platform ?? '')
}

/**
 * Whether a key press is a shortcut like 'Mod+Shift+Z'. Letters are found on keyboards for other scripts too, by
 * where the key is; signs like '?' are found wherever a keyboard has them.
 */
export function matchesShortcut(press: KeyPress, shortcut: string, apple: boolean = isApple()): boolean {
  const parts = shortcut.split('+')
  const key = parts.pop()!
  const held = apple ? press.metaKey : press.ctrlKey
  const other = apple ? press.ctrlKey : press.metaKey
  if (held !== parts.includes('Mod') || other || press.altKey !== parts.includes('Alt')) return false
  const sameKey = press.key.toLowerCase() === key.toLowerCase()
  // A sign is typed with or without Shift, as the keyboard wants it.
  if (sameKey && /^[^\p{L}\p{N}\s]$/u.test(key) && !parts.includes('Shift')) return true
  return press.shiftKey === parts.includes('Shift') && (sameKey || press.code === codeOf(key))
}

function codeOf(key: string): string {
  if (/^[A-Z]$/.test(key)) return `Key${key}`
  return /^[0-9]$/.test(key) ? `Digit${key}` : (codes[key] ?? key)
}

/** The keys that menus show beside an action, if it has any. */
export function shownShortcut(action: Pick<Action, 'shortcuts' | 'hint'>): string | undefined {
  return action.shortcuts[0] ?? action.hint
}
