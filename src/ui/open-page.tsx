import { CSPProvider } from '@base-ui/react/csp-provider'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import styles from './open-page.module.css'
import { markLoaded, startPageBehaviors } from './page-behaviors.ts'
import { applyTimings } from './page-timings.ts'
import { TooltipProvider } from './tooltip.tsx'

/** Messages for a page that cannot be opened, and for one that breaks later. */
export interface PageFailures {
  readonly opening: string
  readonly later: string
}

/**
 * Renders a page on the client only. `make` gets the server's data and returns the content that replaces the
 * placeholder. If that fails or the page breaks later, an error with a reload button is shown, and the error is
 * reported.
 */
export async function openPage<Data>(failures: PageFailures, make: (data: Data) => Promise<ReactNode>): Promise<void> {
  const root = document.getElementById('app')
  const data = JSON.parse(document.getElementById('page-data')?.textContent ?? 'null') as Data | null
  if (!root || !data) return
  applyTimings()
  startPageBehaviors()
  try {
    const page = await make(data)
    root.replaceChildren()
    const onUncaughtError = (error: unknown): void => {
      reportError(error)
      // React unmounts the broken page; without this the window would be empty.
      setTimeout(() => showError(root, failures.later))
    }
    createRoot(root, { onUncaughtError }).render(
      <CSPProvider disableStyleElements>
        <TooltipProvider>{page}</TooltipProvider>
      </CSPProvider>,
    )
    markLoaded()
  } catch (error) {
    showError(root, failures.opening)
    reportError(error)
  }
}

/** Without React, which may be what broke. */
function showError(root: HTMLElement, failure: string): void {
  const note = document.createElement('div')
  note.className = styles.failure!
  const words = document.createElement('p')
  words.setAttribute('role', 'alert')
  words.textContent = failure
  const reload = document.createElement('button')
  reload.type = 'button'
  reload.className = styles.reload!
  reload.textContent = 'Reload'
  reload.addEventListener('click', () => window.location.reload())
  note.append(words, reload)
  root.replaceChildren(note)
}
