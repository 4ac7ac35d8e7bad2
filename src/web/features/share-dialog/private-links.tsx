import { ChevronDown, Link2, LockKeyhole, Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { limits } from '../../../rules/limits.ts'
import type { ApiClient } from '../../data/client.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyNotice, FailedNotice, LoadingNotice } from '../../ui/notice.tsx'
import { type AccessLink, linkViews } from './access-links.ts'
import { LinkForm } from './link-form.tsx'
import styles from './share-dialog.module.css'
import { SharedAddress, type SharedView } from './shared-address.tsx'
import type { SharedDeck } from './shared-deck.ts'
import type { Links } from './use-links.ts'

/** Props of PrivateLinks. */
export interface PrivateLinksProps {
  api: ApiClient
  baseUrl: string
  deck: SharedDeck
  links: Links
}

function LinkRow(
  props: PrivateLinksProps & { link: AccessLink; view: SharedView; onView: (view: SharedView) => void },
) {
  const { api, baseUrl, deck, links, link, view, onView } = props
  const id = useId()
  const open = links.chosen?.id === link.id
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
          <span className={styles.linkViews}>{linkViews(link.deck_view_count)}</span>
          <ChevronDown className={styles.linkArrow} size={18} aria-hidden />
        </button>
        {open && (
          <div id={id} className={styles.linkBody}>
            <SharedAddress {...{ baseUrl, deck, view, onView }} token={link.token} />
            <LinkForm api={api} link={link} onSaved={links.changed} onRemove={() => void links.remove(link)} />
          </div>
        )}
      </div>
    </li>
  )
}

/** The access links of a deck that is not public: each with its address, name, password and views. */
export function PrivateLinks(props: PrivateLinksProps) {
  const { links } = props
  const [view, setView] = useState<SharedView>('show')
  const { state } = links
  if (state.kind === 'loading') return <LoadingNotice label="Loading the links" />
  if (state.kind === 'failed') return <FailedNotice text={state.text} onRetry={links.reload} />
  const create = (
    <Button
      variant={state.links.length === 0 ? 'primary' : 'plain'}
      icon={<Plus size={16} aria-hidden />}
      busy={links.creating}
      disabled={state.links.length >= limits.token.count}
      onClick={() => void links.create()}
    >
      {state.links.length === 0 ? 'Create a private link' : 'New link'}
    </Button>
  )
  if (state.links.length === 0) {
    return (
      <EmptyNotice
        picture={<Link2 size={32} aria-hidden />}
        title="Only you and collaborators see this deck"
        action={create}
      >
        A private link shows it to whoever you give it to, with a password if you like. You can take it back at any
        time.
      </EmptyNotice>
    )
  }
  return (
    <div className={styles.private}>
      <ul className={styles.links} aria-label="Private links">
        {state.links.map((link) => (
          <LinkRow key={link.id} {...props} {...{ link, view }} onView={setView} />
        ))}
      </ul>
      <div>{create}</div>
    </div>
  )
}
