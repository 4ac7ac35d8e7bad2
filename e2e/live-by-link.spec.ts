import type { APIRequestContext } from '@playwright/test'
import { makeDeck } from './support/decks.ts'
import { expect, test } from './support/journey.ts'
import { callAs } from './support/person.ts'
import { givePlan } from './support/plans.ts'
import { slideOf } from './support/stage.ts'

/** Creates an access link with a password through the API. */
async function makeLink(request: APIRequestContext, deckId: number) {
  const links = `/api/v1/decks/${deckId}/access_tokens`
  const answer = await callAs(request, 'POST', links, { access_token: { password: 'open sesame' } })
  const { id, token } = (await answer.json()) as { id: number; token: string }
  return { at: `${links}/${id}`, token }
}

test('a private talk is followed by link and password until the link is removed or its password changed', async ({
  newPerson,
  newVisitor,
  complaints,
}) => {
  // Several browsers at once are slow on a busy machine.
  test.slow()
  complaints.expect(/404/)
  const { page: presenter, context, username } = await newPerson()
  givePlan(username, 'pro')
  const title = 'What the bees of three valleys have told us about winter, warmth and waiting'
  const deck = await makeDeck(context.request, title, ['Only for you', 'The second'], { visibility: 'self' })
  await presenter.goto(`${deck.path}/live`)
  await expect(slideOf(presenter)).toContainText('Only for you')

  const links = [await makeLink(context.request, deck.id), await makeLink(context.request, deck.id)] as const
  const follow = async ({ token }: { token: string }) => {
    const guest = await newVisitor()
    await guest.goto(`${deck.path}/live?token=${token}`)
    await guest.getByLabel('Password').fill('open sesame')
    await guest.getByRole('button', { name: 'Open the deck' }).click()
    await expect(slideOf(guest)).toContainText('Only for you')
    return guest
  }
  const [first, second] = [await follow(links[0]), await follow(links[1])]
  const bubble = first.locator('[data-bubble]')
  await expect(bubble).toContainText('What the bees')
  expect((await bubble.boundingBox())?.width).toBeLessThanOrEqual(400)
  await presenter.keyboard.press('ArrowRight')
  for (const guest of [first, second]) await expect(slideOf(guest)).toContainText('The second')

  const ended = (page: typeof first) => page.getByRole('alert').filter({ hasText: 'no longer shared' })
  await test.step('a removed link ends the pages of its visitors, and is dead', async () => {
    expect((await callAs(context.request, 'DELETE', links[0].at)).status()).toBe(204)
    await expect(ended(first)).toBeVisible()
    await expect(first.locator('iframe')).toHaveCount(0)
    await expect(bubble).toBeHidden()
    await first.reload()
    await expect(first.getByRole('heading', { level: 1 })).toHaveText(/not found|nothing/i)
  })

  await test.step('a changed password ends them too, and the new one opens the talk where it is', async () => {
    await presenter.keyboard.press('ArrowLeft')
    await expect(slideOf(second)).toContainText('Only for you')
    const change = { access_token: { password: 'barley' } }
    expect((await callAs(context.request, 'PUT', links[1].at, change)).status()).toBe(200)
    await expect(ended(second)).toBeVisible()
    await presenter.keyboard.press('ArrowRight')
    await second.reload()
    await expect(second.getByRole('heading', { name: 'This deck is protected' })).toBeVisible()
    expect(await second.content()).not.toMatch(/three valleys|Only for you/)
    await second.getByLabel('Password').fill('barley')
    await second.getByRole('button', { name: 'Open the deck' }).click()
    await expect(slideOf(second)).toContainText('The second')
  })
})

test('a disconnected audience returns automatically when the deck is shared or restored', async ({
  newPerson,
  newVisitor,
  complaints,
}) => {
  // Each return takes some seconds.
  test.slow()
  complaints.expect(/404|40[13]/)
  const { page: presenter, context, username } = await newPerson()
  givePlan(username, 'pro')
  const deck = await makeDeck(context.request, 'Bees in public', ['The first', 'The second', 'The third'], {
    visibility: 'all',
  })
  await presenter.goto(`${deck.path}/live`)
  await presenter.getByRole('button', { name: 'Start presentation' }).click()
  const member = await newVisitor()
  await member.goto(`${deck.path}/live`)
  await expect(slideOf(member)).toContainText('The first')
  const call = async (path: string, body: object = {}) => {
    expect((await callAs(context.request, 'POST', `/api/v1/decks/${deck.id}/${path}.json`, body)).status()).toBe(200)
  }
  const ended = member.getByRole('alert').filter({ hasText: 'no longer shared' })

  await test.step('temporarily private: the message suits a deck without a link, and the talk continues where it is', async () => {
    await call('publish', { visibility: 'self' })
    await expect(ended).toContainText('This page goes on by itself')
    await expect(ended).not.toContainText(/link|password/)
    await expect(ended.getByRole('link')).toHaveText('Explore decks')
    await expect(ended.getByRole('link')).toBeFocused()
    await expect(member.locator('iframe')).toHaveCount(0)
    await presenter.keyboard.press('ArrowRight')
    await call('publish', { visibility: 'all' })
    await expect(slideOf(member)).toContainText('The second')
    await expect(ended).toBeHidden()
    await expect(member.locator('[data-bubble]')).toBeVisible()
  })

  await test.step('temporarily trashed: the presenter is back, too', async () => {
    await call('trash')
    await expect(ended).toBeVisible()
    await expect(presenter.locator('[data-refused]')).toBeVisible()
    await call('recover')
    await expect(slideOf(member)).toContainText('The second')
    await expect(presenter.locator('[data-refused]')).toHaveCount(0)
    await presenter.keyboard.press('ArrowRight')
    await expect(slideOf(member)).toContainText('The third')
  })
})
