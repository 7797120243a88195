import { addDays } from '../days.ts'
import { instantOf, startOfDay } from '../wallClock.ts'
import type { RegistrationStatus, Windowed } from './registration.ts'

/** The instants between which families can register: opens at the start of a day and closes at the end of one. */
export function windowOf({ launchDate, launchTime, closeDate, closeTime }: Windowed, timezone: string) {
  return {
    opensAt: launchDate === null ? undefined : instantOf(launchDate, launchTime ?? '00:00', timezone),
    closesAt:
      closeDate === null
        ? undefined
        : closeTime === null
          ? lastSecondOf(closeDate, timezone)
          : instantOf(closeDate, closeTime, timezone),
  }
}

/** Calculated from the next day: if clocks go back at midnight, the last second of a day occurs twice. */
const lastSecondOf = (day: string, timezone: string): string =>
  new Date(Date.parse(startOfDay(addDays(day, 1), timezone)) - 1000).toISOString().replace('.000Z', 'Z')

export type RegistrationWindow = Windowed & { state: 'draft' | 'launched' | 'closed' }
/** A registration's status at an instant, in its club's current time zone. */
export function statusOf({ state, ...days }: RegistrationWindow, timezone: string, now: string): RegistrationStatus {
  if (state === 'draft') return 'DRAFT'
  const at = Date.parse(now)
  const { opensAt, closesAt } = windowOf(days, timezone)
  if (state === 'closed' || (closesAt !== undefined && Date.parse(closesAt) < at)) return 'CLOSED'
  return opensAt !== undefined && Date.parse(opensAt) > at ? 'SCHEDULED' : 'OPEN'
}

/**
 * Whether families cannot register regardless of its state: the club no longer has the registration feature, or the team is
 * archived.
 */
export const isClosed = (
  club: { customRegistrationEnabled?: boolean } | undefined,
  team: { archivedAt?: string } | undefined,
): boolean => !club?.customRegistrationEnabled || team?.archivedAt !== undefined
