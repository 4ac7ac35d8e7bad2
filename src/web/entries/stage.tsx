/** The script of the pages that present: the presenter's and the speaker view. */
import '../../ui/fonts.css'
import '../../ui/tokens.css'
import '../../ui/base.css'
import '../features/live/stage-page.css'
import type { ReactNode } from 'react'
import { createApiClient } from '../../api/client.ts'
import type { PresenterPageData, SpeakerPageData } from '../../api/deck-pages/live-page-data.ts'
import { FlashHost } from '../../ui/flash/flash-host.tsx'
import { openPage } from '../../ui/open-page.tsx'
import { browserTransport } from '../data/browser-transport.ts'
import { reloadWhenNewer } from '../features/live/reload-when-newer.ts'
import { settingSaver } from '../features/live/save-setting.ts'
import { openStage } from '../features/live/use-stage.ts'

async function stagePage(data: PresenterPageData | SpeakerPageData): Promise<ReactNode> {
  // As the styles say; what asks for the theme gets the same answer.
  document.documentElement.dataset.theme = 'dark'
  const api = createApiClient(browserTransport())
  const saveSetting = settingSaver(api)
  const stage = openStage(data)
  window.addEventListener('pagehide', (event) => {
    // A page that may come back from the browser's memory keeps its part.
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
      <FlashHost />
    </>
  ),
)
