const appleSigns: Readonly<Record<string, string>> = { Mod: '⌘', Shift: '⇧', Alt: '⌥', Ctrl: '⌃' }
const keySigns: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  Delete: 'Del',
}

/** Whether the platform is Apple's, where Mod is the command key. */
function isApple(platform: string = navigator.platform): boolean {
  return /mac|iphone|ipad/i.test(platform)
}

/** A shortcut for display: 'Ctrl+Shift+Z', or '⇧⌘Z' on Apple's platforms. */
export function shortcutText(shortcut: string, apple: boolean = isApple()): string {
  const keys = shortcut.split('+').map((key) => keySigns[key] ?? key)
  if (!apple) return keys.map((key) => (key === 'Mod' ? 'Ctrl' : key)).join('+')
  const [last, ...others] = keys.toReversed()
  return [...others.toReversed().toSorted(), last].map((key) => appleSigns[key ?? ''] ?? key).join('')
}
