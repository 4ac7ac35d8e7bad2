import type { RefObject } from 'react'
import type { ApiClient } from '../../../api/client.ts'
import type { Site } from '../../../api/pages/site.ts'
import type { Viewer } from '../../../api/pages/viewer.ts'
import type { WindowPoint } from '../../../ui/item-press.ts'
import type { MediaItem } from './media-list.ts'
import type { Place } from './places.ts'

/** What the media library is opened for. */
export interface MediaLibraryOptions {
  readonly api: ApiClient
  readonly viewer: Pick<Viewer, 'plan' | 'team'>
  readonly site: Pick<Site, 'baseUrl' | 'videoUploads'>
  /** Label of the button that chooses: 'Insert'. Without it, nothing can be chosen: the library is only managed. */
  readonly action?: string
  /** Whether several images can be chosen. */
  readonly multiple?: boolean
  /** The media types that can be chosen; missing: those of images. */
  readonly types?: readonly string[]
  /** Whether images can be dragged out of the library and dropped at this point of the window. */
  readonly acceptsDrop?: (at: WindowPoint) => boolean
}

/** The chosen images, in the order of their selection. `at`: where they were dropped; null if they were not dragged. */
export interface ChosenMedia {
  readonly items: readonly [MediaItem, ...MediaItem[]]
  readonly at: WindowPoint | null
}

/** An open library of one owner. */
export interface PageOptions {
  readonly place: Place
  readonly options: MediaLibraryOptions
  /** Whether the user may change images. */
  readonly canChange: boolean
  readonly grid: RefObject<HTMLDivElement | null>
  onAnswer(chosen: ChosenMedia | null): void
}

/** Where dragged images would go: onto a tag, or onto the page below the library. */
export type DropPlace = { readonly tag: number } | 'page'
