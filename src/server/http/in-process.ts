import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** Marks API calls that this process makes to render its own pages. */
export const inProcessHeader = 'x-in-process'
/** The header's value: random per process, so no client can send it. */
export const inProcessToken = randomBytes(16).toString('hex')

/** Whether a call comes from page rendering in this process, not from the network. */
export function isInProcess(request: FastifyRequest): boolean {
  return request.headers[inProcessHeader] === inProcessToken
}
