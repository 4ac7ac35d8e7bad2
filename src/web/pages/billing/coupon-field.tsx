import { useId, useRef, useState } from 'react'
import { failureText, isApiError } from '../../../api/api-error.ts'
import type { Received } from '../../../api/contract.ts'
import { subscriptionsContracts } from '../../../api/subscriptions/contract.ts'
import { accountMessages } from '../../../rules/account-messages.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldFrame } from '../../../ui/form/field-frame.tsx'
import formStyles from '../../../ui/form/form.module.css'
import { useForm } from '../../../ui/form/form-context.ts'
import { useApi } from '../../data/session-context.tsx'
import styles from './billing.module.css'

/** A coupon's discount. */
export type Coupon = Received<(typeof subscriptionsContracts)['coupon']['output']>

/** Props of CouponField. */
export interface CouponFieldProps {
  coupon: Coupon | null
  onChange: (coupon: Coupon | null) => void
}

/** The state of the field: checks a code, and keeps why it was refused. */
function useCouponCheck(onChange: CouponFieldProps['onChange']) {
  const api = useApi()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const check = async (code: string) => {
    if (busy || code === '') return
    setBusy(true)
    try {
      onChange(await api.call(subscriptionsContracts.coupon, { params: { code } }))
      setError(null)
    } catch (failure) {
      const isUnknown = isApiError(failure) && (failure.status === 404 || failure.status === 422)
      setError(isUnknown ? accountMessages.billing.couponInvalid : failureText(failure))
      onChange(null)
    } finally {
      setBusy(false)
    }
  }
  return { busy, error, check, clear: () => setError(null) }
}

/** A coupon code, with its discount once it is applied. */
export function CouponField({ coupon, onChange }: CouponFieldProps) {
  const id = useId()
  const form = useForm()
  const field = useRef<HTMLInputElement>(null)
  const { busy, error, check, clear } = useCouponCheck(onChange)
  const shownError = error ?? form?.serverErrors.coupon_code ?? null
  const apply = () => void check(field.current?.value.trim() ?? '')
  return (
    <FieldFrame
      id={id}
      label="Coupon code"
      optional
      error={shownError}
      hint={coupon && <span className={styles.gain}>{coupon.description}</span>}
    >
      <span className={styles.coupon}>
        <span className={formStyles.box}>
          <input
            ref={field}
            id={id}
            name="coupon_code"
            className={formStyles.control}
            maxLength={50}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            aria-invalid={shownError ? true : undefined}
            aria-describedby={`${id}-hint ${id}-error`}
            onInput={() => {
              if (coupon) onChange(null)
              clear()
              form?.clearServerError('coupon_code')
            }}
            onKeyDown={(event) => {
              // Enter applies the code; it does not pay yet.
              if (event.key !== 'Enter' || coupon || event.currentTarget.value.trim() === '') return
              event.preventDefault()
              apply()
            }}
          />
        </span>
        <Button busy={busy} onClick={apply}>
          Apply
        </Button>
      </span>
      <span className="spoken-only" role="status">
        {coupon ? `Coupon applied: ${coupon.description}` : ''}
      </span>
    </FieldFrame>
  )
}
