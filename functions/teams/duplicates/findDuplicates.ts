import type { duplicates } from '#shared/api/duplicates.ts'
import { type Compared, duplicatesIn } from '#shared/rules/duplicates.ts'
import type { CallOf } from '../../serve.ts'
import { merges } from '../../table/merges.ts'
import { players } from '../../table/players.ts'

/** As many pairs are shown at a time: the surest. */
const mostPairs = 50

/** Pairs of players of a club who are perhaps one, and what was merged of late. */
export async function listDuplicates({
  params: { orgId },
  now,
}: CallOf<typeof duplicates, 'GET /rest-api/duplicates/{orgId}'>) {
  const [compared, merged] = await Promise.all([comparedOf(orgId), merges.of(orgId, now)])
  return {
    pairs: duplicatesIn(compared, mostPairs).map(({ score, reasons, a, b }) => ({
      score,
      reasons,
      a: card(a),
      b: card(b),
    })),
    merges: merged
      .toSorted((a, b) => (a.mergedAt < b.mergedAt ? 1 : -1))
      .map(({ mergeId, keepId, keptName, goneName, mergedAt }) => ({
        mergeId,
        keptId: keepId,
        kept: keptName,
        gone: goneName,
        mergedAt,
      })),
  }
}

async function comparedOf(organizationId: string): Promise<Compared[]> {
  const found: Compared[] = []
  for await (const part of players.everyone(organizationId))
    for (const { playerId: id, firstName, lastName, bornOn, teams, contacts = [] } of part)
      found.push({ id, firstName, lastName, bornOn, teams: teams.map(({ name }) => name), contacts })
  return found
}

const card = ({ bornOn, teams, contacts, ...player }: Compared) => ({
  ...player,
  bornOn: bornOn ?? null,
  teams: [...teams],
  contacts: [...contacts],
})
