import { administrators } from './organization/administrators.ts'
import { settingsRoutes } from './organization/settings.ts'
import { venues } from './organization/venues.ts'
import type { Area } from './route.ts'

export const organization = {
  ...settingsRoutes,
  ...administrators,
  ...venues,
} as const satisfies Area
