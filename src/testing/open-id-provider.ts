import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

/** A user as the provider knows them. */
export interface ProvidedUser {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly name?: string
}

/** A running OpenID provider on this machine. */
export interface OpenIdProvider {
  readonly issuer: string
  readonly client: { readonly client_id: string; readonly client_secret: string }
  /** Who is signed in there; may be changed at any time. */
  user: ProvidedUser
  /** The paths that were requested, for tests of what the server fetches. */
  readonly requests: string[]
  /** Opens a URL of the provider as a browser does, and returns the URL to which it sends the browser back. */
  visit(url: string): Promise<URL>
  close(): Promise<void>
}

const client = { client_id: 'lectern', client_secret: 'a-client-secret-of-32-characters' }

async function listen(server: Server, port: number): Promise<string> {
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Follows the redirects of a provider with its cookies, up to the first to another origin. */
async function followRedirects(start: string): Promise<URL> {
  const { origin } = new URL(start)
  const cookies = new Map<string, string>()
  let url = new URL(start)
  for (let step = 0; step < 10 && url.origin === origin; step += 1) {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
    const location = answer.headers.get('location')
    if (!location) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
    url = new URL(location, url)
  }
  return url
}

function configuration(redirectUris: readonly string[], current: () => ProvidedUser) {
  return {
    clients: [
      { ...client, redirect_uris: redirectUris, grant_types: ['authorization_code'], response_types: ['code'] },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['a key for cookies of tests'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: () => '/interaction' },
    findAccount: (_: unknown, sub: string) => ({ accountId: sub, claims: async () => ({ ...current(), sub }) }),
    /** Consents for the user. */
    loadExistingGrant: async (context: { oidc: Record<string, never> }) => {
      const {
        client: asking,
        session,
        provider,
      } = context.oidc as unknown as {
        client: { clientId: string }
        session: { accountId: string }
        provider: Provider
      }
      const grant = new provider.Grant({ clientId: asking.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  }
}

/** Starts the program oidc-provider with one client, in which `user` is always signed in. */
export async function startOpenIdProvider(redirectUris: readonly string[], port = 0): Promise<OpenIdProvider> {
  let handle = (_: IncomingMessage, response: ServerResponse): void => {
    response.end()
  }
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    handle(request, response)
  })
  const issuer = await listen(server, port)
  const started = {
    ...{ issuer, client, requests, user: { sub: 'nobody' } as ProvidedUser, visit: followRedirects },
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  const provider = new Provider(
    issuer,
    configuration(redirectUris, () => started.user),
  )
  const answer = provider.callback()
  handle = (request, response) => {
    if (request.url !== '/interaction') return answer(request, response)
    const result = { login: { accountId: started.user.sub } }
    provider.interactionFinished(request, response, result).catch((error: unknown) => {
      response.statusCode = 500
      response.end(String(error))
    })
  }
  return started
}
