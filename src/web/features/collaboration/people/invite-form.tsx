import { useEffect, useId, useState } from 'react'
import { isApiError } from '../../../../api/api-error.ts'
import type { ApiClient } from '../../../../api/client.ts'
import { limits } from '../../../../rules/limits.ts'
import { messages } from '../../../../rules/messages.ts'
import { type CollaboratorRole, roleNames } from '../../../../rules/permissions.ts'
import { timings } from '../../../../rules/timings.ts'
import { Button } from '../../../../ui/button.tsx'
import { ChoiceCards } from '../../../../ui/form/choice-cards.tsx'
import { Form, type FormFailure } from '../../../../ui/form/form.tsx'
import { Switch } from '../../../../ui/form/switch.tsx'
import { TextField } from '../../../../ui/form/text-field.tsx'
import { showSuccess } from '../../../../ui/toast/toast-store.ts'
import { formFailure } from '../../../data/form-failure.ts'
import styles from './people.module.css'
import {
  addsToTeam,
  costOfMember,
  invitePerson,
  isAtEditorLimit,
  offeredRoles,
  type Person,
  personName,
  suggestMembers,
  withoutPeople,
} from './people-data.ts'
import type { PeoplePage } from './people-page.ts'

/** Props of InviteForm. */
export interface InviteFormProps extends PeoplePage {
  readonly api: ApiClient
  readonly people: readonly Person[]
  onInvited(person: Person): void
}

/** Addresses of members of the user's team for the text typed so far; none for users without a team. */
function useSuggestions(api: ApiClient, term: string, isInTeam: boolean): readonly string[] {
  const [found, setFound] = useState<readonly string[]>([])
  const wanted = isInTeam && term.trim() !== ''
  useEffect(() => {
    if (!wanted) return
    const request = new AbortController()
    const timer = setTimeout(() => {
      // A failed suggestion is none.
      suggestMembers(api, term.trim(), request.signal).then(setFound, () => undefined)
    }, timings.autocompleteThrottle)
    return () => {
      clearTimeout(timer)
      request.abort()
    }
  }, [api, term, wanted])
  return wanted ? found : []
}

/** What the person costs the team, once known; nothing where nobody pays. */
function useCost(api: ApiClient, viewer: InviteFormProps['viewer'], wanted: boolean): string | null {
  const [cost, setCost] = useState<string | null>(null)
  useEffect(() => {
    if (wanted) costOfMember(api, viewer).then(setCost, () => undefined)
  }, [api, viewer, wanted])
  return cost
}

/** The form's error after a refused invitation. */
function failureOf(error: unknown): FormFailure {
  if (!isApiError(error) || !error.isUserMessage || error.message === messages.access.upgrade)
    return { message: messages.sharing.inviteFailed }
  return formFailure(error)
}

/** Invites a person to a deck by e-mail, with a role. */
export function InviteForm(props: InviteFormProps) {
  const { api, deck, people, viewer, onInvited } = props
  const id = useId()
  const [term, setTerm] = useState('')
  const [chosen, setChosen] = useState<CollaboratorRole>('editor')
  const [toTeam, setToTeam] = useState(false)
  const suggestions = withoutPeople(useSuggestions(api, term, viewer.team !== null), people)
  const mayAdd = addsToTeam(deck, viewer)
  const cost = useCost(api, viewer, mayAdd)
  const roles = offeredRoles(deck, people)
  const role = roles.some((one) => one.role === chosen) ? chosen : 'viewer'
  const submit = async ({ email = '' }: Record<string, string>, form: HTMLFormElement) => {
    try {
      const person = await invitePerson(api, deck, { email, role, ...(mayAdd && toTeam ? { add_to_team: true } : {}) })
      onInvited(person)
      showSuccess(
        person.active ? `${personName(person)} is a collaborator now` : `An invitation is on its way to ${email}`,
      )
    } catch (error) {
      return failureOf(error)
    }
    form.reset()
    setTerm('')
    setToTeam(false)
    // The choice was made for this person: the next one must not become an admin by it.
    setChosen('editor')
    return null
  }
  return (
    <Form onSubmit={submit} className={styles.invite}>
      {({ busy }) => (
        <>
          <TextField
            name="email"
            type="email"
            label="E-mail"
            required
            autoComplete="off"
            takesFocus
            maxLength={limits.account.email}
            onChange={setTerm}
            list={`${id}-members`}
          />
          <datalist id={`${id}-members`}>
            {suggestions.map((address) => (
              <option key={address} value={address} />
            ))}
          </datalist>
          <ChoiceCards
            name="role"
            legend="Role"
            value={role}
            onChange={(value) => setChosen(value as CollaboratorRole)}
            cards={roles.map(({ role: value, text }) => ({ value, title: roleNames[value], text }))}
          />
          {isAtEditorLimit(deck, people) && (
            <p className={styles.note}>
              This deck has as many editors as its plan allows. <a href="/pricing">Upgrade</a> to invite more of them.
            </p>
          )}
          {mayAdd && (
            <Switch
              label="Add to the team"
              hint={
                cost === null
                  ? 'The person is invited to your team, too.'
                  : `Costs ${cost} once the person has accepted.`
              }
              checked={toTeam}
              onChange={(event) => setToTeam(event.target.checked)}
            />
          )}
          <div className={styles.send}>
            <Button type="submit" variant="primary" busy={busy}>
              Send invitation
            </Button>
          </div>
        </>
      )}
    </Form>
  )
}
