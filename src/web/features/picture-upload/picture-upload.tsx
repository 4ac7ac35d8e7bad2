import { type ReactNode, useId, useState } from 'react'
import { isApiError } from '../../../api/api-error.ts'
import { limits } from '../../../rules/limits.ts'
import { imageTooLargeMessage, messages } from '../../../rules/messages.ts'
import { pixelTypeNames, pixelTypes } from '../../../rules/picture-types.ts'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { showError } from '../../../ui/toast/toast-store.ts'
import { useApi, useSite, useViewer } from '../../data/session-context.tsx'
import type { MediaItem } from '../media-library/media-list.ts'
import { openMediaLibrary } from '../media-library/open-media-library.ts'
import styles from './picture-upload.module.css'

/** Props of PictureUpload. */
export interface PictureUploadProps {
  /** The present picture. */
  children: ReactNode
  /** Label of the file field, as a button: 'Choose a picture'. */
  label: string
  /** Whether there is a picture to remove. */
  removable: boolean
  /** Uploads the form with the file; throws the failed call. */
  onUpload: (files: FormData) => Promise<void>
  /** Removes the picture; throws the failed call. */
  onRemove: () => Promise<void>
}

/** The error message of a file that the server would refuse; null if it is accepted. */
function fileError(file: File): string | null {
  if (!(pixelTypes as readonly string[]).includes(file.type)) return messages.media.onlyImages
  return file.size > limits.upload.imageKilobytes * 1000 ? imageTooLargeMessage(limits.upload.imageKilobytes) : null
}

/** The actions, and whether one runs. Failures are shown as toasts. */
function useUpload({ onUpload, onRemove }: PictureUploadProps) {
  const [busy, setBusy] = useState(false)
  const run = async (call: () => Promise<void>) => {
    setBusy(true)
    try {
      await call()
    } catch (error) {
      showError(isApiError(error) && error.isUserMessage ? error.message : messages.media.uploadFailed)
    } finally {
      setBusy(false)
    }
  }
  const upload = (file: File | undefined) => {
    if (!file) return
    const problem = fileError(file)
    if (problem) return void showError(problem)
    void run(() => onUpload(formOf(file)))
  }
  const [api, viewer, site] = [useApi(), useViewer(), useSite()]
  const choose = async () => {
    if (!viewer) return
    const chosen = await openMediaLibrary({ api, viewer, site, action: 'Use this image', types: pixelTypes })
    if (chosen) void run(async () => onUpload(formOf(await fileOf(chosen.items[0]))))
  }
  return { busy, upload, choose: () => void choose(), remove: () => void run(onRemove) }
}

function formOf(file: File): FormData {
  const files = new FormData()
  files.append('file', file)
  return files
}

/** The file of an image of the library. The picture gets a copy: it stays when the image is deleted. */
async function fileOf({ url, label, content_type: type }: MediaItem): Promise<File> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(messages.media.uploadFailed)
  return new File([await answer.blob()], label, { type })
}

/** One picture that can be replaced and removed: of a user, of a team. */
export function PictureUpload(props: PictureUploadProps) {
  const { children, label, removable } = props
  const { busy, upload, choose, remove } = useUpload(props)
  const id = useId()
  return (
    <div className={styles.row}>
      {children}
      <div className={styles.actions}>
        <label htmlFor={id} className={styles.choose} aria-disabled={busy}>
          {busy ? <Spinner small immediately label="Uploading" /> : null}
          {label}
        </label>
        <input
          id={id}
          className="spoken-only"
          type="file"
          accept={pixelTypes.join(',')}
          disabled={busy}
          onChange={(event) => {
            upload(event.target.files?.[0])
            event.target.value = ''
          }}
        />
        <Button disabled={busy} onClick={choose}>
          Media library
        </Button>
        {removable && (
          <Button variant="quiet" disabled={busy} onClick={remove}>
            Remove
          </Button>
        )}
        <p className={styles.hint}>
          {pixelTypeNames}, up to {limits.upload.imageKilobytes / 1000} MB.
        </p>
      </div>
    </div>
  )
}
