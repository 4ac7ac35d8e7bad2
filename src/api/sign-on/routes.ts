import type { Context, Route } from '../route.ts'
import { route } from '../route.ts'
import { signOnContracts as contracts } from './contract.ts'
import { beginLink, listIdentities, unlink } from './identities.ts'
import {
  addDomain,
  changeSignOn,
  checkDomain,
  confirmCode,
  mailCode,
  removeDomain,
  removeSignOn,
  teamSignOnJson,
  testSignOn,
} from './team-sign-on.ts'

/** The team's sign-on after a handler. */
async function after({ db, services, owner }: Pick<Context<typeof contracts.read>, 'db' | 'services' | 'owner'>) {
  return teamSignOnJson(db, services, owner)
}

/** Handlers of the routes for single sign-on. */
export const signOnRoutes: readonly Route[] = [
  route(contracts.read, after),
  route(contracts.change, async (c) => changeSignOn(c).then(() => after(c))),
  route(contracts.test, testSignOn),
  route(contracts.remove, async (c) => removeSignOn(c).then(() => after(c))),
  route(contracts.addDomain, async (c) => addDomain(c).then(() => after(c))),
  route(contracts.removeDomain, async (c) => removeDomain(c).then(() => after(c))),
  route(contracts.checkDomain, async (c) => checkDomain(c).then(() => after(c))),
  route(contracts.mailCode, async (c) => mailCode(c).then(() => after(c))),
  route(contracts.confirmCode, async (c) => confirmCode(c).then(() => after(c))),
  route(contracts.identities, listIdentities),
  route(contracts.link, beginLink),
  route(contracts.unlink, unlink),
]
