import { ImagePlus, X } from 'lucide-react'
import { useState } from 'react'
import { blurAttribute, dimAttribute } from '../../../document/background-effects.ts'
import { Button } from '../../../ui/button.tsx'
import { FileDrop } from '../../../ui/form/file-drop.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { imageTypes, notifyUploadFailure } from '../../actions/insert-images.ts'
import { setAttributesOfSlides } from '../../commands/slide-commands.ts'
import { useEditorInstance } from '../../state/use-editor.ts'
import { slidesToChange, useSetSlideAttributes, useSlideAttribute } from '../slide-attributes.ts'
import styles from './slide-options.module.css'

const attribute = 'data-background-image'
/** The attributes of the image's layout; removed together with the image. */
const layoutAttributes = [
  ...['data-background-position', 'data-background-repeat', 'data-background-opacity', dimAttribute, blurAttribute],
]

/**
 * Uploads an image and makes it the background of the slides that were selected at the start. `progress` null: no
 * upload is running.
 */
function useBackgroundUpload(): { progress: number | null; send(file: File | undefined): void } {
  const { model, services } = useEditorInstance()
  const [progress, setProgress] = useState<number | null>(null)
  const send = async (file: File | undefined) => {
    if (!file) return
    const ids = slidesToChange(model.getState(), [attribute])
    setProgress(0)
    try {
      const { url } = await services.upload(file, setProgress)
      model.apply(setAttributesOfSlides(ids, { [attribute]: url }), { undo: 'step', label: 'Background image' })
    } catch (error) {
      notifyUploadFailure(services, error)
    } finally {
      setProgress(null)
    }
  }
  return { progress, send: (file) => void send(file) }
}

/** The background image: upload, drop, or remove. Its URL is edited in AddressField. */
export function BackgroundImage() {
  const [picture] = useSlideAttribute(attribute)
  const set = useSetSlideAttributes()
  const { progress, send } = useBackgroundUpload()
  const { services } = useEditorInstance()
  const chooseFromLibrary = async () => {
    const [image] = (await services.chooseImages({ action: 'Use as background' }))?.images ?? []
    if (image) set({ [attribute]: image.url }, { label: 'Background image' })
  }
  const remove = () => {
    const gone = Object.fromEntries([attribute, ...layoutAttributes].map((name) => [name, null]))
    set(gone, { label: 'Background image' })
  }
  return (
    <FileDrop
      compact
      label="Background image"
      fieldLabel="Background image file"
      accept={imageTypes}
      onFiles={([file]) => send(file)}
    >
      {(choose) => (
        <>
          {picture.startsWith('/') ? (
            <img className={styles.sample} src={picture} alt="" />
          ) : (
            <ImagePlus size={18} aria-hidden />
          )}
          <Button size="s" busy={progress !== null} onClick={choose}>
            {progress !== null ? `${Math.round(progress * 100)} %` : picture === '' ? 'Choose or drop' : 'Replace'}
          </Button>
          <Button size="s" variant="quiet" onClick={() => void chooseFromLibrary()}>
            Library
          </Button>
          {picture !== '' && (
            <IconButton
              label="Remove the image"
              icon={<X size={16} aria-hidden />}
              onClick={remove}
              className={styles.remove}
            />
          )}
        </>
      )}
    </FileDrop>
  )
}
