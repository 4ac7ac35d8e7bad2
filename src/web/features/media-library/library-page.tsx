import { Upload } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { limits } from '../../../rules/limits.ts'
import { messages } from '../../../rules/messages.ts'
import { pictureTypes } from '../../../rules/picture-types.ts'
import { Button } from '../../../ui/button.tsx'
import { SearchBox } from '../../../ui/form/search-box.tsx'
import { MenuAt } from '../../../ui/menu-at.tsx'
import { EmptyNotice, FailedNotice, LoadingNotice } from '../../../ui/notice.tsx'
import { StorageMeter } from '../../../ui/storage-meter.tsx'
import { DragGhost } from './drag-ghost.tsx'
import { ItemDetails } from './item-details.tsx'
import type { ChosenMedia, MediaLibraryOptions } from './library-options.ts'
import styles from './library-page.module.css'
import { MediaGrid } from './media-grid.tsx'
import type { Place } from './places.ts'
import { RemoveDialog } from './remove-dialog.tsx'
import { startUploads } from './start-uploads.ts'
import { UploadList } from './upload-list.tsx'
import { type LibraryPageState, useLibraryPage } from './use-library-page.ts'

export interface LibraryPageProps {
  readonly place: Place
  readonly options: MediaLibraryOptions
  /** Whether the user may upload and change images. */
  readonly canChange: boolean
  onAnswer(chosen: ChosenMedia | null): void
}

function UploadButton({ place }: { place: Place }) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button icon={<Upload />} onClick={() => field.current?.click()}>
        Upload
      </Button>
      <input
        ref={field}
        type="file"
        hidden
        multiple
        accept={pictureTypes.join(',')}
        aria-label="Image files"
        onChange={(event) => {
          startUploads(place, [...(event.target.files ?? [])])
          // Allows choosing the same file again.
          event.target.value = ''
        }}
      />
    </>
  )
}

/** What stands in the grid's place while there is nothing to show; null: the grid. */
function Notice({ page, canChange }: { page: LibraryPageState; canChange: boolean }): ReactNode {
  const { media, term, place } = page
  if (media.phase === 'failed' && media.items.length === 0)
    return <FailedNotice text={messages.media.loadFailed} onRetry={() => void place.list.load()} />
  if (media.items.length === 0 && media.phase === 'loading') return <LoadingNotice label="Loading media" />
  if (media.items.length === 0)
    return (
      <EmptyNotice title="No images yet">
        {canChange ? 'Drop images here, paste them, or upload them. You can use them in all your decks.' : null}
      </EmptyNotice>
    )
  if (page.shown.length > 0) return null
  return (
    <EmptyNotice title={term.trim() === '' ? 'No images here yet' : 'No image is called that'}>
      {media.phase === 'loading' ? 'Still loading the others.' : null}
    </EmptyNotice>
  )
}

function Middle({ page, canChange, grid }: { page: LibraryPageState; canChange: boolean; grid: GridRef }) {
  const { media, shown, selection, options, place } = page
  const notice = <Notice {...{ page, canChange }} />
  const isEmpty = shown.length === 0
  return (
    <section className={styles.middle} aria-label="Images">
      {isEmpty ? (
        <div className={styles.notice}>{notice}</div>
      ) : (
        <MediaGrid
          items={shown}
          selection={selection}
          multiple={options.multiple === true || canChange}
          label="Images"
          grid={grid}
          actions={page.gridActions}
          canChoose={page.canChoose}
        />
      )}
      {!isEmpty && media.phase === 'failed' && (
        <p className={styles.broken} role="alert">
          {messages.media.loadFailed}
          <Button size="s" onClick={() => void place.list.load()}>
            Try again
          </Button>
        </p>
      )}
      <UploadList />
    </section>
  )
}

type GridRef = RefObject<HTMLDivElement | null>

/** 'Loading 300 of 5,000', '5,000 images', '3 selected'. */
function statusOf({ media, shown, selection }: LibraryPageState): string {
  const count = (number: number) => number.toLocaleString('en')
  if (media.phase === 'loading' && media.items.length > 0)
    return `Loading ${count(media.items.length)} of ${count(media.total)}`
  if (selection.ids.length > 1) return `${count(selection.ids.length)} selected`
  return shown.length === 1 ? '1 image' : `${count(shown.length)} images`
}

interface FooterProps {
  readonly page: LibraryPageState
  readonly details: boolean
  onDetails(shown: boolean): void
  onAnswer(chosen: ChosenMedia | null): void
}

function Footer({ page, details, onDetails, onAnswer }: FooterProps) {
  const { options, chosen } = page
  return (
    <footer className={styles.foot}>
      <p className={styles.status} role="status">
        {page.media.items.length > 0 && statusOf(page)}
      </p>
      <Button
        className={styles.detailsButton}
        variant="quiet"
        aria-pressed={details}
        disabled={page.selected.length === 0}
        onClick={() => onDetails(!details)}
      >
        Details
      </Button>
      <Button onClick={() => onAnswer(null)}>{options.action === undefined ? 'Close' : 'Cancel'}</Button>
      {options.action !== undefined && (
        <Button variant="primary" disabled={chosen.length === 0} onClick={() => page.choose()}>
          {options.action}
        </Button>
      )}
    </footer>
  )
}

/** The library of the user or team: search, images, details of the selected ones, and uploads. */
export function LibraryPage({ place, options, canChange, onAnswer }: LibraryPageProps) {
  const grid = useRef<HTMLDivElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const page = useLibraryPage({ place, options, canChange, grid, onAnswer })
  const [isOver, setOver] = useState(false)
  const [hasDetails, setDetails] = useState(false)
  usePastedFiles(canChange ? place : null)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a drop target; the button uploads by keyboard
    <div
      className={styles.page}
      data-details={(hasDetails && page.selected.length > 0) || undefined}
      data-dropping={isOver || undefined}
      data-dragging-out={page.isDraggingOut || undefined}
      onDragOver={(event) => {
        if (!canChange || !event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'copy'
        setOver(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={(event) => {
        if (!canChange || event.dataTransfer.files.length === 0) return
        event.preventDefault()
        setOver(false)
        startUploads(place, [...event.dataTransfer.files])
      }}
    >
      <div className={styles.tools}>
        <SearchBox
          className={styles.search}
          label="Search media"
          field={search}
          value={page.term}
          maxLength={limits.media.search}
          onChange={page.setTerm}
        />
        {canChange && <UploadButton place={place} />}
      </div>
      <div className={styles.columns}>
        <aside className={styles.side} aria-label="Tags and storage">
          {page.media.storage && (
            <div className={styles.storage}>
              <StorageMeter {...page.media.storage} />
            </div>
          )}
        </aside>
        <Middle {...{ page, canChange, grid }} />
        <aside className={styles.details} aria-label="Details">
          <ItemDetails items={page.selected} canChange={canChange} actions={page.itemActions} />
        </aside>
      </div>
      <Footer {...{ page, onAnswer }} details={hasDetails} onDetails={setDetails} />
      <MenuAt
        at={page.menu}
        groups={page.menuGroups}
        label="Image"
        onClose={page.closeMenu}
        onClosed={() => grid.current?.focus({ preventScroll: true })}
      />
      <RemoveDialog items={page.removing} onClose={page.stopRemoving} onHide={page.hide} onDelete={page.deleteAll} />
      <DragGhost drag={page.drag} items={page.dragged} />
      <div className={styles.dropHint} aria-hidden="true">
        Drop images to upload them
      </div>
    </div>
  )
}

/** Uploads pasted files while the library is open. `place` null: none. */
function usePastedFiles(place: Place | null): void {
  useEffect(() => {
    if (!place) return
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      // Text from other programs comes with its picture: in a field the text is pasted.
      const isText = event.target instanceof HTMLInputElement && event.clipboardData?.types.includes('text/plain')
      if (files.length === 0 || isText) return
      event.preventDefault()
      event.stopPropagation()
      startUploads(place, files)
    }
    // Before the page below, which would insert the files itself.
    window.addEventListener('paste', paste, { capture: true })
    return () => window.removeEventListener('paste', paste, { capture: true })
  }, [place])
}
