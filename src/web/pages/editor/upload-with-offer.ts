import type { EditorPageData } from '../../../api/deck-pages/editor-page-data.ts'
import type { EditorServices } from '../../../editor/state/services.ts'
import { messages } from '../../../rules/messages.ts'
import type { Plan } from '../../../rules/plans.ts'
import { confirmDialog } from '../../../ui/dialogs/dialog-store.ts'
import { uploadImage } from './upload-image.ts'

/** Offers a plan with more storage, if there is one. Opens the plans in a new tab, so that the editor stays open. */
async function offerStorage(plan: Plan): Promise<void> {
  const { storageOffer } = await import('../../../rules/plan-offers.ts')
  const offer = storageOffer(plan)
  if (offer && (await confirmDialog(offer))) window.open(offer.address, '_blank', 'noopener')
}

/** The editor's upload. If the storage is full it also offers a plan with more, where plans exist. */
export function uploadWithOffer({ site, viewer }: Pick<EditorPageData, 'site' | 'viewer'>): EditorServices['upload'] {
  return async (file, onProgress) => {
    try {
      return await uploadImage(file, onProgress)
    } catch (error) {
      const isFull = error instanceof Error && error.message === messages.media.storageFull
      if (isFull && site.billing && !viewer.manually_upgraded) void offerStorage(viewer.plan)
      throw error
    }
  }
}
