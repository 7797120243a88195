import { describe, expect, it, vi } from 'vitest'
import { handler as landing } from '#functions/register/landHandler.ts'
import { events } from '#functions/table/events.ts'
import { invites } from '#functions/table/invites.ts'
import { registrationEntries } from '#functions/table/registrationEntries.ts'
import { registrationReaches, registrations } from '#functions/table/registrations.ts'
import { write } from '#functions/table/table.ts'
import { inviteOf, playerOf } from '#shared/ids.ts'
import { interleave } from '../interleave.ts'
import { call } from '../call.ts'
import { aClub, anEvent, type Club, stamp } from '../club.ts'
import { deliverTo } from '../workers.ts'
import { changeChoices as choose } from './changeChoices.ts'
import { aParent, aRegistration, entryOf, fillIn, deliverEntry, option, finalize } from './registering.ts'

/** The dates of an option change while something else happens to a registered player. */

const times = { start: '2026-12-01T18:00:00.000Z', end: '2026-12-01T19:00:00.000Z' }
async function aCamp(club: Club, { mia = false } = {}) {
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
  const as = mia ? club.user('parent') : await aParent(club, 'rosa')
  const filling = { optionIds: ['option-week'], ...(mia && { playerId: club.mia.playerId }) }
  const { registrationPlayerId: id } = await fillIn(as, registrationId, mia ? 'Mia' : 'Nora', filling)
  expect((await finalize(as, [id], 0, { payBy: 'NONE' })).status).toBe(200)
  return { club, registrationId, as, first, second, third, id, entryId: { registrationId, playerId: playerOf(id) } }
}
type Camp = Awaited<ReturnType<typeof aCamp>>

async function change({ club, registrationId }: Camp, eventIds: string[]) {
  const { id: optionId, ...week } = option('option-week', 0, null, eventIds)
  const about = { as: club.user('admin'), registrationId, optionId, body: { ...week, revision: 0 } }
  expect((await call('PUT /rest-api/registration/event-options/{registrationId}/{optionId}', about)).status).toBe(200)
}
const hear = ({ registrationId }: Camp) =>
  deliverTo(landing, {
    ...registrationReaches.key({ registrationId, optionId: 'option-week' }),
    ...{ kind: 'Registration reach', change: 'created' },
  })
const statusOf = async ({ id }: Camp, eventId: string) =>
  (await invites.get({ inviteId: inviteOf(eventId, playerOf(id)) }, { consistent: true }))?.status

it('a player processed with outdated dates loses the invite to the removed one', async () => {
  const camp = await aCamp(await aClub())
  const before = await registrations.readWhole(camp)
  await change(camp, [camp.second])
  const whole = vi.spyOn(registrations, 'readWhole').mockResolvedValueOnce(before)
  await interleave(
    'TransactWriteCommand',
    async () => {
      await deliverEntry(camp.id)
      expect([await statusOf(camp, camp.first), (await entryOf(camp.id))?.landing]).toEqual(['Accepted', 'done'])
    },
    () => hear(camp),
  )
  whole.mockRestore()
  expect([await statusOf(camp, camp.first), await statusOf(camp, camp.second)]).toEqual([undefined, 'Accepted'])
})

it('dates removed from two of a player’s options concurrently are both recorded as removed', async () => {
  const camp = await aCamp(await aClub())
  await change(camp, [camp.second])
  const other = () => write(stamp, registrationEntries.change(camp.entryId, { set: { gone: [camp.third] } }))
  await interleave('TransactWriteCommand', other, () => hear(camp))
  expect((await entryOf(camp.id))?.gone).toEqual([camp.third, camp.first])
})

/** Processes a change of the dates, and at its first write, another change by the club. */
const meets = (camp: Camp, other: () => Promise<{ status: number }>) =>
  interleave(
    'TransactWriteCommand',
    async () => {
      expect((await other()).status).toBe(200)
      await deliverEntry(camp.id)
    },
    () => hear(camp),
  )
const toOther = ({ club, id }: Camp) => choose(club.user('admin'), id, 0, { optionIds: ['option-other'] })

it('a player moved to another option while a date is removed keeps it if the new option includes it', async () => {
  const camp = await aCamp(await aClub())
  await deliverEntry(camp.id)
  await change(camp, [camp.first])
  await meets(camp, () => toOther(camp))
  expect([await statusOf(camp, camp.first), await statusOf(camp, camp.second)]).toEqual([undefined, 'Accepted'])
})

it('a player moved or cancelled while a date is added is not asked about it', async () => {
  const camp = await aCamp(await aClub())
  await deliverEntry(camp.id)
  await change(camp, [camp.first, camp.second, camp.third])
  await meets(camp, () => toOther(camp))
  expect([await statusOf(camp, camp.second), await statusOf(camp, camp.third)]).toEqual(['Accepted', undefined])

  const off = await aCamp(await aClub())
  await deliverEntry(off.id)
  await change(off, [off.first, off.second, off.third])
  const { club, registrationId, id } = off
  const body = { registrationPlayerId: id, paid: 'credit' as const }
  const CANCEL = 'POST /rest-api/register/{registrationId}/cancel'
  await meets(off, () => call(CANCEL, { as: club.user('admin'), registrationId, body }))
  expect([await statusOf(off, off.first), await statusOf(off, off.third)]).toEqual([undefined, undefined])
})

it('a player who was moved to another option also loses dates removed from the earlier one before processing', async () => {
  const camp = await aCamp(await aClub())
  await deliverEntry(camp.id)
  await change(camp, [camp.second])
  expect((await toOther(camp)).status).toBe(200)
  await hear(camp)
  await deliverEntry(camp.id)
  expect([await statusOf(camp, camp.first), await statusOf(camp, camp.second)]).toEqual([undefined, 'Accepted'])
})

it('a club player not processed yet is accepted for dates added by then, and not asked by mail', async () => {
  const camp = await aCamp(await aClub(), { mia: true })
  const third = () => invites.get({ inviteId: inviteOf(camp.third, playerOf(camp.id)) }, { consistent: true })
  await change(camp, [camp.second, camp.third])
  await hear(camp)
  expect(await third()).toBeUndefined()
  await deliverEntry(camp.id)
  expect([(await third())?.status, (await third())?.mail]).toEqual(['Accepted', undefined])

  // The same goes for a player who is moved to the option with that date.
  const moved = await aCamp(await aClub(), { mia: true })
  await deliverEntry(moved.id)
  expect((await toOther(moved)).status).toBe(200)
  await deliverEntry(moved.id)
  await change(moved, [moved.second, moved.third])
  expect((await choose(moved.club.user('admin'), moved.id, 0, { optionIds: ['option-week'] })).status).toBe(200)
  await hear(moved)
  await deliverEntry(moved.id)
  expect([await statusOf(moved, moved.second), await statusOf(moved, moved.third)]).toEqual(['Accepted', 'Accepted'])
})

describe.each([true, false])(
  'a player given another option before the worker processes an added date, entry first: %s',
  (landsFirst) => {
    /** Adds the third date to the week they have registered for. */
    async function given(optionId: string) {
      const camp = await aCamp(await aClub())
      await deliverEntry(camp.id)
      await write(stamp, invites.remove({ inviteId: inviteOf(camp.first, playerOf(camp.id)) }))
      await change(camp, [camp.first, camp.second, camp.third])
      const wanted = { optionIds: ['option-week', optionId] }
      expect((await choose(camp.club.user('admin'), camp.id, 0, wanted)).status).toBe(200)
      const steps = [() => deliverEntry(camp.id), () => hear(camp)]
      for (const step of landsFirst ? steps : steps.toReversed()) await step()
      expect(await entryOf(camp.id)).toMatchObject({ landing: 'done' })
      expect(await entryOf(camp.id)).not.toHaveProperty('given')
      return camp
    }

    it('is asked about the added date, not accepted for it', async () => {
      const camp = await given('option-other')
      const third = await invites.get({ inviteId: inviteOf(camp.third, playerOf(camp.id)) }, { consistent: true })
      expect(third).toMatchObject({ status: 'Pending', mail: 'wanted', later: { registrationId: camp.registrationId } })
    })

    it('is accepted for the added date if the other option includes it', async () => {
      const camp = await given('option-late')
      expect([await statusOf(camp, camp.second), await statusOf(camp, camp.third)]).toEqual(['Accepted', 'Accepted'])
    })

    it('keeps no invite to a date the coach has removed them from', async () => {
      const camp = await given('option-other')
      expect([await statusOf(camp, camp.first), await statusOf(camp, camp.second)]).toEqual([undefined, 'Accepted'])
    })
  },
)

it.each([true, false])(
  'after an undone merge, a player is asked about an added date and accepted for the others, entry first: %s',
  async (landsFirst) => {
    const camp = await aCamp(await aClub(), { mia: true })
    await deliverEntry(camp.id)
    const inviteTo = (eventId: string) => ({ inviteId: inviteOf(eventId, playerOf(camp.id)) })
    await write(stamp, invites.remove(inviteTo(camp.first)))
    await change(camp, [camp.first, camp.second, camp.third])
    await write(stamp, registrationEntries.change(camp.entryId, { set: { landing: 'again' } }))
    const steps = [() => deliverEntry(camp.id), () => hear(camp)]
    for (const step of landsFirst ? steps : steps.toReversed()) await step()
    expect(await entryOf(camp.id)).toMatchObject({ landing: 'done' })
    expect([await statusOf(camp, camp.first), await statusOf(camp, camp.second)]).toEqual(['Accepted', 'Accepted'])
    const { registrationId } = camp
    expect(await invites.get(inviteTo(camp.third), { consistent: true })).toMatchObject({
      ...{ status: 'Pending', mail: 'wanted', guest: true },
      later: { registrationId, optionIds: ['option-week'] },
    })
  },
)
