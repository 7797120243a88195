import { reading } from './email/reading.ts'
import { writing } from './email/writing.ts'
import type { Area } from './route.ts'

export const email = { ...reading, ...writing } as const satisfies Area
