import { useState } from 'react'
import { useLoaderData } from 'react-router'
import type { Received } from '../../../api/contract.ts'
import { subscriptionsContracts } from '../../../api/subscriptions/contract.ts'
import { expiryText } from '../../../rules/cards/card-expiry.ts'
import { cardText } from '../../../rules/cards/card-types.ts'
import { dollars } from '../../../rules/prices.ts'
import { reactivationCharge } from '../../../rules/team-cost.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { ChoiceCards } from '../../../ui/form/choice-cards.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { EmptyNotice } from '../../../ui/notice.tsx'
import { useApi } from '../../data/session-context.tsx'
import { CardForm } from '../../features/card-form/card-form.tsx'
import { pay } from '../../features/card-form/pay.ts'
import { useCard } from '../../features/card-form/use-card.ts'
import { PeriodChoice } from '../../features/plans/period-choice.tsx'
import { TeamLogo } from '../../features/team-logo/team-logo.tsx'
import { storeToast } from '../../frame/stored-toast.ts'
import type { OwnTeam } from './load-members.ts'
import type { loadReactivate } from './load-reactivate.ts'
import styles from './reactivate-page.module.css'

type Details = Received<(typeof subscriptionsContracts)['details']['output']>

/** The stored card, or another one. */
function CardChoice(props: { card: NonNullable<Details['card']>; value: string; onChange: (value: string) => void }) {
  const { brand, last4 } = props.card
  return (
    <ChoiceCards
      name="card"
      legend="Card"
      value={props.value}
      onChange={props.onChange}
      cards={[
        { value: 'stored', title: cardText(brand, last4), aside: expiryText(props.card) },
        { value: 'other', title: 'Another card' },
      ]}
    />
  )
}

function ReactivateForm({ team, details }: { team: OwnTeam; details: Details }) {
  const api = useApi()
  const card = useCard()
  const [period, setPeriod] = useState(details.billing_period ?? team.account_billing_period)
  const [choice, setChoice] = useState(details.card ? 'stored' : 'other')
  const charge = reactivationCharge(period, details.quantity, details.balance)
  const reactivate = async () => {
    const token = choice === 'other' ? await card.token() : undefined
    // The card form says why there is no token.
    if (token === null) return null
    const failure = await pay(api, () =>
      api.call(subscriptionsContracts.reactivate, { body: { subscription: { token, billing_period: period } } }),
    )
    if (failure) return failure
    storeToast(`${team.name} is active again`)
    window.location.assign('/')
    return null
  }
  return (
    <Form onSubmit={reactivate} className={styles.form}>
      {({ busy }) => (
        <>
          <PeriodChoice plan="enterprise" period={period} onChange={setPeriod} />
          {details.card && <CardChoice card={details.card} value={choice} onChange={setChoice} />}
          {choice === 'other' && <CardForm card={card} />}
          <dl className={styles.total}>
            <dt>Charged today</dt>
            <dd>{dollars(charge.amount)}</dd>
            <dd className={styles.each}>{charge.text}</dd>
          </dl>
          <Button type="submit" variant="primary" size="l" wide busy={busy}>
            Reactivate {team.name}
          </Button>
        </>
      )}
    </Form>
  )
}

/** Reactivates a team whose subscription has ended: for its owners. Others see whom to ask. */
export function ReactivatePage() {
  const { team, isOwner, ended, details } = useLoaderData<typeof loadReactivate>()
  const home = (
    <ButtonLink to="/" variant="primary">
      Go to {team.name}
    </ButtonLink>
  )
  if (!ended) {
    return (
      <div className={styles.page}>
        <h1 className="spoken-only">Reactivate {team.name}</h1>
        <EmptyNotice title={`${team.name} is active`} action={home}>
          There is nothing to reactivate.
        </EmptyNotice>
      </div>
    )
  }
  if (!isOwner || !details) {
    return (
      <div className={styles.page}>
        <h1 className="spoken-only">Reactivate {team.name}</h1>
        <EmptyNotice title="The team’s subscription has ended" action={home}>
          An owner of the team can reactivate it. Nothing is deleted, and you can read and download your decks.
        </EmptyNotice>
      </div>
    )
  }
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <TeamLogo name={team.name} logo={team.logo_url} />
        <h1>Reactivate {team.name}</h1>
        <p>
          The subscription has ended. Nothing was deleted: with the first payment everything is as it was, for all
          members.
        </p>
      </header>
      <ReactivateForm team={team} details={details} />
    </div>
  )
}
