/** The script of the presenter's page and the speaker view. */
import '../../ui/fonts.css'
import '../../ui/tokens.css'
import '../../ui/base.css'
import '../features/live/stage-page.css'
import type { ReactNode } from 'react'
import { createApiClient } from '../../api/client.ts'
import type { PresenterPageData, SpeakerPageData } from '../../api/deck-pages/live-page-data.ts'
import { openPage } from '../../ui/open-page.tsx'
import { ToastHost } from '../../ui/toast/toast-host.tsx'
import { browserTransport } from '../data/browser-transport.ts'
import { reloadWhenNewer } from '../features/live/reload-when-newer.ts'
import { settingSaver } from '../features/live/save-setting.ts'
import { openStage } from '../features/live/use-stage.ts'

async function stagePage(data: PresenterPageData | SpeakerPageData): Promise<ReactNode> {
  // Matches the styles, for code that reads the theme.
  document.documentElement.dataset.theme = 'dark'
  const api = createApiClient(browserTransport())
  const saveSetting = settingSaver(api)
  const stage = openStage(data)
  window.addEventListener('pagehide', (event) => {
    // A page in the back/forward cache keeps its connection.
    if (!event.persisted) stage.link.close()
  })
  if (data.view === 'presenter') {
    const { PresenterPage } = await import('../pages/presenter/presenter-page.tsx')
    return <PresenterPage {...{ data, stage, saveSetting, api }} />
  }
  reloadWhenNewer(stage.link, data.deck)
  const { SpeakerPage } = await import('../pages/speaker/speaker-page.tsx')
  return <SpeakerPage {...{ data, stage, saveSetting }} />
}

void openPage<PresenterPageData | SpeakerPageData>(
  {
    opening: 'This page could not be opened. Reload it to try again.',
    later: 'This page broke off. Your audience stays where it is: reload the page to go on.',
  },
  async (data) => (
    <>
      {await stagePage(data)}
      <ToastHost />
    </>
  ),
)
