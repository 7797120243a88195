import type { teams as contract } from '#shared/api/teams.ts'
import { organizationOf, orgUnitOf } from '#shared/ids.ts'
import { flagsOn, playersWith } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { isOfAge, isOutstanding } from '#shared/rules/agreements.ts'
import { dayIn } from '#shared/rules/days.ts'
import { feeStatusOf, outstandingOf } from '#shared/rules/fees.ts'
import { isAskedOf } from '#shared/rules/splitting.ts'
import { byTitle } from '#shared/rules/names.ts'
import type { CallOf } from '../serve.ts'
import { latestAgreements, agreements } from '../table/agreements.ts'
import { fees } from '../table/fees.ts'
import { organizations } from '../table/organizations.ts'
import { allIdsOf, type Player, players } from '../table/players.ts'
import { viewerFor } from './viewerFor.ts'

/** A player's consents and outstanding fees; for a coach only the fees of their own team. */
export async function readPlayerStatus({
  params: { playerId },
  query: { o },
  me,
  now,
}: CallOf<typeof contract, 'GET /rest-api/teams/player/{playerId}/standing'>) {
  const organizationId = organizationOf(playerId)
  const [player, club, { access }] = await Promise.all([
    players.get({ playerId }),
    organizations.get({ organizationId }),
    me,
  ])
  if (!player || !club) throw new Problem('not_found')
  const viewer = viewerFor(access, playerId, o)
  const today = dayIn(now, club.timezone)
  const mayPay = playersWith(access, 'pays').some(({ id }) => id === playerId)
  const mayEditAllFees = flagsOn(access, { organizationId }).has('canEditFees')
  const mayEditTeamFees = viewer.flags.has('canEditFees')
  const [papers, feeRows] = await Promise.all([
    viewer.ownIds.has(playerId) || viewer.flags.has('canEditPlayers') ? consentsOf(player, today) : null,
    mayPay || mayEditAllFees || mayEditTeamFees ? fees.ofPlayers(allIdsOf(player)) : null,
  ])
  const visibleFees = feeRows?.filter(
    (fee) =>
      mayEditAllFees ||
      (mayPay && isAskedOf(fee, access.userId)) ||
      (mayEditTeamFees && orgUnitOf(fee.playerFeeId) === o),
  )
  return {
    papers,
    fees:
      visibleFees
        ?.toSorted((a, b) => (a.dueOn < b.dueOn ? 1 : -1))
        .map((fee) => ({
          id: fee.playerFeeId,
          name: fee.name,
          amountInCents: fee.amount,
          outstandingInCents: outstandingOf(fee),
          dueOn: fee.dueOn,
          status: feeStatusOf(fee, today),
        })) ?? null,
  }
}

async function consentsOf({ playerId, bornOn }: Player, today: string) {
  const [agreementRows, row] = await Promise.all([
    agreements.of(organizationOf(playerId)),
    latestAgreements.get({ playerId }),
  ])
  return agreementRows
    .filter(({ archived }) => !archived)
    .map((agreement) => ({ ...agreement, name: agreement.title }))
    .toSorted(byTitle)
    .map(({ agreementId, title, textVersion }) => {
      const lastSignature = row?.last?.[agreementId]
      const isSigned = lastSignature && !isOutstanding(textVersion, isOfAge(bornOn, today), lastSignature)
      return { id: agreementId, title, signed: isSigned ? { by: lastSignature.by, at: lastSignature.at } : null }
    })
}
