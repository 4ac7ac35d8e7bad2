import { readStored, writeStored } from './local-settings.ts'

/** Light, dark, or as the system has it. */
export type ColorScheme = 'system' | 'light' | 'dark'

const key = 'lectern:color-scheme'

/** The scheme chosen in this browser. */
export function colorScheme(): ColorScheme {
  const stored = readStored(key)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

/** Chooses a scheme for this browser, and shows it. */
export function setColorScheme(scheme: ColorScheme): void {
  writeStored(key, scheme === 'system' ? null : scheme)
  if (scheme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = scheme
}

/** Runs in the head of a page, before anything is painted, so that a dark page never flashes white. */
export const colorSchemeScript = `try{var t=localStorage.getItem('${key}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch(e){}`
