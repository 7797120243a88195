import { administrators } from './organization/administrators.ts'
import { links } from './organization/links.ts'
import { settingsRoutes } from './organization/settings.ts'
import { venues } from './organization/venues.ts'
import type { Area } from './route.ts'

export const organization = {
  ...settingsRoutes,
  ...administrators,
  ...links,
  ...venues,
} as const satisfies Area
