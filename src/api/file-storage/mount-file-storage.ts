import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { escapeHtml } from '../../rules/escape-html.ts'
import {
  authorizeStoragePath,
  type ConnectProblem,
  storageCallbackPath,
  storageMessages,
} from '../../rules/file-storage.ts'
import { messages } from '../../rules/messages.ts'
import { returnPath } from '../../rules/return-path.ts'
import type { FileStorage } from '../../server/file-storage/file-storage.ts'
import { HttpError } from '../../server/http/http-error.ts'
import { sendPlainPage } from '../../server/http/plain-page.ts'
import { findSignedIn } from '../../server/http/session.ts'
import { pathOf } from '../../server/http/team-hosts.ts'
import type { Services } from '../../server/services.ts'
import { beginConnect, ConnectRefused, completeConnect } from './connect.ts'

/** The section of the settings. `result`: how an authorization ended. */
const settingsPage = (result?: 'connected' | ConnectProblem) =>
  `/users/edit${result === undefined ? '' : `?dropbox=${result}`}#file-storage`

/** The page on which an authorization began, which says why it was not completed. */
function startedPage(path: string, problem: ConnectProblem, baseUrl: string): string {
  const url = new URL(path, baseUrl)
  url.searchParams.set('dropbox', problem)
  return url.pathname + url.search + url.hash
}

function sendOff({ instance }: Services, reply: FastifyReply): FastifyReply {
  const title = storageMessages.off
  const body = `<h1>${escapeHtml(title)}</h1><p>The people who run ${escapeHtml(instance.name())} have not set it up.</p>`
  return sendPlainPage(reply.code(404), instance, { title, body })
}

type Answer = (storage: FileStorage, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/**
 * Begins an authorization. A page of another site only leads to the settings: what gives access to an account is begun
 * here.
 */
function begin(services: Services): Answer {
  return async (storage, request, reply) => {
    const signedIn = await findSignedIn(services, request)
    if (!signedIn) return reply.redirect(`/users/sign_in?${new URLSearchParams({ return_to: pathOf(request) })}`, 302)
    if (request.headers['sec-fetch-site'] === 'cross-site') return reply.redirect(settingsPage(), 302)
    const wanted = (request.query as Record<string, unknown>).return_to
    const path = typeof wanted === 'string' ? returnPath(wanted, services.settings.baseUrl) : null
    return reply.redirect(await beginConnect(services, storage, signedIn, path), 302)
  }
}

/** Completes an authorization, when the service sends the browser back. */
function complete(services: Services): Answer {
  return async (storage, request, reply) => {
    try {
      const path = await completeConnect(services, storage, request, await findSignedIn(services, request))
      return reply.redirect(path ?? settingsPage('connected'), 302)
    } catch (error) {
      if (!(error instanceof ConnectRefused)) throw error
      const { problem, returnPath: path } = error
      const page = path === null ? settingsPage(problem) : startedPage(path, problem, services.settings.baseUrl)
      return reply.redirect(page, 302)
    }
  }
}

/** Mounts the two routes that connect the file storage. Browsers open them as pages, so they are not part of the API. */
export function mountFileStorage(app: FastifyInstance, services: Services): void {
  const { fileStorage, limits, settings } = services
  const get = (path: string, answer: Answer) => {
    app.get(path, async (request, reply) => {
      // The session is one of the app's host, whose address the service knows.
      if (request.surface.kind === 'team') return reply.redirect(settings.baseUrl + pathOf(request), 302)
      const { allowed, retryAfter } = await limits.take('sign-on', request.ip)
      if (!allowed) throw new HttpError(429, messages.access.tooMany, { retryAfter })
      // The URL contains code and state, which must not be sent as Referer.
      reply.header('referrer-policy', 'no-referrer').header('cache-control', 'private, no-store')
      return fileStorage ? answer(fileStorage, request, reply) : sendOff(services, reply)
    })
  }
  get(authorizeStoragePath, begin(services))
  get(storageCallbackPath, complete(services))
}
