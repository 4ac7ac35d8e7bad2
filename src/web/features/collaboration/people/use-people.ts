import { useCallback, useEffect, useRef, useState } from 'react'
import { failureText, isApiError } from '../../../../api/api-error.ts'
import type { ApiClient } from '../../../../api/client.ts'
import { messages } from '../../../../rules/messages.ts'
import type { CollaboratorRole } from '../../../../rules/permissions.ts'
import { timings } from '../../../../rules/timings.ts'
import { confirmDialog } from '../../../../ui/dialogs/dialog-store.ts'
import { showError, showSuccess } from '../../../../ui/toast/toast-store.ts'
import {
  changeRole,
  enableCollaboration,
  loadPeople,
  type People,
  type Person,
  personName,
  removePerson,
} from './people-data.ts'
import type { PeopleDeck } from './people-page.ts'

/** The loading state of a deck's people. */
export type PeopleState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed' }
  | ({ readonly kind: 'loaded' } & People)

/** The people of a deck and the actions on them. */
export interface PeopleOfDeck {
  readonly state: PeopleState
  reload(): void
  /** Resolves to whether it is enabled now. */
  enable(): Promise<boolean>
  /** Shows a person who was invited, or invited again. */
  invited(person: Person): void
  change(person: Person, role: CollaboratorRole): Promise<void>
  /** Asks, then removes. Resolves to whether the person was removed. */
  remove(person: Person): Promise<boolean>
}

function removalQuestion(person: Person) {
  const name = personName(person)
  return person.active
    ? { title: `Remove ${name}?`, text: 'The access to this deck ends at once.', action: 'Remove', dangerous: true }
    : {
        title: `Withdraw the invitation to ${name}?`,
        text: 'The link in the mail stops working.',
        action: 'Withdraw',
        dangerous: true,
      }
}

function textOf(error: unknown, otherwise: string): string {
  return isApiError(error) && error.isUserMessage ? failureText(error) : otherwise
}

/** Reads the people again while they are shown, and ignores an answer that a change of this page has overtaken. */
function usePoll(api: ApiClient, id: number, setState: (change: (now: PeopleState) => PeopleState) => void) {
  const changes = useRef(0)
  useEffect(() => {
    const poll = setInterval(() => {
      const before = changes.current
      if (document.hidden) return
      const show = (loaded: People) =>
        setState((now) => (now.kind === 'loaded' && before === changes.current ? { kind: 'loaded', ...loaded } : now))
      loadPeople(api, { id }).then(show, () => undefined)
    }, timings.peoplePoll)
    return () => clearInterval(poll)
  }, [api, id, setState])
  return changes
}

/** Loads the people of a deck and manages their state. */
export function usePeople(api: ApiClient, deck: Pick<PeopleDeck, 'id'>): PeopleOfDeck {
  const [state, setState] = useState<PeopleState>({ kind: 'loading' })
  const { id } = deck
  const reload = useCallback(() => {
    setState({ kind: 'loading' })
    loadPeople(api, { id }).then(
      (loaded) => setState({ kind: 'loaded', ...loaded }),
      () => setState({ kind: 'failed' }),
    )
  }, [api, id])
  useEffect(reload, [reload])
  const changes = usePoll(api, id, setState)
  const update = (change: (people: readonly Person[]) => readonly Person[]) => {
    changes.current += 1
    setState((now) => (now.kind === 'loaded' ? { ...now, people: change(now.people) } : now))
  }
  const put = (person: Person) =>
    update((people) =>
      people.some((one) => one.id === person.id)
        ? people.map((one) => (one.id === person.id ? person : one))
        : [...people, person],
    )
  return {
    state,
    reload,
    async enable() {
      try {
        await enableCollaboration(api, deck)
      } catch {
        showError(messages.collaboration.enableFailed)
        return false
      }
      changes.current += 1
      setState((now) => (now.kind === 'loaded' ? { ...now, collaborative: true } : now))
      return true
    },
    invited: put,
    async change(person, role) {
      try {
        put(await changeRole(api, deck, person, role))
        showSuccess(`${personName(person)} has another role now`)
      } catch (error) {
        showError(textOf(error, messages.save.settingsFailed))
      }
    },
    async remove(person) {
      if (!(await confirmDialog(removalQuestion(person)))) return false
      try {
        await removePerson(api, deck, person)
      } catch (error) {
        // Another user or window has removed the person.
        if (!isApiError(error) || error.status !== 404) {
          showError(textOf(error, messages.deck.deleteFailed))
          return false
        }
      }
      update((people) => people.filter((one) => one.id !== person.id))
      return true
    },
  }
}
