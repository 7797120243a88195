import { instantOf } from '../wallClock.ts'
import type { RegistrationStatus, Windowed } from './registration.ts'

/** The instants between which families can register: it opens at the beginning of a day and closes at the end of one. */
export function windowOf({ launchDate, launchTime, closeDate, closeTime }: Windowed, timezone: string) {
  return {
    opensAt: launchDate === null ? undefined : instantOf(launchDate, launchTime ?? '00:00', timezone),
    closesAt: closeDate === null ? undefined : instantOf(closeDate, closeTime ?? '23:59:59', timezone),
  }
}

export type Standing = Windowed & { state: 'draft' | 'launched' | 'closed' }
/** How a registration stands at an instant, by the zone that its club has at that instant. */
export function statusOf({ state, ...days }: Standing, timezone: string, now: string): RegistrationStatus {
  if (state === 'draft') return 'DRAFT'
  const at = Date.parse(now)
  const { opensAt, closesAt } = windowOf(days, timezone)
  if (state === 'closed' || (closesAt !== undefined && Date.parse(closesAt) < at)) return 'CLOSED'
  return opensAt !== undefined && Date.parse(opensAt) > at ? 'SCHEDULED' : 'OPEN'
}

/** Whether families cannot register whatever its state: where the club has registration no more, and for a team that is archived. */
export const isShut = (
  club: { customRegistrationEnabled?: boolean } | undefined,
  team: { archivedAt?: string } | undefined,
): boolean => !club?.customRegistrationEnabled || team?.archivedAt !== undefined
