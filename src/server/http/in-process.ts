import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** The header by which calls of pages that this process draws are known. */
export const inProcessHeader = 'x-in-process'
/** Its value: fresh in each process, so nobody outside can send it. */
export const inProcessMark = randomBytes(16).toString('hex')

/** Whether a call comes from a page being drawn here, not over the network. */
export function isInProcess(request: FastifyRequest): boolean {
  return request.headers[inProcessHeader] === inProcessMark
}
