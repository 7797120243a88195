import { clones } from './planning/clones.ts'
import { events } from './planning/events.ts'
import { invites } from './planning/invites.ts'
import { types } from './planning/types.ts'
import type { Area } from './route.ts'

/** Planning by coaches. Separate from the calendar, which everyone reads, so that that function stays small. */
export const planning = { ...events, ...invites, ...clones, ...types } as const satisfies Area
