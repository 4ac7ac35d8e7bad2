import '../ui/fonts.css'
import '../ui/tokens.css'
import '../ui/base.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { createRoot } from 'react-dom/client'
import { browserTransport } from '../data/browser-transport.ts'
import { createApiClient } from '../data/client.ts'
import { EditorPage } from '../pages/editor/editor-page.tsx'
import { openEditorSession } from '../pages/editor/editor-session.ts'
import type { EditorPageData } from '../pages/editor/page-data.ts'
import { markLoaded, startPageBehaviours } from '../ui/page-behaviours.ts'
import { takeTimings } from '../ui/page-timings.ts'
import { TooltipProvider } from '../ui/tooltip.tsx'

async function start(): Promise<void> {
  const root = document.getElementById('app')
  const data = JSON.parse(document.getElementById('page-data')?.textContent ?? 'null') as EditorPageData | null
  if (!root || !data) return
  takeTimings()
  startPageBehaviours()
  const session = await openEditorSession(data, createApiClient(browserTransport()))
  root.replaceChildren()
  createRoot(root).render(
    <CSPProvider disableStyleElements>
      <TooltipProvider>
        <EditorPage session={session} />
      </TooltipProvider>
    </CSPProvider>,
  )
  markLoaded()
}

/** Says so where the editor would be; the deck on the server and the work kept in this browser are as they were. */
function tellFailure(error: unknown): void {
  const words = document.createElement('p')
  words.setAttribute('role', 'alert')
  words.textContent = 'The editor could not be opened. Nothing is lost: reload the page to try again.'
  document.getElementById('app')?.replaceChildren(words)
  reportError(error)
}

start().catch(tellFailure)
