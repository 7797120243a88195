import { writeLink } from '#functions/http/links.ts'
import { teamAdministrators } from '#functions/table/administrators.ts'
import { familyInvitations } from '#functions/table/familyInvitations.ts'
import { importParts, imports } from '#functions/table/imports.ts'
import { update, write } from '#functions/table/table.ts'
import { teams } from '#functions/table/teams.ts'
import { type Club, stamp } from '../club.ts'
import type { Requests } from '../exampleRequests.ts'

/** A valid request to each route of families and imports, and the setup it needs. */

const invitationId = 'invitation000001'
/** The token in an invitation mail to Mia's family. */
const joinToken = async ({ mia, user }: Club) => ({
  token: await writeLink('join', {
    about: mia.playerId,
    userId: user('coach'),
    made: stamp.at,
    ends: '2026-12-01T12:00:00.000Z',
    data: [invitationId],
  }),
})
/** An invitation that the caller has already accepted: accepting it again changes nothing. */
const anInvitation = (as: string, { mia: { playerId }, user }: Club) => {
  const invitation = { email: 'gran@family.example', name: 'Gran', relation: 'own', invitedBy: user('coach') } as const
  const row = { playerId, invitationId, ...invitation, invitedAt: stamp.at, state: 'accepted', acceptedBy: as } as const
  return update(stamp, familyInvitations.upsert({ playerId, invitationId }, { set: { ...row, playerIds: [playerId] } }))
}
const importRow = { row: 2, firstName: 'Nia', lastName: 'Diaz', guardians: [] }

const importId = 'import0000000001'
/** An import into each team that only needs to be started. */
async function anImport(userId: string, club: Club) {
  const counts = { done: 0, parts: 0, part: 0, row: 0, steps: 0, added: 0, changed: 0, same: 0, kept: 0, turn: 0 }
  for (const { teamId: orgUnitId } of [club.falcons, club.otters]) {
    const id = { orgUnitId, importId }
    const newImport = {
      ...id,
      name: 'players.csv',
      startedBy: userId,
      startedAt: stamp.at,
      rows: 1,
      ...counts,
      refused: [],
    }
    await write(
      stamp,
      imports.upsert(id, { set: { ...newImport, state: 'staging' } }),
      importParts.upsert({ ...id, part: 0 }, { set: { ...id, part: 0, rows: [importRow], startedAt: stamp.at } }),
    )
  }
}

/** An administrator of the Falcons with a right that the caller also has. */
async function extraMember(_as: string, { falcons, user }: Club) {
  const member = { userId: user('extra'), firstName: 'One', lastName: 'More' }
  const { teamId } = falcons
  const [team, storedMember] = await Promise.all([
    teams.get({ teamId }, { consistent: true }),
    teamAdministrators.get({ ...member, teamId }, { consistent: true }),
  ])
  if (team && !storedMember)
    await write(stamp, ...teamAdministrators.appoint(team, { ...member, flags: ['canEditAdministrators'] }))
}

export const exampleRequests: Requests = {
  params: () => ({ importId }),
  queries: {
    'GET /rest-api/families/player/{playerId}': ({ falcons: { teamId } }) => ({ teamId }),
  },
  bodies: {
    'POST /rest-api/families/player/{playerId}/invite': async ({ falcons: { teamId } }) => ({
      invitationId: crypto.randomUUID().replaceAll('-', ''),
      email: 'gran@family.example',
      name: 'Gran Moreno',
      relation: 'following',
      teamId,
    }),
    'POST /rest-api/families/player/{playerId}/withdraw': async ({ falcons: { teamId } }) => ({
      invitationId: 'nobodysinvitation',
      teamId,
    }),
    'POST /rest-api/families/player/{playerId}/remove': async ({ falcons: { teamId } }) => ({
      userId: 'nobody',
      teamId,
    }),
    'POST /rest-api/families/leave': async ({ organizationId }) => ({ playerId: `${organizationId}.p0000000000z` }),
    'PUT /rest-api/families/player/{playerId}/rights': async ({ falcons: { teamId }, user }) => ({
      userId: user('parent'),
      lacks: [],
      teamId,
    }),
    'POST /rest-api/families/player/{playerId}/hide': async ({ falcons: { teamId }, user }) => ({
      userId: user('parent'),
      hidden: false,
      teamId,
    }),
    'POST /rest-api/families/invitation/read': joinToken,
    'POST /rest-api/families/invitation/accept': joinToken,
    'POST /rest-api/families/imports/{orgUnitId}': async () => ({
      importId: crypto.randomUUID().replaceAll('-', ''),
      name: 'players.csv',
      rows: 1,
    }),
    'POST /rest-api/families/imports/{orgUnitId}/check': { rows: [importRow] },
    'POST /rest-api/families/imports/{orgUnitId}/{importId}/rows': { part: 0, rows: [importRow] },
  },
  prepared: {
    'GET /rest-api/families/person/{orgId}/{userId}': extraMember,
    'POST /rest-api/families/person/{orgId}/{userId}/remove': extraMember,
    'POST /rest-api/families/invitation/read': anInvitation,
    'POST /rest-api/families/invitation/accept': anInvitation,
    'GET /rest-api/families/imports/{orgUnitId}/{importId}': anImport,
    'POST /rest-api/families/imports/{orgUnitId}/{importId}/rows': anImport,
    'POST /rest-api/families/imports/{orgUnitId}/{importId}/start': anImport,
    'POST /rest-api/families/imports/{orgUnitId}/{importId}/undo': anImport,
  },
}
