import type { Area } from './route.ts'
import { details } from './register/details.ts'
import { finishing } from './register/finishing.ts'
import { managingRoutes } from './register/managing.ts'

/** How a family registers a player: questions, prices, payment and status. */
export const register = { ...details, ...finishing, ...managingRoutes } as const satisfies Area
