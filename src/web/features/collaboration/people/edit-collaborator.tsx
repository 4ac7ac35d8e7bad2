import type { ApiClient } from '../../../../api/client.ts'
import { messages } from '../../../../rules/messages.ts'
import { type CollaboratorRole, roleNames } from '../../../../rules/permissions.ts'
import { Button } from '../../../../ui/button.tsx'
import { SelectField } from '../../../../ui/form/select-field.tsx'
import { showError, showSuccess } from '../../../../ui/toast/toast-store.ts'
import styles from './people.module.css'
import { invitePerson, isAtEditorLimit, offeredRoles, type Person, personName } from './people-data.ts'
import type { PeopleDeck } from './people-page.ts'
import type { PeopleOfDeck } from './use-people.ts'

/** Props of EditCollaborator. */
export interface EditCollaboratorProps {
  readonly api: ApiClient
  readonly deck: PeopleDeck
  readonly people: readonly Person[]
  /** Not the owner. */
  readonly person: Person
  readonly actions: Pick<PeopleOfDeck, 'change' | 'remove' | 'invited'>
  /** Called after the person was removed. */
  onRemoved?(): void
}

/** Changes the role of a collaborator, or removes them. For the deck's owner and admins. */
export function EditCollaborator({ api, deck, people, person, actions, onRemoved }: EditCollaboratorProps) {
  const { email } = person
  const role = person.role as CollaboratorRole
  const offered = offeredRoles(deck, people, person).map((one) => one.role)
  // A role from before the limit or the plan stays until it is changed.
  const roles = offered.includes(role) ? offered : [role, ...offered]
  const resend = async (address: string) => {
    try {
      actions.invited(await invitePerson(api, deck, { email: address, role }))
      showSuccess(`A new invitation is on its way to ${address}`)
    } catch {
      showError(messages.sharing.inviteFailed)
    }
  }
  const remove = async () => {
    if (await actions.remove(person)) onRemoved?.()
  }
  return (
    <div className={styles.edit}>
      <SelectField
        label={`Role of ${personName(person)}`}
        value={role}
        options={roles.map((value) => ({ value, label: roleNames[value] }))}
        onChange={(event) => void actions.change(person, event.target.value as CollaboratorRole)}
      />
      {isAtEditorLimit(deck, people, person) && role === 'viewer' && (
        <p className={styles.note}>
          This deck has as many editors as its plan allows. <a href="/pricing">Upgrade</a>
        </p>
      )}
      <div className={styles.editButtons}>
        {!person.active && email !== null && <Button onClick={() => void resend(email)}>Send again</Button>}
        <Button variant="danger" onClick={() => void remove()}>
          {person.active ? 'Remove' : 'Withdraw'}
        </Button>
      </div>
    </div>
  )
}
