import type { RequestOptions } from './call.ts'
import type { Club } from './club.ts'

type Params = Record<string, string>
export type MakeValue<What> = (club: Club, params: Params) => What | Promise<What>
/** A value, or a function that makes it for a club and path parameters. */
export type ValueOrMake<What> = What | MakeValue<What>

/** A valid request to each route of an area, by route key; routes only list what they need. */
export type Requests = {
  /** Path parameters that this area defines. */
  params?: (club: Club) => Params
  queries?: Record<string, ValueOrMake<Params>>
  bodies?: Record<string, ValueOrMake<object>>
  /** A provider's request with its signature. */
  signed?: Record<string, Partial<RequestOptions>>
  /** The time of the request, where a later prepared state or request would make it invalid otherwise. */
  times?: Record<string, string>
  /** Setup that the route needs. */
  prepared?: Record<string, (as: string, club: Club) => Promise<unknown>>
}
