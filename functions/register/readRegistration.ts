import type { register } from '#shared/api/register.ts'
import type { CallOf } from '../serve.ts'
import { registrationForm, registrationHead, readTakenCounts } from './cards.ts'
import { checkInvited, readLaunched, registrarOf } from './launchedRegistration.ts'

/** A registration for anyone with its URL; without the questions if it is by invitation only or not open. */
export async function readOpen({
  params: { registrationId },
  query: { orgUnitId },
  now,
}: CallOf<typeof register, 'GET /rest-api/register/{registrationId}/open'>) {
  const [registration, taken] = await Promise.all([
    readLaunched(registrationId, now, orgUnitId),
    readTakenCounts(registrationId),
  ])
  const shown = registrationHead(registration, taken, now)
  const isShown = shown.status === 'OPEN' && !shown.isInviteOnly
  return { ...shown, form: isShown ? await registrationForm(registration, taken, now) : null }
}

/** The same for a signed-in user, with the name that they sign with. */
export async function readFirstStep({
  params: { registrationId },
  query: { orgUnitId },
  userId,
  me,
  now,
}: CallOf<typeof register, 'GET /rest-api/register/{registrationId}/first-step'>) {
  const [registration, taken, registrar] = await Promise.all([
    readLaunched(registrationId, now, orgUnitId),
    readTakenCounts(registrationId),
    registrarOf(userId, me),
  ])
  await checkInvited(registration, registrar)
  const { firstName, lastName } = registrar.profile
  return {
    ...registrationHead(registration, taken, now),
    ...(await registrationForm(registration, taken, now)),
    currentlyLoggedUserFirstName: firstName,
    currentlyLoggedUserLastName: lastName,
  }
}
