import { beforeAll, describe, expect, test } from 'vitest'
import { accountMessages } from '../rules/account-messages.ts'
import { isCardFree } from '../rules/card-free.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../testing/test-app.ts'
import { routes } from './index.ts'

const writing = routes
  .map(({ contract }) => contract)
  .filter(({ method, input = 'data' }) => method !== 'GET' && input === 'data')

test('only routes about decks and their parts take digits of any kind', () => {
  const content = writing.filter((contract) => !isCardFree(contract)).map(({ path }) => path)
  const parts =
    /^\/(api\/v1\/(decks|media|imports|tags|own_fonts|slide_templates|themes|team\/(media|tags|own_fonts|slide_templates))|access_tokens)(\/|$)/
  expect(content.filter((path) => !parts.test(path))).toEqual([])
})

eachDatabase((makeApp) => {
  let app: TestApp
  let person: TestPerson
  beforeAll(async () => {
    app = await makeApp()
    person = await app.person({ operator: true })
  })

  const card = { note: 'my card is 4242 4242 4242 4242' }

  describe('a body with a card number is refused, and names no field', () => {
    const searched = writing.filter(
      (contract) => isCardFree(contract) && !/sign_out|sessions|DELETE/.test(contract.path),
    )
    test.each(searched.filter(({ method }) => method !== 'DELETE').map((one) => [one.method, one.path] as const))(
      '%s %s',
      async (method, path) => {
        const target = path.replace(/:\w+/g, '1')
        const answer = await (method === 'PUT' ? person.put(target, card) : person.post(target, card))
        expect([answer.status, answer.body.errors]).toEqual([422, { base: [accountMessages.billing.cardNumber] }])
      },
    )
  })
})
