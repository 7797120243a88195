import { reports } from './staff/reports.ts'
import { health } from './staff/health.ts'
import { users } from './staff/users.ts'
import type { Area } from './route.ts'

/** Routes for Touchline's staff. */
export const staff = { ...users, ...reports, ...health } as const satisfies Area
