import { beforeAll, expect, test } from 'vitest'
import { makeTeam, testPassword } from '../../testing/factories.ts'
import { joined } from '../../testing/team-people.ts'
import { eachDatabase, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

let made = 0

eachDatabase((makeApp) => {
  let app: TestApp
  beforeAll(async () => {
    app = await makeApp()
  })
  const destroy = (one: TestClient) => one.delete('/users.json', { user: { password: testPassword } })
  const team = async () => (await makeTeam(app.services, `last${made++}`)).id

  test('the last owner of a team cannot delete the account, until the team is handed over', async () => {
    const id = await team()
    const [owner, admin] = [await joined(app, id, 'owner'), await joined(app, id, 'admin')]
    const answer = await destroy(owner)
    const message = 'You are the last owner of your team, please make another member owner or close the team first'
    expect([answer.status, answer.body.errors]).toEqual([422, { base: [message] }])
    expect((await owner.get('/api/v1/users/me')).status).toBe(200)
    await owner.put(`/api/v1/team/users/${admin.user.id}`, { user: { role: 'owner' } })
    expect((await destroy(owner)).status).toBe(204)
    expect((await admin.get('/api/v1/team/users')).body.total).toBe(1)
  })

  test('of two owners who delete their accounts concurrently one stays', async () => {
    const id = await team()
    const both = await Promise.all([await joined(app, id, 'owner'), await joined(app, id, 'owner')].map(destroy))
    expect(both.map(({ status }) => status).sort()).toEqual([204, 422])
  })

  test('a deactivated owner can delete the account', async () => {
    const id = await team()
    const [owner, gone] = [await joined(app, id, 'owner'), await joined(app, id, 'owner')]
    await owner.post(`/api/v1/team/users/${gone.user.id}/deactivate`)
    expect((await destroy(gone)).status).toBe(204)
  })

  test('the last operator cannot delete the account, until another user is an operator', async () => {
    await app.services.database.write.updateTable('users').set({ operator: false }).execute()
    const last = await app.person({ operator: true })
    const message = 'You are the last operator of this instance, please make another user an operator first'
    const answer = await destroy(last)
    expect([answer.status, answer.body.errors]).toEqual([422, { base: [message] }])
    await app.person({ operator: true })
    expect((await destroy(last)).status).toBe(204)
  })
})
