import * as areas from './areas.ts'
import type { Intersection } from '../intersection.ts'
import type { Area, Route, RouteKey } from './route.ts'

export { areas }
export type AreaName = keyof typeof areas

/** All routes of all areas by key. */
export type Api = Intersection<(typeof areas)[AreaName]>

/** All routes of the contract with their area, in the order they are written. */
export const routes = Object.entries<Area>(areas).flatMap(([area, lines]) =>
  Object.entries<Route>(lines).map(([key, route]) => ({ area: area as AreaName, key: key as RouteKey, route })),
)
