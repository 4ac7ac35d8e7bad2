/** The script of the pages that present: the presenter's and the speaker view. */
import '../ui/fonts.css'
import '../ui/tokens.css'
import '../ui/base.css'
import '../features/live/stage-page.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { createRoot } from 'react-dom/client'
import { browserTransport } from '../data/browser-transport.ts'
import { createApiClient } from '../data/client.ts'
import { reloadWhenNewer } from '../features/live/reload-when-newer.ts'
import { settingSaver } from '../features/live/save-setting.ts'
import { openStage } from '../features/live/use-stage.ts'
import type { PresenterPageData, SpeakerPageData } from '../pages/live/page-data.ts'
import { FlashHost } from '../ui/flash/flash-host.tsx'
import { markLoaded, startPageBehaviours } from '../ui/page-behaviours.ts'
import { takeTimings } from '../ui/page-timings.ts'
import { TooltipProvider } from '../ui/tooltip.tsx'

async function start(): Promise<void> {
  const root = document.getElementById('app')
  const data = JSON.parse(document.getElementById('page-data')?.textContent ?? 'null') as
    | PresenterPageData
    | SpeakerPageData
    | null
  if (!root || !data) return
  takeTimings()
  startPageBehaviours()
  // As the styles say; what asks for the theme gets the same answer.
  document.documentElement.dataset.theme = 'dark'
  const api = createApiClient(browserTransport())
  const saveSetting = settingSaver(api)
  const stage = openStage(data)
  if (data.view === 'speaker') reloadWhenNewer(stage.link, data.deck)
  window.addEventListener('pagehide', (event) => {
    // A page that may come back from the browser's memory keeps its part.
    if (!event.persisted) stage.link.close()
  })
  const page =
    data.view === 'presenter'
      ? await import('../pages/presenter/presenter-page.tsx').then(({ PresenterPage }) => (
          <PresenterPage {...{ data, stage, saveSetting, api }} />
        ))
      : await import('../pages/speaker/speaker-page.tsx').then(({ SpeakerPage }) => (
          <SpeakerPage {...{ data, stage, saveSetting }} />
        ))
  root.replaceChildren()
  createRoot(root).render(
    <CSPProvider disableStyleElements>
      <TooltipProvider>
        {page}
        <FlashHost />
      </TooltipProvider>
    </CSPProvider>,
  )
  markLoaded()
}

/** Says so where the page would be. */
function tellFailure(error: unknown): void {
  const words = document.createElement('p')
  words.setAttribute('role', 'alert')
  words.textContent = 'This page could not be opened. Reload it to try again.'
  document.getElementById('app')?.replaceChildren(words)
  reportError(error)
}

start().catch(tellFailure)
