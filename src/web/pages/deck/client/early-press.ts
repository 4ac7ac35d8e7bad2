/** Clicks the button that the user pressed before this script ran (recorded by shell.ts), and stops recording. */
export function clickEarlyButton(): void {
  const page = window as { earlyPress?: HTMLButtonElement | 0 | null }
  const pressed = page.earlyPress
  page.earlyPress = null
  if (pressed) pressed.click()
}
