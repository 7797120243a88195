import type { registrations as contract } from '#shared/api/registrations.ts'
import { orgUnitOf } from '#shared/ids.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import { firstQuestions } from '#shared/rules/registrations/questions.ts'
import { firstSetup } from '#shared/rules/registrations/registration.ts'
import { newId } from '../table/newId.ts'
import type { CallOf } from '../serve.ts'
import { type Registration, registrationQuestions, registrations } from '../table/registrations.ts'
import { write } from '../table/table.ts'
import { teams } from '../table/teams.ts'
import { clubOf } from './registrationOf.ts'

type Api = typeof contract

/** Creates a draft whose only question is the player's name. Throws `saved_before` if an earlier try of the same call had another type. */
export async function createRegistration({ body, stamp }: CallOf<Api, 'POST /rest-api/registration/create'>) {
  const { registrationType, orgUnitId, registrationId = `${orgUnitId}.${newId('r')}` } = body
  if (orgUnitOf(registrationId) !== orgUnitId) throw new Problem('bad_request', [faultAt('registrationId', 'invalid')])
  await clubOf(orgUnitId)
  const outcome = await write(
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
    // Nobody could register for it.
    ...teams.checkNotArchived(orgUnitId),
  )
  if (outcome === 'repeated') await refuseOtherType(registrationId, registrationType)
  return { registrationId }
}

async function refuseOtherType(
  registrationId: string,
  registrationType: Registration['registrationType'],
): Promise<void> {
  const stored = await registrations.get({ registrationId }, { consistent: true })
  if (stored?.registrationType !== registrationType) throw new Problem('saved_before')
}
