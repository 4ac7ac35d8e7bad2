import { periodNames } from '../../../rules/billing-texts.ts'
import { limits } from '../../../rules/limits.ts'
import { teamCost } from '../../../rules/team-cost.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import styles from './settings-page.module.css'
import type { TeamSectionProps } from './team-section.ts'
import { useSaveTeam } from './use-save-team.ts'

/** The billing period, for teams that pay. It is changed on a page of its own, which says what is charged. */
function Period({ team }: Pick<TeamSectionProps, 'team'>) {
  const period = team.account_billing_period
  return (
    <>
      <p>
        {periodNames[period]}: {teamCost(period)}. Only active members count.
      </p>
      <div className={styles.buttons}>
        <ButtonLink to="/account/update_billing_period">Change the billing period</ButtonLink>
        <ButtonLink to="/account/billing" variant="quiet">
          Billing details
        </ButtonLink>
      </div>
    </>
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
        <Period team={team} />
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
