import type { Sent } from './call.ts'
import type { Club } from './club.ts'

type Params = Record<string, string>
export type Make<What> = (club: Club, params: Params) => What | Promise<What>
/** As it is, or made for a club and the parameters of the path. */
export type Made<What> = What | Make<What>

/** A right request to each route of an area, by its key; what a route does without is left out. */
export type Requests = {
  /** The parameters of paths that this area gives their names. */
  params?: (club: Club) => Params
  queries?: Record<string, Made<Params>>
  bodies?: Record<string, Made<object>>
  /** What a provider sends, with its signature. */
  signed?: Record<string, Partial<Sent>>
  /** When it is asked, where what follows would be refused otherwise. */
  times?: Record<string, string>
  /** What has to be there for it to find. */
  prepared?: Record<string, (as: string, club: Club) => Promise<unknown>>
}
