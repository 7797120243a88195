import { isOfAge, isOutstanding } from '#shared/rules/agreements.ts'
import { byTitle } from '#shared/rules/names.ts'
import { type LatestAgreements, type Agreement, latestAgreements, agreements } from '../table/agreements.ts'
import { type Player, players } from '../table/players.ts'

/** The current agreements of a club, by title. */
export async function askedFor(organizationId: string): Promise<Agreement[]> {
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
  wanted: readonly { playerId: string }[],
  { asked, today, consistent = false }: { asked: readonly Agreement[]; today: string; consistent?: boolean },
): Promise<SignatureStatus[]> {
  const ids = wanted.map(({ playerId }) => ({ playerId }))
  const [found, rows] = await Promise.all([players.getMany(ids), latestAgreements.getMany(ids, { consistent })])
  return found.flatMap((player, i) => (player ? [status(player, rows[i], asked, today)] : []))
}

function status(
  player: Player,
  row: LatestAgreements | undefined,
  asked: readonly Agreement[],
  today: string,
): SignatureStatus {
  const ofAge = isOfAge(player.bornOn, today)
  return {
    player,
    ofAge,
    askedAt: row?.askedAt,
    signed: asked.map(({ agreementId, textVersion }) => {
      const last = row?.last?.[agreementId]
      if (!last || isOutstanding(textVersion, ofAge, last)) return null
      return { textVersion: last.version, by: last.by, signedAt: last.at }
    }),
  }
}
