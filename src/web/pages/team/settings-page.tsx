import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { Article, type ArticleSection } from '../../../ui/article.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { useChangeTeam, useSite } from '../../data/session-context.tsx'
import { FontsSection } from '../../features/own-fonts/fonts-section.tsx'
import { BillingSettings } from './billing-settings.tsx'
import { CloseTeam } from './close-team.tsx'
import { DeckSettings } from './deck-settings.tsx'
import { IdentityForm } from './identity-form.tsx'
import type { OwnTeam } from './load-members.ts'
import type { loadSettings } from './load-settings.ts'
import { LogoForm } from './logo-form.tsx'
import { ScriptsForm } from './scripts-form.tsx'
import { SignOnSettings } from './sign-on-settings.tsx'

/** The settings of a team, for its managers. */
export function SettingsPage() {
  const loaded = useLoaderData<typeof loadSettings>()
  const { billing } = useSite()
  const [team, setTeam] = useState(loaded.team)
  const changeTeam = useChangeTeam()
  const onSaved = (saved: OwnTeam) => {
    setTeam(saved)
    changeTeam({ name: saved.name, logo_url: saved.logo_url })
  }
  const shared = { team, onSaved }
  const { signOn } = loaded
  const close = { id: 'close', title: 'Close this team', content: <CloseTeam team={team} /> }
  if (signOn === null) {
    const lead = (
      <>
        The subscription of {team.name} has ended. Its settings are here again once you{' '}
        <PageLink to="/reactivate">reactivate it</PageLink>.
      </>
    )
    return <Article title="Team settings" lead={lead} sections={[close]} />
  }
  const sections: ArticleSection[] = [
    { id: 'logo', title: 'Logo', content: <LogoForm {...shared} /> },
    { id: 'identity', title: 'Name and address', content: <IdentityForm {...shared} /> },
    { id: 'decks', title: 'Decks', content: <DeckSettings {...shared} /> },
    { id: 'fonts', title: 'Fonts', content: <FontsSection place="team" /> },
    { id: 'scripts', title: 'Scripts', content: <ScriptsForm {...shared} /> },
    { id: 'sign-on', title: 'Single sign-on', content: <SignOnSettings {...shared} signOn={signOn} /> },
  ]
  if (billing) sections.push({ id: 'billing', title: 'Billing', content: <BillingSettings {...shared} /> })
  if (loaded.isOwner) sections.push(close)
  const lead = (
    <>
      What holds for all of {team.name}. People are under <PageLink to="/edit_members">Members</PageLink>.
    </>
  )
  return <Article title="Team settings" lead={lead} sections={sections} />
}
