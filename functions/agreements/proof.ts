import type { agreements as contract } from '#shared/api/agreements.ts'
import { organizationOf } from '#shared/ids.ts'
import { flagsOn } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import type { CallOf } from '../serve.ts'
import { agreementTexts, signatures } from '../table/agreements.ts'
import { organizations } from '../table/organizations.ts'
import { players } from '../table/players.ts'

/**
 * All signatures, newest first, each with the text that was agreed to. The IP address from which a guardian signed is that guardian's
 * data: the other guardians of the player, perhaps of another home, do not get it.
 */
export async function readProof({
  params: { agreementId, playerId },
  userId,
  me,
}: CallOf<typeof contract, 'GET /rest-api/agreements/agreement/{agreementId}/proof/{playerId}'>) {
  const [{ access }, organization, player, rows] = await Promise.all([
    me,
    organizations.get({ organizationId: organizationOf(agreementId) }),
    players.get({ playerId }),
    signatures.ofAgreement({ playerId, agreementId }),
  ])
  if (!organization || !player || rows.length === 0) throw new Problem('not_found')
  const isFamily = access.players.some(({ id }) => id === playerId)
  const isForClub = !isFamily || flagsOn(access, { organizationId: organizationOf(playerId) }).has('canEditPlayers')
  const texts = await agreementTexts.getMany(rows.map(({ textVersion }) => ({ agreementId, textVersion })))
  return {
    clubName: organization.name,
    timezone: organization.timezone,
    player: { id: playerId, firstName: player.firstName, lastName: player.lastName },
    signatures: rows.map(({ textVersion, name: by, signedAt, from, ofAge, userId: signer }, i) => ({
      title: texts[i]?.title ?? '',
      text: texts[i]?.text ?? '',
      textVersion,
      by,
      signedAt,
      from: isForClub || signer === userId ? from : '',
      ofAge,
    })),
  }
}
