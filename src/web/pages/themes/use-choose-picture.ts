import { useApi, useSite, useViewer } from '../../data/session-context.tsx'
import { openMediaLibrary } from '../../features/media-library/open-media-library.ts'

/** A picture of the media library, as far as a theme refers to it. */
export interface ChosenPicture {
  readonly url: string
  readonly alt: string
}

/** Opens the media library; resolves with the chosen picture, or null without a choice. `action`: label of its button. */
export function useChoosePicture(action: string): () => Promise<ChosenPicture | null> {
  const [api, viewer, site] = [useApi(), useViewer(), useSite()]
  return async () => {
    if (!viewer) return null
    const chosen = await openMediaLibrary({ api, viewer, site, action })
    return chosen && { url: chosen.items[0].url, alt: chosen.items[0].alt ?? '' }
  }
}
