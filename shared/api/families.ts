import { imports } from './families/imports.ts'
import type { Area } from './route.ts'

export const families = { ...imports } as const satisfies Area
