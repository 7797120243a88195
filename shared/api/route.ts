import type * as z from 'zod/mini'
import type { Can } from '../permissions.ts'
import type { ProblemCode } from '../problems.ts'
import type { AuditedRead } from '../rules/audit.ts'
import type { Spending } from '../rules/budgets.ts'
import type { File, FileAnswer, Multipart, Raw, Redirect, RedirectAnswer } from './media.ts'
import type { ParamName } from './params.ts'

type Schema = z.ZodMiniType

/** Where something stands in what is sent: `path.teamId`, `query.o`, `body.playerId`. */
export type Place = `${'path' | 'query' | 'body'}.${string}`

/** One line of the API. The key of the record is API Gateway's own route key, e.g. `GET /api/v1/today`. */
export type Route = {
  can: Can
  /** Where the id stands that `can` is asked about. Every other id that is sent must belong to the same organization. */
  subject?: Place
  /** For a player: where the team stands on which they are, so that its coaches' rights count. */
  team?: Place
  does: string
  /**
   * The handler may start beside its permission check: it only reads our own table, and nothing it does is seen from
   * outside. One that writes does so once `permitted`.
   */
  early?: true
  /** Each call is written into the club's log as this, before it is answered: what it gives leaves Touchline. */
  logged?: AuditedRead
  /** In how many minutes before it somebody must have typed their password: a session that somebody has taken over does not do. */
  signedInWithin?: number
  /** What it costs us or sends: so much of it a day by one person, and from one address on the internet. */
  spends?: Spending
  query?: Schema
  /** A schema is a body of JSON. */
  body?: Schema | Multipart | Raw
  /** Its answer sets cookies, which the handler gives as headers `Set-Cookie`. */
  setsCookies?: true
  /** A schema is an answer of JSON. */
  returns: Schema | File | Redirect
  /**
   * Refusals beyond those every route can give: not signed in, not allowed, bad request, not found, busy; with a body also too large; and
   * of every route that writes, which is each but those of GET, conflict: who has come first.
   */
  refuses?: readonly ProblemCode[]
}
export type RouteKey = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`
export type Area = Record<RouteKey, Route>

type ParamNames<K> = K extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamNames<Rest> : never
/** A name that `params.ts` does not have is no parameter: its value has no type that a handler could use. */
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
type Promised<R> = R extends { returns: File }
  ? FileAnswer
  : R extends { returns: Redirect }
    ? RedirectAnswer
    : R extends { returns: infer S extends Schema }
      ? z.output<S>
      : never
/** What a handler answers with. */
export type Returns<R> = R extends { setsCookies: true } ? WithCookies<Promised<R>> : Promised<R>
type Cookies = { cookies: readonly string[] }
type WithCookies<Answer> = Answer extends Record<string, never> ? Cookies : Answer & Cookies
/** What a caller gets. */
export type Answer<R> = R extends { returns: File } ? Blob : Promised<R>
/** What a caller sends: parameters of the path, and query and body where the route has them. */
export type Input<K, R> = Params<K> &
  (R extends { query: infer S extends Schema } ? { query: z.input<S> } : { query?: undefined }) &
  (R extends { body: Multipart<infer S> }
    ? { body: z.input<S> }
    : R extends { body: Raw }
      ? { body: Blob }
      : R extends { body: infer S extends Schema }
        ? { body: z.input<S> }
        : { body?: undefined })
