import { type ReactNode, type SubmitEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { classNames } from '../class-names.ts'
import styles from './form.module.css'
import { FormContext, type FormField, type FormRegistry } from './form-context.ts'

/** The error of a form or of single fields; `onSubmit` resolves to it, or to null on success. */
export interface FormFailure {
  readonly message?: string
  /** By field name. */
  readonly fields?: Readonly<Record<string, string>>
}

export interface FormProps {
  /** The fields' values by name. Called only if all fields are valid (unless `noValidate`). */
  onSubmit: (values: Record<string, string>, form: HTMLFormElement) => Promise<FormFailure | null | undefined>
  children: ReactNode | ((state: { busy: boolean }) => ReactNode)
  /** Submits without validation. */
  noValidate?: boolean
  id?: string
  className?: string
}

function valuesOf(form: HTMLFormElement): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') values[name] = value
  return values
}

/** The fields of a form, its state while submitting, and the server's errors. */
function useFields() {
  const fields = useRef(new Set<FormField>())
  const [serverErrors, setServerErrors] = useState<Readonly<Record<string, string>>>({})
  const register = useCallback((field: FormField) => {
    fields.current.add(field)
    return () => fields.current.delete(field)
  }, [])
  const clearServerError = useCallback((name: string) => {
    setServerErrors(({ [name]: _forgotten, ...others }) => others)
  }, [])
  const port = useMemo<FormRegistry>(
    () => ({ register, serverErrors, clearServerError }),
    [register, serverErrors, clearServerError],
  )
  /** Shows errors at their fields and focuses the first; returns those of no field. */
  const showErrors = (errors: Readonly<Record<string, string>>): readonly string[] => {
    setServerErrors(errors)
    const shown = [...fields.current].filter(({ name }) => Object.hasOwn(errors, name))
    shown[0]?.focus()
    const names = new Set(shown.map(({ name }) => name))
    return Object.keys(errors).flatMap((name) => (names.has(name) ? [] : (errors[name] ?? [])))
  }
  const check = async () => {
    const results = await Promise.all([...fields.current].map(async (field) => ({ field, right: await field.check() })))
    const problem = results.find((result) => !result.right)
    problem?.field.focus()
    return problem === undefined
  }
  return { port, check, showErrors }
}

/**
 * A self-validating form. A blank required field, or any invalid one, prevents submission and gets the focus. Errors of
 * names without a field are shown as the form's message. The method is post, so that a form submitted before the page is
 * ready never puts a password into a URL.
 */
export function Form({ onSubmit, children, noValidate, id, className }: FormProps) {
  const { port, check, showErrors } = useFields()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    setBusy(true)
    // An equal error of this attempt is a new one: announced again, and acted on by its field.
    showErrors({})
    setFailure(null)
    try {
      if (!noValidate && !(await check())) return
      const problem = await onSubmit(valuesOf(form), form)
      const others = showErrors(problem?.fields ?? {})
      const texts = new Set([...(problem?.message ? [problem.message] : []), ...others])
      setFailure(texts.size === 0 ? null : [...texts].join(' '))
    } finally {
      setBusy(false)
    }
  }
  return (
    <FormContext value={port}>
      <form
        id={id}
        method="post"
        noValidate
        className={classNames(styles.form, className)}
        onSubmit={(event) => void submit(event)}
      >
        <FormFailure text={failure} />
        {typeof children === 'function' ? children({ busy }) : children}
      </form>
    </FormContext>
  )
}

/**
 * Why something failed as a whole; an empty live region while `text` is null. Scrolled into view, since the button that
 * submits can be a screen further down.
 */
export function FormFailure({ text }: { text: string | null }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (text !== null) place.current?.scrollIntoView?.({ block: 'nearest' })
  }, [text])
  return (
    <div ref={place} role="alert" className={styles.failure}>
      {text}
    </div>
  )
}
