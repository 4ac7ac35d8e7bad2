import { EyeOff, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { deleteMedia, hideMedia } from './change-media.ts'
import { usesText, useUses } from './item-uses.tsx'
import type { MediaItem } from './media-list.ts'
import type { LibraryPageState } from './use-library-page.ts'

function titleOf(items: readonly MediaItem[]): string {
  return items.length === 1 ? `Remove “${items[0]!.label}”?` : `Remove ${items.length} images?`
}

/** Offers to hide images from the library, or to delete them. */
export function RemoveDialog({ page }: { page: LibraryPageState }) {
  const { removal, options, place } = page
  const { items } = removal
  // Kept while the dialog fades out.
  const [shown, setShown] = useState(items)
  if (items !== null && items !== shown) setShown(items)
  const [busy, setBusy] = useState<'hide' | 'delete' | null>(null)
  const cancel = useRef<HTMLButtonElement>(null)
  const { uses } = useUses(options, place, items?.length === 1 ? items[0]! : null)
  const run = async (what: 'hide' | 'delete', work: typeof hideMedia) => {
    if (busy !== null || !items) return
    setBusy(what)
    await work(options.api, place, items)
    setBusy(null)
    removal.end()
  }
  return (
    <Dialog
      open={items !== null}
      onClose={removal.end}
      title={titleOf(shown ?? [])}
      description={uses ? `${usesText(uses)}.` : undefined}
      size="m"
      mustAnswer
      initialFocus={cancel}
      actions={
        <>
          <Button ref={cancel} onClick={removal.end}>
            Cancel
          </Button>
          <Button icon={<EyeOff />} busy={busy === 'hide'} onClick={() => void run('hide', hideMedia)}>
            Hide from library
          </Button>
          <Button
            variant="danger"
            icon={<Trash2 />}
            busy={busy === 'delete'}
            onClick={() => void run('delete', deleteMedia)}
          >
            Delete permanently
          </Button>
        </>
      }
    >
      <p>Hidden images leave the library. Decks that use them keep them, and they still count toward the storage.</p>
      <p>Deleting is permanent and frees the storage. Slides and themes keep the image while they use it.</p>
    </Dialog>
  )
}
