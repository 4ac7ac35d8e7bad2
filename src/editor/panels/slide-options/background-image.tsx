import { ImagePlus, X } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import { classNames } from '../../../web/ui/class-names.ts'
import { IconButton } from '../../../web/ui/icon-button.tsx'
import { setSlideAttributes } from '../../commands/slide-commands.ts'
import { useEditorInstance } from '../../state/use-editor.ts'
import { useSetSlideAttributes, useSlideAttribute } from '../slide-attributes.ts'
import styles from './slide-options.module.css'

const attribute = 'data-background-image'
/** What says how a picture is laid out; it goes with the picture. */
export const layoutAttributes = [
  'data-background-position',
  'data-background-repeat',
  'data-background-opacity',
] as const

/** Sends a picture and puts it behind the slide that was on the canvas at the time. `progress` null: none is on its way. */
function useBackgroundUpload(): { progress: number | null; send(file: File | undefined): void } {
  const editor = useEditorInstance()
  const [progress, setProgress] = useState<number | null>(null)
  const send = async (file: File | undefined) => {
    if (!file) return
    const { slideId } = editor.getState()
    setProgress(0)
    try {
      const { url } = await editor.services.upload(file, setProgress)
      editor.apply(setSlideAttributes(slideId, { [attribute]: url }), { undo: 'step', label: 'Background image' })
    } catch (error) {
      editor.services.notify(error instanceof Error ? error.message : String(error), 'error')
    } finally {
      setProgress(null)
    }
  }
  return { progress, send: (file) => void send(file) }
}

/** The picture behind the slide: uploaded, dropped here, or taken away. Its address is AddressField's. */
export function BackgroundImage() {
  const [picture] = useSlideAttribute(attribute)
  const set = useSetSlideAttributes()
  const { progress, send } = useBackgroundUpload()
  const chooser = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    send(event.dataTransfer.files[0])
  }
  const remove = () => {
    const gone = Object.fromEntries([attribute, ...layoutAttributes].map((name) => [name, null]))
    set(gone, { label: 'Background image' })
  }
  return (
    <fieldset
      aria-label="Background image"
      className={classNames(styles.drop, over && styles.over)}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <ImagePlus size={18} aria-hidden />
      <Button size="s" busy={progress !== null} onClick={() => chooser.current?.click()}>
        {progress !== null ? `${Math.round(progress * 100)} %` : picture === '' ? 'Choose or drop' : 'Replace'}
      </Button>
      {picture !== '' && (
        <IconButton
          label="Remove the image"
          icon={<X size={16} aria-hidden />}
          onClick={remove}
          className={styles.remove}
        />
      )}
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label="Background image file"
        accept="image/png,image/jpeg,image/gif,image/svg+xml"
        onChange={(event) => {
          send(event.target.files?.[0])
          // The same file may be chosen again, after a failure for one.
          event.target.value = ''
        }}
      />
    </fieldset>
  )
}
