import { Maximize, QrCode as QrIcon } from 'lucide-react'
import { useState } from 'react'
import type { SharedDeck } from '../../../api/deck-pages/shared-deck.ts'
import { absoluteDeckUrl } from '../../../rules/deck-url.ts'
import { messages } from '../../../rules/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyField } from '../../../ui/copy-field.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { LazyQrCode } from '../../../ui/lazy-qr-code.tsx'
import styles from './share-dialog.module.css'

/** The views that a link can open. */
export type SharedView = 'show' | 'fullscreen' | 'live'

const views = [
  { value: 'show', label: 'The deck’s page' },
  { value: 'fullscreen', label: 'Fullscreen' },
  { value: 'live', label: 'Live, following the presenter' },
] as const satisfies readonly { value: SharedView; label: string }[]

/** The absolute URL of a deck's view. `baseUrl` without trailing slash. */
export function sharedUrl(baseUrl: string, deck: SharedDeck, view: SharedView, token: string | null): string {
  return absoluteDeckUrl(baseUrl, deck, { ...(view === 'show' ? {} : { view }), token })
}

/** Props of SharedAddress. */
export interface SharedAddressProps {
  baseUrl: string
  deck: SharedDeck
  token: string | null
  view: SharedView
  onView: (view: SharedView) => void
  /** Shows the URL with its QR code to the audience; undefined unless presenting. */
  onShow?: ((url: string) => void) | undefined
}

/** The URL to share: a choice of view, the URL with a copy button, and its QR code. */
export function SharedAddress({ baseUrl, deck, token, view, onView, onShow }: SharedAddressProps) {
  const [showsCode, setShowsCode] = useState(false)
  const url = sharedUrl(baseUrl, deck, view, token)
  return (
    <div className={styles.address}>
      <CopyField label="Link" value={url} isMain />
      <div className={styles.addressOptions}>
        <SelectField
          label="Opens"
          options={views}
          value={view}
          onChange={(event) => onView(event.currentTarget.value as SharedView)}
        />
        <Button
          icon={<QrIcon size={16} aria-hidden />}
          aria-expanded={showsCode}
          onClick={() => setShowsCode((shown) => !shown)}
        >
          QR code
        </Button>
      </div>
      {showsCode && (
        <div className={styles.code}>
          <LazyQrCode text={url} label="QR code of the link" className={styles.qr} />
          {onShow && (
            <Button icon={<Maximize size={16} aria-hidden />} onClick={() => onShow(url)}>
              {messages.live.addressShow}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
