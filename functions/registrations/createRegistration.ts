import type { registrations as contract } from '#shared/api/registrations.ts'
import { orgUnitOf, teamOf } from '#shared/ids.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import { firstQuestions } from '#shared/rules/registrations/questions.ts'
import { firstSetup } from '#shared/rules/registrations/registration.ts'
import type { CallOf } from '../serve.ts'
import {
  registrationAddOns,
  registrationInstallments,
  registrationInvitations,
  registrationNotifications,
  registrationOptions,
  registrationPromoCodes,
  registrationQuestions,
  registrations,
} from '../table/registrations.ts'
import { chunks } from '../table/chunks.ts'
import { all, mostAtOnce, pages, write } from '../table/table.ts'
import { teams } from '../table/teams.ts'
import type { Write } from '../table/writes.ts'
import { clubOf, registrationOf } from './registrationOf.ts'

type Api = typeof contract

/** A draft that asks for the player's name, and nothing else yet. */
export async function createRegistration({ body, stamp }: CallOf<Api, 'POST /rest-api/registration/create'>) {
  const { registrationId, registrationType, orgUnitId } = body
  if (orgUnitOf(registrationId) !== orgUnitId) throw new Problem('bad_request', [faultAt('registrationId', 'invalid')])
  const teamId = teamOf(orgUnitId)
  await Promise.all([clubOf(orgUnitId), teamId === undefined ? undefined : teams.now({ teamId })])
  await write(
    stamp,
    registrations.createOnce({
      ...firstSetup,
      registrationId,
      registrationType,
      state: 'draft',
      tags: [],
      mainPaymentAccountId: null,
      createdAt: stamp.at,
    }),
    registrationQuestions.create({ registrationId, questions: [...firstQuestions] }),
  )
  return { registrationId }
}

/** Its invitations go first and it last, so that a deletion that was cut short can be asked for again. */
export async function deleteRegistration({
  params: { registrationId },
  stamp,
}: CallOf<Api, 'DELETE /rest-api/registration/{registrationId}'>) {
  const { registration } = await registrationOf(registrationId)
  if (registration.state !== 'draft') throw new Problem('registration_in_use')
  for await (const invited of pages<{ email: string }>(registrationInvitations.of({ registrationId })))
    for (const part of chunks(invited, mostAtOnce))
      await write(stamp, ...part.map(({ email }) => registrationInvitations.remove({ registrationId, email })))
  const told = await registrationNotifications.of({ registrationId })
  for (const part of chunks(told, mostAtOnce))
    await write(stamp, ...part.map(({ userId }) => registrationNotifications.remove({ registrationId, userId })))
  const there = await all<object>({
    pk: registrations.key({ registrationId }).pk,
    from: 'REG#',
    to: 'REG#\uffff',
    consistent: true,
  })
  const kinds: { kind: string; remove: (id: { registrationId: string }) => Write }[] = [
    registrationQuestions,
    registrationOptions,
    registrationAddOns,
    registrationPromoCodes,
    registrationInstallments,
  ]
  const parts = kinds.flatMap((kind): Write[] =>
    there.some((row) => row.kind === kind.kind) ? [kind.remove({ registrationId })] : [],
  )
  await write(
    stamp,
    registrations.remove({ registrationId }, 'conflict', [['version', '=', registration.version]]),
    ...parts,
  )
  return {}
}
