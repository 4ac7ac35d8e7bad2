import { useEffect } from 'react'
import { useFileDrop } from '../../../ui/use-file-drop.ts'
import { startUploads, type UploadTarget } from './start-uploads.ts'

/** Props of an element on which dropped files are uploaded. `target` null: files are not taken. */
export function useDroppedFiles(target: UploadTarget | null) {
  return useFileDrop(target && ((files) => startUploads(target, files)))
}

/** Uploads pasted files while the library is open. `target` null: none. */
export function usePastedFiles(target: UploadTarget | null): void {
  const place = target?.place ?? null
  const videos = target?.videos === true
  useEffect(() => {
    if (!place) return
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      // Text from other programs comes with its picture: in a field the text is pasted.
      const isText = event.target instanceof HTMLInputElement && event.clipboardData?.types.includes('text/plain')
      if (files.length === 0 || isText) return
      event.preventDefault()
      event.stopPropagation()
      startUploads({ place, videos }, files)
    }
    // Runs before the handlers of the page below, which would insert the files itself.
    window.addEventListener('paste', paste, { capture: true })
    return () => window.removeEventListener('paste', paste, { capture: true })
  }, [place, videos])
}
