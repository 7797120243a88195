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
import { viewerFor } from './player.ts'

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
  const pays = playersWith(access, 'pays').some(({ id }) => id === playerId)
  const onAll = flagsOn(access, { organizationId }).has('canEditFees')
  const onTeam = viewer.flags.has('canEditFees')
  const [papers, owing] = await Promise.all([
    viewer.own.has(playerId) || viewer.flags.has('canEditPlayers') ? papersOf(player, today) : null,
    pays || onAll || onTeam ? fees.ofPlayers(allIdsOf(player)) : null,
  ])
  const seen = owing?.filter(
    (fee) => onAll || (pays && isAskedOf(fee, access.userId)) || (onTeam && orgUnitOf(fee.playerFeeId) === o),
  )
  return {
    papers,
    fees:
      seen
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

async function papersOf({ playerId, bornOn }: Player, today: string) {
  const [asked, row] = await Promise.all([agreements.of(organizationOf(playerId)), latestAgreements.get({ playerId })])
  return asked
    .filter(({ archived }) => !archived)
    .map((agreement) => ({ ...agreement, name: agreement.title }))
    .toSorted(byTitle)
    .map(({ agreementId, title, textVersion }) => {
      const last = row?.last?.[agreementId]
      const isSigned = last && !isOutstanding(textVersion, isOfAge(bornOn, today), last)
      return { id: agreementId, title, signed: isSigned ? { by: last.by, at: last.at } : null }
    })
}
