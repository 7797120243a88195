import { countries } from './countries.ts'
import { atLeast, atMost, check, required, type ValueFault, type ValueFaults, faultFrom } from './faults.ts'
import { oneLine } from './oneLine.ts'
import { phoneFault } from './phones.ts'
import { longestAddress, whyCannotWebAddress } from './webAddresses.ts'

/** Hours before an event at which families who have not answered can be reminded. */
export const reminderHours = [2, 6, 24, 48, 72] as const

export const playerFieldTypes = ['TEXT', 'NUMBER', 'DATE', 'YES_NO', 'CHOICE'] as const
/** A club's custom field of players. `choices` are those of a CHOICE. */
export type PlayerField = {
  id: string
  name: string
  type: (typeof playerFieldTypes)[number]
  choices: string[]
  required: boolean
}
const maxPlayerFields = 30
const maxChoices = 30

/** A club's settings. A fee is per mille of the amount, and cents. */
export type OrganizationSettings = {
  name: string
  sport: string
  timezone: string
  /** Two letters; '' if not set. */
  country: string
  /** Its postal address on one line: shown below each mail. */
  address: string
  phone: string
  website: string
  isRosterVisible: boolean
  chatEnabled: boolean
  academyEnabled: boolean
  customRegistrationEnabled: boolean
  /** Administrators have their rights only if signed in with a second factor. */
  adminSecondFactor: boolean
  processingFeePerMil: number
  processingFeeInCents: number
  reminderHours: number[]
  playerFields: PlayerField[]
}

/** The faults of a club's settings. */
export const settingsFaults = (values: Omit<OrganizationSettings, 'sport'>): ValueFaults => ({
  name: check(values.name, required, oneLine(100)),
  timezone: isTimezone(values.timezone) ? undefined : { code: 'select_one' },
  country: values.country === '' || countries.includes(values.country) ? undefined : { code: 'select_one' },
  address: oneLine(200)(values.address),
  phone: phoneFault(values.phone, values.country),
  website: faultFrom(whyCannotWebAddress, longestAddress)(values.website),
  processingFeePerMil: check<number | null>(values.processingFeePerMil, atLeast(0), atMost(1000)),
  processingFeeInCents: check<number | null>(values.processingFeeInCents, atLeast(0), atMost(99_999)),
  ...playerFieldFaults(values.playerFields),
})

function playerFieldFaults(fields: readonly PlayerField[]): ValueFaults {
  if (fields.length > maxPlayerFields) return { playerFields: { code: 'too_many', limit: maxPlayerFields } }
  const faults: ValueFaults = {}
  for (const [i, { name, type, choices }] of fields.entries()) {
    faults[`playerFields.${i}.name`] = check(name, required, oneLine(64))
    if (type !== 'CHOICE') continue
    const fault = choices.map((choice) => check(choice, required, oneLine(64))).find(Boolean)
    const count: ValueFault | undefined =
      choices.length === 0
        ? { code: 'too_few', limit: 1 }
        : choices.length > maxChoices
          ? { code: 'too_many', limit: maxChoices }
          : undefined
    faults[`playerFields.${i}.choices`] = count ?? fault
  }
  return faults
}

export function isTimezone(name: string): boolean {
  try {
    // Throws for an unknown time zone.
    Intl.DateTimeFormat('en', { timeZone: name })
    return /^[A-Za-z]/.test(name)
  } catch {
    return false
  }
}
