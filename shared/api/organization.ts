import { settingsRoutes } from './organization/settings.ts'
import { venues } from './organization/venues.ts'
import type { Area } from './route.ts'

export const organization = {
  ...settingsRoutes,
  ...venues,
} as const satisfies Area
