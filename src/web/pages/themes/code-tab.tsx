import { ImagePlus } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { CodeEditor, type CodeEditorHandle } from '../../../ui/code-editor/code-editor.tsx'
import type { CodeLanguage } from '../../../ui/code-editor/code-language.ts'
import type { CodeProblem } from '../../../ui/code-editor/code-view.ts'
import { RemovedList } from '../../features/removed/removed-list.tsx'
import styles from './code-tab.module.css'
import { type ChosenPicture, useChoosePicture } from './use-choose-picture.ts'
import type { FieldMistake } from './use-theme-draft.ts'

/** A mistake's place in a text: from its column to the end of its line, or the whole line. */
function problemAt(text: string, { message, line = 1, column }: FieldMistake): CodeProblem {
  const lines = text.split('\n')
  const at = Math.min(Math.max(line, 1), lines.length) - 1
  const start = lines.slice(0, at).reduce((sum, one) => sum + one.length + 1, 0)
  const length = lines[at]?.length ?? 0
  const from = start + Math.min(Math.max((column ?? 1) - 1, 0), length)
  const to = start + length
  return {
    from: Math.min(from, text.length),
    to: Math.max(to, Math.min(from + 1, text.length)),
    severity: 'error',
    message,
  }
}

/** Props of CodeTab. */
export interface CodeTabProps {
  readonly label: string
  readonly language: CodeLanguage
  readonly value: string
  readonly maxLength: number
  readonly note: ReactNode
  readonly readOnly?: boolean
  /** See CodeEditor. */
  readonly syntax?: boolean
  /** What is inserted for a picture of the media library; missing: pictures are not offered. */
  pictureCode?(picture: ChosenPicture): string
  /** Mistakes that the server found. */
  readonly mistakes?: readonly FieldMistake[]
  /** What the sanitizer removes from it, each as a sentence. */
  readonly removed?: readonly string[]
  /** Mistakes found here. */
  problems?(value: string): readonly CodeProblem[]
  onChange(value: string): void
}

/** A source of the theme in the code editor, with the mistakes at their lines. */
export function CodeTab({ value, note, mistakes = [], removed = [], pictureCode, ...rest }: CodeTabProps) {
  const editor = useRef<CodeEditorHandle>(null)
  const choosePicture = useChoosePicture('Insert picture')
  const insertPicture = async (code: NonNullable<typeof pictureCode>) => {
    const picture = await choosePicture()
    if (picture) editor.current?.insert(code(picture))
  }
  return (
    <div className={styles.tab}>
      <div className={styles.head}>
        <p className={styles.note}>{note}</p>
        {pictureCode && !rest.readOnly && (
          <Button size="s" icon={<ImagePlus />} onClick={() => void insertPicture(pictureCode)}>
            Insert picture
          </Button>
        )}
      </div>
      <CodeEditor
        handle={editor}
        className={styles.code}
        {...rest}
        value={value}
        found={mistakes.map((mistake) => problemAt(value, mistake))}
      />
      <p className={styles.keys}>Tab indents. Escape, then Tab, leaves the code.</p>
      <RemovedList removed={removed} />
      <div role="status" className={styles.mistakes}>
        {mistakes.map(({ message, line, column }) => (
          <p key={message}>
            {line !== undefined && (
              <b>{column === undefined ? `Line ${line}: ` : `Line ${line}, column ${column}: `}</b>
            )}
            {message.replace(/^line \d+(, column \d+)?: /i, '')}
          </p>
        ))}
      </div>
    </div>
  )
}
