import { delivery } from './email/delivery.ts'
import { notices } from './email/notices.ts'
import { reading } from './email/reading.ts'
import { templates } from './email/templates.ts'
import { writingRoutes } from './email/writing.ts'
import type { Area } from './route.ts'

export const email = { ...reading, ...writingRoutes, ...notices, ...delivery, ...templates } as const satisfies Area
