import { orgUnitOf, organizationOf } from '#shared/ids.ts'
import type { Access } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { dayIn } from '#shared/rules/days.ts'
import { statusOf } from '#shared/rules/registrations/window.ts'
import type { Offer } from '#shared/rules/register/choices.ts'
import { withNames } from '#shared/rules/register/choices.ts'
import { emailUsers } from '../table/emailUsers.ts'
import { type Organization, settingsOf } from '../table/organizations.ts'
import { type Profile, profiles } from '../table/profiles.ts'
import { registrationInvitations, registrations, type WholeRegistration } from '../table/registrations.ts'
import { stateIn, unitOf } from './unitState.ts'

/** A registration that was launched, with its parts, its club and the name of its team or club. */
export type LaunchedRegistration = WholeRegistration & {
  registrationId: string
  club: Organization
  country: string
  unitName: string
  /** Today in the club's time zone. */
  today: string
}

/** Reads a registration. Throws `not_found` for a draft, and if it is of another team or club than `orgUnitId`, which a link names. */
export async function readLaunched(
  registrationId: string,
  now: string,
  orgUnitId?: string,
): Promise<LaunchedRegistration> {
  const organizationId = organizationOf(registrationId)
  const [whole, unit] = await Promise.all([registrations.readWhole({ registrationId }), unitOf(registrationId)])
  const { club, team } = unit
  const isOfUnit = orgUnitId === undefined || orgUnitId === organizationId || orgUnitId === orgUnitOf(registrationId)
  if (!whole || whole.registration.state === 'draft' || !club || !isOfUnit) throw new Problem('not_found')
  return {
    ...whole,
    registration: { ...whole.registration, state: stateIn(whole.registration, unit) },
    questions: withNames(whole.questions),
    registrationId,
    club,
    country: settingsOf(club).country,
    unitName: team?.name ?? club.name,
    today: dayIn(now, club.timezone),
  }
}

/** What can be chosen, for the rules. */
export const offerOf = ({ registration, options, addOns }: LaunchedRegistration): Offer => ({
  registrationType: registration.registrationType,
  options,
  addOns,
})

export type Registrar = { userId: string; profile: Profile; access: Access }
/** The user who registers. Without a profile they have no name, and cannot sign. */
export async function registrarOf(userId: string, me: Promise<{ access: Access }>): Promise<Registrar> {
  const [profile, { access }] = await Promise.all([profiles.get({ userId }), me])
  return { userId, profile: profile ?? { userId, email: '', firstName: '', lastName: '' }, access }
}

/** Throws if the registration is by invitation only and the user is not invited. */
export async function checkInvited(
  { registration, registrationId }: LaunchedRegistration,
  { profile }: Registrar,
): Promise<void> {
  if (!registration.isInviteOnly) return
  const addresses = await emailUsers.addressesOf(profile)
  const invited = await registrationInvitations.getMany(addresses.map((email) => ({ registrationId, email })))
  if (invited.every((each) => each === undefined)) throw new Problem('USER_NOT_INVITED_TO_REGISTRATION')
}

/** Whether the club has closed it: nobody on the waiting list is offered a place. */
export const isClosedByClub = ({ registration }: LaunchedRegistration): boolean => registration.state !== 'launched'

/** Throws `registration_closed` or `registration_not_open` unless it is open at this instant. */
export function checkOpen({ registration, club }: LaunchedRegistration, now: string): void {
  const status = statusOf(registration, club.timezone, now)
  if (status === 'CLOSED') throw new Problem('registration_closed')
  if (status !== 'OPEN') throw new Problem('registration_not_open')
}
