import { clockTimeOf } from '../clockTime.ts'
import { dayIn } from '../days.ts'
import { priceFault } from '../fees.ts'
import { atLeast, atMost, check, longest, required, type ValueFault, type ValueFaults } from '../faults.ts'

/** What the registration is for: a team, or an event of a club such as a camp. */
export const registrationTypes = ['TEAM', 'EVENT'] as const
export type RegistrationType = (typeof registrationTypes)[number]

/**
 * The states of a registration.
 *   DRAFT      being built, and visible to nobody else
 *   SCHEDULED  launched, and open from a future day on
 *   OPEN       families can register
 *   CLOSED     nobody can register any more; it can be reopened
 */
export const registrationStatuses = ['DRAFT', 'SCHEDULED', 'OPEN', 'CLOSED'] as const
export type RegistrationStatus = (typeof registrationStatuses)[number]

/** A percentage discount, with two decimals. */
export type PercentOff = { percent: number }

/** A club's settings in the first step. Days and times are in the club's time zone. */
export type Setup = {
  name: string
  description: string
  /** The most players; null is unlimited. */
  places: number | null
  /** Players who come when all places are taken can join a waiting list. */
  waitingList: boolean
  /** The deposit for the waiting list: refunded on leaving it, and counted towards the price. Null for none. */
  depositInCents: number | null
  /** Only invited people may register. */
  isInviteOnly: boolean
  /** The club bears the providers' fees; otherwise they come on top, for the payer. */
  absorbFees: boolean
  /** Families pay online, to the main payment account. */
  acceptPayments: boolean
  /** Families may register now and pay a bill later. */
  acceptBills: boolean
  /** A discount for the second and every further child of a family. */
  siblingDiscount: PercentOff | null
  /** A discount up to and including a day. In a draft the day may still be missing: ''. */
  earlyBird: (PercentOff & { until: string }) | null
  /** When registration opens and closes: `2026-11-22`, `18:00`. */
  launchDate: string | null
  launchTime: string | null
  closeDate: string | null
  closeTime: string | null
}

/** The initial settings of a registration. */
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
/** How many years ahead dates may be. */
const maxYears = 5

export type Windowed = Pick<Setup, 'launchDate' | 'launchTime' | 'closeDate' | 'closeTime'>

/** Percent: above 0 to 100, with two decimals. */
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
  day !== null && (day < yearsFrom(today, -maxYears) || day > yearsFrom(today, maxYears))
    ? { code: 'too_far', limit: maxYears }
    : undefined
/** A day in the past cannot be chosen. `savedDay`: one chosen before may have passed since. */
export const pastFault = (day: string | null, today: string, savedDay?: string | null): ValueFault | undefined =>
  day !== null && day !== savedDay && day < today ? { code: 'in_the_past' } : undefined

/** `time`: the local time, `HH:mm`. Without it, any time today counts as in the future. */
type SetupContext = { today: string; time?: string; savedSetup?: Setup | undefined }
/** The local day and time at an instant in the club's time zone. */
export const momentIn = (now: string, timezone: string) => ({
  today: dayIn(now, timezone),
  time: clockTimeOf(now, timezone),
})

/** The faults of the dates. */
const dateFaults = (setup: Setup, { today, time, savedSetup }: SetupContext): ValueFaults => ({
  launchDate:
    farFault(setup.launchDate, today) ??
    pastFault(setup.launchDate, today, savedSetup?.launchDate) ??
    orderFault(setup),
  closeDate:
    farFault(setup.closeDate, today) ??
    pastFault(setup.closeDate, today, savedSetup?.closeDate) ??
    closeFault(setup, { today, time, savedSetup }),
  ...(setup.earlyBird && {
    'earlyBird.percent': percentFault(setup.earlyBird.percent),
    'earlyBird.until':
      farFault(setup.earlyBird.until || null, today) ??
      pastFault(setup.earlyBird.until || null, today, savedSetup?.earlyBird?.until),
  }),
})

/** A closing time that has passed today cannot be chosen either: it would be closed at once. */
function closeFault(
  { closeDate, closeTime }: Setup,
  { today, time, savedSetup }: SetupContext,
): ValueFault | undefined {
  if (closeDate !== today || closeTime === null || time === undefined || closeTime > time) return undefined
  const isUnchanged = closeDate === savedSetup?.closeDate && closeTime === savedSetup.closeTime
  return isUnchanged ? undefined : { code: 'in_the_past' }
}

function orderFault({ launchDate, launchTime, closeDate, closeTime }: Windowed): ValueFault | undefined {
  if (launchDate === null || closeDate === null) return undefined
  const launch = `${launchDate}T${launchTime ?? '00:00'}`
  return launch < `${closeDate}T${closeTime ?? '23:59'}` ? undefined : { code: 'launch_after_close' }
}

/** What cannot be saved even in a draft. */
export const draftFaults = (
  { name, description, places, depositInCents, siblingDiscount, ...rest }: Setup,
  at: SetupContext,
): ValueFaults => ({
  name: check(name, longest(setupLimits.name)),
  description: check(description, longest(setupLimits.description)),
  places: check(places, atLeast(1), atMost(setupLimits.places)),
  depositInCents: depositInCents === null ? undefined : priceFault(depositInCents),
  ...(siblingDiscount && { 'siblingDiscount.percent': percentFault(siblingDiscount.percent) }),
  ...dateFaults({ name, description, places, depositInCents, siblingDiscount, ...rest }, at),
})

/** The faults of the first step, when it has to be complete. */
export const setupFaults = (setup: Setup, at: SetupContext): ValueFaults => ({
  ...draftFaults(setup, at),
  name: check(setup.name, required, longest(setupLimits.name)),
  ...(setup.earlyBird?.until === '' && { 'earlyBird.until': required('') }),
})

/** Fields that remove a limit or discount for families when emptied. */
const emptiable = ['places', 'depositInCents', 'siblingDiscount', 'earlyBird'] as const
/**
 * For a published registration: fields that have a value and were emptied. The user may be about to type a new one, so this only
 * takes effect with Save.
 */
export const emptiedFaults = (setup: Setup, savedSetup: Setup): ValueFaults =>
  Object.fromEntries(
    emptiable
      .filter((name) => setup[name] === null && savedSetup[name] !== null)
      .map((name) => [name, { code: 'emptied' }]),
  )
