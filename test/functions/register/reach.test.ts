import { expect, it } from 'vitest'
import { handler as landing } from '#functions/register/landHandler.ts'
import { events } from '#functions/table/events.ts'
import { invites } from '#functions/table/invites.ts'
import { players } from '#functions/table/players.ts'
import { type RegistrationEntry, registrationEntries } from '#functions/table/registrationEntries.ts'
import { registrationReaches } from '#functions/table/registrations.ts'
import { write } from '#functions/table/table.ts'
import { inviteOf, playerOf } from '#shared/ids.ts'
import { interleave } from '../interleave.ts'
import { call } from '../call.ts'
import { aClub, anEvent, type Club, newPart, stamp } from '../club.ts'
import { deliverTo } from '../workers.ts'
import { atEachWrite } from './eachWrite.ts'
import { aParent, aRegistration, entryOf, fillIn, deliverEntry, option, finalize } from './registering.ts'

/** The dates of an option change when players have already registered for it. */

const times = { start: '2026-12-01T18:00:00.000Z', end: '2026-12-01T19:00:00.000Z' }
async function aCamp(club: Club, { name = 'rosa' } = {}) {
  const dates = Array.from({ length: 3 }, () => anEvent(club.otters, times))
  await write(stamp, ...dates.map((event) => events.create(event)))
  const [first = '', second = '', third = ''] = dates.map(({ eventId }) => eventId)
  const registrationId = await aRegistration(club, {
    ofClub: true,
    registration: { registrationType: 'EVENT' },
    options: [
      option('option-week', 0, null, [first, second]),
      option('option-other', 0, null, [second]),
      option('option-late', 0, null, [third]),
    ],
  })
  return { registrationId, as: await aParent(club, name), first, second, third }
}
type Camp = Awaited<ReturnType<typeof aCamp>>

async function register({ as, registrationId }: Camp, { optionIds = ['option-week'], lands = true } = {}) {
  const { registrationPlayerId: id } = await fillIn(as, registrationId, 'Nora', { optionIds })
  expect((await finalize(as, [id], 0, { payBy: 'NONE' })).status).toBe(200)
  if (lands) await deliverEntry(id)
  return id
}
async function change(club: Club, { registrationId }: Camp, eventIds: string[], revision = 0) {
  const { id, ...week } = option('option-week', 0, null, eventIds)
  const body = { ...week, revision }
  const about = { as: club.user('admin'), registrationId, optionId: id, body }
  expect((await call('PUT /rest-api/registration/event-options/{registrationId}/{optionId}', about)).status).toBe(200)
}
const reachOn = ({ registrationId }: Camp) =>
  registrationReaches.get({ registrationId, optionId: 'option-week' }, { consistent: true })
const hear = ({ registrationId }: Camp, changed: 'created' | 'changed' = 'created') =>
  deliverTo(landing, {
    ...registrationReaches.key({ registrationId, optionId: 'option-week' }),
    kind: 'Registration reach',
    change: changed,
  })
const inviteTo = (eventId: string, playerId: string) =>
  invites.get({ inviteId: inviteOf(eventId, playerId) }, { consistent: true })
const statusOf = async (eventId: string, id: string) => (await inviteTo(eventId, playerOf(id)))?.status

it('registered players are asked once about an added date, and lose their invites to a removed one', async () => {
  const club = await aClub()
  const camp = await aCamp(club)
  const [id, both, other] = [
    await register(camp),
    await register(camp, { optionIds: ['option-week', 'option-other'] }),
    await register(camp, { optionIds: ['option-other'] }),
  ]
  await change(club, camp, [camp.first, camp.third])
  expect((await reachOn(camp))?.eventIds.toSorted()).toEqual([camp.second, camp.third].toSorted())
  // Delivered twice.
  for (let heard = 0; heard < 2; heard++) await hear(camp)
  expect(await reachOn(camp)).toBeUndefined()
  const all = (player: string) =>
    Promise.all([camp.first, camp.second, camp.third].map((each) => statusOf(each, player)))
  expect(await all(id)).toEqual(['Accepted', undefined, 'Pending'])
  // They keep the second date by the other option.
  expect(await all(both)).toEqual(['Accepted', 'Accepted', 'Pending'])
  expect(await all(other)).toEqual([undefined, 'Accepted', undefined])
  // Their family is asked by mail, as about any new event.
  expect(await inviteTo(camp.third, playerOf(id))).toMatchObject({
    ...{ mail: 'wanted', firstName: 'Nora', version: 1 },
    // Copies of the event invite them too.
    guest: true,
  })
})

/** A registered player who was invited to the added date and lands again. */
async function asked(club: Club) {
  const camp = await aCamp(club)
  const id = await register(camp)
  await change(club, camp, [camp.first, camp.second, camp.third])
  await hear(camp)
  const landsAnew = async (set: Partial<RegistrationEntry> = {}) => {
    const entryId = { registrationId: camp.registrationId, playerId: playerOf(id) }
    await write(stamp, registrationEntries.change(entryId, { set: { ...set, landing: 'moved' } }))
    await deliverEntry(id)
    return statusOf(camp.third, id)
  }
  return { ...camp, id, landsAnew }
}

it('a family asked about an added date is not accepted automatically when its entry is processed again', async () => {
  const club = await aClub()
  const { id, landsAnew, second, third } = await asked(club)
  expect([await landsAnew(), await statusOf(second, id)]).toEqual(['Pending', 'Accepted'])
  // Nor after a coach has removed the invite and restored it.
  const as = club.user('admin')
  const removal = newPart('r')
  const inviteId = inviteOf(third, playerOf(id))
  await call('POST /orgUnit/removePlayerInvite/{inviteId}', { as, inviteId, query: { removal } })
  const query = { eventId: third, playerId: playerOf(id), inviteStatus: 'Pending' as const, removal }
  expect((await call('POST /event/addPlayerInvite', { as, query })).status).toBe(200)
  expect(await landsAnew()).toBe('Pending')
})

it('a family that has since chosen the added date by another option or registration is accepted for it', async () => {
  const club = await aClub()
  const one = await asked(club)
  expect(await one.landsAnew({ optionIds: ['option-week', 'option-late'] })).toBe('Accepted')
  const club2 = await aClub()
  const { as, third, id } = await asked(club2)
  const options = [option('late', 0, null, [third])]
  const registrationId = await aRegistration(club2, {
    ofClub: true,
    registration: { registrationType: 'EVENT' },
    options,
  })
  const filling = { optionIds: ['late'], playerId: playerOf(id) }
  const { registrationPlayerId: other } = await fillIn(as, registrationId, 'Nora', filling)
  expect((await finalize(as, [other], 0, { payBy: 'NONE' })).status).toBe(200)
  await deliverEntry(other)
  expect(await statusOf(third, id)).toBe('Accepted')
})

it('adding a date neither restores an invite the coach removed nor repeats one that exists', async () => {
  const club = await aClub()
  const camp = await aCamp(club)
  const id = await register(camp)
  await write(stamp, invites.remove({ inviteId: inviteOf(camp.second, playerOf(id)) }))
  const event = await events.get({ eventId: camp.third }, { consistent: true })
  if (!event) throw new Error('no event')
  const invited = invites.unansweredInvite(event, { playerId: playerOf(id), firstName: 'Nora', lastName: 'Moreno' })
  await write(stamp, invites.create({ ...invited, status: 'Declined' }))
  await change(club, camp, [camp.first, camp.second, camp.third])
  await hear(camp)
  expect(await statusOf(camp.second, id)).toBeUndefined()
  expect(await inviteTo(camp.third, playerOf(id))).toMatchObject({ status: 'Declined', version: 1 })
})

it('past, cancelled or deleted dates invite nobody; drafts and reordered dates have no effect', async () => {
  const club = await aClub()
  const camp = await aCamp(club)
  const id = await register(camp)
  await change(club, camp, [camp.second, camp.first])
  expect(await reachOn(camp)).toBeUndefined()
  const draft = { registrationType: 'EVENT', state: 'draft' } as const
  const options = [option('option-week', 0, null, [camp.first])]
  const begun = { ...camp, registrationId: await aRegistration(club, { ofClub: true, registration: draft, options }) }
  await change(club, begun, [camp.second])
  expect(await reachOn(begun)).toBeUndefined()
  const over = { start: '2026-10-01T18:00:00.000Z', end: '2026-10-01T19:00:00.000Z' }
  const past = anEvent(club.otters, over)
  await write(stamp, events.create(past))
  const off = { ...camp, third: past.eventId }
  await write(stamp, events.change({ eventId: camp.third }, { set: { cancelled: true } }))
  await change(club, camp, [camp.first, camp.second, camp.third, off.third], 1)
  await hear(camp)
  expect([await statusOf(camp.third, id), await statusOf(off.third, id)]).toEqual([undefined, undefined])
})

it('a player who is processed while dates are added is processed again with the new dates', async () => {
  const club = await aClub()
  const camp = await aCamp(club)
  const id = await register(camp, { lands: false })
  const meanwhile = async () => {
    await change(club, camp, [camp.first, camp.second, camp.third])
    await hear(camp)
  }
  // Before the first write of the landing, which has already read the dates.
  await interleave('TransactWriteCommand', meanwhile, () => deliverEntry(id))
  expect(await entryOf(id)).toMatchObject({ landing: 'wanted' })
  await deliverEntry(id)
  expect(await entryOf(id)).toMatchObject({ landing: 'done' })
  expect(await statusOf(camp.third, id)).toBe('Accepted')
})

it('a player processed, cancelled or moved while a date is removed loses the invite to it', async () => {
  const club = await aClub()
  const camp = await aCamp(club)
  const id = await register(camp, { lands: false })
  const meanwhile = async () => {
    await change(club, camp, [camp.second])
    await hear(camp)
  }
  await interleave('TransactWriteCommand', meanwhile, () => deliverEntry(id))
  await deliverEntry(id)
  expect([await statusOf(camp.first, id), await statusOf(camp.second, id)]).toEqual([undefined, 'Accepted'])
  expect(await entryOf(id)).not.toHaveProperty('gone')

  const other = await aCamp(club, { name: 'ines' })
  const [off, moved] = [await register(other), await register(other)]
  await change(club, other, [other.second])
  const entry = (registrationPlayerId: string, set: Partial<RegistrationEntry>) =>
    write(
      stamp,
      registrationEntries.change(
        { registrationId: other.registrationId, playerId: playerOf(registrationPlayerId) },
        { set: { ...set, left: ['option-week'] } },
      ),
    )
  await entry(off, { state: 'cancelled' })
  await entry(moved, { optionIds: ['option-other'], landing: 'moved' })
  for (const each of [off, moved]) await deliverEntry(each)
  await hear(other)
  expect([await statusOf(other.first, off), await statusOf(other.second, off)]).toEqual([undefined, undefined])
  expect([await statusOf(other.first, moved), await statusOf(other.second, moved)]).toEqual([undefined, 'Accepted'])
})

/** As many players as in a large camp; only the attributes that are read. */
async function many(club: Club, { registrationId, as }: Camp, count: number) {
  const ids = Array.from({ length: count }, () => `${club.organizationId}.${newPart('p')}`)
  const entry = (playerId: string): RegistrationEntry => ({
    ...{ registrationId, playerId, userId: as, isNew: true, firstName: 'Nora', lastName: 'Moreno' },
    ...{
      optionIds: ['option-week'],
      addOns: [],
      answers: {},
      reductions: [],
      lines: [],
      priceInCents: 0,
      parts: [],
      signed: [],
    },
    ...{ state: 'registered', payBy: 'NONE', absorbFees: false, feeId: newPart('f'), landing: 'done' },
    ...{ registeredAt: stamp.at, place: `ENTRY#${stamp.at}` },
  })
  for (const playerId of ids)
    await write(
      stamp,
      players.create({ playerId, firstName: 'Nora', lastName: 'Moreno', teams: [] }),
      registrationEntries.create(entry(playerId)),
    )
  return ids
}

it('many players are processed in batches of 50, each message triggering the next', async () => {
  const club = await aClub()
  const camp = await aCamp(club)
  const ids = await many(club, camp, 70)
  await change(club, camp, [camp.first, camp.third])
  let heard = 0
  const asked = async () =>
    (await Promise.all(ids.map((playerId) => inviteTo(camp.third, playerId)))).flatMap((each) => each ?? [])
  for (; await reachOn(camp); heard++) {
    expect(await asked()).toHaveLength(50 * heard)
    await hear(camp, heard === 0 ? 'created' : 'changed')
  }
  expect(heard).toBe(2)
  const all = await asked()
  expect([all.length, ...new Set(all.map(({ version }) => version))]).toEqual([70, 1])
})

it('everyone is asked once when the processing is interrupted at any write', async () => {
  const club = await aClub()
  let camp = await aCamp(club)
  let ids: string[] = []
  const writes = await atEachWrite(
    async () => {
      camp = await aCamp(club, { name: newPart('u') })
      ids = [await register(camp), await register(camp)].map(playerOf)
      await change(club, camp, [camp.second, camp.third])
      return () => hear(camp)
    },
    async (nth) => {
      const stands = await Promise.all(
        ids.flatMap((playerId) => [camp.first, camp.third].map((eventId) => inviteTo(eventId, playerId))),
      )
      const said = stands.map((invite) => invite && [invite.status, invite.version])
      expect([nth, ...said, await reachOn(camp)]).toEqual([
        nth,
        ...ids.flatMap(() => [undefined, ['Pending', 1]]),
        undefined,
      ])
    },
  )
  expect(writes).toBeGreaterThanOrEqual(3)
})
