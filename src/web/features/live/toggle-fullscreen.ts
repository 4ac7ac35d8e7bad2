/** Toggles fullscreen for the page. A browser that refuses informs the user itself. */
export function toggleFullscreen(): void {
  if (document.fullscreenElement) document.exitFullscreen().catch(() => {})
  else document.documentElement.requestFullscreen?.().catch(() => {})
}
