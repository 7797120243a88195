import { isOfAge, isOutstanding } from '#shared/rules/agreements.ts'
import { byTitle } from '#shared/rules/names.ts'
import { type LatestAgreements, type Agreement, latestAgreements, agreements } from '../table/agreements.ts'
import { type Player, players } from '../table/players.ts'

/** The current agreements of a club, by title. */
export async function requiredAgreements(organizationId: string): Promise<Agreement[]> {
  const rows = await agreements.of(organizationId)
  return rows
    .filter(({ archived }) => !archived)
    .map((row) => ({ ...row, name: row.title }))
    .toSorted(byTitle)
}

/** A player, whether they are of age on that day, and per agreement the signature, if it is still valid. */
export type SignatureStatus = {
  player: Player
  ofAge: boolean
  askedAt: string | undefined
  signed: ({ textVersion: number; by: string; signedAt: string } | null)[]
}

export async function signatureStatusOf(
  playerRefs: readonly { playerId: string }[],
  { required, today, consistent = false }: { required: readonly Agreement[]; today: string; consistent?: boolean },
): Promise<SignatureStatus[]> {
  const ids = playerRefs.map(({ playerId }) => ({ playerId }))
  const [foundPlayers, rows] = await Promise.all([players.getMany(ids), latestAgreements.getMany(ids, { consistent })])
  return foundPlayers.flatMap((player, i) => (player ? [status(player, rows[i], required, today)] : []))
}

function status(
  player: Player,
  row: LatestAgreements | undefined,
  required: readonly Agreement[],
  today: string,
): SignatureStatus {
  const ofAge = isOfAge(player.bornOn, today)
  return {
    player,
    ofAge,
    askedAt: row?.askedAt,
    signed: required.map(({ agreementId, textVersion }) => {
      const lastSignature = row?.last?.[agreementId]
      if (!lastSignature || isOutstanding(textVersion, ofAge, lastSignature)) return null
      return { textVersion: lastSignature.version, by: lastSignature.by, signedAt: lastSignature.at }
    }),
  }
}
