import { imports } from './families/imports.ts'
import { people } from './families/people.ts'
import type { Area } from './route.ts'

export const families = { ...imports, ...people } as const satisfies Area
