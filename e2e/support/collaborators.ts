import { expect } from '@playwright/test'
import type { CollaboratorRole } from '../../src/rules/permissions.ts'
import type { MadeDeck } from './decks.ts'
import { callAs, type Person } from './person.ts'
import { verifyAddress } from './plans.ts'

/** Makes a user one of a deck's people through the API. Their address counts as verified afterward. */
export async function addCollaborator(
  owner: Pick<Person, 'context'>,
  deck: Pick<MadeDeck, 'id'>,
  { username, email }: Pick<Person, 'username' | 'email'>,
  role: CollaboratorRole,
): Promise<void> {
  verifyAddress(username)
  const user = { email, role }
  const path = `/api/v1/decks/${deck.id}/users/invite.json`
  const answer = await callAs(owner.context.request, 'POST', path, { user })
  expect(answer.status(), await answer.text()).toBe(201)
  expect((await answer.json()).active).toBe(true)
}
