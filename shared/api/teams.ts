import type { Area } from './route.ts'
import { overview } from './teams/overview.ts'
import { team } from './teams/team.ts'

export const teams = { ...team, ...overview } as const satisfies Area
