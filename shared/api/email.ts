import { delivery } from './email/delivery.ts'
import { notices } from './email/notices.ts'
import { reading } from './email/reading.ts'
import { templates } from './email/templates.ts'
import { writing } from './email/writing.ts'
import type { Area } from './route.ts'

export const email = { ...reading, ...writing, ...notices, ...delivery, ...templates } as const satisfies Area
