import { academyScreens } from './academy/screens.ts'
import { accountScreens } from './account/screens.ts'
import { agreementsScreens } from './agreements/screens.ts'
import { answerScreens } from './answer/screens.ts'
import { assignmentsScreens } from './assignments/screens.ts'
import { auditScreens } from './audit/screens.ts'
import { calendarScreens } from './calendar/screens.ts'
import { chatScreens } from './chat/screens.ts'
import { developersScreens } from './developers/screens.ts'
import { emailScreens } from './email/screens.ts'
import { familiesScreens } from './families/screens.ts'
import { feedsScreens } from './feeds/screens.ts'
import { importsScreens } from './imports/screens.ts'
import { moneyScreens } from './money/screens.ts'
import { noticesScreens } from './notices/screens.ts'
import { privacyScreens } from './privacy/screens.ts'
import { recordingsScreens } from './recordings/screens.ts'
import { registerScreens } from './register/screens.ts'
import { registrationsScreens } from './registrations/screens.ts'
import { sessionScreens } from './session/screens.ts'
import { settingsScreens } from './settings/screens.ts'
import { shellScreens } from './shell/screens.ts'
import { staffScreens } from './staff/screens.ts'
import { subscriptionsScreens } from './subscriptions/screens.ts'
import { teamsScreens } from './teams/screens.ts'
import { todayScreens } from './today/screens.ts'
import type { screenNames } from '#shared/rules/screenNames.ts'
import type { ScreenRecord } from './screenRecord.ts'

/**
 * Every screen of the product, by area. From here follow the routes, the links (`paths`), the chunks and when they
 * are loaded, what an address is about, what choosing another team keeps, and what the service worker has on the device.
 * Plain data: it is read without React by the build, the tests and `npm run screens`. Where two addresses fit alike, the
 * one that comes first is shown.
 */
export const screens = {
  ...todayScreens,
  ...teamsScreens,
  ...calendarScreens,
  ...moneyScreens,
  ...subscriptionsScreens,
  ...assignmentsScreens,
  ...chatScreens,
  ...emailScreens,
  ...noticesScreens,
  ...registrationsScreens,
  ...accountScreens,
  ...developersScreens,
  ...academyScreens,
  ...recordingsScreens,
  ...settingsScreens,
  ...agreementsScreens,
  ...auditScreens,
  ...staffScreens,
  ...privacyScreens,
  ...importsScreens,
  ...feedsScreens,
  ...familiesScreens,
  ...answerScreens,
  ...registerScreens,
  ...sessionScreens,
  ...shellScreens,
} satisfies Record<(typeof screenNames)[number], ScreenRecord>

export type ScreenName = keyof typeof screens
/** Those that have a component. */
export type Shown = { [Name in ScreenName]: (typeof screens)[Name] extends { file: string } ? Name : never }[ScreenName]

export const screenList: readonly (ScreenRecord & { screen: ScreenName })[] = Object.entries<ScreenRecord>(screens).map(
  ([screen, record]) => ({ screen: screen as ScreenName, ...record }),
)
