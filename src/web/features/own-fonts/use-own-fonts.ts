import { useCallback, useEffect, useState } from 'react'
import { isApiError } from '../../../api/api-error.ts'
import type { Received } from '../../../api/contract.ts'
import { ownFontsContracts, teamFontsContracts } from '../../../api/own-fonts/contract.ts'
import { limits } from '../../../rules/limits.ts'
import { messages } from '../../../rules/messages.ts'
import { fontFormats } from '../../../rules/own-fonts.ts'
import { timings } from '../../../rules/timings.ts'
import { showError, showSuccess } from '../../../ui/toast/toast-store.ts'
import { useApi } from '../../data/session-context.tsx'

/** An uploaded font. */
export type UploadedFont = Received<(typeof ownFontsContracts)['list']['output']>['results'][number]

/** The uploaded fonts of the user or team. */
export interface OwnFontList {
  readonly state: 'loading' | 'loaded' | 'failed'
  readonly fonts: readonly UploadedFont[]
  /** Names of the files that are being uploaded. */
  readonly uploading: readonly string[]
  upload(files: readonly File[]): Promise<void>
  remove(font: UploadedFont): Promise<void>
  reload(): void
}

const none: readonly UploadedFont[] = []

function isAccepted({ name, size }: File): boolean {
  const ending = name.split('.').at(-1)?.toLowerCase() ?? ''
  return (fontFormats as readonly string[]).includes(ending) && size <= limits.font.kilobytes * 1000
}

const messageOf = (error: unknown, fallback: string): string =>
  isApiError(error) && error.isUserMessage ? error.message : fallback

/** Loads the uploaded fonts once, and changes them. Failures are shown as toasts. */
export function useOwnFonts(place: 'own' | 'team'): OwnFontList {
  const api = useApi()
  const contracts = place === 'own' ? ownFontsContracts : teamFontsContracts
  const [state, setState] = useState<OwnFontList['state']>('loading')
  const [fonts, setFonts] = useState(none)
  const [uploading, setUploading] = useState<readonly string[]>([])
  const load = useCallback(
    (signal?: AbortSignal) =>
      api.call(contracts.list, signal ? { signal } : {}).then(
        ({ results }) => {
          setFonts(results)
          setState('loaded')
        },
        () => {
          if (!signal?.aborted) setState('failed')
        },
      ),
    [api, contracts],
  )
  useEffect(() => {
    const ending = new AbortController()
    void load(ending.signal)
    return () => ending.abort()
  }, [load])
  const send = async (file: File): Promise<void> => {
    if (!isAccepted(file)) return void showError(`${file.name}: ${messages.font.file}`)
    const files = new FormData()
    files.append('file', file)
    setUploading((names) => [...names, file.name])
    try {
      const { family } = await api.call(contracts.upload, { files, timeout: timings.uploadToLibrary })
      showSuccess(`“${family}” is uploaded`)
    } catch (error) {
      showError(`${file.name}: ${messageOf(error, messages.font.uploadFailed)}`)
    } finally {
      setUploading((names) => names.filter((name) => name !== file.name))
    }
  }
  const upload = async (files: readonly File[]) => {
    for (const file of files) await send(file)
    await load()
  }
  const remove = async (font: UploadedFont) => {
    try {
      await api.call(contracts.remove, { params: { id: font.id } })
      setFonts((present) => present.filter(({ id }) => id !== font.id))
    } catch (error) {
      showError(messageOf(error, messages.font.notDeleted))
    }
  }
  const reload = () => {
    setState('loading')
    void load()
  }
  return { state, fonts, uploading, upload, remove, reload }
}
