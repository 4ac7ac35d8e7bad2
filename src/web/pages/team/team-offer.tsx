import { AtSign, Search, UserRoundCog, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { type BillingPeriod, dollars, prices } from '../../../rules/prices.ts'
import { subscriptionTerms } from '../../../rules/subscriptions.ts'
import { teamCost } from '../../../rules/team-cost.ts'
import { Moment } from '../../../ui/moment.tsx'
import styles from './team-offer.module.css'

const gains: readonly { icon: ReactNode; title: string; text: string }[] = [
  {
    icon: <AtSign />,
    title: 'An address of its own',
    text: 'Your decks live under the name of your team, with your logo.',
  },
  {
    icon: <Users />,
    title: 'Decks for the team alone',
    text: 'Internal decks open for every member and for nobody else, without a link or a password.',
  },
  {
    icon: <Search />,
    title: 'One search for all of them',
    text: 'Find the slide a colleague made last year.',
  },
  {
    icon: <UserRoundCog />,
    title: 'You decide who belongs',
    text: 'Invite people by e-mail, give roles, and end a membership whenever you like.',
  },
]

/** What a team gives. */
export function TeamGains() {
  return (
    <ul className={styles.gains}>
      {gains.map(({ icon, title, text }) => (
        <li key={title}>
          <span className={styles.icon} aria-hidden="true">
            {icon}
          </span>
          <div>
            <h3>{title}</h3>
            <p>{text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** The trial of a new team, as a line of time. `ends`: an ISO date. */
export function TrialCourse({ period, ends }: { period: BillingPeriod; ends: string }) {
  return (
    <section className={styles.trial} aria-labelledby="trial">
      <h2 id="trial">{subscriptionTerms.trial}-day trial</h2>
      <ol>
        <li>
          <p className={styles.when}>Today</p>
          <p>Your team is ready at once. Nothing is charged.</p>
        </li>
        <li>
          <p className={styles.when}>
            <Moment time={ends} form="absolute" />
          </p>
          <p>
            The trial ends, and your card is charged <strong>{teamCost(period)}</strong>. Only active members count.
          </p>
        </li>
        <li>
          <p className={styles.when}>Whenever you like</p>
          <p>Cancel under Billing details. In the trial that costs nothing, and no deck is deleted.</p>
        </li>
      </ol>
    </section>
  )
}

/** What founding a team costs a user who has had the trial. */
export function PaidCourse({ period }: { period: BillingPeriod }) {
  return (
    <section className={styles.trial} aria-labelledby="paid">
      <h2 id="paid">Without a trial</h2>
      <ol>
        <li>
          <p className={styles.when}>Today</p>
          <p>
            An account and a card have one free trial of a team, and yours is used. The card is charged{' '}
            <strong>{dollars(prices.enterprise[period])}</strong> for you, the first member, and your team is ready.
          </p>
        </li>
        <li>
          <p className={styles.when}>For each member who joins</p>
          <p>{teamCost(period)}, from the day they join. Only active members count.</p>
        </li>
        <li>
          <p className={styles.when}>Whenever you like</p>
          <p>Cancel under Billing details. The team goes on to the end of what is paid, and no deck is deleted.</p>
        </li>
      </ol>
    </section>
  )
}
