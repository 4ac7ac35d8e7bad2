import { useLayoutEffect, useRef, useState } from 'react'
import { useMarkPage } from '../../../ui/mark-page.ts'
import { MenuAt } from '../../../ui/menu-at.tsx'
import { DragGhost } from './drag-ghost.tsx'
import { useDroppedFiles, usePastedFiles } from './given-files.ts'
import type { ChosenMedia, MediaLibraryOptions } from './library-options.ts'
import styles from './library-page.module.css'
import { Details, Footer, Images, Side, Tools } from './library-parts.tsx'
import type { Place } from './places.ts'
import { RemoveDialog } from './remove-dialog.tsx'
import { ReplaceDialog } from './replace-dialog.tsx'
import { useLibraryPage } from './use-library-page.ts'

export interface LibraryPageProps {
  readonly place: Place
  readonly options: MediaLibraryOptions
  /** Whether the user may upload and change images. */
  readonly canChange: boolean
  onAnswer(chosen: ChosenMedia | null): void
}

/** The library of the user or team: search, tags, images, details of the selected ones, and uploads. */
export function LibraryPage({ place, options, canChange, onAnswer }: LibraryPageProps) {
  const grid = useRef<HTMLDivElement>(null)
  const page = useLibraryPage({ place, options, canChange, grid, onAnswer })
  const [hasDetails, setDetails] = useState(false)
  const target = canChange ? { place, videos: options.site.videoUploads } : null
  // Hiding an image can be undone in the library.
  useMarkPage('toasts-above')
  useLayoutEffect(() => {
    const portal = grid.current?.closest('[data-base-ui-portal]')
    portal?.toggleAttribute('data-dragging-out', page.isDraggingOut)
  }, [page.isDraggingOut])
  const drop = useDroppedFiles(target)
  usePastedFiles(target)
  return (
    <div className={styles.page} data-details={(hasDetails && page.selected.length > 0) || undefined} {...drop}>
      <Tools page={page} />
      <div className={styles.columns}>
        <Side page={page} />
        <Images {...{ page, grid }} />
        <Details page={page} />
      </div>
      <Footer {...{ page, onAnswer }} details={hasDetails} onDetails={setDetails} />
      <MenuAt
        at={page.menu}
        groups={page.menuGroups}
        label="Image"
        onClose={page.closeMenu}
        onClosed={() => grid.current?.focus({ preventScroll: true })}
      />
      <RemoveDialog page={page} />
      <ReplaceDialog page={page} />
      <DragGhost drag={page.drag} items={page.dragged} />
      <div className={styles.dropHint} aria-hidden="true">
        Drop {options.site.videoUploads ? 'images and videos' : 'images'} to upload them
      </div>
    </div>
  )
}
