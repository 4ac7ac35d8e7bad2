import { EyeOff, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import type { MediaItem } from './media-list.ts'

export interface RemoveDialogProps {
  /** The images to remove; null: closed. */
  readonly items: readonly MediaItem[] | null
  onClose(): void
  /** Both resolve when the server has answered. */
  onHide(items: readonly MediaItem[]): Promise<void>
  onDelete(items: readonly MediaItem[]): Promise<void>
}

function titleOf(items: readonly MediaItem[]): string {
  return items.length === 1 ? `Remove “${items[0]!.label}”?` : `Remove ${items.length} images?`
}

/** Offers to hide images from the library, or to delete them. */
export function RemoveDialog({ items, onClose, onHide, onDelete }: RemoveDialogProps) {
  // Kept while the dialog fades out.
  const [shown, setShown] = useState(items)
  if (items !== null && items !== shown) setShown(items)
  const [busy, setBusy] = useState<'hide' | 'delete' | null>(null)
  const cancel = useRef<HTMLButtonElement>(null)
  const run = async (what: 'hide' | 'delete', work: RemoveDialogProps['onHide']) => {
    if (busy !== null || !items) return
    setBusy(what)
    await work(items)
    setBusy(null)
    onClose()
  }
  return (
    <Dialog
      open={items !== null}
      onClose={onClose}
      title={titleOf(shown ?? [])}
      size="m"
      mustAnswer
      initialFocus={cancel}
      actions={
        <>
          <Button ref={cancel} onClick={onClose}>
            Cancel
          </Button>
          <Button icon={<EyeOff />} busy={busy === 'hide'} onClick={() => void run('hide', onHide)}>
            Hide from library
          </Button>
          <Button
            variant="danger"
            icon={<Trash2 />}
            busy={busy === 'delete'}
            onClick={() => void run('delete', onDelete)}
          >
            Delete permanently
          </Button>
        </>
      }
    >
      <p>Hidden images leave the library and stay in the decks that use them. They still count toward your storage.</p>
      <p>Deleting is permanent and frees the storage.</p>
    </Dialog>
  )
}
