declare global {
  interface Window {
    /** Missing in Firefox and Safari. */
    readonly EyeDropper?: new () => { open(): Promise<{ readonly sRGBHex: string }> }
  }
}

/** Whether the browser can pick a color from the screen. */
export function hasEyedropper(): boolean {
  return typeof window !== 'undefined' && window.EyeDropper !== undefined
}

/** Lets the user pick a color from the screen; null if the user cancels, or the browser cannot. */
export async function pickFromScreen(): Promise<string | null> {
  if (!window.EyeDropper) return null
  try {
    return (await new window.EyeDropper().open()).sRGBHex
  } catch {
    // Escape.
    return null
  }
}
