import { write } from '#functions/table/table.ts'
import { merges } from '#functions/table/merges.ts'
import { mergedPlayers } from '#functions/table/mergedPlayers.ts'
import { families, players } from '#functions/table/players.ts'
import { teamPlayers } from '#functions/table/rosters.ts'
import { unassignedPlayers } from '#functions/table/unassignedPlayers.ts'
import { tags } from '#functions/table/tags.ts'
import { type Club, newPart, stamp } from '../club.ts'
import { aJpeg } from '../pictures.ts'
import type { Requests } from '../exampleRequests.ts'

/** A valid request to each route of teams, players and tags. */

export const tagOf = (club: Club): string => `${club.organizationId}.g00000000000`
async function aTag(_as: string, club: Club) {
  const tagId = tagOf(club)
  if (!(await tags.get({ tagId }, { consistent: true }))) await write(stamp, tags.create({ tagId, name: 'Keeper' }))
}

const onTeam = ({ falcons, mia }: Club) => ({ o: falcons.teamId, context: mia.playerId })
const ofTeam = ({ falcons }: Club) => ({ o: falcons.teamId })
/** Two Evas without a team; and a player who was merged into the first of them. */
const twinsOf = ({ organizationId }: Club) => ({
  keepId: `${organizationId}.p0000000000m`,
  goneId: `${organizationId}.p0000000000n`,
})
const mergeId = 'merge00000000000'
async function createTwins(_as: string, club: Club) {
  for (const playerId of Object.values(twinsOf(club)))
    if (!(await players.get({ playerId }, { consistent: true }))) {
      // An earlier request of another route may have merged it.
      if (await mergedPlayers.get({ playerId }, { consistent: true }))
        await write(stamp, mergedPlayers.remove({ playerId }))
      await teamPlayers.addNew(stamp, [{ playerId, firstName: 'Eva', lastName: 'Roy' }])
    }
}
async function aMerge(as: string, club: Club) {
  await createTwins(as, club)
  const { organizationId } = club
  const { keepId, goneId } = twinsOf(club)
  const player = { playerId: goneId, firstName: 'Eva', lastName: 'Roy', teams: [] }
  const noMoves = { teamIds: [], userIds: [], raised: [], guardianIds: [], inviteIds: [] }
  await write(
    stamp,
    players.remove({ playerId: goneId }),
    unassignedPlayers.remove({ playerId: goneId }),
    mergedPlayers.upsert({ playerId: goneId }, { set: { playerId: goneId, keepId } }),
    merges.upsert(
      { organizationId, mergeId },
      {
        set: {
          organizationId,
          mergeId,
          keepId,
          goneId,
          keptName: 'Eva Roy',
          goneName: 'Eva Roy',
          mergedAt: stamp.at,
          gone: { player, details: undefined, family: [], guardians: [], invitations: [], rows: [], invites: [] },
          moved: noMoves,
          filled: { player: {}, playerBefore: {}, details: {}, detailsBefore: {} },
        },
      },
    ),
  )
}

const queries: Requests['queries'] = {
  'GET /rest-api/teams/week': { startUtc: '2026-11-21T06:00:00Z' },
  'GET /rest-api/duplicates/{orgId}/preview': twinsOf,
  'GET /rest-api/teams/player/{playerId}': ofTeam,
  'GET /rest-api/teams/player/{playerId}/standing': ofTeam,
  'PUT /rest-api/teams/player/{playerId}': ofTeam,
  'PUT /rest-api/pictures/player/{playerId}': ofTeam,
  'DELETE /rest-api/pictures/player/{playerId}': ofTeam,
  'PUT /rest-api/pictures/player/{playerId}/audience': ofTeam,
  'PUT /rest-api/tag/association/add/{tagId}': onTeam,
  'DELETE /rest-api/tag/delete/association/{tagId}': onTeam,
}

const pictureUpload = { jpeg: aJpeg().toString('base64') }
const fields = { name: 'Falcons', sport: 'Soccer', season: '2026/27', color: '#13693a', isRosterVisible: true }
const bodies: Record<string, object | ((club: Club) => Promise<object>)> = {
  'POST /rest-api/teams/create/{orgId}': async (club) => ({
    teamId: `${club.organizationId}.${newPart('t')}`,
    ...fields,
  }),
  'PUT /rest-api/teams/team/{teamId}': fields,
  'POST /api/v1/addPlayersToTeam': async (club) => ({
    orgUnitId: club.falcons.teamId,
    playersToAdd: [{ playerId: `${club.organizationId}.${newPart('p')}`, firstName: 'Eva', lastName: 'Moreno' }],
  }),
  'POST /rest-api/duplicates/{orgId}/merge': async (club) => ({ mergeId: newPart('merge'), ...twinsOf(club) }),
  'POST /rest-api/duplicates/{orgId}/undo': { mergeId },
  'PUT /rest-api/duplicates/{orgId}/two': async (club) => {
    const { keepId: oneId, goneId: otherId } = twinsOf(club)
    return { oneId, otherId, two: true }
  },
  'POST /api/v1/removePlayer': async (club) => ({
    teamId: club.falcons.teamId,
    playerId: `${club.organizationId}.${newPart('p')}`,
  }),
  'PUT /rest-api/pictures/player/{playerId}': pictureUpload,
  'PUT /rest-api/pictures/player/{playerId}/audience': { to: 'team' },
  'PUT /rest-api/pictures/team/{teamId}': pictureUpload,
  'PUT /rest-api/teams/player/{playerId}': { bornOn: '2015-04-01' },
  'POST /rest-api/tag/create': async (club) => ({ orgUnitId: club.falcons.teamId, tagId: tagOf(club), name: 'Keeper' }),
}

/** Adds the club’s administrator to Mia’s family, for tests that call every route as the administrator. */
async function joinAsFamily(as: string, { mia: { playerId }, user }: Club) {
  if (as === user('admin') && !(await families.get({ playerId, userId: as }, { consistent: true })))
    await families.join(stamp, { playerId, userId: as, relation: 'own' })
}

const prepared: Record<string, (as: string, club: Club) => Promise<unknown>> = {
  'GET /rest-api/duplicates/{orgId}/preview': createTwins,
  'POST /rest-api/duplicates/{orgId}/merge': createTwins,
  'POST /rest-api/duplicates/{orgId}/undo': aMerge,
  'PUT /rest-api/duplicates/{orgId}/two': createTwins,
  'PUT /rest-api/pictures/player/{playerId}/audience': joinAsFamily,
  'PUT /rest-api/tag/association/add/{tagId}': aTag,
  'DELETE /rest-api/tag/delete/association/{tagId}': aTag,
}

export const exampleRequests: Requests = { params: (club) => ({ tagId: tagOf(club) }), queries, bodies, prepared }
