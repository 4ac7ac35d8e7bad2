import { useCallback, useEffect, useState } from 'react'
import type { SharedDeck } from '../../../api/deck-pages/shared-deck.ts'
import { deckRules, newDeckPlace } from '../../../api/pages/viewer.ts'
import { actionNamed } from '../../../editor/actions/index.ts'
import { ActionButton } from '../../../editor/panels/action-button.tsx'
import { useEditor } from '../../../editor/state/use-editor.ts'
import { shownTitle } from '../../../rules/deck-url.ts'
import { newDeckVisibility, planOf } from '../../../rules/plans.ts'
import type { Visibility } from '../../../rules/visibilities.ts'
import { useStore } from '../../../ui/store.ts'
import { placeOf } from '../../data/deck.ts'
import { LazyPeopleDialog } from '../../features/collaboration/people/lazy-people-dialog.tsx'
import { LazyShareDialog } from '../../features/share-dialog/lazy-share-dialog.tsx'
import styles from './editor-page.module.css'
import type { EditorSession } from './editor-session.ts'
import { pageOwner } from './page-owner.ts'
import { VisibilityMenu } from './visibility-menu.tsx'

/** The deck's slug in the page's URL, which is updated on every save. */
function slugOfAddress(): string | null {
  const [, , slug, view] = window.location.pathname.split('/')
  return view === 'edit' && slug ? decodeURIComponent(slug) : null
}

function sharedDeck(session: EditorSession, id: number | null, visibility: Visibility): SharedDeck {
  const { deck, viewer } = session.data
  const { title } = session.editor.model.getState().deck.settings
  return {
    id: id ?? 0,
    ...pageOwner(session.data),
    slug: id === null ? null : slugOfAddress(),
    title: shownTitle(title),
    visibility,
    ownerPlan: deck ? planOf(deck.user) : viewer.plan,
    isOwner: !deck || deck.user.id === viewer.id,
    publicAllowed: deckRules(viewer, deck ? placeOf(deck) : newDeckPlace(viewer)).publicAllowed,
    token: null,
  }
}

/** The bar's visibility menu and the buttons to share and to collaborate. A new deck is saved before. */
export function DeckSharing({ session }: { session: EditorSession }) {
  const { editor, saver, data } = session
  const { deck, viewer, site } = data
  const deckId = useStore(session.deckId)
  const [visibility, setVisibility] = useState<Visibility>(deck?.visibility ?? newDeckVisibility(viewer.plan))
  const [share, collaborate] = [actionNamed('share'), actionNamed('collaborate')]
  const dialog = useEditor((state) => state.dialog)
  const wanted = dialog === share.id || dialog === collaborate.id
  const unsaved = wanted && deckId === null
  const close = useCallback(() => editor.model.show({ dialog: null }), [editor])
  useEffect(() => {
    if (!unsaved) return
    void saver.saveNow().then((isSaved) => {
      if (!isSaved) close()
    })
  }, [unsaved, saver, close])
  return (
    <>
      {/* On small screens this is an entry of the deck's menu. */}
      <span className={styles.share}>
        <ActionButton action={collaborate} />
        <ActionButton action={share} />
      </span>
      <VisibilityMenu {...{ session, visibility }} onChange={setVisibility} onCreateLink={() => share.run(editor)} />
      <LazyShareDialog
        open={dialog === share.id && !unsaved}
        onClose={close}
        api={session.api}
        baseUrl={site.baseUrl}
        deck={sharedDeck(session, deckId, visibility)}
        sharer={viewer}
        onPublished={() => setVisibility('all')}
      />
      <LazyPeopleDialog
        open={dialog === collaborate.id && !unsaved}
        onClose={close}
        api={session.api}
        deck={sharedDeck(session, deckId, visibility)}
        viewer={{ ...viewer, billing: site.billing }}
      />
    </>
  )
}
