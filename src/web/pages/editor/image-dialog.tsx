import { ImagePlus } from 'lucide-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { emptyImage, insertImages, insertImageUrl, refusalOf } from '../../../editor/actions/insert-images.ts'
import { useEditor, useEditorInstance } from '../../../editor/state/use-editor.ts'
import { limits } from '../../../rules/limits.ts'
import { messages } from '../../../rules/messages.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import styles from './image-dialog.module.css'

/** Takes the files that are chosen or dropped, and says why those before could not be taken. */
function DropPlace({ refusal, onFiles }: { refusal: string | null; onFiles(files: Iterable<File>): void }) {
  const file = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onFiles(event.dataTransfer.files)
  }
  return (
    <fieldset
      aria-label="Drop an image here"
      className={classNames(styles.drop, over && styles.over)}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <ImagePlus size={28} aria-hidden />
      <span>Drop an image here, or</span>
      <Button variant="primary" onClick={() => file.current?.click()}>
        Choose a file
      </Button>
      <small>PNG, JPG, GIF or SVG, up to {limits.upload.imageKilobytes / 1000} MB</small>
      <input
        ref={file}
        type="file"
        hidden
        multiple
        accept="image/png,image/jpeg,image/gif,image/svg+xml"
        aria-label="Image file"
        onChange={(event) => {
          onFiles(event.target.files ?? [])
          // The same file may be chosen again.
          event.target.value = ''
        }}
      />
      <p role="alert" className={styles.refusal}>
        {refusal}
      </p>
    </fieldset>
  )
}

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
  const close = () => editor.show({ dialog: null })
  const addFiles = (chosen: Iterable<File>) => {
    const files = [...chosen]
    const refusals = files.map(refusalOf)
    // With nothing that can be taken it stays open, to choose another one.
    if (!refusals.includes(null)) return setRefusal(refusals[0] ?? null)
    added.current = true
    close()
    // What is added here stands beside the picture that was added before and is still selected, unless it waits for one.
    if (emptyImage(editor) === null) editor.select([])
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
        if (added.current) editor.focusCanvas()
        return !added.current
      }}
      title="Add an image"
    >
      <DropPlace refusal={refusal} onFiles={addFiles} />
      <form
        className={styles.address}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (address.trim() !== '') void addAddress()
        }}
      >
        <TextField name="image-url" label="Or its address" type="url" placeholder="https://" onChange={setAddress} />
        <Button type="submit" busy={busy} disabled={address.trim() === ''}>
          Add
        </Button>
      </form>
    </Dialog>
  )
}
