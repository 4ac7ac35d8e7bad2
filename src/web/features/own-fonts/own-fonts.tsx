import { Trash2, Upload } from 'lucide-react'
import { useEffect, useId } from 'react'
import { messages } from '../../../rules/messages.ts'
import { faceName, familiesOf } from '../../../rules/own-fonts.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { confirmDialog } from '../../../ui/dialogs/dialog-store.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { useFileDrop } from '../../../ui/use-file-drop.ts'
import styles from './own-fonts.module.css'
import type { OwnFontList, UploadedFont } from './use-own-fonts.ts'

/** Shows text in a font of this page: under a name that no style of the app uses. */
function useSample({ id, url }: UploadedFont): string {
  const family = `uploaded-font-${id}`
  useEffect(() => {
    if (typeof FontFace === 'undefined') return
    const face = new FontFace(family, `url(${url})`, { display: 'swap' })
    document.fonts.add(face)
    face.load().catch(() => {})
    return () => void document.fonts.delete(face)
  }, [family, url])
  return family
}

async function confirmed(font: UploadedFont): Promise<boolean> {
  return confirmDialog({
    title: `Delete “${font.family}”, ${faceName(font).toLowerCase()}?`,
    text: 'Text in it is shown in another font, in all decks and themes with it.',
    ...{ action: 'Delete', dangerous: true },
  })
}

function Face({ font, list }: { font: UploadedFont; list: OwnFontList }) {
  const family = useSample(font)
  const name = faceName(font)
  const remove = async () => {
    if (await confirmed(font)) await list.remove(font)
  }
  return (
    <li className={styles.face}>
      <span className={styles.sample} style={{ fontFamily: `${family}, sans-serif` }} aria-hidden="true">
        Ag
      </span>
      <span className={styles.name}>
        {name}
        <span className={styles.facts}>
          {font.format.toUpperCase()}, {Math.max(1, Math.round(font.size / 1000))} kB
          {!font.embeddable && ' · its license forbids embedding: not in printed and exported files'}
        </span>
      </span>
      <IconButton label={`Delete ${font.family}, ${name}`} icon={<Trash2 />} onClick={() => void remove()} />
    </li>
  )
}

function Families({ list }: { list: OwnFontList }) {
  return (
    <ul className={styles.families} aria-label="Uploaded fonts">
      {familiesOf(list.fonts).map((family) => (
        <li key={family}>
          <h3 className={styles.family}>{family}</h3>
          <ul className={styles.faces}>
            {list.fonts
              .filter((font) => font.family === family)
              .map((font) => (
                <Face key={font.id} {...{ font, list }} />
              ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

/** Uploaded fonts, with upload by button and drop. `compact`: in a narrow panel. */
export function OwnFonts({ list, compact = false }: { readonly list: OwnFontList; readonly compact?: boolean }) {
  const id = useId()
  const drop = useFileDrop((files) => void list.upload([...files]))
  const isBusy = list.uploading.length > 0
  return (
    <div className={classNames(styles.fonts, compact && styles.compact)} {...drop}>
      {list.state === 'loading' && <Spinner small label="Loading fonts" />}
      {list.state === 'failed' && (
        <p className={styles.failed} role="alert">
          {messages.font.loadFailed}.{' '}
          <Button size="s" onClick={list.reload}>
            {messages.media.tryAgain}
          </Button>
        </p>
      )}
      {list.fonts.length > 0 && <Families list={list} />}
      <div className={styles.upload}>
        <label htmlFor={id} className={styles.choose} aria-disabled={isBusy}>
          {isBusy ? <Spinner small immediately label="Uploading" /> : <Upload size={16} aria-hidden />}
          Upload fonts
        </label>
        <input
          id={id}
          className="spoken-only"
          type="file"
          accept=".woff2,.woff,.ttf,.otf"
          multiple
          disabled={isBusy}
          onChange={(event) => {
            void list.upload([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
        <p className={styles.hint}>WOFF2, WOFF, TTF or OTF, up to 10 MB. You can also drop files here.</p>
      </div>
    </div>
  )
}
