import type { EditorPageData } from '../../../api/deck-pages/editor-page-data.ts'
import type { EditorServices } from '../../../editor/state/services.ts'
import { messages } from '../../../rules/messages.ts'
import { type PlanOffer, storageOffer } from '../../../rules/plan-offers.ts'
import { confirmDialog } from '../../../ui/dialogs/dialog-store.ts'
import { uploadImage } from './upload-image.ts'

/** Opens the plans in a new tab, so that the editor stays open. */
async function openOffer(offer: PlanOffer): Promise<void> {
  if (await confirmDialog(offer)) window.open(offer.address, '_blank', 'noopener')
}

/** The editor's upload. If the storage is full it also offers a plan with more, where plans exist. */
export function uploadWithOffer({ site, viewer }: Pick<EditorPageData, 'site' | 'viewer'>): EditorServices['upload'] {
  return async (file, onProgress) => {
    try {
      return await uploadImage(file, onProgress)
    } catch (error) {
      const isFull = error instanceof Error && error.message === messages.media.storageFull
      const offer = isFull && site.billing && !viewer.manually_upgraded ? storageOffer(viewer.plan) : null
      if (offer) void openOffer(offer)
      throw error
    }
  }
}
