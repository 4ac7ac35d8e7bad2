/** Where the head's script leaves the form that was sent too early. */
interface EarlyWindow {
  earlyForm?: HTMLFormElement
}

/**
 * Runs in the head of a page: a form that somebody sends before the page's script has taken over is held back (its
 * password must not go anywhere as a plain form), and remembered.
 */
export const earlySubmitScript =
  "addEventListener('submit',function(e){if(e.target.method==='post'&&!document.documentElement.classList.contains('loaded')){e.preventDefault();window.earlyForm=e.target}},true)"

/** Sends the form that was held back, once the page answers. */
export function replayEarlySubmit(): void {
  const early = window as EarlyWindow
  const form = early.earlyForm
  delete early.earlyForm
  if (form?.isConnected) form.requestSubmit()
}
