import { FileQuestion, FileUp } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { missingMark } from '../flow/has-missing-files.ts'
import { fillMissing, type MissingFile, missingFilesOf } from '../flow/missing-files.ts'
import type { Editor } from '../state/editor.ts'
import { useEditorInstance } from '../state/use-editor.ts'
import styles from './missing-files.module.css'
import { useEditorOverCanvas } from './use-editor-over-canvas.ts'

interface Place {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The size in px of a place that its name and the button fit into. */
const smallest = { width: 150, height: 70 }

/** Where the missing files are drawn, in px of the canvas; null: nowhere. */
function placesOf({ view: { canvas } }: Editor, files: readonly MissingFile[]): readonly (Place | null)[] {
  const images = [...(canvas.section()?.querySelectorAll<HTMLElement>(`img[${missingMark}]`) ?? [])]
  return files.map(({ blockId, isInMarkup }) =>
    isInMarkup ? (images.shift()?.getBoundingClientRect() ?? null) : canvas.screenBox(blockId),
  )
}

/** Puts a picture of the media library, or an uploaded one, in the place of a missing file; one undo step. */
async function choose(editor: Editor, file: MissingFile): Promise<void> {
  const { model, services, view } = editor
  const { slideId } = model.getState()
  const chosen = await services.chooseImages({ action: 'Insert' })
  const image = chosen?.images[0]
  const slide = model.getState().deck.slides[slideId]
  if (!image || !slide) return
  model.apply(fillMissing(slide, file, image), { undo: 'step', label: 'Choose file' })
  view.focusCanvas()
}

/** Names the files that an import has not found, in their places, with a button for each. */
export function MissingFiles() {
  const editor = useEditorInstance()
  const box = useRef<HTMLDivElement>(null)
  // They move with every change of deck and view, and with the window's size.
  const state = useEditorOverCanvas(box)
  const files = missingFilesOf(state.deck.slides[state.slideId]!)
  const places = placesOf(editor, files)
  return (
    <div ref={box} className={styles.files}>
      {files.map((file, index) => {
        const place = places[index]
        if (!place) return null
        const { x, y, width, height } = place
        const key = `${file.blockId} ${file.index}`
        const style = { left: x, top: y, width, height }
        const label = `Choose file for ${file.name}`
        if (width < smallest.width || height < smallest.height) {
          return (
            <div key={key} className={styles.small} style={style}>
              <IconButton
                label={label}
                icon={<FileUp size={16} aria-hidden />}
                onClick={() => void choose(editor, file)}
              />
            </div>
          )
        }
        return (
          <div key={key} className={styles.file} style={style}>
            <FileQuestion className={styles.icon} size={24} aria-hidden />
            <span className={styles.name} title={file.name}>
              {file.name}
            </span>
            <Button
              size="s"
              icon={<FileUp size={14} aria-hidden />}
              aria-label={label}
              onClick={() => void choose(editor, file)}
            >
              Choose file
            </Button>
          </div>
        )
      })}
    </div>
  )
}
