import { describe, expect, it } from 'vitest'
import { createEvent } from '#functions/calendar/createEvent.ts'
import { events } from '#functions/table/events.ts'
import { invites } from '#functions/table/invites.ts'
import { update } from '#functions/table/table.ts'
import { failingCall } from '../interleave.ts'
import { aClub, anEvent, newPart, stamp } from '../club.ts'

const consistent = { consistent: true }

async function aBigEvent(size = 250) {
  const club = await aClub()
  const event = anEvent(club.otters)
  const players = Array.from({ length: size }, (_, i) => ({
    playerId: `${club.organizationId}.${newPart('p')}`,
    firstName: `Player ${i}`,
    lastName: 'Okafor',
  }))
  const invited = async () => (await invites.ofEvent(event)).map(({ playerId }) => playerId).toSorted()
  const everyone = players.map(({ playerId }) => playerId).toSorted()
  return { event, players, invited, everyone }
}

describe('an event with 250 players', () => {
  it.each([
    ['before its first write', 1, 0],
    ['after storing the event and its first invites', 2, 98],
    ['after storing most invites', 3, 188],
  ])('interrupted %s shows no invite without its event, and is completed by a retry', async (_when, nth, there) => {
    const { event, players, invited, everyone } = await aBigEvent()
    const create = () => createEvent(stamp, event, players)
    await expect(failingCall('TransactWriteCommand', create, nth)).rejects.toThrow('failed')
    expect(await invited()).toHaveLength(there)
    const made = await events.get(event, consistent)
    expect(made?.inviting).toBe(there > 0 ? true : undefined)
    await create()
    expect(await invited()).toEqual(everyone)
    expect(await events.get(event, consistent)).not.toHaveProperty('inviting')
    await create()
    expect(await invited()).toHaveLength(250)
  })

  it('invites the remaining players with its current values on retry, and changes no answers', async () => {
    const { event, players, invited, everyone } = await aBigEvent()
    const create = () => createEvent(stamp, event, players)
    await expect(failingCall('TransactWriteCommand', create, 2)).rejects.toThrow('failed')
    const inviteId = `${event.eventId}.${players[0]!.playerId.split('.')[1]}`
    await invites.answer(stamp, { inviteId, status: 'Accepted' })
    await update(stamp, events.change(event, { set: { name: 'Cup final' } }))
    await create()
    expect(await invited()).toEqual(everyone)
    expect(await invites.get({ inviteId }, consistent)).toMatchObject({ status: 'Accepted', name: 'Practice' })
    const last = await invites.between(players.at(-1)!.playerId, event.start, event.start)
    expect(last).toMatchObject([{ name: 'Cup final', status: 'Pending' }])
  })

  it('cannot be created by another user with the same id', async () => {
    const { event, players, invited } = await aBigEvent(2)
    await createEvent(stamp, event, players)
    const other = createEvent({ ...stamp, actor: 'somebody-else' }, { ...event, name: 'Mine' }, players)
    await expect(other).rejects.toEqual(expect.objectContaining({ code: 'conflict' }))
    expect(await events.get(event, consistent)).toMatchObject({ name: 'Practice' })
    expect(await invited()).toHaveLength(2)
  })
})
