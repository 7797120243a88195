import { expect, it } from 'vitest'
import { handler as due } from '#functions/assignments/dueHandler.ts'
import { organizations } from '#functions/table/organizations.ts'
import { write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { stamp } from '../club.ts'
import { deliverTo } from '../workers.ts'
import { aClubWithTrainer, allLines, anAssignment, deliverTask, saveResponse } from './assigning.ts'

it('Today counts tasks per player: due within a week, overdue or without a due date', async () => {
  const club = await aClubWithTrainer()
  const soon = await anAssignment(club, { dueOn: '2026-11-25' })
  await anAssignment(club, { dueOn: '2026-11-10' })
  await anAssignment(club, { dueOn: '2026-12-25' })
  await anAssignment(club, { dueOn: null })
  const dueTasks = async () => {
    await deliverTask(soon, club.mia.playerId)
    const query = { startUtc: '2026-11-21T06:00:00Z' }
    return (await call('GET /api/v1/today', { as: club.user('parent'), query })).body.dueTasks
  }
  expect((await dueTasks()) ?? []).toEqual([{ playerId: club.mia.playerId, count: 3 }])
  await saveResponse(club, soon, { lines: allLines, done: true })
  expect((await dueTasks()) ?? []).toEqual([{ playerId: club.mia.playerId, count: 2 }])
})

it('Today counts days in the club’s time zone, also after the zone has been changed', async () => {
  const club = await aClubWithTrainer()
  const { organizationId } = club
  await deliverTask(await anAssignment(club, { dueOn: '2026-11-29' }), club.mia.playerId)
  const count = async () => {
    const query = { startUtc: '2026-11-21T06:00:00Z' }
    return (await call('GET /api/v1/today', { as: club.user('parent'), query })).body.dueTasks?.[0]?.count ?? 0
  }
  expect(await count()).toBe(0)
  // There, the 22nd has begun.
  await write(stamp, organizations.change({ organizationId }, { set: { timezone: 'Asia/Tokyo' } }))
  await deliverTo(due, { ...organizations.key({ organizationId }), kind: 'Organization', change: 'changed' })
  expect(await count()).toBe(1)
})
