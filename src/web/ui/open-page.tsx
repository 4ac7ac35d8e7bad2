import { CSPProvider } from '@base-ui/react/csp-provider'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { markLoaded, startPageBehaviours } from './page-behaviours.ts'
import { takeTimings } from './page-timings.ts'
import { TooltipProvider } from './tooltip.tsx'

/**
 * Opens a page that is drawn in the browser alone: `make` gets what the server put into the page, and answers what is
 * drawn in the place of what waited there. When that fails, `failure` is told instead, and the error is reported.
 */
export async function openPage<Data>(failure: string, make: (data: Data) => Promise<ReactNode>): Promise<void> {
  const root = document.getElementById('app')
  const data = JSON.parse(document.getElementById('page-data')?.textContent ?? 'null') as Data | null
  if (!root || !data) return
  takeTimings()
  startPageBehaviours()
  try {
    const page = await make(data)
    root.replaceChildren()
    createRoot(root).render(
      <CSPProvider disableStyleElements>
        <TooltipProvider>{page}</TooltipProvider>
      </CSPProvider>,
    )
    markLoaded()
  } catch (error) {
    const words = document.createElement('p')
    words.setAttribute('role', 'alert')
    words.textContent = failure
    root.replaceChildren(words)
    reportError(error)
  }
}
