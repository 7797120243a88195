import type * as z from 'zod/mini'
import type { Can } from '../permissions.ts'
import type { ProblemCode } from '../problems.ts'
import type { AuditedRead } from '../rules/audit.ts'
import type { BudgetName } from '../rules/budgets.ts'
import type { File, FileAnswer, Multipart, Raw, Redirect, RedirectAnswer } from './media.ts'
import type { ParamName } from './params.ts'

type Schema = z.ZodMiniType

/** The place of a value in a request: `path.teamId`, `query.o`, `body.playerId`. */
export type Place = `${'path' | 'query' | 'body'}.${string}`

/** A route of the API. The key of the record is API Gateway's own route key, e.g. `GET /api/v1/today`. */
export type Route = {
  can: Can
  /**
   * The place of the id on which the caller needs the right `can`. All other ids in the request must belong to the same
   * organization.
   */
  subject?: Place
  /** For a subject that is a player: the place of their team's id, so that the rights of its coaches count. */
  team?: Place
  does: string
  /**
   * The handler starts at the same time as the permission check, since until then it only reads our own table. It awaits
   * `permitted` before it writes.
   */
  early?: true
  /** Each call is added to the club's audit log as this, before the response: for exports, whose content leaves Touchline. */
  logged?: AuditedRead
  /** The caller must have entered their password within this many minutes: a stolen session is not enough. */
  signedInWithin?: number
  /** The budget that each call takes from, for what costs us money or sends mail: per day, by person and by IP address. */
  spends?: BudgetName
  query?: Schema
  /** A schema is a JSON body. */
  body?: Schema | Multipart | Raw
  /** The response sets cookies, which the handler returns as `Set-Cookie` headers. */
  setsCookies?: true
  /** A schema is a JSON response. */
  returns: Schema | File | Redirect
  /**
   * Problems beyond those of every route: not signed in, not allowed, bad request, not found, busy; too large for routes with a
   * body; and conflict for all but GET routes.
   */
  refuses?: readonly ProblemCode[]
}
export type RouteKey = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`
export type Area = Record<RouteKey, Route>

type ParamNames<K> = K extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamNames<Rest> : never
/** The type of a parameter whose name is not in `params.ts` is never, so that no handler can use it. */
export type Params<K> = { [Name in ParamNames<K>]: Name extends ParamName ? string : never }
export type Query<R> = R extends { query: infer S extends Schema } ? z.output<S> : undefined
export type Body<R> = R extends { body: Multipart<infer S> }
  ? z.output<S>
  : R extends { body: Raw }
    ? Uint8Array
    : R extends { body: infer S extends Schema }
      ? z.output<S>
      : undefined
/** What the contract promises. */
type ReturnValue<R> = R extends { returns: File }
  ? FileAnswer
  : R extends { returns: Redirect }
    ? RedirectAnswer
    : R extends { returns: infer S extends Schema }
      ? z.output<S>
      : never
/** What a handler returns. */
export type Returns<R> = R extends { setsCookies: true } ? WithCookies<ReturnValue<R>> : ReturnValue<R>
type Cookies = { cookies: readonly string[] }
type WithCookies<Answer> = Answer extends Record<string, never> ? Cookies : Answer & Cookies
/** What a client gets. */
export type Answer<R> = R extends { returns: File } ? Blob : ReturnValue<R>
/** What a client sends: path parameters, and query and body if the route has them. */
export type Input<K, R> = Params<K> &
  (R extends { query: infer S extends Schema } ? { query: z.input<S> } : { query?: undefined }) &
  (R extends { body: Multipart<infer S> }
    ? { body: z.input<S> }
    : R extends { body: Raw }
      ? { body: Blob }
      : R extends { body: infer S extends Schema }
        ? { body: z.input<S> }
        : { body?: undefined })
