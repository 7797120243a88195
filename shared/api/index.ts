import * as areas from './areas.ts'
import type { Joined } from '../joined.ts'
import type { Area, Route, RouteKey } from './route.ts'

export { areas }
export type AreaName = keyof typeof areas

/** Every route of every area by its key. */
export type Api = Joined<(typeof areas)[AreaName]>

/** Every line of the contract with its area: those of an area in the order it is written. */
export const routes = Object.entries<Area>(areas).flatMap(([area, lines]) =>
  Object.entries<Route>(lines).map(([key, route]) => ({ area: area as AreaName, key: key as RouteKey, route })),
)
