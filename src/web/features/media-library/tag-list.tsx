import { Images, MoreHorizontal, Plus, Tag as TagIcon } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { limits } from '../../../rules/limits.ts'
import { messages } from '../../../rules/messages.ts'
import { validateTagName } from '../../../rules/validators.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { showError } from '../../../ui/toast/toast-store.ts'
import styles from './tag-list.module.css'
import type { MediaTag, TagListStore, TagsState } from './tag-list-store.ts'

export interface TagListProps {
  readonly store: TagListStore
  readonly state: TagsState
  /** The id of the tag whose images are shown; null: all images. */
  readonly chosen: number | null
  /** The id of the tag below dragged images. */
  readonly over: number | null
  /** Number of all images. */
  readonly total: number
  readonly canChange: boolean
  /** Number of visible images of a tag. */
  countOf(tag: MediaTag): number
  choose(id: number | null): void
}

/** A tag's name while it is edited: Enter and leaving the field save it, Escape restores it. */
function NameField({ tag, store, onEnd }: { tag: MediaTag; store: TagListStore; onEnd(): void }) {
  const [name, setName] = useState(tag.name)
  const ended = useRef(false)
  const end = async (isKept: boolean) => {
    if (ended.current) return
    ended.current = true
    onEnd()
    const next = name.trim()
    if (!isKept || next === tag.name) return
    const error = validateTagName(next) ?? (await store.rename(tag.id, next))
    if (error !== null) showError(error)
  }
  return (
    <input
      className={styles.name}
      aria-label="Name of the tag"
      value={name}
      maxLength={limits.tag.name}
      // biome-ignore lint/a11y/noAutofocus: the user has just asked to rename it
      autoFocus
      onFocus={(event) => event.target.select()}
      onChange={(event) => setName(event.target.value)}
      onBlur={() => void end(true)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') void end(true)
        if (event.key !== 'Escape') return
        // Closes the field only.
        event.stopPropagation()
        void end(false)
      }}
    />
  )
}

interface RowProps {
  readonly tag: MediaTag
  readonly list: TagListProps
  readonly renaming: boolean
  setRenaming(id: number | null): void
  onDelete(tag: MediaTag): void
}

function TagRow({ tag, list, renaming, setRenaming, onDelete }: RowProps) {
  const { store, chosen, over, canChange, countOf, choose } = list
  if (renaming)
    return (
      <li>
        <NameField {...{ tag, store }} onEnd={() => setRenaming(null)} />
      </li>
    )
  return (
    <li className={classNames(styles.row, over === tag.id && styles.over)} data-tag={tag.id}>
      <button
        type="button"
        className={styles.tag}
        aria-pressed={chosen === tag.id}
        onClick={() => choose(chosen === tag.id ? null : tag.id)}
        onDoubleClick={() => canChange && setRenaming(tag.id)}
      >
        <TagIcon size={15} aria-hidden />
        <span className={styles.label}>{tag.name}</span>
        <span className={styles.count}>{countOf(tag).toLocaleString('en')}</span>
      </button>
      {canChange && (
        <Menu
          trigger={
            <IconButton className={styles.more} label={`Tag ${tag.name}`} icon={<MoreHorizontal />} tooltip={false} />
          }
          groups={[
            { entries: [{ label: 'Rename', onSelect: () => setRenaming(tag.id) }] },
            { entries: [{ label: 'Delete…', dangerous: true, onSelect: () => onDelete(tag) }] },
          ]}
        />
      )}
    </li>
  )
}

/** Asks before a tag is deleted. */
function DeleteQuestion({ tag, onEnd }: { tag: MediaTag | null; onEnd(confirmed: boolean): void }) {
  const cancel = useRef<HTMLButtonElement>(null)
  // Kept while the dialog fades out.
  const [shown, setShown] = useState(tag)
  if (tag !== null && tag !== shown) setShown(tag)
  return (
    <Dialog
      open={tag !== null}
      onClose={() => onEnd(false)}
      title={`Delete the tag “${shown?.name ?? ''}”?`}
      description="Its images stay in the library."
      mustAnswer
      initialFocus={cancel}
      actions={
        <>
          <Button ref={cancel} onClick={() => onEnd(false)}>
            Cancel
          </Button>
          <Button variant="danger" onClick={() => onEnd(true)}>
            Delete
          </Button>
        </>
      }
    />
  )
}

function NewTag({ list, setRenaming }: { list: TagListProps; setRenaming(id: number): void }) {
  const create = async () => {
    const tag = await list.store.create()
    if (tag) setRenaming(tag.id)
  }
  return (
    <Button className={styles.new} size="s" variant="quiet" icon={<Plus />} onClick={() => void create()}>
      New tag
    </Button>
  )
}

/** The tags of a library. Choosing one shows only its images; dropping images on one adds them. */
export function TagList(list: TagListProps): ReactNode {
  const { store, state, chosen, total, canChange, choose } = list
  const [renaming, setRenaming] = useState<number | null>(null)
  const [deleting, setDeleting] = useState<MediaTag | null>(null)
  if (state.phase === 'failed')
    return (
      <div className={styles.failed} role="alert">
        <p>{messages.media.tagsFailed}</p>
        <Button size="s" onClick={() => void store.load()}>
          {messages.media.tryAgain}
        </Button>
      </div>
    )
  const endDeletion = (confirmed: boolean) => {
    setDeleting(null)
    if (!confirmed || !deleting) return
    if (chosen === deleting.id) choose(null)
    void store.remove(deleting.id)
  }
  return (
    <>
      <ul className={styles.tags} aria-label="Tags">
        <li className={styles.row}>
          <button type="button" className={styles.tag} aria-pressed={chosen === null} onClick={() => choose(null)}>
            <Images size={15} aria-hidden />
            <span className={styles.label}>All</span>
            <span className={styles.count}>{total.toLocaleString('en')}</span>
          </button>
        </li>
        {state.tags.map((tag) => (
          <TagRow key={tag.id} {...{ tag, list, setRenaming }} renaming={renaming === tag.id} onDelete={setDeleting} />
        ))}
      </ul>
      {canChange && state.phase === 'loaded' && <NewTag list={list} setRenaming={setRenaming} />}
      <DeleteQuestion tag={deleting} onEnd={endDeletion} />
    </>
  )
}
