import { useRef } from 'react'
import { isApiError } from '../../../api/api-error.ts'
import { teamsContracts } from '../../../api/teams/contract.ts'
import { accountMessages } from '../../../rules/account-messages.ts'
import { limits } from '../../../rules/limits.ts'
import { type BillingPeriod, dollars, prices } from '../../../rules/prices.ts'
import { signedInUrl } from '../../../rules/signed-in-url.ts'
import { suggestedTeamSlug } from '../../../rules/team-slug.ts'
import { Button } from '../../../ui/button.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { formFailure } from '../../data/form-failure.ts'
import { useApi, useSite } from '../../data/session-context.tsx'
import { CardForm } from '../../features/card-form/card-form.tsx'
import { useCard } from '../../features/card-form/use-card.ts'
import { PeriodChoice } from '../../features/plans/period-choice.tsx'
import styles from './new-team-form.module.css'
import { TeamSlugField } from './team-slug-field.tsx'

/** Props of NewTeamForm. */
export interface NewTeamFormProps {
  period: BillingPeriod
  onPeriod: (period: BillingPeriod) => void
  /** Whether the team begins with a trial. */
  trial: boolean
  /** Called if the account or the card has had its trial: nothing was founded. */
  onTrialRefused: () => void
}

/** Fills the address from the team's name, until the user writes an address. */
function useSuggestion() {
  const fields = useRef<HTMLDivElement>(null)
  const own = useRef(false)
  const suggesting = useRef(false)
  const suggest = (name: string) => {
    const field = fields.current?.querySelector<HTMLInputElement>('[name="slug"]')
    if (!field || own.current) return
    field.value = suggestedTeamSlug(name)
    suggesting.current = true
    // As typed: the field then checks whether the address is free.
    field.dispatchEvent(new Event('input', { bubbles: true }))
    suggesting.current = false
  }
  const onSlug = (slug: string) => {
    if (!suggesting.current) own.current = slug !== ''
  }
  return { fields, suggest, onSlug }
}

/** Whether the account or the card has had the trial of a team. */
function isTrialRefusal(error: unknown): boolean {
  const { trialCardUsed, trialUsed } = accountMessages.team
  return isApiError(error) && (error.fields.base === trialUsed || error.fields.token === trialCardUsed)
}

/** The form that founds a team. Continues on the team's host. */
export function NewTeamForm({ period, onPeriod, trial, onTrialRefused }: NewTeamFormProps) {
  const api = useApi()
  const { billing } = useSite()
  const card = useCard()
  const { fields, suggest, onSlug } = useSuggestion()
  const found = async ({ name = '', slug = '' }: Record<string, string>) => {
    const token = billing ? await card.token() : undefined
    // The card form says why there is no token.
    if (token === null) return null
    try {
      const payment = billing ? { billing_period: period, token, trial } : {}
      const team = await api.call(teamsContracts.create, {
        body: { team: { name, slug: slug.toLowerCase(), ...payment } },
      })
      window.location.assign(signedInUrl(team.url, '/'))
    } catch (error) {
      if (isTrialRefusal(error)) onTrialRefused()
      return formFailure(error)
    }
    // Busy until the team's page is there.
    return new Promise<null>(() => undefined)
  }
  return (
    <Form onSubmit={found} className={styles.form}>
      {({ busy }) => (
        <>
          <div ref={fields} className={styles.part}>
            <h2>Your team</h2>
            <TextField
              name="name"
              type="team-name"
              label="Name"
              required
              maxLength={limits.team.name}
              autoComplete="organization"
              onChange={suggest}
            />
            <TeamSlugField hint="Letters, numbers, - and _. You can change it later." onChange={onSlug} />
          </div>
          {billing && (
            <div className={styles.part}>
              <h2>Payment</h2>
              <PeriodChoice plan="enterprise" period={period} onChange={onPeriod} />
              <CardForm card={card} />
            </div>
          )}
          <div className={styles.part}>
            <Button type="submit" variant="primary" size="l" wide busy={busy}>
              {billing
                ? trial
                  ? 'Start the trial'
                  : `Pay ${dollars(prices.enterprise[period])} and found the team`
                : 'Found the team'}
            </Button>
          </div>
        </>
      )}
    </Form>
  )
}
