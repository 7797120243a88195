import { expect, it } from 'vitest'
import { handler as tellNews } from '#functions/calendar/newsHandler.ts'
import { newsMailOf } from '#functions/calendar/newsOf.ts'
import { handler as remind } from '#functions/calendar/remindHandler.ts'
import { events } from '#functions/table/events.ts'
import { invites } from '#functions/table/invites.ts'
import { outbox } from '#functions/table/outbox.ts'
import { families } from '#functions/table/players.ts'
import { call } from '../call.ts'
import { aClub, type Club, stamp } from '../club.ts'
import { killedAfter } from '../simulatedProcess.ts'
import { measureCost } from '../measureCost.ts'
import { deliverTo } from '../workers.ts'

const consistent = { consistent: true }
/** As many players as an event for the whole club has: here, too many for one transaction. */
const many = Array.from({ length: 45 }, (_, i) => `Player${i}`)

const cancel = (club: Club) =>
  call('POST /rest-api/calendar/event/{eventId}/cancel', {
    as: club.user('coach'),
    eventId: club.game.eventId,
    body: { cancelled: true, tell: true },
  })
const news = (club: Club) => deliverTo(tellNews, { kind: 'Event', ...events.key(club.game) })
const noted = async (club: Club) => {
  const ids = club.falconPlayers.map((player) => ({ inviteId: club.invite(player) }))
  return invites.getMany(ids, consistent)
}
/** This many parents of a player, who join one after another. */
async function joined(club: Club, { playerId }: { playerId: string }, count: number): Promise<string[]> {
  const userIds = Array.from({ length: count }, (_, i) => club.user(`p${i}-${playerId.slice(-9)}`))
  for (const userId of userIds) await families.join(stamp, { playerId, userId, relation: 'own' })
  return userIds
}

it('a cancellation is written for many invites per transaction, in few round trips', async () => {
  const club = await aClub({ roster: many })
  await cancel(club)
  const { trips } = await measureCost(() => news(club))
  const newsAt = (await events.get(club.game, consistent))?.newsAt
  expect((await noted(club)).map((invite) => [invite?.newsAt, invite?.cancelled])).toEqual(
    club.falconPlayers.map(() => [newsAt, true]),
  )
  // One by one, it would be three for each of them.
  expect(trips).toBeLessThan(club.falconPlayers.length)
})

it('each parent of large families is mailed once, despite interruptions', async () => {
  const club = await aClub({ roster: many.slice(0, 2) })
  const [, ...players] = club.falconPlayers
  const parents = (await Promise.all(players.map((player) => joined(club, player, 30)))).flat()
  await cancel(club)
  const killed: boolean[] = []
  do killed.push(await killedAfter(1, () => news(club)))
  while (killed.at(-1))
  // Only as many mails as fit are written at once.
  expect(killed.length).toBeGreaterThan(2)
  const { newsAt = '' } = (await events.get(club.game, consistent)) ?? {}
  const readers = [...parents, club.user('parent'), club.user('parent2')]
  const mails = await outbox.getMany(
    readers.map((userId) => newsMailOf(club.game.eventId, newsAt, userId)),
    consistent,
  )
  expect(mails.map((mail) => mail?.letter)).toEqual(readers.map(() => 'eventNews'))
  expect((await noted(club)).every((invite) => invite?.newsAt === newsAt)).toBe(true)
})

it('many families are reminded in parallel, in few round trips', async () => {
  const club = await aClub({ roster: many })
  const heard = { eventId: club.game.eventId, hours: 24 } as never
  const { trips } = await measureCost(() => deliverTo(remind, heard, '2026-11-21T00:30:00Z'))
  expect((await noted(club)).map((invite) => invite?.reminded)).toEqual(club.falconPlayers.map(() => 24))
  expect(trips).toBeLessThan(club.falconPlayers.length)
})
