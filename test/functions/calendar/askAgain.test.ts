import { expect, it } from 'vitest'
import { events } from '#functions/table/events.ts'
import { aClub, type Club } from '../club.ts'
import { killedAtEvery } from '../simulatedProcess.ts'
import { dates, edit, editOf, start } from './aSeries.ts'

const until = '2026-12-03'
const wanted = { scope: 'all', time: '18:30', askAgain: true, tell: true } as const
const news = async (club: Club, name: string) => {
  const ids = (await dates(club)).filter((each) => each.name === name).map(({ id }) => ({ eventId: id }))
  const rows = await events.getMany(ids, { consistent: true })
  return rows.map((row) => [row?.news?.what, row?.newsAt])
}

it('asks again for dates a series edit moves, but not for a date with its own time', async () => {
  const club = await aClub()
  const now = '2026-11-21T19:00:00.000Z'
  await start(club, { until }, { name: 'Practice' })
  const [first, second] = await dates(club)
  await edit(club, second!.id, { time: '19:00' })
  await edit(club, first!.id, { ...wanted, now })
  const own = [undefined, undefined]
  expect(await news(club, 'Practice')).toEqual([['asked', now], own, ['asked', now], ['asked', now]])
})

it('asks once for dates an interrupted edit has moved, when the edit is repeated', async () => {
  const club = await aClub()
  const ended = await killedAtEvery(async (dies, nth) => {
    const name = `Practice ${nth}`
    await start(club, { until }, { name })
    const [, second] = (await dates(club)).filter((each) => each.name === name)
    const first = await editOf(club, second!.id, { ...wanted, now: '2026-11-21T19:00:00Z' })
    const again = await editOf(club, second!.id, { ...wanted, now: '2026-11-21T19:05:00Z' })
    if (!(await dies(first))) return
    const before = await news(club, name)
    expect((await again()).status).toBe(200)
    const after = await news(club, name)
    expect(after.map(([what]) => what)).toEqual(['asked', 'asked', 'asked', 'asked'])
    for (const [i, [what, at]] of before.entries()) if (what) expect(after[i]).toEqual([what, at])
  }, 2)
  expect(ended).toBeGreaterThanOrEqual(2)
})
