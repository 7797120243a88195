import type { register } from '#shared/api/register.ts'
import type { CallOf } from '../serve.ts'
import { form, head, takenOf } from './cards.ts'
import { checkInvited, found, registrarOf } from './found.ts'

/** A registration for anyone with its URL; without the questions if it is by invitation only or not open. */
export async function readOpen({
  params: { registrationId },
  query: { orgUnitId },
  now,
}: CallOf<typeof register, 'GET /rest-api/register/{registrationId}/open'>) {
  const [registration, taken] = await Promise.all([found(registrationId, now, orgUnitId), takenOf(registrationId)])
  const shown = head(registration, taken, now)
  const isShown = shown.status === 'OPEN' && !shown.isInviteOnly
  return { ...shown, form: isShown ? await form(registration, taken, now) : null }
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
    found(registrationId, now, orgUnitId),
    takenOf(registrationId),
    registrarOf(userId, me),
  ])
  await checkInvited(registration, registrar)
  const { firstName, lastName } = registrar.profile
  return {
    ...head(registration, taken, now),
    ...(await form(registration, taken, now)),
    currentlyLoggedUserFirstName: firstName,
    currentlyLoggedUserLastName: lastName,
  }
}
