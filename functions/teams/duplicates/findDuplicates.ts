import type { duplicates } from '#shared/api/duplicates.ts'
import { type Compared, duplicatesIn, pairKey } from '#shared/rules/duplicates.ts'
import type { CallOf } from '../../serve.ts'
import { merges } from '../../table/merges.ts'
import { players } from '../../table/players.ts'
import { differentPlayers } from './differentPlayers.ts'

/** The most pairs shown at a time: the likeliest. */
const maxPairs = 50
/** The most pairs shown that were marked as different people: the latest. */
const maxMarked = 200

/** Pairs of players of a club who may be the same person, and recent merges. */
export async function listDuplicates({
  params: { orgId },
  now,
}: CallOf<typeof duplicates, 'GET /rest-api/duplicates/{orgId}'>) {
  const [compared, merged] = await Promise.all([readCompared(orgId), merges.of(orgId, now)])
  const byId = new Map(compared.map((player) => [player.id, player]))
  const latestFirst = (await differentPlayers(orgId, (id) => byId.has(id))).toSorted((a, b) =>
    a.mark.saidAt < b.mark.saidAt ? 1 : -1,
  )
  const markedPairs = new Map(latestFirst.map((pair) => [pairKey(pair.oneId, pair.otherId), pair]))
  return {
    two: [...markedPairs.values()]
      .flatMap(({ oneId, otherId }) => {
        const [a, b] = [byId.get(oneId), byId.get(otherId)]
        return a && b ? [{ a: card(a), b: card(b) }] : []
      })
      .slice(0, maxMarked),
    pairs: duplicatesIn(compared, maxPairs, new Set(markedPairs.keys())).map(({ score, reasons, a, b }) => ({
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

async function readCompared(organizationId: string): Promise<Compared[]> {
  const compared: Compared[] = []
  for await (const part of players.everyone(organizationId))
    for (const { playerId: id, firstName, lastName, bornOn, teams, contacts = [] } of part)
      compared.push({ id, firstName, lastName, bornOn, teams: teams.map(({ name }) => name), contacts })
  return compared
}

const card = ({ bornOn, teams, contacts, ...player }: Compared) => ({
  ...player,
  bornOn: bornOn ?? null,
  teams: [...teams],
  contacts: [...contacts],
})
