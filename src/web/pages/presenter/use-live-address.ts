import { useState } from 'react'
import type { PresenterPageData } from '../../../api/deck-pages/live-page-data.ts'
import { messages } from '../../../rules/messages.ts'
import type { StageLink } from '../../features/live/stage-link.ts'

/** The live address for the presenter's panel. */
export type LiveAddress = ReturnType<typeof useLiveAddress>

/** The URL shown to the audience, and whether everyone can open it. */
export function useLiveAddress({ deck }: PresenterPageData, link: StageLink) {
  const [visibility, setVisibility] = useState(deck.visibility)
  // For a private deck, the private link chosen to be shown.
  const [url, setUrl] = useState(deck.liveUrl)
  const isOpen = visibility === 'all' || new URL(url).searchParams.has('token')
  return {
    url,
    hint: isOpen ? null : messages.live.addressForFew,
    visibility,
    published: () => setVisibility('all'),
    /** Shows the given URL, or the last one. */
    show: (shown = url) => {
      setUrl(shown)
      link.change({ address: true, light: null })
    },
  }
}
