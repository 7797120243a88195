import { fees } from './money/fees.ts'
import type { Area } from './route.ts'

export const money = { ...fees } as const satisfies Area
