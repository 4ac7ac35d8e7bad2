import { audit } from '../../server/audit.ts'
import { type Route, route } from '../route.ts'
import { accountExportContracts } from './contract.ts'
import { zipAccount } from './zip-account.ts'

/** Handler of the account export. */
export const accountExportRoutes: readonly Route[] = [
  route(accountExportContracts.read, async ({ services, user, request }) => {
    const resource = `user:${user.id}`
    await audit(services.database.write, services, request, { actorId: user.id, action: 'account.export', resource })
    return { type: 'application/zip', fileName: `lectern-${user.username}.zip`, body: await zipAccount(services, user) }
  }),
]
