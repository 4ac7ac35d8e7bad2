import { FileCode2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { markupProblems } from '../../../document/markup-problems.ts'
import { importHtml, importHtmlFile } from '../../../editor/html/import-html.ts'
import { useEditor, useEditorInstance } from '../../../editor/state/use-editor.ts'
import { Button } from '../../../ui/button.tsx'
import { CodeEditor } from '../../../ui/code-editor/code-editor.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FileDrop } from '../../../ui/form/file-drop.tsx'
import { useOpening } from '../../../ui/use-opening.ts'
import styles from './html-dialogs.module.css'

const problems = (html: string) => markupProblems(html).map((problem) => ({ ...problem, severity: 'warning' as const }))

function HtmlDrop({ onFile }: { onFile: (file: File) => void }) {
  return (
    <FileDrop
      label="Drop an HTML file here"
      fieldLabel="HTML file"
      accept=".html,.htm,.xhtml,text/html"
      onFiles={([file]) => file && onFile(file)}
    >
      {(choose) => (
        <>
          <FileCode2 size={24} aria-hidden />
          <span>Drop an HTML file here, or</span>
          <Button onClick={choose}>Choose a file</Button>
        </>
      )}
    </FileDrop>
  )
}

function OpenedImport({ open }: { open: boolean }) {
  const editor = useEditorInstance()
  const [html, setHtml] = useState('')
  const busy = useRef(false)
  const close = () => {
    // A confirmation is open over this dialog: its Escape must not close this one.
    if (!busy.current) editor.model.show({ dialog: null })
  }
  const run = async (work: Promise<boolean>) => {
    busy.current = true
    const done = await work.finally(() => {
      busy.current = false
    })
    if (done) close()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Import HTML"
      description="A deck made with reveal.js, here or elsewhere: the whole page, or only its sections."
      size="m"
      returnsFocus={() => {
        editor.view.focusCanvas()
        return false
      }}
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary" disabled={html.trim() === ''} onClick={() => void run(importHtml(editor, html))}>
            Import
          </Button>
        </>
      }
    >
      <HtmlDrop onFile={(file) => void run(importHtmlFile(editor, file))} />
      <span className={styles.label}>Or paste its HTML</span>
      <CodeEditor
        className={styles.paste}
        label="HTML"
        language="html"
        value={html}
        placeholder="<section>…</section>"
        onChange={setHtml}
        problems={problems}
      />
    </Dialog>
  )
}

/** Replaces the deck with one from a file or from pasted HTML. */
export function ImportHtmlDialog() {
  const open = useEditor((state) => state.dialog === 'import-html')
  const opening = useOpening(open)
  return opening === 0 ? null : <OpenedImport key={opening} open={open} />
}
