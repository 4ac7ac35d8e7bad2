import { useState } from 'react'
import { limits } from '../../../rules/limits.ts'
import { teamCost } from '../../../rules/team-cost.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { PeriodChoice } from './period-choice.tsx'
import styles from './settings-page.module.css'
import type { TeamSectionProps } from './team-section.ts'
import { useSaveTeam } from './use-save-team.ts'

/** The billing period, for teams that pay. */
function Period({ team, onSaved }: TeamSectionProps) {
  const save = useSaveTeam(onSaved)
  const [period, setPeriod] = useState(team.account_billing_period)
  const changed = period !== team.account_billing_period
  return (
    <Form onSubmit={async () => save({ account_billing_period: period })}>
      {({ busy }) => (
        <>
          <PeriodChoice name="account_billing_period" value={period} onChange={setPeriod} />
          {changed && (
            <p className={styles.note} role="status">
              From now on each active member costs {teamCost(period)}. What is already paid is counted.
            </p>
          )}
          <div className={styles.buttons}>
            <Button type="submit" variant="primary" busy={busy}>
              Save
            </Button>
            <ButtonLink to="/account/billing" variant="quiet">
              Billing details
            </ButtonLink>
          </div>
        </>
      )}
    </Form>
  )
}

/** Billing period and billing address. */
export function BillingSettings({ team, onSaved }: TeamSectionProps) {
  const save = useSaveTeam(onSaved)
  return (
    <div className={styles.list}>
      {team.manually_upgraded ? (
        <p className={styles.note}>Your team has its plan from the people who run this instance, and pays nothing.</p>
      ) : (
        <Period team={team} onSaved={onSaved} />
      )}
      <Form onSubmit={async ({ billing_address = '' }) => save({ billing_address })}>
        {({ busy }) => (
          <>
            <TextField
              name="billing_address"
              label="Billing address"
              optional
              rows={4}
              hint="Stands on your receipts: company, street, city, tax number."
              defaultValue={team.billing_address ?? ''}
              maxLength={limits.team.billingAddress}
              autoComplete="off"
            />
            <div>
              <Button type="submit" busy={busy}>
                Save the address
              </Button>
            </div>
          </>
        )}
      </Form>
    </div>
  )
}
