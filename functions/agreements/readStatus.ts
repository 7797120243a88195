import type { agreements as contract } from '#shared/api/agreements.ts'
import { organizationOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { csvHead, csvLine } from '#shared/rules/csv.ts'
import { dayIn } from '#shared/rules/days.ts'
import { fullName } from '#shared/rules/names.ts'
import { displayName, type Say } from '../mail/say.ts'
import { sayToCaller } from '../mail/sayTo.ts'
import type { CallOf } from '../serve.ts'
import type { Agreement } from '../table/agreements.ts'
import { organizations } from '../table/organizations.ts'
import { players } from '../table/players.ts'
import { chunks } from '../table/chunks.ts'
import { unitPlayers } from '../people/unitPlayers.ts'
import { requiredAgreements, signatureStatusOf } from './signatureStatus.ts'

type Api = typeof contract
const pageSize = 50

export async function readStatus({
  params: { orgUnitId },
  query,
  now,
}: CallOf<Api, 'GET /rest-api/agreements/standing/{orgUnitId}'>) {
  const [unit, list] = await Promise.all([unitAt(orgUnitId, now), playersAt(orgUnitId, query.cursor)])
  const { name, required, today } = unit(list.teamName)
  const statuses = await signatureStatusOf(list.rows, { required, today })
  return {
    name,
    agreements: required.map(({ agreementId: id, title, textVersion }) => ({ id, title, textVersion })),
    players: statuses.map(({ player: { playerId: id, firstName, lastName }, ofAge, signed, askedAt = null }) => ({
      id,
      firstName,
      lastName,
      ofAge,
      signed,
      askedAt,
    })),
    cursor: list.cursor,
  }
}

/** The organization asked about, or the team's, and the agreements it asks for today. */
async function unitAt(orgUnitId: string, now: string) {
  const organizationId = organizationOf(orgUnitId)
  const [organization, required] = await Promise.all([
    organizations.get({ organizationId }),
    requiredAgreements(organizationId),
  ])
  if (!organization) throw new Problem('not_found')
  const today = dayIn(now, organization.timezone)
  return (teamName: string | undefined) => ({ name: teamName ?? organization.name, required, today })
}

const playersAt = (orgUnitId: string, cursor: string | undefined) =>
  unitPlayers(orgUnitId, { list: 'agreements', cursor, limit: pageSize })

export async function exportStatus({
  params: { orgUnitId },
  userId,
  token,
  now,
}: CallOf<Api, 'GET /rest-api/agreements/standing/{orgUnitId}/csv'>) {
  const isTeam = orgUnitId !== organizationOf(orgUnitId)
  const [unit, list, say] = await Promise.all([
    unitAt(orgUnitId, now),
    isTeam ? playersAt(orgUnitId, undefined) : undefined,
    sayToCaller({ userId, token }),
  ])
  const { required, today } = unit(list?.teamName)
  return {
    name: `agreements-${today}.csv`,
    content: table(required, today, list ? [list.rows] : players.everyone(orgUnitId), say),
  }
}

type Parts = Iterable<{ playerId: string }[]> | AsyncIterable<{ playerId: string }[]>

async function* table(required: readonly Agreement[], today: string, parts: Parts, say: Say) {
  const heads = required.flatMap(({ title, textVersion }) => [
    `${title} (${say('version', 'versión')} ${textVersion})`,
    `${title}: ${say('agreed by', 'aceptado por')}`,
    `${title}: ${say('agreed at', 'aceptado el')}`,
  ])
  yield csvHead([say('Player', 'Jugador'), ...heads])
  for await (const part of parts)
    for (const chunk of chunks(part, 100))
      for (const { player, signed } of await signatureStatusOf(chunk, { required, today }))
        yield csvLine([
          fullName(player),
          ...signed.flatMap((each) =>
            each
              ? [say('agreed', 'aceptado'), displayName(each.by, say), each.signedAt]
              : [say('open', 'pendiente'), '', ''],
          ),
        ])
}
