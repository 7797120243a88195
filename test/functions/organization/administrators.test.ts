import { beforeAll, describe, expect, it } from 'vitest'
import { sayIn } from '#functions/mail/say.ts'
import { writers } from '#functions/organization/mailWriters.ts'
import { organizationAdministrators, teamAdministrators } from '#functions/table/administrators.ts'
import { invitations, invitedCounts } from '#functions/table/invitations.ts'
import { emailUsers } from '#functions/table/emailUsers.ts'
import { profiles } from '#functions/table/profiles.ts'
import { suppressedAddresses } from '#functions/table/suppressedAddresses.ts'
import { update, write } from '#functions/table/table.ts'
import { teams } from '#functions/table/teams.ts'
import type { Flag } from '#shared/permissions.ts'
import { formerName } from '#shared/rules/names.ts'
import { call } from '../call.ts'
import { aClub, type Club, newPart, stamp } from '../club.ts'

const LIST = 'GET /rest-api/organization/administrators/{orgUnitId}'
const INVITE = 'POST /rest-api/organization/administrators/{orgUnitId}/invite'
const CHANGE = 'PUT /rest-api/organization/administrators/{orgUnitId}/{userId}'
const REMOVE = 'DELETE /rest-api/organization/administrators/{orgUnitId}/{userId}'
const SHOW = 'GET /rest-api/organization/invitation/{invitationId}'
const ACCEPT = 'POST /rest-api/organization/invitation/{invitationId}/accept'
const DECLINE = 'POST /rest-api/organization/invitation/{invitationId}/decline'
const WITHDRAW = 'DELETE /rest-api/organization/invitation/{invitationId}'

process.env['SITE_URL'] = 'https://app.club.example'

const appoint = (club: Club, name: string, flags: Flag[]) =>
  write(
    stamp,
    ...organizationAdministrators.appoint(club.organization, {
      userId: club.user(name),
      firstName: name,
      lastName: 'Okafor',
      flags,
    }),
  )
const change = (club: Club, as: string, of: string, permissions: Flag[], orgUnitId = club.organizationId) =>
  call(CHANGE, { as: club.user(as), orgUnitId, userId: club.user(of), body: { permissions } })
const remove = (club: Club, as: string, of: string, orgUnitId = club.organizationId) =>
  call(REMOVE, { as: club.user(as), orgUnitId, userId: club.user(of) })
const flagsOf = async (club: Club, name: string) =>
  (await organizationAdministrators.get({ ...club.organization, userId: club.user(name) }, { consistent: true }))?.flags

describe('an administrator', () => {
  it('has changed rights from the next request on, and none once removed', async () => {
    const club = await aClub()
    await appoint(club, 'aide', ['canEditTeam'])
    const details = () =>
      call('PATCH /rest-api/organization/settings/{orgId}', {
        as: club.user('aide'),
        orgId: club.organizationId,
        body: { revision: 0 },
      })
    expect((await details()).status).toBe(412)
    expect((await change(club, 'admin', 'aide', ['canEditEvents'])).body).toEqual({
      id: club.user('aide'),
      name: 'aide Okafor',
      avatarUrl: null,
      permissions: ['canEditEvents'],
    })
    expect((await details()).status).toBe(403)
    expect((await remove(club, 'admin', 'aide')).status).toBe(200)
    expect((await remove(club, 'admin', 'aide')).status).toBe(404)
    const { body } = await call('GET /api/v1/playersAndTeams', { as: club.user('aide') })
    expect(body.organizations).toEqual([])
  })

  it('cannot grant or revoke rights that they lack, but can give up their own', async () => {
    const club = await aClub()
    await appoint(club, 'aide', ['canEditAdministrators', 'canEditTeam'])
    await appoint(club, 'treasurer', ['canEditFees'])
    const codes = async (...permissions: Flag[]) =>
      (await change(club, 'aide', 'treasurer', permissions)).refusal.code ?? 'done'
    expect(await codes('canEditFees', 'canEditBilling')).toBe('beyond_rights')
    expect(await codes('canEditTeam')).toBe('beyond_rights')
    expect(await codes('canEditFees', 'canEditTeam')).toBe('done')
    expect((await remove(club, 'aide', 'treasurer')).refusal.code).toBe('beyond_rights')
    expect((await change(club, 'aide', 'aide', ['canEditAdministrators', 'canEditBilling'])).refusal.code).toBe(
      'beyond_rights',
    )
    expect((await change(club, 'aide', 'aide', ['canEditTeam'])).status).toBe(200)
    expect((await change(club, 'aide', 'treasurer', ['canEditFees'])).status).toBe(403)
  })

  it('cannot be removed or demoted as the last one who may edit administrators', async () => {
    const club = await aClub()
    expect((await remove(club, 'admin', 'admin')).refusal.code).toBe('last_administrator')
    expect((await change(club, 'admin', 'admin', ['canEditTeam'])).refusal.code).toBe('last_administrator')
    await appoint(club, 'aide', ['canEditAdministrators'])
    expect((await remove(club, 'admin', 'admin')).status).toBe(200)
    expect((await remove(club, 'aide', 'aide')).refusal.code).toBe('last_administrator')
  })

  it('remains when all twenty remove themselves concurrently', async () => {
    const club = await aClub()
    const names = Array.from({ length: 20 }, (_, i) => `aide${i}`)
    for (const name of names) await appoint(club, name, ['canEditAdministrators'])
    await remove(club, 'admin', 'admin')
    await Promise.all(names.map((name) => remove(club, name, name)))
    // Those who got a conflict try again, one after another.
    for (const name of names) await remove(club, name, name)
    const left = await Promise.all(names.map((name) => flagsOf(club, name)))
    expect(left.filter(Boolean)).toEqual([['canEditAdministrators']])
  })

  it('of a team can edit only that team’s administrators, without rights of the whole club', async () => {
    const club = await aClub()
    const { falcons, otters } = club
    const flags: Flag[] = ['canEditAdministrators', 'canEditEvents', 'canEditPlayers']
    const lead = { userId: club.user('lead'), firstName: 'Lead', lastName: 'Coach', flags }
    await write(stamp, ...teamAdministrators.appoint(falcons, lead))
    expect((await change(club, 'lead', 'coach', ['canEditEvents'], falcons.teamId)).status).toBe(200)
    expect((await change(club, 'lead', 'coach', ['canEditEvents'], otters.teamId)).status).toBe(403)
    expect((await change(club, 'lead', 'admin', ['canEditEvents'])).status).toBe(403)
    const foreign = await change(club, 'admin', 'coach', ['canEditBilling'], falcons.teamId)
    expect(foreign.refusal.faults?.map(({ at }) => at)).toEqual(['permissions'])
    const { body } = await call(LIST, { as: club.user('lead'), orgUnitId: falcons.teamId })
    expect([body.name, body.administrators.map(({ name }) => name)]).toEqual([
      'Falcons',
      ['Lead Coach', 'coach Okafor'],
    ])
  })
})

describe('an invitation as administrator', () => {
  let club: Club
  beforeAll(async () => {
    club = await aClub()
  })
  const person = async (name: string, email = `${name}@club.example`) => {
    const userId = `${name}-${club.organizationId}`
    await write(stamp, profiles.upsert({ userId }, { set: { userId, email, firstName: name, lastName: 'New' } }))
    return userId
  }
  const invite = (email: string, permissions: Flag[] = ['canEditEvents'], as = 'admin', unit = club.organizationId) =>
    call(INVITE, { as: club.user(as), orgUnitId: unit, body: { part: newPart('i'), email, permissions } })
  const accept = (as: string, invitationId: string, now?: string) =>
    call(ACCEPT, { as, invitationId, ...(now && { now }) })

  it('is accepted once, only by the address it was sent to, in any case', async () => {
    const ines = await person('ines')
    const { id } = (await invite(' INES@club.example ')).body
    const { body } = await call(SHOW, { as: ines, invitationId: id })
    expect(body).toEqual({ id, name: 'Springfield FC', invitedBy: '', permissions: ['canEditEvents'] })
    const other = await person('other')
    for (const key of [SHOW, ACCEPT, DECLINE] as const)
      expect((await call(key, { as: other, invitationId: id })).refusal.code).toBe('other_address')
    const both = await Promise.all([accept(ines, id), accept(ines, id)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
    expect(await flagsOf(club, 'ines')).toEqual(['canEditEvents'])
    expect((await accept(ines, id)).status).toBe(404)
  })

  it('is sent once when repeated, and rejected with another address or other rights under the same id', async () => {
    const part = newPart('i')
    const again = (email: string, permissions: Flag[], now?: string) =>
      call(INVITE, {
        as: club.user('admin'),
        orgUnitId: club.organizationId,
        body: { part, email, permissions },
        ...(now && { now }),
      })
    const first = await again('rosa@club.example', ['canEditEvents', 'canEditTeam'])
    const later = '2026-11-22T18:00:00.000Z'
    expect((await again(' Rosa@club.example', ['canEditTeam', 'canEditEvents'], later)).body).toEqual(first.body)
    for (const other of [
      await again('rosalie@club.example', ['canEditEvents', 'canEditTeam']),
      await again('rosa@club.example', ['canEditEvents']),
    ])
      expect(other.refusal.code).toBe('saved_before')
    const kept = (await invitations.to(club.organizationId)).find(({ invitationId }) => invitationId === first.body.id)
    expect(kept).toMatchObject({ email: 'rosa@club.example', flags: first.body.permissions })
  })

  it('is accepted from an earlier address, unless that now belongs to another account', async () => {
    const kim = await person('kim', 'kim@new.example')
    const emailsBefore = ['kim@old.example', 'kim@gone.example']
    await write(
      stamp,
      profiles.change({ userId: kim }, { set: { emailsBefore } }),
      emailUsers.create({ email: 'kim@gone.example', userId: 'somebody else' }),
    )
    const [mine, theirs] = [(await invite('kim@old.example')).body.id, (await invite('kim@gone.example')).body.id]
    expect((await accept(kim, theirs)).refusal.code).toBe('other_address')
    expect((await accept(kim, mine)).status).toBe(200)
    // The current one too, after it was given to another account and before Kim's next start.
    await write(stamp, emailUsers.create({ email: 'kim@new.example', userId: 'somebody else' }))
    const current = (await invite('kim@new.example')).body.id
    expect((await accept(kim, current)).refusal.code).toBe('other_address')
  })

  it('adds to existing rights', async () => {
    const dora = await person('dora')
    await appoint(club, 'dora', ['canEditTeam'])
    const { id } = (await invite('dora@club.example', ['canEditEvents'])).body
    expect((await accept(dora, id)).body).toEqual({ orgUnitId: club.organizationId })
    expect(await flagsOf(club, 'dora')).toEqual(['canEditTeam', 'canEditEvents'])
  })

  it('cannot be accepted once withdrawn, declined, or after two weeks', async () => {
    const pia = await person('pia')
    const taken = (await invite('pia@club.example')).body.id
    const takeBack = (invitationId: string) => call(WITHDRAW, { as: club.user('admin'), invitationId })
    expect((await takeBack(taken)).status).toBe(200)
    // Repeated, as after a lost response.
    expect((await takeBack(taken)).status).toBe(200)
    expect((await accept(pia, taken)).status).toBe(404)
    const declined = (await invite('pia@club.example')).body.id
    expect((await call(DECLINE, { as: pia, invitationId: declined })).status).toBe(200)
    expect((await takeBack(declined)).status).toBe(404)
    expect((await accept(pia, declined)).status).toBe(404)
    const late = (await invite('pia@club.example')).body
    expect(late.until).toBe('2026-12-05T18:00:00Z')
    expect((await accept(pia, late.id, '2026-12-05T18:00:00Z')).status).toBe(404)
    expect(await flagsOf(club, 'pia')).toBeUndefined()
  })

  it('is rejected for a suppressed address, and still counts toward the limit', async () => {
    const email = `gone-${club.organizationId}@club.example`
    await write(stamp, suppressedAddresses.create({ email, because: 'bounced', since: stamp.at }))
    const on = { organizationId: club.organizationId, day: '2026-11-21' }
    const count = async () => (await invitedCounts.get(on, { consistent: true }))?.invited ?? 0
    const before = await count()
    expect((await invite(email.toUpperCase())).refusal.code).toBe('takes_no_mail')
    expect((await invitations.to(club.organizationId)).filter((each) => each.email === email)).toEqual([])
    expect(await count()).toBe(before + 1)
    await write(stamp, suppressedAddresses.remove({ email }))
    expect((await invite(email)).status).toBe(200)
  })

  it('shows the team’s current name, also in its mail', async () => {
    const { teamId } = club.otters
    const renata = await person('renata')
    const { id } = (await invite('renata@club.example', ['canEditEvents'], 'admin', teamId)).body
    const called = async (name: string) => {
      await write(stamp, teams.change({ teamId }, { set: { name } }))
      const shown = await call(SHOW, { as: renata, invitationId: id })
      const message = await writers.administer(
        { invitationId: id },
        { to: { email: 'renata@club.example' }, now: stamp.at, say: sayIn('en') },
      )
      return [shown.body.name, message?.subject]
    }
    expect(await called('Beavers')).toEqual(['Beavers', 'You are invited to help run Beavers'])
    expect(await called('Otters')).toEqual(['Otters', 'You are invited to help run Otters'])
    // The inviter is erased before the mail is sent.
    await write(stamp, invitations.change({ invitationId: id }, { set: { inviterName: formerName } }))
    const to = { email: 'renata@club.example' }
    const spanish = await writers.administer({ invitationId: id }, { to, now: stamp.at, say: sayIn('es') })
    expect(spanish?.paragraphs[0]).toMatch(/^Antiguo miembro te invita/)
  })

  it('grants only rights that its sender has, both when sent and when accepted', async () => {
    await appoint(club, 'boss', ['canEditAdministrators', 'canEditFees'])
    expect((await invite('x@club.example', ['canEditBilling'], 'boss')).refusal.code).toBe('beyond_rights')
    const quin = await person('quin')
    const { id } = (await invite('quin@club.example', ['canEditFees'], 'boss')).body
    // Nor can it be opened meanwhile.
    const opened = async () => (await call(SHOW, { as: quin, invitationId: id })).status
    for (const left of ['canEditAdministrators', 'canEditFees'] as const) {
      await change(club, 'admin', 'boss', [left])
      expect([await opened(), (await accept(quin, id)).status]).toEqual([404, 404])
    }
    await change(club, 'admin', 'boss', ['canEditAdministrators', 'canEditFees'])
    expect([await opened(), (await accept(quin, id)).status]).toEqual([200, 200])
  })

  it('cannot bring back a removed administrator, and is deleted with its sender', async () => {
    const rosa = await person('rosa')
    const [first, second] = [
      await invite('rosa@club.example', ['canEditAdministrators']),
      await invite('Rosa@club.example', ['canEditAdministrators']),
    ]
    expect((await accept(rosa, first.body.id)).status).toBe(200)
    const made = (await invite('uma@club.example', ['canEditAdministrators'], 'rosa')).body.id
    const other = (await invite('vera@club.example')).body.id
    expect((await remove(club, 'admin', 'rosa')).status).toBe(200)
    expect((await accept(rosa, second.body.id)).status).toBe(404)
    expect(await flagsOf(club, 'rosa')).toBeUndefined()
    const left = (await invitations.to(club.organizationId)).map(({ invitationId }) => invitationId)
    expect([second.body.id, made, other].map((id) => left.includes(id))).toEqual([false, false, true])
  })

  it('is created once per id, and limited to fifty per club and day', async () => {
    const other = await aClub()
    const part = newPart('i')
    const send = (email: string, named = newPart('i')) =>
      call(INVITE, {
        as: other.user('admin'),
        orgUnitId: other.organizationId,
        body: { part: named, email, permissions: ['canEditEvents'] },
      })
    const sent = await Promise.all(['a', 'a', 'a'].map((name) => send(`${name}@club.example`, part)))
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await invitations.to(other.organizationId)).toHaveLength(1)
    // With the one sent before, 46 have been sent on that day.
    const today = { organizationId: other.organizationId, day: '2026-11-21' }
    expect(await invitedCounts.get(today, { consistent: true })).toMatchObject({ invited: 1 })
    await update(stamp, invitedCounts.upsert(today, { set: { invited: 46 } }))
    const last = await Promise.all(Array.from({ length: 10 }, (_, i) => send(`q${i}@club.example`)))
    expect(last.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(4)
    for (let i = 0; i < 4; i++) await send(`r${i}@club.example`)
    expect((await send('s@club.example')).refusal.code).toBe('too_many_invitations')
    expect(await invitations.to(other.organizationId)).toHaveLength(5)
  })
})
