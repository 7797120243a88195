import { expect, it } from 'vitest'
import { events } from '#functions/table/events.ts'
import type { Invite } from '#functions/table/inviteRows.ts'
import { invites } from '#functions/table/invites.ts'
import { runMetered } from '#functions/table/meter.ts'
import { update, write } from '#functions/table/table.ts'
import { interleave } from '../interleave.ts'
import { aClub, newPart, stamp } from '../club.ts'

/** Events of the Falcons, as stored in the table. */
async function someEvents(count: number) {
  const club = await aClub()
  const made = Array.from({ length: count }, () => `${club.falcons.teamId}.${newPart('e')}`)
  await write(stamp, ...made.map((eventId) => events.create({ ...club.game, eventId })))
  const found = await events.getMany(
    made.map((eventId) => ({ eventId })),
    { consistent: true },
  )
  return { club, there: found.filter((event) => event !== undefined) }
}

const asked = (
  player: Parameters<typeof invites.unansweredInvite>[1],
  event: Parameters<typeof invites.unansweredInvite>[0],
): Invite => invites.unansweredInvite(event, player)

it('invites a player to 60 events in two reads and two transactions', async () => {
  const { club, there } = await someEvents(60)
  const spent = await runMetered(async (meter) => {
    expect(await invites.inviteMissing(stamp, there, [club.mia], asked)).toBe(60)
    return meter
  })
  expect(spent.trips).toBe(4)
  expect(await invites.inviteMissing(stamp, there, [club.mia, club.leo], asked)).toBe(60)
})

it('invites to none of the events of one write when one of them has changed', async () => {
  const { club, there } = await someEvents(3)
  const [first] = there
  if (!first) throw new Error('There are no events.')
  await update(stamp, events.change({ eventId: first.eventId }, { set: { name: 'Another name' } }))
  const trips = await runMetered(async (meter) => {
    await expect(invites.inviteMissing(stamp, there, [club.mia], asked)).rejects.toMatchObject({ code: 'conflict' })
    return meter.trips
  })
  // The item read is outdated, so it is not retried.
  expect(trips).toBe(2)
  expect(await invites.inviteMissing(stamp, there.slice(1), [club.mia], asked)).toBe(2)
})

it('invites the others when a concurrent request invites one of the players', async () => {
  const { club, there } = await someEvents(1)
  const [event] = there
  if (!event) throw new Error('There are no events.')
  const invited = () => write(stamp, invites.create(asked(club.leo, event)))
  const work = () => invites.inviteMissing(stamp, there, [club.mia, club.leo], asked)
  expect(await interleave('TransactWriteCommand', invited, work)).toBe(1)
  const theirs = await invites.ofEvent(event)
  expect(theirs.map(({ playerId }) => playerId).toSorted()).toEqual(
    [club.mia, club.leo].map((p) => p.playerId).toSorted(),
  )
})
