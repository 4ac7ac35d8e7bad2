import { expect, test } from 'vitest'
import { makeTeam } from '../../testing/factories.ts'
import { eachDatabase } from '../../testing/test-app.ts'

eachDatabase((makeApp) => {
  test('an operator who signed in by a team’s provider is no operator: the team’s managers rule the provider', async () => {
    const app = await makeApp()
    const { id } = await makeTeam(app.services, 'acme')
    const operator = await app.person({ operator: true, team_id: id })
    const overview = async () => (await operator.get('/api/v1/admin/overview')).status
    expect(await overview()).toBe(200)
    const signedOn = { sign_on_team_id: id }
    await app.services.database.write
      .updateTable('sessions')
      .set(signedOn)
      .where('user_id', '=', operator.user.id)
      .execute()
    expect(await overview()).toBe(404)
    expect((await operator.get('/api/v1/team')).status).toBe(200)
  })
})
