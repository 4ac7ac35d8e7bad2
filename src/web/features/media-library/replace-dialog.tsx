import { ArrowRight, Film } from 'lucide-react'
import { useRef, useState } from 'react'
import { failureText } from '../../../api/api-error.ts'
import { isVideoType } from '../../../rules/video-types.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FailedNotice, LoadingNotice } from '../../../ui/notice.tsx'
import { showError, showSuccess } from '../../../ui/toast/toast-store.ts'
import { announceSavedDecks } from '../../data/deck-windows.ts'
import { keptText, UseList, type Uses, useUses } from './item-uses.tsx'
import { isOpaque, type MediaItem } from './media-list.ts'
import styles from './replace-dialog.module.css'
import type { LibraryPageState } from './use-library-page.ts'

const decks = (count: number) => (count === 1 ? '1 deck' : `${count} decks`)

function Pair({ from, to }: { from: MediaItem; to: MediaItem }) {
  return (
    <div className={styles.pair}>
      {[from, to].map((item, index) => (
        <figure key={item.id} className={styles.figure}>
          {isVideoType(item.content_type) ? (
            <Film size={40} aria-hidden />
          ) : (
            <img src={item.thumb_url} alt="" data-opaque={isOpaque(item) || undefined} />
          )}
          <figcaption>{item.label}</figcaption>
          {index === 0 && <ArrowRight className={styles.arrow} aria-hidden />}
        </figure>
      ))}
    </div>
  )
}

/** What will be replaced, and what will not. */
function Consequences({ uses, baseUrl }: { uses: Uses; baseUrl: string }) {
  const kept = uses.decks.filter(({ editable }) => !editable)
  const changed = uses.decks.filter(({ editable }) => editable)
  const themed = keptText(uses)
  return (
    <>
      {uses.visible + uses.others === 0 && <p>No deck uses this image.</p>}
      {changed.length > 0 && (
        <>
          <p>Each of these decks gets the new image as a revision of its own:</p>
          <UseList uses={{ decks: changed, visible: uses.visible - kept.length, others: 0 }} baseUrl={baseUrl} />
        </>
      )}
      {kept.length + uses.others > 0 && (
        <p>{decks(kept.length + uses.others)} that you cannot edit will keep the present image.</p>
      )}
      {themed !== '' && (
        <p>
          {themed} with it {uses.themes + uses.templates === 1 ? 'keeps' : 'keep'} the present image: change{' '}
          {uses.themes + uses.templates === 1 ? 'it' : 'them'} by hand.
        </p>
      )}
    </>
  )
}

/** Shows the decks with an image, and replaces it in those that the user may edit. */
export function ReplaceDialog({ page }: { page: LibraryPageState }) {
  const { replacement, options, place } = page
  const { from, to } = replacement
  const cancel = useRef<HTMLButtonElement>(null)
  const [busy, setBusy] = useState(false)
  const isOpen = from !== null && to !== null
  // Kept while the dialog fades out.
  const [shown, setShown] = useState({ from, to })
  if (isOpen && (from !== shown.from || to !== shown.to)) setShown({ from, to })
  const { uses, retry } = useUses(options, place, isOpen ? from : null)
  const canReplace = uses?.decks.some(({ editable }) => editable) ?? false
  const replace = async () => {
    if (!from || !to) return
    setBusy(true)
    try {
      const body = { media: { replacement_id: to.id } }
      const { changed } = await options.api.call(place.contracts.replace, { params: { id: from.id }, body })
      announceSavedDecks(changed.map(({ id }) => id))
      showSuccess(`Replaced in ${decks(changed.length)}`)
      replacement.end()
    } catch (error) {
      showError(failureText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open={isOpen}
      onClose={() => replacement.choose(null)}
      title="Replace everywhere?"
      size="m"
      mustAnswer
      initialFocus={cancel}
      actions={
        <>
          <Button ref={cancel} onClick={() => replacement.choose(null)}>
            Cancel
          </Button>
          <Button variant="primary" busy={busy} disabled={!canReplace} onClick={() => void replace()}>
            Replace
          </Button>
        </>
      }
    >
      {shown.from && shown.to && <Pair from={shown.from} to={shown.to} />}
      {uses && <Consequences uses={uses} baseUrl={options.site.baseUrl} />}
      {retry && <FailedNotice text="The decks with this image could not be loaded" onRetry={retry} />}
      {isOpen && !uses && !retry && <LoadingNotice />}
    </Dialog>
  )
}
