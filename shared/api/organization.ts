import { venues } from './organization/venues.ts'
import type { Area } from './route.ts'

export const organization = {
  ...venues,
} as const satisfies Area
