import { createContext, useContext } from 'react'

/** One field of a form, as its form sees it. */
export interface FormUnit {
  readonly name: string
  /** Checks the field now and shows what is wrong. True when nothing is. */
  check(): Promise<boolean>
  focus(): void
}

/** What a form offers the fields inside it. */
export interface FormPort {
  /** Adds a field; returns the function that takes it out again. */
  register(unit: FormUnit): () => void
  /** What the server said is wrong, by field name. */
  readonly serverErrors: Readonly<Record<string, string>>
  /** The person changed the field: what the server said about it no longer counts. */
  forgetServerError(name: string): void
}

/** The form around a field; null outside any form. */
export const FormContext = createContext<FormPort | null>(null)

/** The form around a field; null outside any form. */
export function useForm(): FormPort | null {
  return useContext(FormContext)
}
