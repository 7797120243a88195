import { describe, expect, it } from 'vitest'
import { organizations } from '#functions/table/organizations.ts'
import { update } from '#functions/table/table.ts'
import { routes } from '#shared/api/index.ts'
import { playerFeeOf } from '#shared/ids.ts'
import { stopsWhenLimited } from '#shared/api/limited.ts'
import { call } from './call.ts'
import { aClub, newPart, stamp } from './club.ts'

const aLimitedClub = async () => {
  const club = await aClub()
  await update(stamp, organizations.change(club, { set: { limitedFunctionality: true } }))
  return club
}

describe('a club whose subscription has expired', () => {
  it('can be read but not added to, until it is renewed', async () => {
    const club = await aLimitedClub()
    const as = club.user('admin')
    const opens = () =>
      call('POST /rest-api/teams/create/{orgId}', {
        as,
        orgId: club.organizationId,
        body: {
          teamId: `${club.organizationId}.${newPart('t')}`,
          name: 'Herons',
          sport: 'Soccer',
          season: '',
          color: '',
          isRosterVisible: true,
        },
      })
    const { status, refusal } = await opens()
    expect([status, refusal.code]).toEqual([412, 'limited_functionality'])
    expect(refusal.message).toContain('There is an issue with your subscription.')
    expect((await call('GET /api/v1/team/{teamId}', { as, teamId: club.falcons.teamId })).status).toBe(200)
    await update(stamp, organizations.change(club, { set: { limitedFunctionality: false } }))
    expect((await opens()).status).toBe(200)
  })

  it('rejects callers without rights with not_allowed, without revealing that it has expired', async () => {
    const club = await aLimitedClub()
    const { status, refusal } = await call('POST /o/{orgUnitId}/unarchive', {
      as: club.user('parent'),
      orgUnitId: club.otters.teamId,
    })
    expect([status, refusal.code]).toEqual([403, 'not_allowed'])
  })

  it('lets families answer invites', async () => {
    const club = await aLimitedClub()
    const { status } = await call('GET /user/updateInviteStatus/{inviteFile}', {
      as: club.user('parent'),
      inviteFile: `${club.invite(club.mia)}.json`,
      query: { format: 'json', status: 'Accepted' },
    })
    expect(status).toBe(200)
  })

  it('lets families pay their fees', async () => {
    const club = await aLimitedClub()
    const as = club.user('parent')
    const { status } = await call('POST /rest-api/fee/payment-link', { as, body: { orgId: club.organizationId } })
    expect(status).toBe(200)
  })

  it('lets an administrator record a chargeback', async () => {
    const club = await aLimitedClub()
    const { refusal } = await call('POST /rest-api/fee/chargeback/{feePlayerId}', {
      as: club.user('admin'),
      feePlayerId: playerFeeOf(`${club.falcons.teamId}.${newPart('d')}`, club.mia.playerId),
      body: { paymentId: `${club.organizationId}.${newPart('y')}`, feeInCents: 0 },
    })
    // The dispute does not exist.
    expect(refusal.code).toBe('not_found')
  })

  it('lets families and coaches send a picture in chat', async () => {
    const club = await aLimitedClub()
    const body = { name: 'goal.jpg', type: 'image/jpeg' as const, size: 1000 }
    for (const name of ['parent', 'coach']) {
      const as = club.user(name)
      expect((await call('POST /rest-api/files/{orgId}', { as, orgId: club.organizationId, body })).status).toBe(200)
    }
  })

  it('lets an administrator archive a team and delete an event', async () => {
    const club = await aLimitedClub()
    const as = club.user('admin')
    expect((await call('POST /o/{orgUnitId}/archive', { as, orgUnitId: club.otters.teamId })).status).toBe(200)
    const { status } = await call('GET /api/v1/deleteEvent/{eventId}', { as, eventId: club.game.eventId, query: {} })
    expect(status).toBe(200)
  })
})

describe('stopsWhenLimited', () => {
  const stops = (key: string) => {
    const found = routes.find((line) => line.key === key)
    if (!found) throw new Error(`There is no route ${key}.`)
    return stopsWhenLimited(key, found.route.can)
  }

  it.each([
    'POST /rest-api/teams/create/{orgId}',
    'POST /o/{orgUnitId}/unarchive',
    'POST /api/v1/addPlayersToTeam',
    'POST /rest-api/calendar/events/{orgUnitId}',
    'PUT /rest-api/calendar/event/{eventId}',
    'POST /event/addPlayerInvite',
    'POST /rest-api/fee/create',
    'POST /rest-api/registration/launch/{registrationId}',
    'POST /rest-api/registration/launch/{registrationId}/reopen',
    'POST /rest-api/registration/invitations/{registrationId}',
    'POST /rest-api/register/{registrationId}/change',
    'GET /rest-api/fee/payment-accounts/toggle/{paymentAccountId}',
    'POST /rest-api/families/imports/{orgUnitId}',
    'POST /rest-api/files/{orgId}/parts',
    'POST /rest-api/mail/email/{emailId}/send',
    'POST /rest-api/organization/administrators/{orgUnitId}/invite',
    'PATCH /rest-api/organization/settings/{orgId}',
  ])('is true for %s', (key) => {
    expect(stops(key)).toBe(true)
  })

  it.each([
    'GET /api/v1/orgOverview/{orgId}',
    'GET /user/updateInviteStatus/{inviteFile}',
    'POST /rest-api/chat/conversations/{conversationSid}/messages',
    'POST /rest-api/files/{orgId}',
    'POST /rest-api/files/{fileId}/keep',
    'POST /o/{orgUnitId}/archive',
    'POST /rest-api/fee/payment-link',
    'POST /rest-api/fee/cards/{orgId}',
    'POST /rest-api/fee/refund-again/{feePlayerId}',
    'POST /rest-api/academy/storage/recent/organization/{orgId}/storage/{storageItemId}',
    'POST /rest-api/fee/refund/{feePlayerId}',
    'POST /rest-api/fee/cancel/{feePlayerId}',
    'GET /api/v1/deleteEvent/{eventId}',
    'POST /rest-api/calendar/event/{eventId}/restore',
    'POST /rest-api/academy/storage/organization/{orgId}/restore',
    'POST /rest-api/recordings/{recordingId}/restore',
    'POST /rest-api/registration/invitations/{registrationId}/withdraw',
    'POST /rest-api/registration/launch/{registrationId}/close',
    'POST /rest-api/register/{registrationId}/cancel',
    'POST /api/v1/removePlayer',
    'POST /rest-api/families/person/{orgId}/{userId}/remove',
    'POST /rest-api/duplicates/{orgId}/undo',
    'DELETE /rest-api/organization/administrators/{orgUnitId}/{userId}',
    'POST /rest-api/today/one-tap/answer',
    'PUT /rest-api/session/profile',
    'PATCH /rest-api/organization/terms/{orgId}',
  ])('is false for %s', (key) => {
    expect(stops(key)).toBe(false)
  })
})
