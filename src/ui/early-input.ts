/** Where the head's inline script stores what the user did before the page's script was ready. */
interface EarlyWindow {
  earlyForm?: HTMLFormElement
  earlyButton?: HTMLButtonElement | null
}

/**
 * Inline script of the head. A form submitted before the page's script is ready is stored and prevented: its password
 * must not be sent as a plain form. A button that does nothing without the script is stored if it was clicked last.
 */
export const earlyInputScript =
  "(function(){var r=document.documentElement.classList;function on(n,f){addEventListener(n,function(e){r.contains('loaded')||f(e,e.target)},true)}on('submit',function(e,t){if(t.method==='post'){e.preventDefault();window.earlyForm=t}});on('click',function(e,t){window.earlyButton=t.closest&&t.closest('button[type=button]:not([popovertarget])')})})()"

/** Removes and returns the button that was clicked early; null if there is none. */
export function takeEarlyButton(): HTMLButtonElement | null {
  const early = window as EarlyWindow
  const button = early.earlyButton
  delete early.earlyButton
  return button?.isConnected ? button : null
}

/** Submits the stored form and clicks the stored button once the page is ready. */
export function replayEarlyInput(): void {
  const early = window as EarlyWindow
  const form = early.earlyForm
  delete early.earlyForm
  if (form?.isConnected) form.requestSubmit()
  takeEarlyButton()?.click()
}
