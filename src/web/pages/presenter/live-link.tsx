import { Copy, QrCode, Share2 } from 'lucide-react'
import { useState } from 'react'
import type { ApiClient } from '../../../api/client.ts'
import type { PresenterPageData } from '../../../api/deck-pages/live-page-data.ts'
import { messages } from '../../../rules/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { LazyShareDialog } from '../../features/share-dialog/lazy-share-dialog.tsx'
import styles from './presenter-page.module.css'
import type { LiveAddress } from './use-live-address.ts'

/** Time the button shows 'Copied', in ms. */
const COPIED_DURATION = 2_000

function Address({ address }: { address: string }) {
  const [copied, setCopied] = useState(false)
  const copy = () => {
    navigator.clipboard.writeText(address).then(
      () => {
        setCopied(true)
        setTimeout(() => setCopied(false), COPIED_DURATION)
      },
      // The URL can still be selected by hand.
      () => setCopied(false),
    )
  }
  return (
    <div className={styles.share}>
      <label htmlFor="live-link">Your audience follows at</label>
      <div className={styles.shareRow}>
        <input id="live-link" readOnly value={address} onFocus={(event) => event.currentTarget.select()} />
        <Button icon={<Copy />} onClick={copy}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      <span className="spoken-only" role="status">
        {copied ? 'The link is copied' : ''}
      </span>
    </div>
  )
}

export interface LiveLinkProps {
  data: PresenterPageData
  api: ApiClient
  shown: LiveAddress
}

/** The URL for followers; for a deck that is not public, the share dialog. */
export function LiveLink({ data, api, shown }: LiveLinkProps) {
  const { deck, baseUrl, token, share } = data
  const { visibility } = shown
  const [sharing, setSharing] = useState(false)
  const open = visibility === 'all' || token !== null
  return (
    <>
      {open && <Address address={deck.liveUrl} />}
      <button
        type="button"
        className={open ? styles.moreShare : styles.shareButton}
        data-share
        onClick={() => setSharing(true)}
      >
        <Share2 aria-hidden /> {open ? 'QR code and more ways to share' : 'Share link'}
      </button>
      {open && (
        <button
          type="button"
          className={styles.moreShare}
          aria-keyshortcuts="Q"
          data-show-address
          onClick={() => shown.show()}
        >
          <QrCode aria-hidden /> {messages.live.addressShow} <kbd>Q</kbd>
        </button>
      )}
      <LazyShareDialog
        {...{ api, baseUrl, open: sharing }}
        deck={{ ...share.deck, visibility }}
        sharer={share.sharer}
        onClose={() => setSharing(false)}
        onPublished={shown.published}
        live={{
          onShow: (url) => {
            setSharing(false)
            shown.show(url)
          },
        }}
      />
    </>
  )
}
