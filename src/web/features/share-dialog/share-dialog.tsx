import { useEffect, useRef, useState } from 'react'
import type { ApiClient } from '../../../api/client.ts'
import type { SharedDeck, Sharer } from '../../../api/deck-pages/shared-deck.ts'
import { messages } from '../../../rules/messages.ts'
import { planAllows } from '../../../rules/plans.ts'
import { isShareable, type ShareMode, shareMode } from '../../../rules/share-mode.ts'
import { type Visibility, visibilityHints } from '../../../rules/visibilities.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { confirmDialog } from '../../../ui/dialogs/dialog-store.ts'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { useOpening } from '../../../ui/use-opening.ts'
import { EmailTab } from './email-tab.tsx'
import { EmbedTab } from './embed-tab.tsx'
import { ExistingLinks } from './existing-links.tsx'
import { type LiveSharing, PrivateLinks } from './private-links.tsx'
import { PublishOffer } from './publish-offer.tsx'
import styles from './share-dialog.module.css'
import { SharedAddress, type SharedView, sharedUrl } from './shared-address.tsx'
import { SocialShare } from './social-share.tsx'
import { type Links, useLinks } from './use-links.ts'

/** Props of ShareDialog. */
export interface ShareDialogProps {
  open: boolean
  onClose: () => void
  /** Called when the fade after closing has ended. */
  onClosed?: () => void
  api: ApiClient
  /** The app's base URL, without trailing slash. */
  baseUrl: string
  deck: SharedDeck
  sharer: Sharer | null
  /** Set while presenting: links open the live page. */
  live?: LiveSharing
  /** Called after the deck was made public in this dialog. */
  onPublished?: () => void
}

/** A hint on who can open the shared link; null if everybody can. */
function reachHint(mode: ShareMode, deck: SharedDeck): string | null {
  if (mode === 'internal') return 'Everyone in your team can open this deck.'
  if (deck.visibility !== 'all' && deck.token === null && mode === 'public') {
    return 'Only people who may already see this deck can open it.'
  }
  return null
}

/**
 * Selects the private link for the Embed and Email tabs. Without one they use the deck's own URL, which opens only for
 * users with access to the deck.
 */
function LinkChoice({ links, visibility }: { links: Links; visibility: Visibility }) {
  const without = visibilityHints[visibility]
  const all = links.state.kind === 'loaded' ? links.state.links : []
  if (all.length === 0) {
    return <p className={styles.hint}>{without} can open this deck without a private link.</p>
  }
  const options = [
    { value: '', label: `None: ${without.toLowerCase()}` },
    ...all.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  return (
    <SelectField
      label="Private link"
      options={options}
      value={String(links.chosen?.id ?? '')}
      onChange={(event) => links.choose(event.currentTarget.value === '' ? null : Number(event.currentTarget.value))}
    />
  )
}

function AddressTab({
  api,
  baseUrl,
  deck,
  live,
  mode,
}: Pick<ShareDialogProps, 'api' | 'baseUrl' | 'deck' | 'live'> & { mode: ShareMode }) {
  const [view, setView] = useState<SharedView>(live ? 'live' : 'show')
  const token = deck.visibility === 'all' ? null : deck.token
  return (
    <div className={styles.stack}>
      <SharedAddress {...{ baseUrl, deck, token, view }} onView={setView} onShow={live?.onShow} />
      {mode === 'public' && deck.visibility === 'all' && (
        <SocialShare url={sharedUrl(baseUrl, deck, view, null)} title={deck.title} />
      )}
      {deck.isOwner && (
        <ExistingLinks api={api} deckId={deck.id}>
          Private links of this deck. They will still open it when it is private again.
        </ExistingLinks>
      )}
    </div>
  )
}

/** Props of the dialog's content, which reports unsaved input. */
interface ContentProps extends ShareDialogProps {
  onUnsaved: (unsaved: boolean) => void
}

function ShareTabs(props: ContentProps & { mode: ShareMode }) {
  const { api, baseUrl, deck, sharer, live, mode, onUnsaved } = props
  const [tab, setTab] = useState('link')
  const isPrivate = mode === 'private'
  const links = useLinks(api, isPrivate ? deck.id : null)
  const unsaved = links.drafts.size > 0
  useEffect(() => {
    onUnsaved(unsaved)
    return () => onUnsaved(false)
  }, [unsaved, onUnsaved])
  const ownToken = deck.visibility === 'all' ? null : deck.token
  const token = isPrivate ? (links.chosen?.token ?? null) : ownToken
  const choice = isPrivate && <LinkChoice links={links} visibility={deck.visibility} />
  const hint = reachHint(mode, deck)
  const link = isPrivate ? (
    <PrivateLinks {...{ api, baseUrl, deck, live, links }} />
  ) : (
    <AddressTab {...{ api, baseUrl, deck, live, mode }} />
  )
  const tabs = [
    { id: 'link', label: 'Link', content: link },
    {
      id: 'embed',
      label: 'Embed',
      content: (
        <div className={styles.stack}>
          {choice}
          <EmbedTab {...{ baseUrl, deck, token }} />
        </div>
      ),
    },
    {
      id: 'email',
      label: 'Email',
      content: (
        <div className={styles.stack}>
          {sharer && choice}
          <EmailTab
            {...{ api, deck, sharer }}
            view={live ? 'live' : 'show'}
            linkId={isPrivate ? (links.chosen?.id ?? null) : null}
          />
        </div>
      ),
    },
  ]
  return (
    <>
      {hint && <p className={styles.reach}>{hint}</p>}
      <Tabs label="Ways to share" tabs={tabs} value={tab} onChange={setTab} />
    </>
  )
}

function Content(props: ContentProps) {
  const { api, deck, onPublished } = props
  const [published, setPublished] = useState(false)
  const now: SharedDeck = published ? { ...deck, visibility: 'all' } : deck
  const { isOwner, visibility, ownerPlan } = now
  const mode = shareMode({ isOwner, visibility, privateLinks: planAllows(ownerPlan, 'privateLinks') })
  if (mode !== 'upgrade-or-publish') return <ShareTabs key={mode} {...props} deck={now} mode={mode} />
  const publish = () => {
    setPublished(true)
    onPublished?.()
  }
  return <PublishOffer api={api} deck={deck} onPublished={publish} />
}

/**
 * The dialog for sharing a deck: links, embed code and e-mail. Its options depend on who can see the deck and on its
 * owner's plan. It does not open for a deck without owner or slug.
 */
export function ShareDialog(props: ShareDialogProps) {
  const { open, onClose, onClosed, deck } = props
  const opening = useOpening(open)
  const unsaved = useRef(false)
  const [onUnsaved] = useState(() => (now: boolean) => {
    unsaved.current = now
  })
  const close = async () => {
    const { discardPrompt: title, unsavedWarning: text } = messages.save
    if (unsaved.current && !(await confirmDialog({ title, text, action: 'Discard', dangerous: true }))) return
    onClose()
  }
  return (
    <Dialog
      open={open && isShareable(deck)}
      onClose={() => void close()}
      onClosed={onClosed}
      title={`Share “${deck.title}”`}
      size="m"
    >
      <div className={styles.dialog}>
        <Content key={opening} {...props} onUnsaved={onUnsaved} />
      </div>
    </Dialog>
  )
}
