import * as areas from './areas.ts'
import type { Intersection } from '#shared/intersection.ts'
import type { screenNames } from '#shared/rules/screenNames.ts'
import type { ScreenRecord } from './screenRecord.ts'

/**
 * All screens of the product. Routes, links (`paths`), chunks and their loading, the subject of an address, what is kept when
 * choosing another team, and the precache are derived from this. Plain data: the build, the tests and `npm run screens` read it
 * without React.
 */
export const screens = Object.assign({}, ...Object.values(areas)) as Intersection<
  (typeof areas)[keyof typeof areas]
> satisfies Record<(typeof screenNames)[number], ScreenRecord>

export type ScreenName = keyof typeof screens
/** The screens with a component. */
export type ScreenWithFile = {
  [Name in ScreenName]: (typeof screens)[Name] extends { file: string } ? Name : never
}[ScreenName]

export const screenList: readonly (ScreenRecord & { screen: ScreenName })[] = Object.entries<ScreenRecord>(screens).map(
  ([screen, record]) => ({ screen: screen as ScreenName, ...record }),
)
