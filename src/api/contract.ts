import type { z } from 'zod'
import type { OwnAction, TeamAction } from '../rules/account-permissions.ts'
import type { DeckAction } from '../rules/permissions.ts'
import type { RateName } from '../rules/rates.ts'

/**
 * Whose things a route is about: those of the signed-in user, or of the user's team. Both ask the matrix of
 * rules/account-permissions.ts; the handler gets the owner.
 */
export type OwnerPermission = `own:${OwnAction}` | `team:${TeamAction}`

/**
 * Who may call a route. `public` must be said; `deck:<action>` asks the matrix of rules/permissions.ts about the
 * deck named by the path parameter `id`, which is loaded once and handed to the handler.
 */
export type Permission = 'public' | 'signed-in' | 'operator' | `deck:${DeckAction}` | OwnerPermission

/** What a route answers with: a zod schema (JSON, cut to the schema; 204 where it may be undefined and is), nothing (204), an HTML fragment, or a stream of bytes. */
export type Output = z.ZodType | 'empty' | 'html' | 'stream'

/**
 * One route, stated once for server, client and API page. `path` is without `.json`; it is served with and without.
 * Paths hold parameters as `:name`. A missing `params`, `query` or `body` means there is none.
 */
export interface Contract<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  O extends Output = Output,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: `/${string}`
  /** One sentence for the API page. */
  readonly summary: string
  readonly permission: Permission
  /** The limit of rules/rates.ts that counts its calls. */
  readonly rate: RateName
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  readonly output: O
  /** Default: 200, or 204 when output is 'empty'. Creations say 201. */
  readonly status?: 200 | 201 | 202
  /** `multipart`: the handler reads the files itself. Default `data`: JSON or form fields. */
  readonly input?: 'data' | 'multipart'
  /** Bytes; default 1 MB. */
  readonly bodyLimit?: number
  /**
   * Writes run inside one transaction by default. 'own': the handler opens its own around the part that needs it
   * (because it hashes, renders or streams meanwhile, and an open transaction would make everybody wait).
   */
  readonly transaction?: 'whole' | 'own'
  /** A GET whose answer pages of other sites may use, as they may use pictures. Cookies do not come with such requests. */
  readonly otherSites?: true
}

/** States a route; the exact types of its parts are kept for handlers and clients. */
export function contract<const C extends Contract>(stated: C): C {
  return stated
}

/**
 * Where a resource that users and teams can own is mounted. A function that makes the contracts from a place lets the
 * same resource stand at several.
 */
export interface OwnerPlace {
  /** What every path begins with. */
  readonly base: '/api/v1' | '/api/v1/team'
  /** Who may read, and who may change. */
  readonly read: OwnerPermission
  readonly change: OwnerPermission
  /** Whose the things are, for the summaries: 'The own pictures'. */
  readonly whose: 'own' | 'team’s'
}

/** What a handler or client sees of a part that may be missing. */
export type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined
/** What a client sends for a part. */
export type Sent<T> = T extends z.ZodType ? z.input<T> : undefined
/** What a handler must return. */
export type Answer<O> = O extends z.ZodType
  ? z.input<O>
  : O extends 'html'
    ? string
    : O extends 'stream'
      ? StreamAnswer
      : undefined
/** What a client gets. */
export type Received<O> = O extends z.ZodType ? z.output<O> : O extends 'html' ? string : undefined

/** A download: `body` is a Node Readable or bytes (typed loosely here because this file runs anywhere). */
export interface StreamAnswer {
  readonly type: string
  /** File name offered to the person, already safe for a header. */
  readonly fileName?: string
  readonly body: unknown
}
