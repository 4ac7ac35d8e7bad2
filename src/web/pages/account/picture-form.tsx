import { useId, useState } from 'react'
import { isApiError } from '../../../api/api-error.ts'
import { displayName } from '../../../api/pages/viewer.ts'
import { usersContracts } from '../../../api/users/contract.ts'
import { limits } from '../../../rules/limits.ts'
import { imageTooLargeMessage, messages } from '../../../rules/messages.ts'
import { pixelTypeNames, pixelTypes } from '../../../rules/picture-types.ts'
import { timings } from '../../../rules/timings.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { showError } from '../../../ui/toast/toast-store.ts'
import { useApi, useChangeViewer } from '../../data/session-context.tsx'
import type { Account } from './load-account.ts'
import styles from './picture-form.module.css'

/** The error message of a file that the server would refuse; null if it is accepted. */
function fileError(file: File): string | null {
  if (!(pixelTypes as readonly string[]).includes(file.type)) return messages.media.onlyImages
  return file.size > limits.upload.imageKilobytes * 1000 ? imageTooLargeMessage(limits.upload.imageKilobytes) : null
}

/** The account with its picture, and the actions that change it; `busy` while one runs. */
function usePicture(account: Account) {
  const api = useApi()
  const changeViewer = useChangeViewer()
  const [shown, setShown] = useState(account)
  const [busy, setBusy] = useState(false)
  const run = async (call: () => Promise<Account>) => {
    setBusy(true)
    try {
      const changed = await call()
      setShown(changed)
      changeViewer({ thumbnail_url: changed.thumbnail_url })
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
    const files = new FormData()
    files.append('file', file)
    void run(() => api.call(usersContracts.changePicture, { files, timeout: timings.uploadToLibrary }))
  }
  const remove = () => void run(() => api.call(usersContracts.removePicture))
  return { shown, busy, upload, remove }
}

/** Uploads or removes the profile picture. */
export function PictureForm({ account }: { account: Account }) {
  const { shown, busy, upload, remove } = usePicture(account)
  const id = useId()
  return (
    <div className={styles.row}>
      <Avatar name={displayName(shown)} picture={shown.thumbnail_url} size="l" />
      <div className={styles.actions}>
        <label htmlFor={id} className={styles.choose} aria-disabled={busy}>
          {busy ? <Spinner small immediately label="Uploading" /> : null}
          Choose a picture
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
        {shown.has_picture && (
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
