import { expect, it } from 'vitest'
import { teamAdministrators } from '#functions/table/administrators.ts'
import { latestAgreements, agreements } from '#functions/table/agreements.ts'
import { fees } from '#functions/table/fees.ts'
import { guardians } from '#functions/table/guardians.ts'
import { players } from '#functions/table/players.ts'
import { write } from '#functions/table/table.ts'
import type { Flag } from '#shared/permissions.ts'
import { call } from '../call.ts'
import { aClub, newPart, stamp } from '../club.ts'

const READ = 'GET /rest-api/teams/player/{playerId}'
const CHANGE = 'PUT /rest-api/teams/player/{playerId}'
const consistent = { consistent: true }

it('a household’s private contact is visible to it and the club, and survives the other household’s saves', async () => {
  const club = await aClub()
  const { playerId } = club.mia
  const query = { o: club.falcons.teamId }
  const gran = { name: 'Gran', relation: 'Grandmother', email: '', phone: '1', private: true }
  const aunt = { name: 'Aunt', relation: '', email: '', phone: '2', private: false }
  const save = (as: string, contacts: (typeof gran)[]) =>
    call(CHANGE, { as: club.user(as), playerId, query, body: { contacts } })
  const seen = async (as: string) => {
    const { contacts } = (await call(READ, { as: club.user(as), playerId, query })).body
    return (contacts ?? []).map(({ name, phone }) => `${name} ${phone}`)
  }
  await save('parent', [gran])
  await save('parent2', [aunt])
  const all = async () => [await seen('parent'), await seen('parent2'), await seen('coach')]
  expect(await all()).toEqual([['Aunt 2', 'Gran 1'], ['Aunt 2'], ['Aunt 2', 'Gran 1']])
  // A correction by the club keeps it that home’s.
  await save('coach', [{ ...gran, phone: '3' }, aunt])
  expect(await all()).toEqual([['Gran 3', 'Aunt 2'], ['Aunt 2'], ['Gran 3', 'Aunt 2']])
  await save('parent2', [])
  expect(await all()).toEqual([['Gran 3'], [], ['Gran 3']])
  // Nor is the name shown to the other home, though that parent plans the team's events.
  const planner = { userId: club.user('parent2'), firstName: 'Paula', lastName: 'Moreno' }
  await write(stamp, ...teamAdministrators.appoint(club.falcons, { ...planner, flags: ['canEditEvents'] }))
  const found = async (as: string) => {
    const search = { as: club.user(as), orgId: club.organizationId }
    const { body } = await call('GET /rest-api/teams/search/{orgId}', search)
    return body.players.flatMap(({ contacts }) => contacts)
  }
  expect([await found('parent2'), await found('coach')]).toEqual([[], ['Gran']])
  await write(stamp, ...teamAdministrators.dismiss({ teamId: club.falcons.teamId, userId: planner.userId }))
  // Both homes have a contact of the same name: neither sees the other’s when the club saves both.
  await save('parent2', [{ ...gran, phone: '4' }])
  await save('coach', [
    { ...gran, phone: '4' },
    { ...gran, phone: '5' },
  ])
  expect(await all()).toEqual([['Gran 5'], ['Gran 4'], ['Gran 4', 'Gran 5']])
  await save('parent2', [])
  await save('parent', [{ ...gran, phone: '3' }])
  // Together the homes exceed the limit for one of them: the club can save them all.
  const four = Array.from({ length: 4 }, (_, i) => ({ ...gran, name: `G${i}` }))
  await save('parent', [{ ...gran, phone: '3' }, ...four])
  await save('parent2', four)
  const { body: seenByClub } = await call(READ, { as: club.user('coach'), playerId, query })
  const whole = (seenByClub.contacts ?? []).map((each) => ({ ...each, private: each.private ?? false }))
  expect(whole).toHaveLength(9)
  expect((await call(CHANGE, { as: club.user('coach'), playerId, query, body: { contacts: whole } })).status).toBe(200)
  await save('parent2', [])
  await save('parent', [{ ...gran, phone: '3' }])
  expect((await players.get({ playerId }, consistent))?.contacts).toEqual(['Gran'])
  await save('parent', [])
  expect(await all()).toEqual([[], [], []])
})

it('a change of contacts or medical notes based on a stale revision is rejected with conflict', async () => {
  const club = await aClub()
  const { playerId } = club.mia
  const query = { o: club.falcons.teamId }
  const read = async () => (await call(READ, { as: club.user('parent'), playerId, query })).body
  const save = async (as: string, body: object) => {
    const { status, refusal, body: said } = await call(CHANGE, { as: club.user(as), playerId, query, body })
    return status === 200 ? said.revision : refusal.code
  }
  const gran = { name: 'Gran', relation: '', email: '', phone: '1' }
  const before = (await read()).revision
  expect(before).toBe(0)
  expect(await save('parent2', { medical: 'Nuts', revision: before })).toBe(1)
  expect(await save('parent', { medical: '', contacts: [gran], revision: before })).toBe('conflict')
  expect(await read()).toMatchObject({ medical: 'Nuts', contacts: [], revision: 1 })
  expect(await save('parent', { contacts: [gran], revision: 1 })).toBe(2)
  // Repeated by the same user after a lost response.
  expect(await save('parent', { contacts: [gran, { ...gran, name: 'Aunt' }], revision: 1 })).toBe(3)
  expect(await save('parent2', { medical: 'None', revision: 1 })).toBe('conflict')
  // Other fields need no revision; and without a revision it overwrites, as programs do.
  expect(await save('coach', { number: '9' })).toBeUndefined()
  expect(await save('parent2', { medical: 'None' })).toBe(4)
  const { medical, contacts } = await read()
  expect([medical, contacts?.map(({ name }) => name)]).toEqual(['None', ['Gran', 'Aunt']])
})

it('concurrent changes of contacts and medical notes are both kept', async () => {
  const club = await aClub()
  const { playerId } = club.mia
  const save = (body: object) =>
    call(CHANGE, { as: club.user('parent'), playerId, query: { o: club.falcons.teamId }, body })
  const gran = { name: 'Gran', relation: '', email: '', phone: '1' }
  const both = await Promise.all([save({ contacts: [gran] }), save({ medical: 'Nuts' })])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  const { body } = await call(READ, { as: club.user('parent'), playerId, query: {} })
  expect(body).toMatchObject({ medical: 'Nuts', contacts: [gran], revision: 2 })
})

it('guardians from the club’s import are shown to the club, but not to families', async () => {
  const club = await aClub()
  const { playerId } = club.mia
  const query = { o: club.falcons.teamId }
  const petra = { playerId, guardianId: 'g1', name: 'Petra', email: 'petra@family.example', phone: '0170 1' }
  await write(stamp, guardians.create(petra), guardians.create({ playerId, guardianId: 'g2', name: 'Nobody to reach' }))
  const seen = async (as: string) => (await call(READ, { as: club.user(as), playerId, query })).body.grownUps
  const told = [{ name: 'Petra', email: petra.email, phone: petra.phone }]
  expect([await seen('coach'), await seen('parent')]).toEqual([told, undefined])
  // A person who also is among the contacts is listed once.
  const contacts = [{ name: 'Petra M.', relation: '', email: petra.email, phone: petra.phone }]
  await call(CHANGE, { as: club.user('coach'), playerId, query, body: { contacts } })
  expect(await seen('coach')).toEqual([])
})

it('agreements and fees are shown to the family and by right; a coach sees only the team’s fees', async () => {
  const club = await aClub()
  const { playerId } = club.mia
  const agreementId = `${club.organizationId}.${newPart('w')}`
  const last = { [agreementId]: { version: 1, ofAge: false, by: 'Pat', at: stamp.at } }
  const charged = (unit: string, dueOn: string, paid: number) =>
    fees.create({
      playerFeeId: `${unit}.${newPart('d')}.${playerId.slice(playerId.indexOf('.') + 1)}`,
      name: dueOn,
      firstName: 'Mia',
      lastName: 'Moreno',
      amount: 5000,
      paid,
      waived: 0,
      dueOn,
      state: 'open',
    })
  await write(
    stamp,
    agreements.create({ agreementId, title: 'Waiver', textVersion: 1, textAt: stamp.at }),
    latestAgreements.create({ playerId, last }),
    charged(club.falcons.teamId, '2026-11-01', 2000),
    charged(club.organizationId, '2026-12-01', 0),
  )
  const treasurer = {
    userId: club.user('treasurer'),
    firstName: 'T',
    lastName: 'T',
    flags: ['canEditFees'] satisfies Flag[],
  }
  await write(stamp, ...teamAdministrators.appoint(club.falcons, treasurer))
  const read = async (as: string) => {
    const query = { o: club.falcons.teamId }
    const { body } = await call('GET /rest-api/teams/player/{playerId}/standing', {
      as: club.user(as),
      playerId,
      query,
    })
    const owed = body.fees?.map(({ outstandingInCents, status }) => `${outstandingInCents} ${status}`) ?? null
    return [body.papers?.map(({ title, signed }) => `${title} ${signed?.by}`) ?? null, owed]
  }
  const all = ['5000 UNPAID', '3000 LATE']
  expect(await read('parent')).toEqual([['Waiver Pat'], all])
  expect(await read('admin')).toEqual([['Waiver Pat'], all])
  expect(await read('coach')).toEqual([['Waiver Pat'], null])
  expect(await read('treasurer')).toEqual([null, ['3000 LATE']])
})
