import type { FastifyRequest } from 'fastify'
import { inProcessHeader, inProcessMark } from '../../server/http/in-process.ts'
import { type ApiClient, createApiClient } from '../client.ts'

/** The headers by which a call is known to come from the same person as the page's request. */
const kept = ['host', 'cookie', 'user-agent', 'x-forwarded-for', 'x-forwarded-proto'] as const

/** The requests whose pages could not ask the API, because the database was away. */
const away = new WeakSet<FastifyRequest>()

/** Whether a call for this request's page found the database away: then there is no page to be made. */
export function metDatabaseAway(request: FastifyRequest): boolean {
  return away.has(request)
}

/**
 * The API as the sender of this request would reach it, without the way over the network: same session, same rights.
 * The page has been counted as one read, so its calls count for nothing more. Pages only read.
 */
export function inProcessApi(request: FastifyRequest): ApiClient {
  const headers: Record<string, string> = {}
  for (const name of kept) {
    const value = request.headers[name]
    if (typeof value === 'string') headers[name] = value
  }
  return createApiClient(async ({ method, path }) => {
    if (method !== 'GET') throw new Error('A page that is being drawn must not change anything')
    const answer = await request.server.inject({
      method,
      url: path,
      headers: { ...headers, accept: 'application/json', [inProcessHeader]: inProcessMark },
      remoteAddress: request.socket.remoteAddress,
    })
    if (answer.statusCode === 503) away.add(request)
    return { status: answer.statusCode, text: answer.payload }
  })
}
