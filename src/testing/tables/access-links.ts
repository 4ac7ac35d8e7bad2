import { insertToken, type StoredPassword, secretsOf } from '../../api/access-tokens/queries.ts'
import { hashPassword } from '../../server/passwords/hash-password.ts'
import type { Services } from '../../server/services.ts'
import type { TestClient } from '../test-client.ts'
import type { Asker } from './access-askers.ts'

const password = 'sesame'
let hashed: Promise<string> | undefined

/** The links of a scene's deck: one to be managed, and the token of the actor's own. */
export interface SceneLinks {
  readonly tokenId: number
  /** Null: no link. */
  readonly token: string | null
}

async function keptPassword({ keys }: Services): Promise<StoredPassword> {
  hashed ??= hashPassword(password)
  return { hash: await hashed, sealed: keys.encrypt('access-token-password', password) }
}

/** Creates a deck's links, and enters a wrong or correct password in the actor's browser. */
export async function giveLinks(
  services: Services,
  deckId: number,
  { link, client }: { readonly link: Asker['link']; readonly client: TestClient },
): Promise<SceneLinks> {
  const { write } = services.database
  const make = (kept: StoredPassword | null) =>
    insertToken(write, services.keys, { deckId, name: 'Link', password: kept, now: services.now() })
  const { id: tokenId } = await make(null)
  if (link === undefined) return { tokenId, token: null }
  const own = await make(link === 'open' || link === 'dead' ? null : await keptPassword(services))
  const { token } = secretsOf(services.keys, own)
  const give = (given: string) => client.put(`/access_tokens/${token}`, { access_token: { password: given } })
  if (link === 'wrong') await give('open barley')
  if (link === 'unlocked') await give(password)
  if (link === 'dead') await write.deleteFrom('access_tokens').where('id', '=', own.id).execute()
  return { tokenId, token }
}
