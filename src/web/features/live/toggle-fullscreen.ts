/** Shows the whole page on the whole screen, or ends that. A browser that refuses tells its person itself. */
export function toggleFullscreen(): void {
  if (document.fullscreenElement) document.exitFullscreen().catch(() => {})
  else document.documentElement.requestFullscreen?.().catch(() => {})
}
