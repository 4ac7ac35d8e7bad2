import { useEffect, useId, useRef, useState } from 'react'
import { promptCounter } from '../../rules/prompt-counter.ts'
import { Button } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { Dialog } from '../dialog.tsx'
import { useStore } from '../store.ts'
import styles from './dialog-host.module.css'
import { type OpenDialog, openDialog } from './dialog-store.ts'

type DialogOf<K extends OpenDialog['kind']> = Extract<OpenDialog, { kind: K }>

function Confirm({ dialog, open }: { dialog: DialogOf<'confirm'>; open: boolean }) {
  const { question } = dialog
  const cancel = useRef<HTMLButtonElement>(null)
  const answer = (value: boolean) => {
    // Closes first, so that the focus is restored before the result closes anything below.
    openDialog.set(null)
    dialog.answer(value)
  }
  return (
    <Dialog
      open={open}
      onClose={() => answer(false)}
      title={question.title}
      description={question.text}
      initialFocus={question.dangerous ? cancel : undefined}
      mustAnswer
      actions={
        <>
          <Button ref={cancel} onClick={() => answer(false)}>
            Cancel
          </Button>
          <Button variant={question.dangerous ? 'danger' : 'primary'} onClick={() => answer(true)}>
            {question.action}
          </Button>
        </>
      }
    />
  )
}

/** The text field of a prompt, with its counter and error. */
function PromptField(props: {
  question: DialogOf<'prompt'>['question']
  value: string
  error: string | null
  onChange: (value: string) => void
}) {
  const { question, value, error, onChange } = props
  const id = useId()
  const counter = promptCounter(value.length, question.maxLength)
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{question.label}</label>
      <input
        id={id}
        value={value}
        maxLength={question.maxLength}
        aria-invalid={error !== null}
        aria-describedby={`${id}-counter ${id}-error`}
        onChange={(event) => onChange(event.target.value)}
        onFocus={(event) => event.target.select()}
      />
      <p className={styles.foot}>
        <span id={`${id}-error`} role="alert" className={styles.error}>
          {error}
        </span>
        <span id={`${id}-counter`} className={classNames(styles.counter, counter.negative && styles.negative)}>
          {counter.left}
          <span className="spoken-only"> characters left</span>
        </span>
      </p>
    </div>
  )
}

function Prompt({ dialog, open }: { dialog: DialogOf<'prompt'>; open: boolean }) {
  const { question } = dialog
  const [value, setValue] = useState(question.value ?? '')
  const [error, setError] = useState<string | null>(null)
  const form = useId()
  const answer = (result: string | null) => {
    openDialog.set(null)
    dialog.answer(result)
  }
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    if (busy) return
    let wrong = question.validate?.(value) ?? null
    if (wrong === null && question.send) {
      setBusy(true)
      wrong = await question.send(value)
      setBusy(false)
    }
    setError(wrong)
    if (wrong === null) answer(value)
  }
  return (
    <Dialog
      open={open}
      onClose={() => answer(null)}
      title={question.title}
      description={question.text}
      mustAnswer
      actions={
        <>
          <Button onClick={() => answer(null)}>Cancel</Button>
          <Button variant={question.dangerous ? 'danger' : 'primary'} type="submit" form={form} busy={busy}>
            {question.action}
          </Button>
        </>
      }
    >
      <form
        id={form}
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <PromptField question={question} value={value} error={error} onChange={setValue} />
      </form>
    </Dialog>
  )
}

/** Renders the dialogs of confirmDialog and promptDialog. Mounted once per app. */
export function DialogHost() {
  const current = useStore(openDialog)
  // Keeps the last dialog mounted while it fades out.
  const [shown, setShown] = useState<{ dialog: OpenDialog; key: number } | null>(null)
  useEffect(() => {
    if (current) setShown((before) => ({ dialog: current, key: (before?.key ?? 0) + 1 }))
  }, [current])
  if (!shown) return null
  const open = current === shown.dialog
  return shown.dialog.kind === 'confirm' ? (
    <Confirm key={shown.key} dialog={shown.dialog} open={open} />
  ) : (
    <Prompt key={shown.key} dialog={shown.dialog} open={open} />
  )
}
