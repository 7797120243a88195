import * as areas from './areas.ts'
import type { Joined } from '#shared/joined.ts'
import type { screenNames } from '#shared/rules/screenNames.ts'
import type { ScreenRecord } from './screenRecord.ts'

/**
 * Every screen of the product. From here follow the routes, the links (`paths`), the chunks and when they are loaded, what
 * an address is about, what choosing another team keeps, and what the service worker has on the device. Plain data: it is
 * read without React by the build, the tests and `npm run screens`.
 */
export const screens = Object.assign({}, ...Object.values(areas)) as Joined<
  (typeof areas)[keyof typeof areas]
> satisfies Record<(typeof screenNames)[number], ScreenRecord>

export type ScreenName = keyof typeof screens
/** Those that have a component. */
export type Shown = { [Name in ScreenName]: (typeof screens)[Name] extends { file: string } ? Name : never }[ScreenName]

export const screenList: readonly (ScreenRecord & { screen: ScreenName })[] = Object.entries<ScreenRecord>(screens).map(
  ([screen, record]) => ({ screen: screen as ScreenName, ...record }),
)
