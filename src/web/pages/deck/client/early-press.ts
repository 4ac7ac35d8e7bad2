/** Presses the button that somebody pressed before this script was there (shell.ts) once more; none is kept any more. */
export function pressEarlyButton(): void {
  const page = window as { earlyPress?: HTMLButtonElement | 0 | null }
  const pressed = page.earlyPress
  page.earlyPress = null
  if (pressed) pressed.click()
}
