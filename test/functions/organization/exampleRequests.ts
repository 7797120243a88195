import { aJpeg } from '../pictures.ts'
import { teamAdministrators } from '#functions/table/administrators.ts'
import { invitations } from '#functions/table/invitations.ts'
import { links } from '#functions/table/links.ts'
import { organizations } from '#functions/table/organizations.ts'
import { profiles } from '#functions/table/profiles.ts'
import { write } from '#functions/table/table.ts'
import { teams } from '#functions/table/teams.ts'
import { venues } from '#functions/table/venues.ts'
import { type Club, newPart, stamp } from '../club.ts'
import type { Requests } from '../exampleRequests.ts'

/** Valid requests to the routes of organizations, and the setup they need. */

const venue = {
  name: 'North Park',
  address: '12 Main Street',
  city: 'Springfield',
  state: 'IL',
  zip: '60601',
  mapUrl: '',
  fields: ['1', '2'],
}
const bodies: Record<string, object | ((club: Club) => Promise<object>)> = {
  'PUT /rest-api/organization/links/{orgUnitId}': async ({ falcons }) => ({
    links: [{ name: 'The league', url: 'https://league.example/' }],
    revision: (await links.get({ orgUnitId: falcons.teamId }, { consistent: true }))?.version ?? 0,
  }),
  'PUT /rest-api/organization/logo/{orgId}': { jpeg: aJpeg().toString('base64') },
  'POST /rest-api/organization/venues/{orgUnitId}': async () => ({ ...venue, part: newPart('v') }),
  'PUT /rest-api/organization/venue/{venueId}': async () => venue,
  'POST /rest-api/organization/administrators/{orgUnitId}/invite': async () => ({
    part: newPart('i'),
    email: 'new@club.example',
    permissions: ['canEditAdministrators'],
  }),
  'PUT /rest-api/organization/administrators/{orgUnitId}/{userId}': { permissions: ['canEditAdministrators'] },
  // A team that they are not in, so that the caller keeps their access for later requests.
  'POST /rest-api/organization/leave': async ({ organizationId }) => ({ orgUnitId: `${organizationId}.t0000000000z` }),
  'PATCH /rest-api/organization/settings/{orgId}': async (club) => ({
    revision: (await organizations.get(club, { consistent: true }))?.version,
    phone: '555-123-456',
  }),
  'PATCH /rest-api/organization/terms/{orgId}': async (club) => ({
    revision: (await organizations.get(club, { consistent: true }))?.version,
    processingFeePerMil: 29,
  }),
}
/** Venues of both teams, as named in the tests about another team. */
async function aVenue(_as: string, club: Club) {
  for (const unit of [club.falcons.teamId, club.otters.teamId])
    await write(
      stamp,
      venues.upsert({ venueId: `${unit}.v0000000000a` }, { set: { ...venue, venueId: `${unit}.v0000000000a` } }),
    )
}
/** An administrator of both teams whose only right is to edit administrators. */
async function anAdministrator(_as: string, club: Club) {
  for (const { teamId } of [club.falcons, club.otters]) {
    // Read again, as the team may have been renamed.
    const team = await teams.get({ teamId }, { consistent: true })
    const administrator = { userId: club.user('extra'), firstName: 'One', lastName: 'More' }
    const storedAdministrator = await teamAdministrators.get({ ...administrator, teamId }, { consistent: true })
    if (team && !storedAdministrator)
      await write(stamp, ...teamAdministrators.appoint(team, { ...administrator, flags: ['canEditAdministrators'] }))
  }
}
/** An invitation to each team, to the caller's address. */
async function anInvitation(as: string, club: Club) {
  const email = `${as}@club.example`
  await write(
    stamp,
    profiles.upsert({ userId: as }, { set: { userId: as, email, firstName: 'In', lastName: 'Vited' } }),
  )
  for (const { teamId, name } of [club.falcons, club.otters]) {
    const invitationId = `${teamId}.i0000000000a`
    const from = { invitedBy: club.user('admin'), inviterName: 'Admin Okafor', invitedAt: '2026-11-20T18:00:00Z' }
    const set = { invitationId, email, flags: ['canEditAdministrators' as const], unitName: name, ...from }
    await write(stamp, invitations.upsert({ invitationId }, { set }))
  }
}

const prepared: Record<string, (as: string, club: Club) => Promise<unknown>> = {
  'DELETE /rest-api/organization/administrators/{orgUnitId}/{userId}': anAdministrator,
  'DELETE /rest-api/organization/invitation/{invitationId}': anInvitation,
  'GET /rest-api/organization/invitation/{invitationId}': anInvitation,
  'DELETE /rest-api/organization/venue/{venueId}': aVenue,
  'PUT /rest-api/organization/administrators/{orgUnitId}/{userId}': anAdministrator,
  'POST /rest-api/organization/invitation/{invitationId}/accept': anInvitation,
  'POST /rest-api/organization/invitation/{invitationId}/decline': anInvitation,
  'PUT /rest-api/organization/venue/{venueId}': aVenue,
}

export const exampleRequests: Requests = {
  params: ({ falcons }) => ({
    venueId: `${falcons.teamId}.v0000000000a`,
    invitationId: `${falcons.teamId}.i0000000000a`,
  }),
  bodies,
  prepared,
}
