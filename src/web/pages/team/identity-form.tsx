import { useState } from 'react'
import { limits } from '../../../rules/limits.ts'
import { Button } from '../../../ui/button.tsx'
import { confirmDialog } from '../../../ui/dialogs/dialog-store.ts'
import { Form } from '../../../ui/form/form.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import type { OwnTeam } from './load-members.ts'
import type { TeamSectionProps } from './team-section.ts'
import { TeamSlugField } from './team-slug-field.tsx'
import { useSaveTeam } from './use-save-team.ts'

/** The host of a team with another slug: acme.decks.example. */
function hostWith({ url, slug }: OwnTeam, other: string): string {
  return other + new URL(url).host.slice(slug.length)
}

/** Asks before the address changes: every page gets another host. */
function confirmMove(team: OwnTeam, slug: string): Promise<boolean> {
  return confirmDialog({
    title: `Move to ${hostWith(team, slug)}?`,
    text: `Links to ${hostWith(team, team.slug)} keep working: they lead to the new address. That holds for the last ${limits.team.formerSlugs} addresses of a team.`,
    action: 'Move',
  })
}

/** The addresses that lead here since the team's slug changed. */
function FormerAddresses({ team }: { team: OwnTeam }) {
  const former = team.former_slugs ?? []
  if (former.length === 0) return null
  return (
    <>
      {' '}
      {former.map((slug) => hostWith(team, slug)).join(', ')} {former.length === 1 ? 'leads' : 'lead'} here too.
    </>
  )
}

/** Name and slug of the team. After a change of the slug the page continues on the new host. */
export function IdentityForm({ team, onSaved }: TeamSectionProps) {
  const [slug, setSlug] = useState(team.slug)
  const saveTeam = useSaveTeam((saved) => {
    if (saved.url === team.url) onSaved(saved)
    else window.location.assign(`${saved.url}/edit`)
  })
  const moves = slug.trim().toLowerCase() !== team.slug
  const save = async ({ name = '', slug: given = '' }: Record<string, string>) => {
    const next = given.trim().toLowerCase()
    if (next !== team.slug && !(await confirmMove(team, next))) return null
    return saveTeam({ name, slug: next })
  }
  return (
    <Form onSubmit={save}>
      {({ busy }) => (
        <>
          <TextField
            name="name"
            type="team-name"
            label="Name"
            required
            defaultValue={team.name}
            maxLength={limits.team.name}
            autoComplete="organization"
          />
          <TeamSlugField
            own={team.slug}
            onChange={setSlug}
            hint={
              <>
                {moves
                  ? `Every page and deck moves to the new address. Old links redirect: the last ${limits.team.formerSlugs} addresses stay yours.`
                  : `Where your team and its decks live. It can be changed ${limits.team.slugChanges} times a day.`}
                <FormerAddresses team={team} />
              </>
            }
          />
          <div>
            <Button type="submit" variant="primary" busy={busy}>
              Save
            </Button>
          </div>
        </>
      )}
    </Form>
  )
}
