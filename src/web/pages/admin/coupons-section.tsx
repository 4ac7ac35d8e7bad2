import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { couponsContracts } from '../../../api/coupons/contract.ts'
import { counted } from '../../../rules/counted.ts'
import { limits } from '../../../rules/limits.ts'
import { dollars } from '../../../rules/prices.ts'
import { Button } from '../../../ui/button.tsx'
import { DayField } from '../../../ui/form/day-field.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { showSuccess } from '../../../ui/toast/toast-store.ts'
import { formFailure } from '../../data/form-failure.ts'
import { useApi } from '../../data/session-context.tsx'
import styles from './admin.module.css'
import { type Column, DataTable, ListPages } from './data-table.tsx'
import type { RowOf, SectionData } from './load-admin.ts'
import { useAdminAction } from './use-admin-action.ts'

type Coupon = RowOf<'coupons'>

const isOver = ({ expires_at, max_uses, uses }: Coupon) =>
  (expires_at !== null && Date.parse(expires_at) <= Date.now()) || (max_uses !== null && uses >= max_uses)

const columns: readonly Column<Coupon>[] = [
  { label: 'Code', cell: ({ code }) => <code>{code}</code> },
  {
    label: 'Discount',
    cell: ({ percent, amount, periods }) => (
      <>
        {percent === null ? dollars(amount ?? 0) : `${percent}%`}
        <span className={styles.sub}>
          {periods === null ? 'off every payment' : `off ${counted(periods, 'payment', 'payments')}`}
        </span>
      </>
    ),
  },
  {
    label: 'Uses',
    cell: ({ uses, max_uses }) => (max_uses === null ? uses : `${uses} of ${max_uses}`),
    isNumber: true,
  },
  {
    // The end is exclusive: midnight after the last day.
    label: 'Until',
    cell: (coupon) =>
      isOver(coupon) ? (
        'Ended'
      ) : coupon.expires_at === null ? (
        'No end'
      ) : (
        <Moment time={Date.parse(coupon.expires_at) - 1} form="absolute" />
      ),
  },
]

const whole = (text = '') => (text.trim() === '' ? null : Number(text))
const notWhole = (max: number) => (text: string) =>
  text.trim() === '' || (/^\d+$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= max)
    ? null
    : `A whole number from 1 to ${max.toLocaleString('en-US')}`

function CouponFields() {
  return (
    <>
      <TextField
        name="code"
        label="Code"
        required
        maxLength={limits.coupon.code}
        autoCapitalize="characters"
        autoComplete="off"
      />
      <div className={styles.pair}>
        <TextField
          name="discount"
          label="Discount"
          required
          inputMode="numeric"
          validate={notWhole(10_000)}
          hint="Off each payment."
        />
        <SelectField
          name="kind"
          label="In"
          options={[
            { value: 'percent', label: 'Percent' },
            { value: 'amount', label: 'Dollars' },
          ]}
        />
      </div>
      <div className={styles.pair}>
        <TextField
          name="periods"
          label="Payments"
          optional
          inputMode="numeric"
          validate={notWhole(120)}
          hint="How many it lowers. Empty: all."
        />
        <TextField
          name="max_uses"
          label="Customers"
          optional
          inputMode="numeric"
          validate={notWhole(1_000_000)}
          hint="How many can use it. Empty: any number."
        />
      </div>
      <DayField
        name="expires_at"
        label="Last day"
        optional
        hint="It can be used through the end of this day, in UTC. Empty: no end."
      />
      <TextField name="reason" label="Reason" required maxLength={limits.admin.reason} hint="For the audit log." />
    </>
  )
}

/** The dialog that creates a coupon. */
function NewCoupon({ open, onClose, onDone }: { open: boolean; onClose: () => void; onDone: () => void }) {
  const api = useApi()
  const create = async (values: Record<string, string>) => {
    const { code = '', kind = 'percent', discount, periods, max_uses, expires_at = '', reason = '' } = values
    // Amounts are entered in dollars, and sent in cents.
    const value = whole(discount)
    const percent = kind === 'percent' ? value : null
    const amount = kind === 'amount' && value !== null ? value * 100 : null
    const rest = { periods: whole(periods), max_uses: whole(max_uses), expires_at: expires_at || null, reason }
    try {
      await api.call(couponsContracts.create, { body: { coupon: { code, percent, amount, ...rest } } })
    } catch (error) {
      const { fields, message } = formFailure(error)
      const { percent: wrong, amount: wrongAmount, ...others } = fields ?? {}
      const discountError = wrong ?? wrongAmount
      return { fields: { ...others, ...(discountError ? { discount: discountError } : {}) }, message }
    }
    showSuccess('The coupon is created')
    onDone()
    return null
  }
  return (
    <FormDialog open={open} onClose={onClose} title="New coupon" action="Create the coupon" onSubmit={create}>
      <CouponFields />
    </FormDialog>
  )
}

/** Coupons: create and end. */
export function CouponsSection({ list, query }: { list: SectionData<'coupons'>; query: string }) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const { withReason } = useAdminAction()
  const [open, setOpen] = useState(false)
  const end = ({ id, code }: Coupon) =>
    void withReason(
      {
        title: `End the coupon ${code}?`,
        text: 'It can no longer be used; subscriptions with it keep it.',
        action: 'End it',
      },
      (change) => api.call(couponsContracts.end, { params: { id: String(id) }, body: { change } }),
      `The coupon ${code} has ended`,
    )
  return (
    <>
      <p>
        <Button variant="primary" onClick={() => setOpen(true)}>
          New coupon
        </Button>
      </p>
      <DataTable
        label="Coupons"
        columns={columns}
        rows={list.results}
        empty="There is no coupon yet."
        actions={(coupon) =>
          !isOver(coupon) && (
            <Button size="s" onClick={() => end(coupon)} aria-label={`End the coupon ${coupon.code}`}>
              End
            </Button>
          )
        }
      />
      <ListPages list={list} query={query} />
      <NewCoupon
        open={open}
        onClose={() => setOpen(false)}
        onDone={() => {
          setOpen(false)
          void revalidate()
        }}
      />
    </>
  )
}
