import { ImagePlus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import {
  emptyImage,
  imageTypes,
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

/** Adds an image: from a file that is chosen or dropped, or from an address. */
export function ImageDialog() {
  const editor = useEditorInstance()
  const open = useEditor((state) => state.dialog === 'insert-image')
  const [address, setAddress] = useState('')
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  // Whether it was closed by adding something: the keyboard then goes to the slide.
  const added = useRef(false)
  useEffect(() => {
    if (!open) return
    added.current = false
    setRefusal(null)
  }, [open])
  const close = () => editor.model.show({ dialog: null })
  const addFiles = (files: readonly File[]) => {
    const refusals = files.map(refusalOf)
    // With nothing that can be taken it stays open, to choose another one.
    if (!refusals.includes(null)) return setRefusal(refusals[0] ?? null)
    added.current = true
    close()
    // What is added here stands beside the picture that was added before and is still selected, unless it waits for one.
    if (emptyImage(editor.model) === null) editor.model.select([])
    void insertImages(editor, files)
  }
  const addAddress = async () => {
    // While a picture is being looked at for its size, a second press would add it twice.
    if (busy) return
    setBusy(true)
    const taken = await insertImageUrl(editor, address.trim()).finally(() => setBusy(false))
    if (!taken) return editor.services.notify(messages.form.url, 'error')
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
      <FileDrop
        label="Drop an image here"
        fieldLabel="Image file"
        accept={imageTypes}
        multiple
        error={refusal}
        onFiles={addFiles}
      >
        {(choose) => (
          <>
            <ImagePlus size={28} aria-hidden />
            <span>Drop an image here, or</span>
            <Button variant="primary" onClick={choose}>
              Choose a file
            </Button>
            <small>PNG, JPG, GIF or SVG, up to {limits.upload.imageKilobytes / 1000} MB</small>
          </>
        )}
      </FileDrop>
      <form
        className={styles.address}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (address.trim() !== '') void addAddress()
        }}
      >
        <TextField name="image-url" label="Or its URL" type="url" placeholder="https://" onChange={setAddress} />
        <Button type="submit" busy={busy} disabled={address.trim() === ''}>
          Add
        </Button>
      </form>
    </Dialog>
  )
}
