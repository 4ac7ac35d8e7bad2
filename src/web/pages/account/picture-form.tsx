import { useState } from 'react'
import { displayName } from '../../../api/pages/viewer.ts'
import { usersContracts } from '../../../api/users/contract.ts'
import { timings } from '../../../rules/timings.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { useApi, useChangeViewer } from '../../data/session-context.tsx'
import { PictureUpload } from '../../features/picture-upload/picture-upload.tsx'
import type { Account } from './load-account.ts'

/** Uploads or removes the profile picture. */
export function PictureForm({ account }: { account: Account }) {
  const api = useApi()
  const changeViewer = useChangeViewer()
  const [shown, setShown] = useState(account)
  const show = (changed: Account) => {
    setShown(changed)
    changeViewer({ thumbnail_url: changed.thumbnail_url })
  }
  return (
    <PictureUpload
      label="Choose a picture"
      removable={shown.has_picture}
      onUpload={async (files) =>
        show(await api.call(usersContracts.changePicture, { files, timeout: timings.uploadToLibrary }))
      }
      onRemove={async () => show(await api.call(usersContracts.removePicture))}
    >
      <Avatar name={displayName(shown)} picture={shown.thumbnail_url} size="l" />
    </PictureUpload>
  )
}
