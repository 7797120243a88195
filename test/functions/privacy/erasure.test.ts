// own: it reads the whole table
import { AdminDeleteUserCommand } from '@aws-sdk/client-cognito-identity-provider'
import { describe, expect, it } from 'vitest'
import { getObject } from '#functions/media/bucket.ts'
import { handler as eraseDue } from '#functions/privacy/eraseHandler.ts'
import { organizationAdministrators } from '#functions/table/administrators.ts'
import { calendarMails } from '#functions/table/calendarMails.ts'
import { emailUsers } from '#functions/table/emailUsers.ts'
import { guardians } from '#functions/table/guardians.ts'
import { playerDetails } from '#functions/table/playerDetails.ts'
import { players } from '#functions/table/players.ts'
import { erasures } from '#functions/table/privacy.ts'
import { profiles } from '#functions/table/profiles.ts'
import { savedCards } from '#functions/table/savedCards.ts'
import { update, write } from '#functions/table/table.ts'
import { call, userPool } from '../call.ts'
import { aClub, newPart, stamp } from '../club.ts'
import { itemsWith } from './itemsWith.ts'
import { createLeftGroup } from './createLeftGroup.ts'
import { marker, scripts } from './marker.ts'
import { avatarNameOf, createPerson, requestedAt } from './createPerson.ts'

const READ = 'GET /rest-api/privacy/erasure'
const ASK = 'POST /rest-api/privacy/erasure'
const BACK = 'DELETE /rest-api/privacy/erasure'
const RECEIPT = 'GET /rest-api/privacy/receipt/{receiptId}'
const due = '2026-11-08T18:00:00.000Z'

/** What staff see of an erasure at a given time. */
async function standsAs(receiptId: string, now: string) {
  const staff = { as: 'stella', groups: ['ROLE_ADMIN'] }
  const { body } = await call('GET /rest-api/staff/erasures', { ...staff, now })
  return body.erasures.filter((each) => each.receiptId === receiptId)
}

describe('the erasure of an account', () => {
  it('previews what is deleted, waits seven days, and leaves no trace of the user', async () => {
    const club = await aClub()
    const { userId, email, fileId } = await createPerson(club)
    await createLeftGroup(club, userId, marker)
    // Clubs know them by an earlier address; another earlier one belongs to someone else now.
    const [old, given] = [`old-${email}`, `given-${userId.slice(-6)}@up.example`]
    await write(
      stamp,
      profiles.change({ userId }, { set: { emailsBefore: [old, given] } }),
      emailUsers.create({ email: given, userId: 'somebody else' }),
      guardians.create({ playerId: club.mia.playerId, guardianId: newPart('g'), name: 'Pat', email: old }),
      guardians.create({ playerId: club.mia.playerId, guardianId: newPart('g'), name: 'Ann', email: given }),
    )
    // A club they have no ties to any more.
    await createLeftGroup(await aClub(), userId, marker)
    userPool.on(AdminDeleteUserCommand).resolves({})
    const { body: preview } = await call(READ, { as: userId })
    expect(preview).toEqual({
      standing: null,
      goes: { players: 1, following: 1, clubs: 1, teams: 1, conversations: 1, feeds: 0 },
      lastIn: [],
      alone: 0,
    })
    const { standing } = (await call(ASK, { as: userId, now: requestedAt })).body
    expect(standing).toMatchObject({ wantedAt: requestedAt, due })
    const receiptId = standing?.receiptId ?? ''
    expect((await call(ASK, { as: userId, now: '2026-11-02T18:00:00.000Z' })).body.standing).toEqual(standing)

    expect(await standsAs(receiptId, '2026-11-08T18:30:00.000Z')).toEqual([{ receiptId, due, late: false }])
    expect(await standsAs(receiptId, '2026-11-08T20:30:00.000Z')).toEqual([{ receiptId, due, late: true }])

    await eraseDue({ time: '2026-11-08T17:59:59Z' })
    expect((await call('GET /rest-api/users/profile', { as: userId })).status).toBe(200)
    expect(await calendarMails.ofPerson({ playerId: club.mia.playerId, userId })).toHaveLength(1)
    expect((await itemsWith([marker])).length).toBeGreaterThan(20)

    await eraseDue({ time: due })
    expect(await itemsWith([...scripts, email, old, email.toUpperCase()])).toEqual([])
    expect(new Set((await itemsWith([given])).map(({ kind }) => kind))).toEqual(new Set(['User', 'Guardian']))
    for (const key of [`avatar/${userId}`, `avatar/${avatarNameOf(userId)}`, `files/${fileId}`])
      expect([key, await getObject(key)]).toEqual([key, undefined])
    const [deleted] = userPool.commandCalls(AdminDeleteUserCommand, { Username: userId })
    expect(deleted).toBeDefined()
    const { body: receipt } = await call(RECEIPT, { as: undefined, receiptId })
    expect(receipt).toEqual({ state: 'done', wantedAt: requestedAt, due, doneAt: due })
    expect(await standsAs(receiptId, due)).toEqual([])

    // Their token is valid for another hour, but grants nothing; the provider forgets their card, at once or soon.
    expect((await call('GET /rest-api/users/profile', { as: userId })).status).toBe(401)
    const [card] = await savedCards.of(userId)
    expect([
      { state: 'off', label: '', method: 'pm_1', lookAt: due },
      { state: 'off', label: '', method: '' },
    ]).toContainEqual({ state: card?.state, label: card?.label, method: card?.method, lookAt: card?.lookAt })

    expect(await calendarMails.ofPerson({ playerId: club.mia.playerId, userId })).toEqual([])
    // Shared data stays: the player, the other home's contact, messages of others.
    expect((await players.get(club.mia))?.contacts).toEqual(['Pat'])
    expect((await playerDetails.get(club.mia))?.contacts?.map(({ name }) => name)).toEqual(['Pat'])
    expect(await organizationAdministrators.get({ ...club.organization, userId })).toBeUndefined()
    // A second run finds nothing to do.
    await eraseDue({ time: '2026-11-09T18:00:00Z' })
  })

  it('can be canceled until it is executed', async () => {
    const club = await aClub()
    const as = club.user('parent')
    const { standing } = (await call(ASK, { as, now: requestedAt })).body
    expect((await call(BACK, { as })).body).toEqual({ standing: null })
    expect((await call(RECEIPT, { as: undefined, receiptId: standing?.receiptId ?? '' })).body.state).toBe('taken_back')
    await eraseDue({ time: '2026-11-15T18:00:00Z' })
    expect((await call('GET /api/v1/playersAndTeams', { as })).body.players).toHaveLength(1)
  })

  it('cannot be canceled once it has begun', async () => {
    const club = await aClub()
    const as = club.user('fan')
    await call(ASK, { as, now: '2026-12-30T18:00:00.000Z' })
    await update(stamp, erasures.change({ userId: as }, { set: { begunAt: due } }))
    expect((await call(BACK, { as })).refusal.code).toBe('conflict')
    expect(await erasures.get({ userId: as }, { consistent: true })).toBeDefined()
  })

  it('is rejected for a club’s last administrator, and not executed if they are the last one by then', async () => {
    const club = await aClub()
    const as = club.user('admin')
    const { body } = await call(READ, { as })
    expect(body.lastIn).toEqual(['Springfield FC'])
    expect((await call(ASK, { as, now: requestedAt })).refusal.code).toBe('last_administrator')
    const second = { userId: club.user('second'), firstName: 'Sal', lastName: 'S' }
    await write(
      stamp,
      ...organizationAdministrators.appoint(club.organization, { ...second, flags: ['canEditAdministrators'] }),
    )
    expect((await call(ASK, { as, now: requestedAt })).status).toBe(200)
    await write(stamp, ...organizationAdministrators.dismiss({ ...club.organization, userId: second.userId }))
    await eraseDue({ time: due })
    expect((await call(READ, { as })).body.standing).not.toBeNull()
    expect((await call('GET /rest-api/users/profile', { as })).status).toBe(200)
    await call(BACK, { as })
  })

  it('resumes where it was interrupted', async () => {
    const club = await aClub()
    const { userId, email } = await createPerson(club)
    await call(ASK, { as: userId, now: requestedAt })
    userPool.on(AdminDeleteUserCommand).rejects(new Error('no answer'))
    await expect(eraseDue({ time: due })).rejects.toThrow('cut short')
    expect((await call('GET /rest-api/users/profile', { as: userId })).status).toBe(401)
    userPool.on(AdminDeleteUserCommand).resolves({})
    await eraseDue({ time: '2026-11-08T19:00:00Z' })
    expect(await itemsWith([...scripts, email])).toEqual([])
  })
})
