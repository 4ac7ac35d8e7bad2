import { messages } from '../../../rules/messages.ts'
import { showError } from '../../../ui/toast/toast-store.ts'
import type { ChosenMedia, MediaLibraryOptions } from './library-options.ts'

/**
 * Opens the media library, of which one is open at a time. Resolves with the chosen images, or null if it was closed
 * without a choice. On pages with React.
 */
export async function openMediaLibrary(options: MediaLibraryOptions): Promise<ChosenMedia | null> {
  try {
    const { showMediaLibrary } = await import('./show-media-library.tsx')
    return await showMediaLibrary(options)
  } catch {
    showError(messages.deck.partLoadFailed)
    return null
  }
}
