import type { Area } from './route.ts'
import { overview } from './teams/overview.ts'
import { players } from './teams/players.ts'
import { tags } from './teams/tags.ts'
import { team } from './teams/team.ts'
import { week } from './teams/week.ts'

export const teams = { ...team, ...overview, ...players, ...tags, ...week } as const satisfies Area
