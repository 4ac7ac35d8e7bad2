import { useEffect, useRef, useState } from 'react'
import type { ApiClient } from '../../../api/client.ts'
import type { SharedDeck, Sharer } from '../../../api/deck-pages/shared-deck.ts'
import { messages } from '../../../rules/messages.ts'
import { planAllows } from '../../../rules/plans.ts'
import { isShareable, type ShareMode, shareMode } from '../../../rules/share-mode.ts'
import { type Visibility, visibilityHints } from '../../../rules/visibilities.ts'
import { askConfirm } from '../../../ui/ask/ask-store.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { useOpening } from '../../../ui/use-opening.ts'
import { EmailTab } from './email-tab.tsx'
import { EmbedTab } from './embed-tab.tsx'
import { KeptLinks } from './kept-links.tsx'
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
  /** Of the app, without trailing slash. */
  baseUrl: string
  deck: SharedDeck
  sharer: Sharer | null
  /** Set while a presenter shares: links lead to the live page. */
  live?: LiveSharing
  /** The deck was made public from here. */
  onPublished?: () => void
}

/** Who can open what is shared; said where it is not everybody. */
function reach(mode: ShareMode, deck: SharedDeck): string | null {
  if (mode === 'internal') return 'Everyone in your team can open this deck.'
  if (deck.visibility !== 'all' && deck.token === null && mode === 'public') {
    return 'Only people who may already see this deck can open it.'
  }
  return null
}

/** Which of the private links the tabs Embed and Email hand on; with none the deck's own address, which opens for few. */
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
        <KeptLinks api={api} deckId={deck.id}>
          Private links of this deck. They will still open it when it is private again.
        </KeptLinks>
      )}
    </div>
  )
}

/** What the dialog's content tells it: whether something would be lost with it. */
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
  const carried = deck.visibility === 'all' ? null : deck.token
  const token = isPrivate ? (links.chosen?.token ?? null) : carried
  const choice = isPrivate && <LinkChoice links={links} visibility={deck.visibility} />
  const hint = reach(mode, deck)
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
 * Everything by which a deck is shared: its links, the code that embeds it, a mail. What it offers depends on who can
 * see the deck and on its owner's plan. It does not open on a deck whose owner or address is not known.
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
    if (unsaved.current && !(await askConfirm({ title, text, action: 'Discard', dangerous: true }))) return
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
