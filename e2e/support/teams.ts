import type { Page, Response } from '@playwright/test'
import { testCards, typeCard } from './billing.ts'
import { expect } from './journey.ts'
import { linkInMail } from './mail.ts'
import type { Person } from './person.ts'

/** The URL of a team's home, where founding leads. */
export const teamHome = /^http:\/\/[a-z0-9-]+\.localhost:\d+\/$/

/** Waits until the page's script is ready. */
export async function isLoaded(page: Page): Promise<void> {
  await expect(page.locator('html.loaded')).toBeVisible()
}

/** Whether an answer says that a setting is stored. */
export function isStored(answer: Response): boolean {
  return answer.request().method() === 'PUT' && answer.ok()
}

/** A team on the server, and the URL of its host. */
export interface Team {
  readonly name: string
  readonly slug: string
  readonly url: string
}

/** Founds a team through its page. The page then shows the team's home. */
export async function foundTeam({ page }: Person, name: string): Promise<Team> {
  await page.goto('/teams/new')
  await isLoaded(page)
  await page.getByLabel('Name', { exact: true }).fill(name)
  await typeCard(page, testCards.ok)
  await page.getByRole('button', { name: 'Start the trial' }).click()
  await expect(page).toHaveURL(teamHome)
  const { origin, hostname } = new URL(page.url())
  return { name, slug: hostname.split('.')[0] ?? '', url: origin }
}

/** Invites an address, and returns the link of the mail. */
export async function invite(manager: Page, team: Team, email: string): Promise<string> {
  await manager.goto(`${team.url}/edit_members`)
  await isLoaded(manager)
  await manager.getByLabel('E-mail', { exact: true }).fill(email)
  await manager.getByRole('button', { name: 'Send invitation' }).click()
  await expect(manager.getByText(`An invitation is on its way to ${email}`)).toBeVisible()
  return linkInMail(manager.context().request, email, team.name)
}

/** Makes a new person a member of the team. */
export async function addMember(manager: Page, team: Team, person: Person): Promise<void> {
  await person.page.goto(await invite(manager, team, person.email))
  await person.page.getByRole('button', { name: `Join ${team.name}` }).click()
  await expect(person.page).toHaveURL(`${team.url}/`)
}
