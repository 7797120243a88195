import type { agreements as contract } from '#shared/api/agreements.ts'
import { organizationOf } from '#shared/ids.ts'
import { playersWith } from '#shared/permissions.ts'
import { dayIn } from '#shared/rules/days.ts'
import type { CallOf } from '../serve.ts'
import { organizations } from '../table/organizations.ts'
import { accountsOfPlayer } from '../people/signer.ts'
import { requiredAgreements, signatureStatusOf } from './signatureStatus.ts'

/** The agreements of each club in which the caller has players. */
export async function listMine({ me, now, userId }: CallOf<typeof contract, 'GET /rest-api/agreements/mine'>) {
  const { access } = await me
  const byClub = Map.groupBy(playersWith(access, 'sees'), ({ id }) => organizationOf(id))
  const clubs = await Promise.all(
    [...byClub].map(async ([organizationId, ownPlayers]) => {
      const [organization, required] = await Promise.all([
        organizations.get({ organizationId }),
        requiredAgreements(organizationId),
      ])
      if (!organization || required.length === 0) return []
      const { name, timezone } = organization
      const statuses = await signatureStatusOf(
        ownPlayers.map(({ id: playerId }) => ({ playerId })),
        { required, today: dayIn(now, timezone), consistent: true },
      )
      const signsElsewhere = await Promise.all(
        statuses.map(async ({ player, ofAge }) => ofAge && (await accountsOfPlayer([{ userId }], player)).length === 0),
      )
      return required.map(({ agreementId: id, title, textVersion, textAt: since }, i) => ({
        id,
        title,
        textVersion,
        since,
        club: { id: organizationId, name },
        players: statuses.map(({ player: { playerId, firstName, lastName }, ofAge, signed }, at) => ({
          id: playerId,
          firstName,
          lastName,
          ofAge,
          mayAgree: !signsElsewhere[at],
          signed: signed[i] ?? null,
        })),
      }))
    }),
  )
  return { agreements: clubs.flat() }
}
