import type { FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '../../rules/limits.ts'
import { createByteCache } from '../../server/content/byte-cache.ts'
import { readCookie } from '../../server/http/cookies.ts'
import { csrfTokenFor } from '../../server/http/csrf.ts'
import { rootAttributes } from './html-document.ts'
import { cutAtMarks, type Holes, makeMarks, type PageTemplate } from './page-template.ts'
import { hasSecret, headersOf, newNonce, type PageDocument, type PagesOptions, pathOf, writePage } from './send-page.ts'

/** A page that is the same for all visitors but for its holes. */
export interface SharedPage<T> {
  /** Names it among all pages that are kept. */
  readonly key: string
  /** All that its markup follows from: with another state it is written anew. */
  readonly state: string
  /** Writes it, with marks in its holes; null where it cannot be shared. */
  make(marks: Holes): Promise<{ readonly page: PageDocument; readonly about: T } | null>
  /** What this answer's holes are filled with. */
  values(about: T): Pick<Holes, 'views' | 'kudos' | 'reading'>
}

/** Answers with a shared page; false, and nothing is sent, when this request needs a page of its own. */
export type SendShared = <T>(request: FastifyRequest, reply: FastifyReply, shared: SharedPage<T>) => Promise<boolean>

/** A visitor's page as it is kept: markup and headers without anything of one visitor. */
interface KeptPage<T> {
  readonly state: string
  readonly template: PageTemplate
  readonly headers: Readonly<Record<string, string>>
  /** The policy, in two or more parts with the nonce between. */
  readonly policy: readonly string[]
  readonly about: T
}

/**
 * Sends visitors' pages that are kept. Who may see the page is to be asked before, each time. Nothing of a session can
 * get into one: what is kept is written with marks, and each answer's own is put in their place.
 */
export function sharedPages(options: PagesOptions): SendShared {
  const { services, origins } = options
  const { settings } = services
  const kept = createByteCache<KeptPage<unknown>>(limits.memory.pages)

  async function write<T>(path: string, state: string, { make }: SharedPage<T>): Promise<KeptPage<T> | null> {
    const marks = makeMarks()
    const made = await make(marks)
    if (!made) return null
    const html = writePage(options, path, made.page, { ...marks, flash: null })
    const { 'content-security-policy': policy = '', ...headers } = headersOf(options, made.page, marks.nonce, false)
    const template = cutAtMarks(html, marks)
    return { state, template, headers, policy: policy.split(marks.nonce), about: made.about }
  }

  return async <T>(request: FastifyRequest, reply: FastifyReply, shared: SharedPage<T>) => {
    // What only this person has is told only to them, and an address with a secret has headers of its own.
    const isOwn = readCookie(request, settings, 'session') !== null || readCookie(request, settings, 'flash') !== null
    if (isOwn || hasSecret(request)) return false
    const path = pathOf(request, settings)
    const state = [path, ...origins.app, ...origins.content, shared.state].join(' ')
    const found = kept.get(shared.key) as KeptPage<T> | undefined
    const page = found?.state === state ? found : await write(path, state, shared)
    if (!page) return false
    if (page !== found) kept.set(shared.key, page, page.template.bytes + 2 * state.length)
    const nonce = newNonce()
    const body = page.template.fill({
      ...shared.values(page.about),
      nonce,
      csrfToken: csrfTokenFor(services, request, reply, null),
      rootAttributes: rootAttributes(readCookie(request, settings, 'color_scheme')),
    })
    reply.headers(page.headers).header('content-security-policy', page.policy.join(nonce)).send(body)
    return true
  }
}
