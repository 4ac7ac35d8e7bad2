import { Upload } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import type { UploadedTheme } from '../../../api/theme-zips/contract.ts'
import { themeZipsContracts } from '../../../api/theme-zips/contract.ts'
import { limits } from '../../../rules/limits.ts'
import { messages } from '../../../rules/messages.ts'
import { timings } from '../../../rules/timings.ts'
import { Button } from '../../../ui/button.tsx'
import { showError, showSuccess, showToast } from '../../../ui/toast/toast-store.ts'
import { useFileDrop } from '../../../ui/use-file-drop.ts'
import { useRefresh } from '../../data/refresh.ts'
import { useApi } from '../../data/session-context.tsx'
import { themeFailure } from './theme-failure.ts'

const ScriptsDialog = lazy(async () => ({ default: (await import('./theme-scripts-dialog.tsx')).ThemeScriptsDialog }))

type Scripts = NonNullable<UploadedTheme['scripts']>

/** A file whose scripts the user has to decide about. */
interface Waiting {
  readonly file: File
  readonly scripts: Scripts
}

function formOf(file: File): FormData {
  const files = new FormData()
  files.append('file', file)
  return files
}

function isZip({ name, size }: File): boolean {
  return /\.zip$/i.test(name) && size <= limits.upload.importKilobytes * 1000
}

/** Uploads a file, and asks about its scripts. */
function useSend() {
  const api = useApi()
  const refresh = useRefresh()
  const [busy, setBusy] = useState(false)
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  const send = async (file: File, scripts: 'ask' | 'take' | 'leave'): Promise<void> => {
    setBusy(true)
    try {
      const options = { files: formOf(file), query: { scripts }, timeout: timings.uploadToLibrary }
      const answer = await api.call(themeZipsContracts.upload, options)
      setWaiting(answer.scripts && { file, scripts: answer.scripts })
      if (!answer.theme) return
      showSuccess(`“${answer.theme.name}” is uploaded`)
      for (const note of answer.notes) showToast(note, 'neutral')
      await refresh()
    } catch (error) {
      setWaiting(null)
      showError(themeFailure(error, messages.theme.uploadFailed))
    } finally {
      setBusy(false)
    }
  }
  return { busy, waiting, send, cancel: () => setWaiting(null) }
}

/** Uploading themes: the button, the props of the page on which files are dropped, and the dialog about scripts. */
export interface ThemeUpload {
  readonly button: ReactNode
  readonly drop: ReturnType<typeof useFileDrop>
  readonly dialog: ReactNode
}

/** Uploads the ZIP of a theme, by button or drop. */
export function useThemeUpload(): ThemeUpload {
  const { busy, waiting, send, cancel } = useSend()
  const input = useRef<HTMLInputElement>(null)
  const [wasAsked, setAsked] = useState(false)
  if (waiting && !wasAsked) setAsked(true)
  const take = (files: readonly File[]) => {
    const [file] = files
    if (!file || busy) return
    if (files.length > 1 || !isZip(file)) showError(messages.theme.noFile)
    else void send(file, 'ask')
  }
  const button = (
    <>
      <Button icon={<Upload />} busy={busy} onClick={() => input.current?.click()}>
        Upload theme
      </Button>
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip"
        hidden
        aria-label="Theme to upload"
        onChange={(event) => {
          take([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </>
  )
  const dialog = wasAsked && (
    <Suspense fallback={null}>
      <ScriptsDialog
        scripts={waiting?.scripts ?? null}
        busy={busy}
        onCancel={cancel}
        onChoose={(choice) => waiting && void send(waiting.file, choice)}
      />
    </Suspense>
  )
  return { button, drop: useFileDrop(take), dialog }
}
