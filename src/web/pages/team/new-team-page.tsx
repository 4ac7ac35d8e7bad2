import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { offersSignUp } from '../../../api/pages/site.ts'
import { signedInUrl } from '../../../rules/signed-in-url.ts'
import { subscriptionTerms } from '../../../rules/subscriptions.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { useSite, useViewer } from '../../data/session-context.tsx'
import type { loadNewTeam } from './load-new-team.ts'
import { NewTeamForm } from './new-team-form.tsx'
import styles from './new-team-page.module.css'
import { PaidCourse, TeamGains, TrialCourse } from './team-offer.tsx'

/** For visitors: a team needs an account first. `path`: where they return. */
function AccountFirst({ path }: { path: string }) {
  const site = useSite()
  const query = `?${new URLSearchParams({ return_to: path })}`
  if (!offersSignUp(site)) {
    return (
      <div className={styles.first}>
        <h2>First, sign in</h2>
        <p>Teams are founded with an account. No new accounts can be created here at the moment.</p>
        <div className={styles.buttons}>
          <ButtonLink to={`/users/sign_in${query}`} variant="primary" size="l">
            Sign in
          </ButtonLink>
          <ButtonLink to="/contact" size="l">
            Contact us
          </ButtonLink>
        </div>
      </div>
    )
  }
  return (
    <div className={styles.first}>
      <h2>First, your own account</h2>
      <p>
        {site.signUp === 'invitation'
          ? 'Accounts here are for people who have been invited.'
          : 'It takes a minute, and brings you back here.'}
      </p>
      <div className={styles.buttons}>
        <ButtonLink to={`/users/sign_up${query}`} variant="primary" size="l">
          Sign up
        </ButtonLink>
        <ButtonLink to={`/users/sign_in${query}`} size="l">
          Sign in
        </ButtonLink>
      </div>
    </div>
  )
}

/** For members: a user is in one team only. */
function InTeamAlready({ url }: { url: string }) {
  return (
    <div className={styles.first}>
      <h2>You are in a team already</h2>
      <p>A user can be in one team only. To found another one, leave this team first or use another account.</p>
      <div className={styles.buttons}>
        <ButtonLink to={signedInUrl(url, '/')} reloadDocument variant="primary" size="l">
          Go to your team
        </ButtonLink>
      </div>
    </div>
  )
}

/** Founds a team: its name, its address, and where people pay, the billing period and a card. */
export function NewTeamPage() {
  const loaded = useLoaderData<typeof loadNewTeam>()
  const [trial, setTrial] = useState(loaded.trial)
  const viewer = useViewer()
  const { billing } = useSite()
  const [period, setPeriod] = useState(loaded.period)
  const canFound = viewer !== null && viewer.team === null
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1>A home for your team’s decks</h1>
        <p className={styles.lead}>
          {billing && trial && `Free for ${subscriptionTerms.trial} days. `}Invite as many people as you like.
        </p>
      </header>
      <div className={styles.main}>
        {!viewer && <AccountFirst path={loaded.path} />}
        {viewer?.team && <InTeamAlready url={viewer.team.url} />}
        {canFound && (
          <NewTeamForm period={period} onPeriod={setPeriod} trial={trial} onTrialRefused={() => setTrial(false)} />
        )}
      </div>
      <aside className={styles.aside} aria-label="About teams">
        {billing && (trial ? <TrialCourse period={period} ends={loaded.trialEnds} /> : <PaidCourse period={period} />)}
        <TeamGains />
      </aside>
    </div>
  )
}
