import { ImagePlus, Images } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import {
  emptyImage,
  imageTypes,
  insertFromLibrary,
  insertImages,
  insertImageUrl,
  refusalOf,
} from '../../../editor/actions/insert-images.ts'
import { useEditor, useEditorInstance } from '../../../editor/state/use-editor.ts'
import { limits } from '../../../rules/limits.ts'
import { messages } from '../../../rules/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FileDrop } from '../../../ui/form/file-drop.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import styles from './image-dialog.module.css'

interface ImageDropProps {
  readonly error: string | null
  onFiles(files: readonly File[]): void
  onLibrary(): void
}

function ImageDrop({ error, onFiles, onLibrary }: ImageDropProps) {
  return (
    <FileDrop
      label="Drop an image here"
      fieldLabel="Image file"
      accept={imageTypes}
      multiple
      error={error}
      onFiles={onFiles}
    >
      {(choose) => (
        <>
          <ImagePlus size={28} aria-hidden />
          <span>Drop an image here, or</span>
          <span className={styles.buttons}>
            <Button variant="primary" onClick={choose}>
              Choose a file
            </Button>
            <Button icon={<Images />} onClick={onLibrary}>
              Media library
            </Button>
          </span>
          <small>PNG, JPG, GIF or SVG, up to {limits.upload.imageKilobytes / 1000} MB</small>
        </>
      )}
    </FileDrop>
  )
}

interface AddressFormProps {
  readonly address: string
  readonly busy: boolean
  onChange(address: string): void
  onSubmit(): void
}

function AddressForm({ address, busy, onChange, onSubmit }: AddressFormProps) {
  const isEmpty = address.trim() === ''
  return (
    <form
      className={styles.address}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isEmpty) onSubmit()
      }}
    >
      <TextField name="image-url" label="Or its URL" type="url" placeholder="https://" onChange={onChange} />
      <Button type="submit" busy={busy} disabled={isEmpty}>
        Add
      </Button>
    </form>
  )
}

/** Adds an image from a chosen or dropped file, or from a URL. */
export function ImageDialog() {
  const editor = useEditorInstance()
  const open = useEditor((state) => state.dialog === 'insert-image')
  const [address, setAddress] = useState('')
  const [busy, setBusy] = useState(false)
  const [fileError, setFileError] = useState<string | null>(null)
  // Whether an image was added: closing then focuses the slide.
  const added = useRef(false)
  useEffect(() => {
    if (!open) return
    added.current = false
    setFileError(null)
  }, [open])
  const close = () => editor.model.show({ dialog: null })
  const addFiles = (files: readonly File[]) => {
    const refusals = files.map((file) => refusalOf(file))
    // Stays open if no file is an accepted image, so that another can be chosen.
    if (!refusals.includes(null)) return setFileError(refusals[0] ?? null)
    added.current = true
    close()
    // Deselects, so that a selected picture is not replaced. An empty image block stays selected and gets the file.
    if (emptyImage(editor.model) === null) editor.model.select([])
    void insertImages(editor, files)
  }
  const openLibrary = () => {
    added.current = true
    close()
    if (emptyImage(editor.model) === null) editor.model.select([])
    void insertFromLibrary(editor)
  }
  const addAddress = async () => {
    // The image's size is being read: a second press would add it twice.
    if (busy) return
    setBusy(true)
    const inserted = await insertImageUrl(editor, address.trim()).finally(() => setBusy(false))
    if (!inserted) return editor.services.notify(messages.form.url, 'error')
    added.current = true
    close()
    setAddress('')
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      returnsFocus={() => {
        if (added.current) editor.view.focusCanvas()
        return !added.current
      }}
      title="Add an image"
    >
      <ImageDrop error={fileError} onFiles={addFiles} onLibrary={openLibrary} />
      <AddressForm address={address} busy={busy} onChange={setAddress} onSubmit={() => void addAddress()} />
    </Dialog>
  )
}
