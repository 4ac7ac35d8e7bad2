import { useEffect, useId, useRef, useState } from 'react'
import { promptCounter } from '../../rules/prompt-counter.ts'
import { Button } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { Dialog } from '../dialog.tsx'
import { useStore } from '../store.ts'
import styles from './ask-host.module.css'
import { type Asked, asked } from './ask-store.ts'

type Ask<K extends Asked['kind']> = Extract<Asked, { kind: K }>

function Confirm({ ask, open }: { ask: Ask<'confirm'>; open: boolean }) {
  const { question } = ask
  const cancel = useRef<HTMLButtonElement>(null)
  const answer = (value: boolean) => {
    // Closes first, so that the focus is restored before the result closes anything below.
    asked.set(null)
    ask.answer(value)
  }
  return (
    <Dialog
      open={open}
      onClose={() => answer(false)}
      title={question.title}
      description={question.text}
      initialFocus={question.dangerous ? cancel : undefined}
      insists
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
  question: Ask<'prompt'>['question']
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

function Prompt({ ask, open }: { ask: Ask<'prompt'>; open: boolean }) {
  const { question } = ask
  const [value, setValue] = useState(question.value ?? '')
  const [error, setError] = useState<string | null>(null)
  const form = useId()
  const answer = (given: string | null) => {
    asked.set(null)
    ask.answer(given)
  }
  const submit = () => {
    const wrong = question.validate?.(value) ?? null
    setError(wrong)
    if (wrong === null) answer(value)
  }
  return (
    <Dialog
      open={open}
      onClose={() => answer(null)}
      title={question.title}
      description={question.text}
      insists
      actions={
        <>
          <Button onClick={() => answer(null)}>Cancel</Button>
          <Button variant="primary" type="submit" form={form}>
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
          submit()
        }}
      >
        <PromptField question={question} value={value} error={error} onChange={setValue} />
      </form>
    </Dialog>
  )
}

/** Renders the dialogs of askConfirm and askPrompt. Mounted once per app. */
export function AskHost() {
  const current = useStore(asked)
  // Keeps the last dialog mounted while it fades out.
  const [shown, setShown] = useState<{ ask: Asked; key: number } | null>(null)
  useEffect(() => {
    if (current) setShown((before) => ({ ask: current, key: (before?.key ?? 0) + 1 }))
  }, [current])
  if (!shown) return null
  const open = current === shown.ask
  return shown.ask.kind === 'confirm' ? (
    <Confirm key={shown.key} ask={shown.ask} open={open} />
  ) : (
    <Prompt key={shown.key} ask={shown.ask} open={open} />
  )
}
