import { useState } from 'react'
import type { PresenterPageData } from '../../../api/deck-pages/live-page-data.ts'
import { messages } from '../../../rules/messages.ts'
import type { StageLink } from '../../features/live/stage-link.ts'

/** The address as the presenter's panel shows and changes it. */
export type LiveAddress = ReturnType<typeof useLiveAddress>

/** The address that this window shows to everybody, and who can open it. */
export function useLiveAddress({ deck }: PresenterPageData, link: StageLink) {
  const [visibility, setVisibility] = useState(deck.visibility)
  // Of a private deck also the link that was chosen to be shown.
  const [url, setUrl] = useState(deck.liveUrl)
  const isOpen = visibility === 'all' || new URL(url).searchParams.has('token')
  return {
    url,
    hint: isOpen ? null : messages.live.addressForFew,
    visibility,
    published: () => setVisibility('all'),
    /** Shows it: the given one, or the one that was shown last. */
    show: (shown = url) => {
      setUrl(shown)
      link.change({ address: true, light: null })
    },
  }
}
