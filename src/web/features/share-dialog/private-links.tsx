import { ChevronDown, Link2, LockKeyhole, Plus } from 'lucide-react'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { ApiClient } from '../../../api/client.ts'
import type { SharedDeck } from '../../../api/deck-pages/shared-deck.ts'
import { limits } from '../../../rules/limits.ts'
import { messages } from '../../../rules/messages.ts'
import { visibilityHints } from '../../../rules/visibilities.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyNotice, FailedNotice, LoadingNotice } from '../../../ui/notice.tsx'
import { type AccessLink, linkViews } from './access-links.ts'
import { LinkForm } from './link-form.tsx'
import styles from './share-dialog.module.css'
import { SharedAddress, type SharedView } from './shared-address.tsx'
import type { Links } from './use-links.ts'

/** Options for sharing while presenting. */
export interface LiveSharing {
  /** Shows a URL with its QR code to the audience. */
  readonly onShow: (url: string) => void
}

/** Props of PrivateLinks. */
export interface PrivateLinksProps {
  api: ApiClient
  baseUrl: string
  deck: SharedDeck
  live?: LiveSharing
  links: Links
}

function LinkRow(
  props: PrivateLinksProps & { link: AccessLink; view: SharedView; onView: (view: SharedView) => void },
) {
  const { api, baseUrl, deck, live, links, link, view, onView } = props
  const id = useId()
  const open = links.chosen?.id === link.id
  const draft = links.drafts.get(link.id)
  return (
    <li className={styles.link} data-leaving={links.leaving === link.id || undefined} data-open={open || undefined}>
      <div className={styles.linkInside}>
        <button
          type="button"
          className={styles.linkHead}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => links.choose(open ? null : link.id)}
        >
          {link.password ? <LockKeyhole size={18} aria-label="With a password" /> : <Link2 size={18} aria-hidden />}
          <span className={styles.linkName}>{link.name}</span>
          {draft && !open && <span className={styles.linkUnsaved}>Unsaved changes</span>}
          <span className={styles.linkViews}>{linkViews(link.deck_view_count)}</span>
          <ChevronDown className={styles.linkArrow} size={18} aria-hidden />
        </button>
        {open && (
          <div id={id} className={styles.linkBody}>
            <SharedAddress {...{ baseUrl, deck, view, onView }} token={link.token} onShow={live?.onShow} />
            <LinkForm
              {...{ api, link, draft }}
              onDraft={(now) => links.draft(link, now)}
              onSaved={links.changed}
              onRemove={() => void links.remove(link)}
            />
          </div>
        )}
      </div>
    </li>
  )
}

/**
 * Moves the focus after a link was removed: to the link at its position, or to the create button. Otherwise the dialog
 * would lose the focus.
 */
function useFocusAfterRemoval({ state, leaving }: Links): RefObject<HTMLDivElement | null> {
  const container = useRef<HTMLDivElement>(null)
  const left = useRef<number | null>(null)
  const links = state.kind === 'loaded' ? state.links : []
  const at = links.findIndex(({ id }) => id === leaving)
  useEffect(() => {
    const from = left.current
    left.current = at < 0 ? null : at
    const held = document.activeElement
    if (from === null || at >= 0 || (held instanceof HTMLElement && held.closest('button, input, a'))) return
    const heads = container.current?.querySelectorAll<HTMLElement>('li > div > button') ?? []
    const next =
      heads[Math.min(from, heads.length - 1)] ?? container.current?.querySelector<HTMLElement>('[data-create]')
    next?.focus()
  }, [at])
  return container
}

/** Scrolls an opened or new link into view: in a long list its form would be below the dialog's edge. */
function useScrollIntoView(container: RefObject<HTMLDivElement | null>, { state, chosen }: Links): void {
  const seen = useRef<number | null | undefined>(undefined)
  const id = chosen?.id ?? null
  const loaded = state.kind === 'loaded'
  useEffect(() => {
    const before = seen.current
    seen.current = loaded ? id : undefined
    if (before === undefined || id === null || before === id) return
    const open = container.current?.querySelector('li[data-open]')
    // Below the last link, also keeps the create button in view, so that it stays under the pointer.
    const below = open?.nextElementSibling ? null : container.current?.querySelector('[data-create]')
    for (const part of [below, open]) part?.scrollIntoView?.({ block: 'nearest' })
  }, [container, id, loaded])
}

/** The access links of a deck that is not public, each with URL, name, password and views. */
export function PrivateLinks(props: PrivateLinksProps) {
  const { links } = props
  const [view, setView] = useState<SharedView>(props.live ? 'live' : 'show')
  const { state } = links
  const container = useFocusAfterRemoval(links)
  useScrollIntoView(container, links)
  if (state.kind === 'loading') return <LoadingNotice label="Loading the links" />
  if (state.kind === 'failed') return <FailedNotice text={state.text} onRetry={links.reload} />
  const isFull = state.links.length >= limits.token.count
  const create = (
    <Button
      variant={state.links.length === 0 ? 'primary' : 'plain'}
      icon={<Plus size={16} aria-hidden />}
      busy={links.creating}
      disabled={isFull}
      data-create
      onClick={() => void links.create()}
    >
      {state.links.length === 0 ? 'Create a private link' : 'New link'}
    </Button>
  )
  if (state.links.length === 0) {
    return (
      <div ref={container}>
        <EmptyNotice
          picture={<Link2 size={32} aria-hidden />}
          title={`${visibilityHints[props.deck.visibility]} can open this deck`}
          action={create}
        >
          A private link shows it to whoever you give it to, with a password if you like. You can take it back at any
          time.
        </EmptyNotice>
      </div>
    )
  }
  return (
    <div ref={container} className={styles.private}>
      <ul className={styles.links} aria-label="Private links">
        {state.links.map((link) => (
          <LinkRow key={link.id} {...props} {...{ link, view }} onView={setView} />
        ))}
      </ul>
      <div>
        {create}
        {isFull && <p className={styles.hint}>{messages.sharing.linksFull}</p>}
      </div>
    </div>
  )
}
