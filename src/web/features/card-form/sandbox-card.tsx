import { useEffect, useRef, useState } from 'react'
import { formatCvc, validateCvc } from '../../../rules/cards/card-cvc.ts'
import { formatExpiry, parseExpiry, validateExpiry } from '../../../rules/cards/card-expiry.ts'
import { formatCardNumber, stripCardNumber, validateCardNumber } from '../../../rules/cards/card-number.ts'
import { brandName, type CardType, cardTypeOf } from '../../../rules/cards/card-types.ts'
import { sandboxToken } from '../../../rules/sandbox-token.ts'
import { CardField } from './card-field.tsx'
import styles from './card-form.module.css'
import type { CardHandle } from './use-card.ts'

/** The test numbers that the form names, with what happens. */
const samples = [
  ['4242 4242 4242 4242', 'is accepted'],
  ['4000 0000 0000 0002', 'is declined'],
  ['4000 0000 0000 0069', 'has expired'],
] as const

/**
 * The card form of the sandbox. It turns the card into a token here in the browser: the number is in no request, and in
 * no field with a name.
 */
export function SandboxCard({ card }: { card: CardHandle }) {
  const number = useRef<HTMLInputElement>(null)
  const expiry = useRef<HTMLInputElement>(null)
  const cvc = useRef<HTMLInputElement>(null)
  const [brand, setBrand] = useState<CardType | null>(null)
  const typeNow = () => cardTypeOf(stripCardNumber(number.current?.value ?? ''))
  useEffect(
    () =>
      card.provide(async () => {
        const digits = stripCardNumber(number.current?.value ?? '')
        const type = cardTypeOf(digits)
        const expires = parseExpiry(expiry.current?.value ?? '', new Date())
        // The form has checked its fields before it asks.
        if (type === null || expires === null) return null
        return sandboxToken(digits, { brand: type, expMonth: expires.month, expYear: expires.year })
      }),
    [card],
  )
  return (
    <div className={styles.fields}>
      <CardField
        name="token"
        label="Card number"
        placeholder="1234 1234 1234 1234"
        autoComplete="cc-number"
        control={number}
        format={formatCardNumber}
        validate={validateCardNumber}
        onChange={() => setBrand(typeNow())}
        mark={brand && <span role="status">{brandName(brand)}</span>}
      />
      <div className={styles.pair}>
        <CardField
          name="expiry"
          label="Expiry (month and year)"
          placeholder="MM / YY"
          autoComplete="cc-exp"
          control={expiry}
          format={formatExpiry}
          validate={(text) => validateExpiry(text, new Date())}
        />
        <CardField
          name="cvc"
          label="Security code (CVC)"
          placeholder={brand === 'amex' ? '3 or 4 digits' : '3 digits'}
          autoComplete="cc-csc"
          control={cvc}
          format={formatCvc}
          validate={(text) => validateCvc(text, typeNow())}
        />
      </div>
      <details className={styles.samples}>
        <summary>Numbers to try</summary>
        <ul>
          {samples.map(([digits, result]) => (
            <li key={digits}>
              <code>{digits}</code> {result}
            </li>
          ))}
        </ul>
      </details>
    </div>
  )
}
