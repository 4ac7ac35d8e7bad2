import { Upload } from 'lucide-react'
import { type ReactNode, type RefObject, useRef } from 'react'
import { limits } from '../../../rules/limits.ts'
import { messages } from '../../../rules/messages.ts'
import { pictureTypes } from '../../../rules/picture-types.ts'
import { isVideoType, videoTypes } from '../../../rules/video-types.ts'
import { Button } from '../../../ui/button.tsx'
import { SearchBox } from '../../../ui/form/search-box.tsx'
import { EmptyNotice, FailedNotice, LoadingNotice } from '../../../ui/notice.tsx'
import { StorageMeter } from '../../../ui/storage-meter.tsx'
import { ItemDetails } from './item-details.tsx'
import { ItemTags } from './item-tags.tsx'
import { ItemUses } from './item-uses.tsx'
import type { ChosenMedia } from './library-options.ts'
import styles from './library-page.module.css'
import { MediaGrid } from './media-grid.tsx'
import { startUploads, type UploadTarget } from './start-uploads.ts'
import { TagList } from './tag-list.tsx'
import { UploadList } from './upload-list.tsx'
import type { LibraryPageState } from './use-library-page.ts'

interface PartProps {
  readonly page: LibraryPageState
}

function UploadButton({ target }: { target: UploadTarget }) {
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
        accept={[...pictureTypes, ...(target.videos ? videoTypes : [])].join(',')}
        aria-label={target.videos ? 'Image and video files' : 'Image files'}
        onChange={(event) => {
          startUploads(target, [...(event.target.files ?? [])])
          // Allows choosing the same file again.
          event.target.value = ''
        }}
      />
    </>
  )
}

/** The search and the upload button. */
export function Tools({ page }: PartProps) {
  const search = useRef<HTMLInputElement>(null)
  return (
    <div className={styles.tools}>
      <SearchBox
        className={styles.search}
        label="Search media"
        field={search}
        value={page.term}
        maxLength={limits.media.search}
        onChange={page.setTerm}
      />
      {page.canChange && <UploadButton target={{ place: page.place, videos: page.options.site.videoUploads }} />}
    </div>
  )
}

/** The tags and the storage. */
export function Side({ page }: PartProps) {
  const { media, place, tags, tag, setTag, countOf, canChange, drag } = page
  const over = drag?.place && drag.place !== 'page' ? drag.place.tag : null
  return (
    <aside className={styles.side} aria-label="Tags and storage">
      <TagList
        store={place.tags}
        state={tags}
        chosen={tag}
        choose={setTag}
        total={Math.max(media.total, media.items.length)}
        {...{ over, canChange, countOf }}
      />
      {media.storage && canChange && (
        <div className={styles.storage}>
          <StorageMeter {...media.storage} />
        </div>
      )}
    </aside>
  )
}

/** The selected images. */
export function Details({ page }: PartProps) {
  const { selected, canChange, itemActions, place, tags, options, replacement } = page
  return (
    <aside className={styles.details} aria-label="Details">
      <ItemDetails items={selected} canChange={canChange} actions={itemActions}>
        <ItemTags store={place.tags} tags={tags.tags} items={selected} canChange={canChange} />
        {selected.length === 1 && (
          <ItemUses key={`${selected[0]!.id} ${replacement.ended}`} {...{ place, options }} item={selected[0]!} />
        )}
      </ItemDetails>
    </aside>
  )
}

/** What stands in the grid's place while there is nothing to show; null: the grid. */
function Notice({ page }: PartProps): ReactNode {
  const { media, term, place } = page
  if (media.phase === 'failed' && media.items.length === 0)
    return <FailedNotice text={messages.media.loadFailed} onRetry={() => void place.list.load()} />
  if (media.items.length === 0 && media.phase === 'loading') return <LoadingNotice label="Loading media" />
  if (media.items.length === 0)
    return (
      <EmptyNotice title="No images yet">
        {page.canChange ? 'Drop images here, paste them, or upload them. You can use them in all your decks.' : null}
      </EmptyNotice>
    )
  if (page.shown.length > 0) return null
  return (
    <EmptyNotice title={term.trim() === '' ? 'No images here yet' : 'No image is called that'}>
      {media.phase === 'loading' ? 'Still loading the others.' : null}
    </EmptyNotice>
  )
}

/** The images, and the uploads below them. */
export function Images({ page, grid }: PartProps & { grid: GridRef }) {
  const { media, shown, selection, options, canChange, place, replacement } = page
  const isEmpty = shown.length === 0
  return (
    <section className={styles.middle} aria-label="Images">
      {replacement.from && (
        <p className={styles.replacing} role="status">
          Choose the image that replaces “{replacement.from.label}”, or upload it.
          <Button size="s" onClick={replacement.end}>
            Keep it
          </Button>
        </p>
      )}
      {isEmpty ? (
        <div className={styles.notice}>
          <Notice page={page} />
        </div>
      ) : (
        <MediaGrid
          items={shown}
          selection={selection}
          multiple={options.multiple === true || canChange}
          label="Images"
          grid={grid}
          actions={page.gridActions}
          canChoose={page.choice.accepts}
        />
      )}
      {!isEmpty && media.phase === 'failed' && (
        <p className={styles.broken} role="alert">
          {messages.media.loadFailed}
          <Button size="s" onClick={() => void place.list.load()}>
            {messages.media.tryAgain}
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
  const noun = shown.some(({ content_type: type }) => isVideoType(type)) ? 'file' : 'image'
  return shown.length === 1 ? `1 ${noun}` : `${count(shown.length)} ${noun}s`
}

interface FooterProps extends PartProps {
  readonly details: boolean
  onDetails(shown: boolean): void
  onAnswer(chosen: ChosenMedia | null): void
}

export function Footer({ page, details, onDetails, onAnswer }: FooterProps) {
  const { choice, chosen } = page
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
      <Button onClick={() => onAnswer(null)}>{choice.label === null ? 'Close' : 'Cancel'}</Button>
      {choice.label !== null && (
        <Button variant="primary" disabled={chosen.length === 0} onClick={() => choice.choose(chosen, null)}>
          {choice.label}
        </Button>
      )}
    </footer>
  )
}
