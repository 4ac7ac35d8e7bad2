import { useMemo, useRef } from 'react'

/** Makes the token of the entered card; null: it could not be made, and the form shows why. */
export type MakeToken = () => Promise<string | null>

/** A card form and the form around it. */
export interface CardHandle {
  /** The token of the card for the server; null: the card form shows why there is none. */
  token(): Promise<string | null>
  /** Called by the card form: registers how tokens are made. Returns a function that unregisters it. */
  provide(make: MakeToken): () => void
}

/** The handle of a CardForm: pass it to the form, and ask it for the token when the form around it is submitted. */
export function useCard(): CardHandle {
  const make = useRef<MakeToken | null>(null)
  return useMemo(
    () => ({
      token: async () => (await make.current?.()) ?? null,
      provide(given) {
        make.current = given
        return () => {
          if (make.current === given) make.current = null
        }
      },
    }),
    [],
  )
}
