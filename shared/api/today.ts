import type { Area } from './route.ts'
import { answers } from './today/answers.ts'
import { day } from './today/day.ts'
import { requests } from './today/requests.ts'

export const today = { ...day, ...requests, ...answers } as const satisfies Area
