import type * as z from 'zod/mini'
import type { Can } from '../permissions.ts'
import type { ProblemCode } from '../problems.ts'

type Schema = z.ZodMiniType

/** One line of the API. The key of the record is API Gateway's own route key, e.g. `GET /api/v1/today`. */
export type Route = {
  can: Can
  /** Where the id stands that `can` is asked about. */
  subject?: `path.${string}` | `query.${string}` | `body.${string}`
  does: string
  /** A GET of the spec that changes something. Its handler starts only after the permission check. */
  writes?: true
  query?: Schema
  body?: Schema
  returns: Schema
  /** Refusals beyond those every route can give: not signed in, not allowed, bad request, not found, busy. */
  refuses?: readonly ProblemCode[]
}
export type RouteKey = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`
export type Area = Record<RouteKey, Route>

type ParamNames<K> = K extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamNames<Rest> : never
export type Params<K> = { [Name in ParamNames<K>]: string }
export type Query<R> = R extends { query: infer S extends Schema } ? z.output<S> : undefined
export type Body<R> = R extends { body: infer S extends Schema } ? z.output<S> : undefined
export type Returns<R> = R extends { returns: infer S extends Schema } ? z.output<S> : never
/** What a caller sends: parameters of the path, and query and body where the route has them. */
export type Input<K, R> = Params<K> &
  (R extends { query: infer S extends Schema } ? { query: z.input<S> } : { query?: undefined }) &
  (R extends { body: infer S extends Schema } ? { body: z.input<S> } : { body?: undefined })

/** True for a route that changes something: its permission is checked before anything else happens. */
export const isWrite = (key: string, route: Route): boolean => route.writes === true || !key.startsWith('GET ')
