import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { failureText, isApiError } from '../../../api/api-error.ts'
import type { ApiClient } from '../../../api/client.ts'
import type { Received } from '../../../api/contract.ts'
import { subscriptionsContracts } from '../../../api/subscriptions/contract.ts'
import { accountMessages } from '../../../rules/account-messages.ts'
import { limits } from '../../../rules/limits.ts'
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

/** The coupon of a code, or why it is refused. */
async function lookUp(api: ApiClient, code: string): Promise<{ coupon: Coupon | null; error: string | null }> {
  try {
    return { coupon: await api.call(subscriptionsContracts.coupon, { params: { code } }), error: null }
  } catch (failure) {
    const isUnknown = isApiError(failure) && (failure.status === 404 || failure.status === 422)
    return { coupon: null, error: isUnknown ? accountMessages.billing.couponInvalid : failureText(failure) }
  }
}

/** The state of the field: looks up its code, and keeps why it was refused. */
function useCouponCheck(field: RefObject<HTMLInputElement | null>, onChange: CouponFieldProps['onChange']) {
  const api = useApi()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const last = useRef(0)
  const apply = async () => {
    const code = field.current?.value.trim() ?? ''
    if (code === '') return
    last.current += 1
    const mine = last.current
    setBusy(true)
    const { coupon, error: problem } = await lookUp(api, code)
    // The field has been changed meanwhile.
    if (mine !== last.current) return
    setBusy(false)
    setError(problem)
    onChange(coupon)
  }
  const abandon = () => {
    last.current += 1
    setBusy(false)
    setError(null)
  }
  return { busy, error, apply, abandon }
}

/** Applies a typed code before its form is submitted: what is paid is a price that the user has seen. */
function useAppliedCode(field: RefObject<HTMLInputElement | null>, coupon: Coupon | null, apply: () => Promise<void>) {
  const register = useForm()?.register
  const latest = useRef({ coupon, apply })
  latest.current = { coupon, apply }
  useEffect(
    () =>
      register?.({
        name: 'coupon_code',
        check: async () => {
          if (latest.current.coupon !== null || field.current?.value.trim() === '') return true
          await latest.current.apply()
          return false
        },
        focus: () => field.current?.focus(),
      }),
    [register, field],
  )
}

/** A coupon code, with its discount once it is applied. */
export function CouponField({ coupon, onChange }: CouponFieldProps) {
  const id = useId()
  const form = useForm()
  const field = useRef<HTMLInputElement>(null)
  const { busy, error, apply, abandon } = useCouponCheck(field, onChange)
  const shownError = error ?? form?.serverErrors.coupon_code ?? null
  useAppliedCode(field, coupon, apply)
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
            maxLength={limits.coupon.code}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            aria-invalid={shownError ? true : undefined}
            aria-describedby={`${id}-hint ${id}-error`}
            onInput={() => {
              if (coupon) onChange(null)
              abandon()
              form?.clearServerError('coupon_code')
            }}
            onKeyDown={(event) => {
              // Enter applies the code; it does not pay yet.
              if (event.key !== 'Enter' || coupon || event.currentTarget.value.trim() === '') return
              event.preventDefault()
              void apply()
            }}
          />
        </span>
        <Button busy={busy} onClick={() => void apply()}>
          Apply
        </Button>
      </span>
      <span className="spoken-only" role="status">
        {coupon ? `Coupon applied: ${coupon.description}` : ''}
      </span>
    </FieldFrame>
  )
}
