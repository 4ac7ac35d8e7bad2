import { FileUp } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { importAccept, importFormats, type PdfMode } from '../../../rules/import-formats.ts'
import { importMessages } from '../../../rules/import-messages.ts'
import { limits } from '../../../rules/limits.ts'
import { Button } from '../../../ui/button.tsx'
import { chosenFolder, droppedIn } from '../../../ui/form/dropped-files.ts'
import { FileDrop } from '../../../ui/form/file-drop.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import styles from './import-parts.module.css'
import { PdfChoice } from './import-parts.tsx'
import type { ImportSource } from './send-import.ts'

const CodeEditor = lazy(async () => ({ default: (await import('../../../ui/code-editor/code-editor.tsx')).CodeEditor }))

const formatList = importFormats.map(({ title }) => title).join(', ')

interface SourceProps {
  /** Why the last source was not imported. */
  readonly error: string | null
  readonly onSource: (source: ImportSource) => void
}

/** Several files without a folder, such as a page with its pictures, are a folder, too. */
function sourceOf(files: readonly File[]): ImportSource {
  const [file] = files
  if (files.length === 1 && file) return { file }
  return { folder: Promise.resolve({ name: '', files: files.map((one) => ({ path: one.name, file: one })) }) }
}

function FileSource({ error, onSource }: SourceProps) {
  const folderField = useRef<HTMLInputElement>(null)
  const drop = (data: DataTransfer): void => {
    const dropped = droppedIn(data)
    if (dropped) onSource('files' in dropped ? sourceOf(dropped.files) : dropped)
  }
  return (
    <FileDrop
      label="Drop a file or a folder here"
      fieldLabel="File to import"
      accept={importAccept}
      multiple
      error={error}
      onFiles={(files) => onSource(sourceOf(files))}
      onDropped={drop}
    >
      {(choose) => (
        <>
          <FileUp size={28} aria-hidden />
          <span className={styles.drop}>Drop a file or a folder here, or</span>
          <span className={styles.choose}>
            <Button variant="primary" onClick={choose}>
              Choose a file
            </Button>
            <Button onClick={() => folderField.current?.click()}>Choose a folder</Button>
          </span>
          <input
            ref={folderField}
            type="file"
            hidden
            aria-label="Folder to import"
            {...{ webkitdirectory: '' }}
            onChange={({ target }) => {
              const folder = chosenFolder(target.files)
              if (folder) onSource({ folder: Promise.resolve(folder) })
              target.value = ''
            }}
          />
          <small>
            {formatList}, up to {limits.upload.importKilobytes / 1000} MB
          </small>
        </>
      )}
    </FileDrop>
  )
}

function AddressSource({ error, onSource }: SourceProps) {
  const start = async ({ url = '' }: Record<string, string>) => {
    onSource({ address: url })
    return null
  }
  return (
    <Form onSubmit={start} className={styles.source}>
      <TextField
        name="url"
        label="Address of the deck"
        placeholder="https://example.com/talk"
        hint="A page of reveal.js or slides.com with its pictures, styles and fonts, or a file. Everybody must be able to open it."
        inputMode="url"
        autoCapitalize="none"
        maxLength={limits.import.address}
        empty={importMessages.noAddress}
        takesFocus
      />
      <p role="alert" className={styles.error}>
        {error}
      </p>
      <Button type="submit" variant="primary">
        Import
      </Button>
    </Form>
  )
}

function HtmlSource({ error, onSource }: SourceProps) {
  const [html, setHtml] = useState('')
  const start = () => onSource({ file: new File([html], 'Pasted HTML.html', { type: 'text/html' }) })
  return (
    <div className={styles.source}>
      <Suspense fallback={<Spinner />}>
        <CodeEditor
          className={styles.paste}
          label="HTML"
          language="html"
          value={html}
          placeholder="<section>…</section>"
          onChange={setHtml}
        />
      </Suspense>
      <p role="alert" className={styles.error}>
        {error}
      </p>
      <Button variant="primary" disabled={html.trim() === ''} onClick={start}>
        Import
      </Button>
    </div>
  )
}

interface SourcesProps {
  /** Why the last source was not imported. */
  readonly error: string | null
  readonly onSource: (source: ImportSource, pdf: PdfMode) => void
  readonly hidden: boolean
  /** Further choices. */
  readonly children?: ReactNode
}

/**
 * Where slides come from: a file or folder, an address, or pasted HTML; and what becomes of them. While an import runs it
 * is `hidden`, so that a source that fails can be corrected.
 */
export function ImportSources({ error, onSource, hidden, children }: SourcesProps) {
  const [pdf, setPdf] = useState<PdfMode>('pictures')
  const [tab, setTab] = useState('file')
  const [startedIn, setStartedIn] = useState('file')
  const place = useRef<HTMLDivElement>(null)
  // What had the focus was hidden while the import ran.
  useEffect(() => {
    if (!hidden && error !== null)
      place.current?.querySelector<HTMLElement>('[role="tabpanel"] :is(input:not([type="file"]), button)')?.focus()
  }, [hidden, error])
  const start = (source: ImportSource): void => {
    setStartedIn(tab)
    onSource(source, pdf)
  }
  const content = { file: FileSource, address: AddressSource, html: HtmlSource }
  const labels = { file: 'File or folder', address: 'Address', html: 'HTML' }
  const tabs = (['file', 'address', 'html'] as const).map((id) => {
    const Content = content[id]
    const own = startedIn === id ? error : null
    return { id, label: labels[id], content: tab === id ? <Content error={own} onSource={start} /> : null }
  })
  return (
    <div ref={place} hidden={hidden}>
      <Tabs label="Import from" tabs={tabs} value={tab} onChange={setTab} />
      <div className={styles.options}>
        {children}
        {tab !== 'html' && <PdfChoice value={pdf} onChange={setPdf} />}
      </div>
    </div>
  )
}
