import { expect, it } from 'vitest'
import { events } from '#functions/table/events.ts'
import { aClub } from '../club.ts'
import { dates, edit, start } from './aSeries.ts'

it('a date of a series that was made to last several days keeps its days when the others change', async () => {
  const club = await aClub()
  await start(club)
  const [first, , third] = await dates(club)
  const times = async (eventId: string) => {
    const event = await events.get({ eventId }, { consistent: true })
    return [event?.name, event?.start, event?.end]
  }
  // Tuesday at 5:30 pm to Wednesday at 7 pm: the clock times of the series.
  await edit(club, third!.id, { scope: 'this', end: '2026-12-03T01:00:00Z' })
  await edit(club, first!.id, { scope: 'all', name: 'Camp' })
  expect(await times(third!.id)).toEqual(['Camp', '2026-12-01T23:30:00Z', '2026-12-03T01:00:00Z'])
  await edit(club, first!.id, { scope: 'all', time: '18:30' })
  expect(await times(third!.id)).toEqual(['Camp', '2026-12-01T23:30:00Z', '2026-12-03T01:00:00Z'])
  expect((await times(first!.id))[1]).toBe('2026-11-25T00:30:00Z')
})
