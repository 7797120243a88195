import { buildingRoutes } from './registrations/building.ts'
import { launching } from './registrations/launching.ts'
import { options } from './registrations/options.ts'
import { parts } from './registrations/parts.ts'
import { paymentAccounts } from './registrations/paymentAccounts.ts'
import { notificationRoutes } from './registrations/notifications.ts'
import { tracking } from './registrations/tracking.ts'
import type { Area } from './route.ts'

export const registrations = {
  ...buildingRoutes,
  ...options,
  ...parts,
  ...paymentAccounts,
  ...notificationRoutes,
  ...tracking,
  ...launching,
} as const satisfies Area
