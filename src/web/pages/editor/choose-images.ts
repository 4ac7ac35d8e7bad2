import type { ApiClient } from '../../../api/client.ts'
import type { EditorPageData } from '../../../api/deck-pages/editor-page-data.ts'
import type { EditorServices, LibraryImage } from '../../../editor/state/services.ts'
import { videoTypes } from '../../../rules/video-types.ts'
import type { MediaItem } from '../../features/media-library/media-list.ts'
import { openMediaLibrary } from '../../features/media-library/open-media-library.ts'
import { sizeOfImage } from './upload-image.ts'

/** The markup of an SVG file; null if it cannot be loaded: then it is inserted by its URL. */
async function markupOf(url: string): Promise<string | null> {
  try {
    const answer = await fetch(url)
    return answer.ok ? await answer.text() : null
  } catch {
    return null
  }
}

async function imageOf({ url, width, height, content_type: type, inline, alt }: MediaItem): Promise<LibraryImage> {
  const size = width !== null && height !== null ? { width, height } : await sizeOfImage(url)
  return { url, ...size, type, alt, markup: inline ? await markupOf(url) : null }
}

/** The editor's media library: for images, and for a video if the instance has any. */
export function libraryServices(
  api: ApiClient,
  { viewer, site }: Pick<EditorPageData, 'viewer' | 'site'>,
): Pick<EditorServices, 'chooseImages' | 'chooseVideo'> {
  return {
    chooseImages: async (choice) => {
      const chosen = await openMediaLibrary({ api, viewer, site, ...choice })
      return chosen && { images: await Promise.all(chosen.items.map(imageOf)), at: chosen.at }
    },
    chooseVideo: site.videoUploads
      ? async () => {
          const chosen = await openMediaLibrary({ api, viewer, site, action: 'Use this video', types: videoTypes })
          return chosen?.items[0] ?? null
        }
      : null,
  }
}
