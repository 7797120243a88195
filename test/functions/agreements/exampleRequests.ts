import { revisionOf } from '#functions/agreements/agreements.ts'
import { latestAgreements, agreements, agreementTexts, signatures } from '#functions/table/agreements.ts'
import { profiles } from '#functions/table/profiles.ts'
import { update, write } from '#functions/table/table.ts'
import { type Club, joinsFamily, newPart, stamp } from '../club.ts'
import type { Requests } from '../exampleRequests.ts'

/** Valid requests to the routes of agreements, and the setup they need. */

export const agreementOf = ({ organizationId }: Club) => `${organizationId}.w0000000000a`
const agreementText = { title: 'Code of conduct', text: 'We play fair.' }

async function revisionNow(club: Club): Promise<number> {
  const row = await agreements.get({ agreementId: agreementOf(club) }, { consistent: true })
  return row ? revisionOf(row) : 0
}

const bodies: Record<string, object | ((club: Club) => Promise<object>)> = {
  'POST /rest-api/agreements/club/{orgId}': async () => ({ part: newPart('w'), ...agreementText }),
  'PUT /rest-api/agreements/agreement/{agreementId}': async (club) => ({
    ...agreementText,
    revision: await revisionNow(club),
  }),
  'PUT /rest-api/agreements/agreement/{agreementId}/archived': { archived: false },
  'POST /rest-api/agreements/agreement/{agreementId}/sign': async ({ mia }) => ({
    playerId: mia.playerId,
    textVersion: 1,
    name: 'Pat Moreno',
  }),
}
const queries: Record<string, (club: Club) => Record<string, string>> = {
  'GET /rest-api/agreements/agreement/{agreementId}/proof/{playerId}': ({ falcons: { teamId } }) => ({ teamId }),
}

/**
 * An agreement nobody has signed yet, requested by a user whose profile has the name they type; and a signature of another year.
 */
async function anAgreement(as: string, club: Club) {
  const agreementId = agreementOf(club)
  const { playerId } = club.mia
  const set = { agreementId, title: agreementText.title, textVersion: 1, textAt: stamp.at, archived: false }
  const user = { userId: as, email: `${as}@club.example`, firstName: 'Pat', lastName: 'Moreno' }
  const oldAgreement = {
    agreementId,
    playerId,
    textVersion: 999,
    ofAge: false,
    userId: as,
    name: 'Pat',
    signedAt: stamp.at,
    from: '',
  }
  await write(
    stamp,
    agreements.upsert({ agreementId }, { set }),
    agreementTexts.upsert({ agreementId, textVersion: 1 }, { set: { ...set, text: agreementText.text } }),
    signatures.upsert(oldAgreement, { set: oldAgreement }),
    latestAgreements.upsert({ playerId }, { set: { playerId, last: {}, askedAt: undefined } }),
  )
  await update(stamp, profiles.upsert({ userId: as }, { set: user }))
  const signature = { playerId, agreementId, textVersion: 1, ofAge: false }
  if (await signatures.get(signature, { consistent: true })) await write(stamp, signatures.remove(signature))
}

async function anOwnAgreement(as: string, club: Club) {
  await anAgreement(as, club)
  await joinsFamily(as, club)
}

const prepared: Record<string, (as: string, club: Club) => Promise<unknown>> = {
  'GET /rest-api/agreements/agreement/{agreementId}': anAgreement,
  'PUT /rest-api/agreements/agreement/{agreementId}': anAgreement,
  'PUT /rest-api/agreements/agreement/{agreementId}/archived': anAgreement,
  'POST /rest-api/agreements/ask/{teamId}': anAgreement,
  'POST /rest-api/agreements/agreement/{agreementId}/sign': anOwnAgreement,
  'GET /rest-api/agreements/agreement/{agreementId}/proof/{playerId}': anAgreement,
}

export const exampleRequests: Requests = {
  params: (club) => ({ agreementId: agreementOf(club) }),
  queries,
  bodies,
  prepared,
}
