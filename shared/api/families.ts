import { imports } from './families/imports.ts'
import { people } from './families/people.ts'
import { uninvited } from './families/uninvited.ts'
import type { Area } from './route.ts'

export const families = { ...imports, ...people, ...uninvited } as const satisfies Area
