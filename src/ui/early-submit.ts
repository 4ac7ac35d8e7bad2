/** Where the head's inline script stores a form submitted too early. */
interface EarlyWindow {
  earlyForm?: HTMLFormElement
}

/**
 * Inline script of the head. A form submitted before the page's script is ready is stored and prevented: its password
 * must not be sent as a plain form.
 */
export const earlySubmitScript =
  "addEventListener('submit',function(e){if(e.target.method==='post'&&!document.documentElement.classList.contains('loaded')){e.preventDefault();window.earlyForm=e.target}},true)"

/** Submits the stored form once the page is ready. */
export function replayEarlySubmit(): void {
  const early = window as EarlyWindow
  const form = early.earlyForm
  delete early.earlyForm
  if (form?.isConnected) form.requestSubmit()
}
