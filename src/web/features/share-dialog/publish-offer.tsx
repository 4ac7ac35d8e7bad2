import { Lock } from 'lucide-react'
import { useState } from 'react'
import type { ApiClient } from '../../../api/client.ts'
import type { SharedDeck } from '../../../api/deck-pages/shared-deck.ts'
import { decksContracts } from '../../../api/decks/contract.ts'
import { messages } from '../../../rules/messages.ts'
import { planOffers } from '../../../rules/plan-offers.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyNotice } from '../../../ui/notice.tsx'
import { showError, showSuccess } from '../../../ui/toast/toast-store.ts'
import { ExistingLinks } from './existing-links.tsx'
import styles from './share-dialog.module.css'

/** Props of PublishOffer. */
export interface PublishOfferProps {
  api: ApiClient
  deck: SharedDeck
  onPublished: () => void
}

/** For the owner of a non-public deck whose plan has no private links: offers to make it public, or another plan. */
export function PublishOffer({ api, deck, onPublished }: PublishOfferProps) {
  const [busy, setBusy] = useState(false)
  const publish = async () => {
    setBusy(true)
    try {
      await api.call(decksContracts.publish, { params: { id: String(deck.id) }, body: { visibility: 'all' } })
      showSuccess(messages.deck.published)
      onPublished()
    } catch {
      showError(messages.deck.visibilityFailed)
    } finally {
      setBusy(false)
    }
  }
  const actions = (
    <div className={styles.offer}>
      {deck.publicAllowed && (
        <Button variant="primary" busy={busy} onClick={() => void publish()}>
          Make public
        </Button>
      )}
      <a href={planOffers.privateLinks.address}>{planOffers.privateLinks.action}</a>
    </div>
  )
  return (
    <div className={styles.stack}>
      <EmptyNotice picture={<Lock size={32} aria-hidden />} title="This deck is private" action={actions}>
        {deck.publicAllowed && 'Make it public to share it with everyone. '}
        {planOffers.privateLinks.text}
      </EmptyNotice>
      <ExistingLinks api={api} deckId={deck.id}>
        These private links still open this deck. Remove those that should not any more.
      </ExistingLinks>
    </div>
  )
}
