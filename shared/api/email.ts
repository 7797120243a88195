import { notices } from './email/notices.ts'
import { reading } from './email/reading.ts'
import { writing } from './email/writing.ts'
import type { Area } from './route.ts'

export const email = { ...reading, ...writing, ...notices } as const satisfies Area
