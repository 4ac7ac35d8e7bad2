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
import { flashNegative } from '../../../ui/flash/flash-store.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import { useApi, useChangeViewer } from '../../data/session-context.tsx'
import type { Account } from './load-account.ts'
import styles from './picture-form.module.css'

/** What is wrong with a file before it is sent; null when nothing is. */
function wrongWith(file: File): string | null {
  if (!(pixelTypes as readonly string[]).includes(file.type)) return messages.media.onlyImages
  return file.size > limits.upload.imageKilobytes * 1000 ? imageTooLargeMessage(limits.upload.imageKilobytes) : null
}

/** The own picture: choose a file, or take it away. */
export function PictureForm({ account }: { account: Account }) {
  const api = useApi()
  const changeViewer = useChangeViewer()
  const id = useId()
  const [shown, setShown] = useState(account)
  const [busy, setBusy] = useState(false)
  const run = async (call: () => Promise<Account>) => {
    setBusy(true)
    try {
      const changed = await call()
      setShown(changed)
      changeViewer({ thumbnail_url: changed.thumbnail_url })
    } catch (error) {
      flashNegative(isApiError(error) && error.told ? error.message : messages.media.uploadFailed)
    } finally {
      setBusy(false)
    }
  }
  const upload = (file: File | undefined) => {
    if (!file) return
    const wrong = wrongWith(file)
    if (wrong) return void flashNegative(wrong)
    const files = new FormData()
    files.append('file', file)
    void run(() => api.call(usersContracts.changePicture, { files, timeout: timings.uploadToLibrary }))
  }
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
          <Button
            variant="quiet"
            disabled={busy}
            onClick={() => void run(() => api.call(usersContracts.removePicture))}
          >
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
