import type { FastifyRequest } from 'fastify'
import { inProcessHeader, inProcessToken } from '../../server/http/in-process.ts'
import { type ApiClient, createApiClient } from '../client.ts'

/** Request headers passed on to calls, so that they have the same session and client address. */
const forwardedHeaders = ['host', 'cookie', 'user-agent', 'x-forwarded-for', 'x-forwarded-proto'] as const

/** Requests whose API calls failed because the database was unavailable. */
const outages = new WeakSet<FastifyRequest>()

/** Whether an API call for this request failed because the database was unavailable. */
export function hadDatabaseOutage(request: FastifyRequest): boolean {
  return outages.has(request)
}

/**
 * Makes an API client that calls the server in process, with the session and permissions of this request. Only GET is
 * allowed. The calls are not rate limited, since the page was counted already.
 */
export function inProcessApi(request: FastifyRequest): ApiClient {
  const headers: Record<string, string> = {}
  for (const name of forwardedHeaders) {
    const value = request.headers[name]
    if (typeof value === 'string') headers[name] = value
  }
  return createApiClient(async ({ method, path }) => {
    if (method !== 'GET') throw new Error('A page that is being drawn must not change anything')
    const answer = await request.server.inject({
      method,
      url: path,
      headers: { ...headers, accept: 'application/json', [inProcessHeader]: inProcessToken },
      remoteAddress: request.socket.remoteAddress,
    })
    if (answer.statusCode === 503) outages.add(request)
    return { status: answer.statusCode, text: answer.payload }
  })
}
