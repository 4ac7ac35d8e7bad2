import { createContext, useContext, useEffect, useRef } from 'react'

/** A field registered with its form. */
export interface FormField {
  readonly name: string
  /** Validates the field and shows its error. True if valid. */
  check(): Promise<boolean>
  focus(): void
}

/** The API of a form for the fields inside it. */
export interface FormRegistry {
  /** Registers a field; returns the function that unregisters it. */
  register(field: FormField): () => void
  /** Errors from the server, by field name. */
  readonly serverErrors: Readonly<Record<string, string>>
  /** Clears the server's error after the user changed the field. */
  clearServerError(name: string): void
}

/** The form around a field; null outside a form. */
export const FormContext = createContext<FormRegistry | null>(null)

export function useForm(): FormRegistry | null {
  return useContext(FormContext)
}

/** The server's error of a field that is always valid in the browser, and what clears it when the field changes. */
export function useServerError(name: string | undefined, focus: () => void) {
  const form = useForm()
  const register = form?.register
  const latest = useRef(focus)
  latest.current = focus
  useEffect(() => {
    if (name === undefined) return
    return register?.({ name, check: async () => true, focus: () => latest.current() })
  }, [register, name])
  const error = name === undefined ? null : (form?.serverErrors[name] ?? null)
  const clear = () => {
    if (name !== undefined && error !== null) form?.clearServerError(name)
  }
  return { error, clear }
}
