import { agreements } from './agreements.ts'
import { academy } from './academy.ts'
import { attendance } from './attendance.ts'
import { audit } from './audit.ts'
import { assignments } from './assignments.ts'
import { calendar } from './calendar.ts'
import { chat } from './chat.ts'
import { organization } from './organization.ts'
import { files } from './files.ts'
import { feeds } from './feeds.ts'
import { money } from './money.ts'
import { pay } from './money/pay.ts'
import { receipts } from './money/receipts.ts'
import { webhooks } from './money/webhooks.ts'
import { families } from './families.ts'
import { moderation } from './moderation.ts'
import { pictures } from './pictures.ts'
import { planning } from './planning.ts'
import { privacy } from './privacy.ts'
import { developers } from './developers.ts'
import { email } from './email.ts'
import { duplicates } from './duplicates.ts'
import { reports } from './reports.ts'
import { register } from './register.ts'
import { recordings } from './recordings.ts'
import type { Area, Route, RouteKey } from './route.ts'
import { registrations } from './registrations.ts'
import { session } from './session.ts'
import { staff } from './staff.ts'
import { subscriptions } from './subscriptions.ts'
import { support } from './support.ts'
import { teams } from './teams.ts'
import { today } from './today.ts'

/** The whole API: one entry per area, one Lambda per entry. */
export const areas = {
  session,
  today,
  calendar,
  feeds,
  planning,
  attendance,
  teams,
  reports,
  duplicates,
  pictures,
  organization,
  agreements,
  staff,
  audit,
  privacy,
  families,
  chat,
  moderation,
  files,
  money,
  pay,
  receipts,
  webhooks,
  email,
  registrations,
  academy,
  recordings,
  register,
  support,
  subscriptions,
  assignments,
  developers,
} as const satisfies Record<string, Area>
export type AreaName = keyof typeof areas

type Joined<Areas> = (Areas extends unknown ? (areas: Areas) => void : never) extends (areas: infer All) => void
  ? All
  : never
/** Every route of every area by its key. */
export type Api = Joined<(typeof areas)[AreaName]>

/** Every line of the contract with its area, in the order it is written. */
export const routes = Object.entries<Area>(areas).flatMap(([area, lines]) =>
  Object.entries<Route>(lines).map(([key, route]) => ({ area: area as AreaName, key: key as RouteKey, route })),
)
