import { Download, Replace, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { formatDuration } from '../../../rules/format-duration.ts'
import { limits } from '../../../rules/limits.ts'
import { isPictureType, pictureEnding } from '../../../rules/picture-types.ts'
import { formatBytes } from '../../../rules/storage-meter.ts'
import { validateMediaLabel } from '../../../rules/validators.ts'
import { isVideoType, videoEnding } from '../../../rules/video-types.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldFrame } from '../../../ui/form/field-frame.tsx'
import { Switch } from '../../../ui/form/switch.tsx'
import type { MediaChanges } from './change-media.ts'
import styles from './item-details.module.css'
import { isOpaque, type MediaItem } from './media-list.ts'

/** Changes of an image. Each resolves to an error message for the user, or null. */
export interface ItemActions {
  change(item: MediaItem, changes: MediaChanges): Promise<string | null>
  remove(items: readonly MediaItem[]): void
  /** Starts the replacement of an image in all decks. */
  replace(item: MediaItem): void
}

interface EditedTextProps {
  readonly label: string
  readonly placeholder?: string
  readonly value: string
  readonly maxLength: number
  validate(value: string): string | null
  save(value: string): Promise<string | null>
}

/** A text that is edited in place: saved on Enter and when it loses the focus; Escape restores it. */
function EditedText({ label, placeholder, value, maxLength, validate, save }: EditedTextProps) {
  const id = useId()
  const [text, setText] = useState(value)
  const [error, setError] = useState<string | null>(null)
  useEffect(() => {
    setText(value)
    setError(null)
  }, [value])
  const commit = async () => {
    const trimmed = text.trim()
    const problem = validate(trimmed)
    setError(problem)
    if (problem === null && trimmed !== value) setError(await save(trimmed))
  }
  return (
    <FieldFrame {...{ id, label, error }}>
      <input
        id={id}
        className={styles.text}
        value={text}
        placeholder={placeholder}
        maxLength={maxLength}
        aria-invalid={error !== null}
        aria-describedby={`${id}-error`}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => void commit()}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void commit()
          if (event.key !== 'Escape' || (text === value && error === null)) return
          // Restores the text, and closes nothing.
          event.stopPropagation()
          setText(value)
          setError(null)
        }}
      />
    </FieldFrame>
  )
}

/** The ending of a file of this type, without the dot; '' if unknown. */
function endingOf(type: string): string {
  if (isVideoType(type)) return videoEnding(type)
  return isPictureType(type) ? pictureEnding(type) : ''
}

/** 'PNG, 640 × 480, 1.2 MB', or 'MP4, 00:12, 1280 × 720, 4 MB'. */
function factsOf({ content_type: type, width, height, size, duration }: MediaItem): string {
  const kind = endingOf(type).toUpperCase() || type
  const time = duration === null ? [] : [formatDuration(duration * 1000)]
  const dimensions = width !== null && height !== null ? [`${Math.round(width)} × ${Math.round(height)}`] : []
  return [kind, ...time, ...dimensions, formatBytes(size)].join(', ')
}

/** Where a file is downloaded: on another host, where links cannot name it. */
function downloadUrl({ url, label }: MediaItem): string {
  return `${url}?${new URLSearchParams({ download: label })}`
}

function OneItem({ item, canChange, actions, children }: Omit<ItemDetailsProps, 'items'> & { item: MediaItem }) {
  return (
    <>
      <div className={styles.preview} data-opaque={isOpaque(item) || undefined}>
        {isVideoType(item.content_type) ? (
          <video src={item.url} aria-label={item.label} controls muted playsInline preload="metadata" />
        ) : (
          <img src={item.thumb_url} alt="" />
        )}
      </div>
      <p className={styles.facts}>{factsOf(item)}</p>
      {item.refusal !== null && <p className={styles.refusal}>{item.refusal}</p>}
      {canChange ? (
        <EditedText
          label="Label"
          value={item.label}
          maxLength={limits.media.label}
          validate={validateMediaLabel}
          save={(label) => actions.change(item, { label })}
        />
      ) : (
        <p className={styles.label}>{item.label}</p>
      )}
      {canChange && (
        <EditedText
          label="Description"
          placeholder="What it shows"
          value={item.alt}
          maxLength={limits.media.alt}
          validate={() => null}
          save={(alt) => actions.change(item, { alt })}
        />
      )}
      {canChange && item.content_type === 'image/svg+xml' && (
        <Switch
          label="Insert as markup"
          hint="Its colors can then follow the theme."
          checked={item.inline}
          onChange={(event) => void actions.change(item, { inline: event.target.checked })}
        />
      )}
      {children}
      <a className={styles.download} href={downloadUrl(item)} download>
        <Download size={16} aria-hidden />
        Download
      </a>
    </>
  )
}

export interface ItemDetailsProps {
  /** The selected images. */
  readonly items: readonly MediaItem[]
  /** Whether the user may change them. */
  readonly canChange: boolean
  readonly actions: ItemActions
  /** Parts between the fields and the buttons. */
  readonly children?: ReactNode
}

/** The selected images: their facts, fields and actions. */
export function ItemDetails({ items, canChange, actions, children }: ItemDetailsProps) {
  const [first] = items
  if (!first) return <p className={styles.none}>Select an image to see its details.</p>
  return (
    <>
      {items.length === 1 ? (
        <OneItem key={first.id} item={first} {...{ canChange, actions }}>
          {children}
        </OneItem>
      ) : (
        <>
          <p className={styles.count}>{items.length} images</p>
          <p className={styles.facts}>{formatBytes(items.reduce((sum, { size }) => sum + size, 0))}</p>
          {children}
        </>
      )}
      {canChange && items.length === 1 && (
        <Button size="s" variant="quiet" icon={<Replace />} onClick={() => actions.replace(first)}>
          Replace everywhere…
        </Button>
      )}
      {canChange && (
        <Button size="s" variant="quiet" icon={<Trash2 />} onClick={() => actions.remove(items)}>
          Remove…
        </Button>
      )}
    </>
  )
}
