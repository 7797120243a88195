import { fees } from './money/fees.ts'
import { processors } from './money/processors.ts'
import type { Area } from './route.ts'

export const money = { ...fees, ...processors } as const satisfies Area
