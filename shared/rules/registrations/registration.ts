import { clockTimeOf } from '../clockTime.ts'
import { dayIn } from '../days.ts'
import { priceFault } from '../fees.ts'
import { atLeast, atMost, check, longest, required, type ValueFault, type ValueFaults } from '../faults.ts'

/** What one registers for: a team, or an event of a club such as a camp. */
export const registrationTypes = ['TEAM', 'EVENT'] as const
export type RegistrationType = (typeof registrationTypes)[number]

/**
 *   DRAFT      being built, and seen by nobody else
 *   SCHEDULED  launched, and open from a day to come on
 *   OPEN       families can register
 *   CLOSED     nobody can any more; it can be opened again
 */
export const registrationStatuses = ['DRAFT', 'SCHEDULED', 'OPEN', 'CLOSED'] as const
export type RegistrationStatus = (typeof registrationStatuses)[number]

/** What is asked less for, in percent with two decimals. */
export type PercentOff = { percent: number }

/** What a club decides about a registration in its first step. Days and times are in the club's zone. */
export type Setup = {
  name: string
  description: string
  /** How many players may register; as many as will where it is null. */
  places: number | null
  /** Who comes when all places are taken can wait for one. */
  waitingList: boolean
  /** What a place on that list costs: it goes back to who leaves it, and counts towards the price. None where it is null. */
  depositInCents: number | null
  /** Only who is invited may register. */
  isInviteOnly: boolean
  /** The club bears what providers take of a payment; otherwise it comes on top, for who pays. */
  absorbFees: boolean
  /** Families pay online, by the main payment account. */
  acceptPayments: boolean
  /** Families may register now and pay by a bill later. */
  acceptBills: boolean
  /** Less for the second and every further child of a family. */
  siblingDiscount: PercentOff | null
  /** Less for who registers up to a day, that one too. In a draft it may still lack its day: ''. */
  earlyBird: (PercentOff & { until: string }) | null
  /** From when and until when families can register: `2026-11-22`, `18:00`. */
  launchDate: string | null
  launchTime: string | null
  closeDate: string | null
  closeTime: string | null
}

/** What a registration begins with. */
export const firstSetup: Setup = {
  name: '',
  description: '',
  places: null,
  waitingList: false,
  depositInCents: null,
  isInviteOnly: false,
  absorbFees: false,
  acceptPayments: false,
  acceptBills: true,
  siblingDiscount: null,
  earlyBird: null,
  launchDate: null,
  launchTime: null,
  closeDate: null,
  closeTime: null,
}

export const setupLimits = { name: 100, description: 2000, places: 99_999 } as const
/** Dates are so many years off at most. */
const mostYears = 5

export type Windowed = Pick<Setup, 'launchDate' | 'launchTime' | 'closeDate' | 'closeTime'>

/** Percent: 0 to 100, with two decimals; what is asked less is more than nothing. */
export function percentFault(percent: number | null): ValueFault | undefined {
  if (percent === null) return { code: 'required' }
  if (percent <= 0) return { code: 'not_above_zero' }
  if (percent > 100) return { code: 'too_many_percent', limit: 100 }
  return Math.abs(percent * 100 - Math.round(percent * 100)) > 1e-6
    ? { code: 'too_many_decimals', limit: 2 }
    : undefined
}

const yearsFrom = (day: string, years: number) => `${Number(day.slice(0, 4)) + years}${day.slice(4)}`
const farFault = (day: string | null, today: string): ValueFault | undefined =>
  day !== null && (day < yearsFrom(today, -mostYears) || day > yearsFrom(today, mostYears))
    ? { code: 'too_far', limit: mostYears }
    : undefined
/** A day that is over cannot be chosen. `stands`: one that was chosen before may have passed since. */
export const pastFault = (day: string | null, today: string, stands?: string | null): ValueFault | undefined =>
  day !== null && day !== stands && day < today ? { code: 'in_the_past' } : undefined

/** `time`: what the clocks show there, `HH:mm`. Left out, an hour of today counts as one to come. */
type At = { today: string; time?: string; stands?: Setup | undefined }
/** The day and the time that it is at an instant where a club is. */
export const momentIn = (now: string, timezone: string) => ({
  today: dayIn(now, timezone),
  time: clockTimeOf(now, timezone),
})

/** What is wrong with the dates. */
const dateFaults = (setup: Setup, { today, time, stands }: At): ValueFaults => ({
  launchDate:
    farFault(setup.launchDate, today) ?? pastFault(setup.launchDate, today, stands?.launchDate) ?? orderFault(setup),
  closeDate:
    farFault(setup.closeDate, today) ??
    pastFault(setup.closeDate, today, stands?.closeDate) ??
    overFault(setup, { today, time, stands }),
  ...(setup.earlyBird && {
    'earlyBird.percent': percentFault(setup.earlyBird.percent),
    'earlyBird.until':
      farFault(setup.earlyBird.until || null, today) ??
      pastFault(setup.earlyBird.until || null, today, stands?.earlyBird?.until),
  }),
})

/** Of today an hour that is over cannot be chosen either: it would be closed at once. */
function overFault({ closeDate, closeTime }: Setup, { today, time, stands }: At): ValueFault | undefined {
  if (closeDate !== today || closeTime === null || time === undefined || closeTime > time) return undefined
  const isStanding = closeDate === stands?.closeDate && closeTime === stands.closeTime
  return isStanding ? undefined : { code: 'in_the_past' }
}

function orderFault({ launchDate, launchTime, closeDate, closeTime }: Windowed): ValueFault | undefined {
  if (launchDate === null || closeDate === null) return undefined
  const launch = `${launchDate}T${launchTime ?? '00:00'}`
  return launch < `${closeDate}T${closeTime ?? '23:59'}` ? undefined : { code: 'launch_after_close' }
}

/** What cannot be kept at all, however far the building is. */
export const draftFaults = (
  { name, description, places, depositInCents, siblingDiscount, ...rest }: Setup,
  at: At,
): ValueFaults => ({
  name: check(name, longest(setupLimits.name)),
  description: check(description, longest(setupLimits.description)),
  places: check(places, atLeast(1), atMost(setupLimits.places)),
  depositInCents: depositInCents === null ? undefined : priceFault(depositInCents),
  ...(siblingDiscount && { 'siblingDiscount.percent': percentFault(siblingDiscount.percent) }),
  ...dateFaults({ name, description, places, depositInCents, siblingDiscount, ...rest }, at),
})

/** What is wrong with the first step when it is to be complete. */
export const setupFaults = (setup: Setup, at: At): ValueFaults => ({
  ...draftFaults(setup, at),
  name: check(setup.name, required, longest(setupLimits.name)),
  ...(setup.earlyBird?.until === '' && { 'earlyBird.until': required('') }),
})

/** What takes a limit, or a price, away from families where it is empty. */
const emptiable = ['places', 'depositInCents', 'siblingDiscount', 'earlyBird'] as const
/** Where families see it already: what stands and is emptied. It may be about to be typed anew, so it counts by Save alone. */
export const emptiedFaults = (setup: Setup, stands: Setup): ValueFaults =>
  Object.fromEntries(
    emptiable
      .filter((name) => setup[name] === null && stands[name] !== null)
      .map((name) => [name, { code: 'emptied' }]),
  )
