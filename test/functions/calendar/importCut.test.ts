// apart: the web app's server module calls the functions directly
import { expect, it, vi } from 'vitest'
import type { Api } from '#shared/api/index.ts'
import type { Input } from '#shared/api/route.ts'
import type { Fixture } from '#shared/rules/fixtures.ts'
import type { CompletedAction } from '#web/imports/actions.ts'
import { addAction } from '#web/imports/lastImport.ts'
import { perform, undo } from '#web/imports/perform.ts'
import { toActions, compareWithCalendar } from '#web/imports/compareWithCalendar.ts'
import { events } from '#functions/table/events.ts'
import { call } from '../call.ts'
import { aClub, anEvent } from '../club.ts'
import { killedAtEvery } from '../simulatedProcess.ts'
import { writeEvents } from './planning.ts'

const who = vi.hoisted(() => ({ as: '' }))
vi.mock('#web/api.ts', () => {
  class ApiProblem extends Error {
    code: string
    constructor(code: string) {
      super(code)
      this.code = code
    }
  }
  return {
    ApiProblem,
    callApi: async <K extends keyof Api>(key: K, input: Input<K, Api[K]>) => {
      const { status, body, refusal } = await call(key, { ...input, as: who.as } as never)
      if (status !== 200) throw new ApiProblem(refusal.code)
      return body
    },
  }
})

const now = '2026-11-21T18:00:00Z'
const known = { eventTypeId: 'game', venues: [] }

it('an import interrupted at any write is completed by a retry, then changes nothing, and can be undone', async () => {
  const club = await aClub()
  who.as = club.user('coach')
  const { teamId, name } = club.falcons
  const listed = (title: string, day: string, hour = 18): Fixture => ({
    ...{ row: 2, team: { id: teamId, name }, key: title, name: title, hasEnd: true, timezone: 'UTC' },
    ...{ start: `${day}T${hour}:00:00Z`, end: `${day}T${hour + 2}:00:00Z`, place: '', field: '', note: '' },
  })
  const difference = (list: readonly Fixture[]) => compareWithCalendar(teamId, list, now)
  const standing = async (prefix: string) => {
    const query = { start: '2027-01-01', end: '2027-06-01' }
    const { body } = await call('GET /api/v1/teamEventsByMonth/{orgUnitId}', { as: who.as, orgUnitId: teamId, query })
    const own = body.events.filter((event) => event.name.startsWith(prefix))
    return own.map((event) => `${event.name.slice(prefix.length)} ${event.start.slice(5, 13)}`).toSorted()
  }
  // After every third write in the short run.
  const ended = await killedAtEvery(
    async (dies, nth) => {
      const prefix = `${nth}: `
      // Days of its own, so that events of the other rounds do not count as missing from its list.
      const day = (of: number) => new Date(Date.UTC(2027, 0, nth * 4 + of)).toISOString().slice(0, 10)
      const event = (title: string, of: number) =>
        anEvent(club.falcons, {
          ...{ name: prefix + title, start: `${day(of)}T10:00:00Z`, end: `${day(of)}T12:00:00Z`, timezone: 'UTC' },
          location: undefined,
        })
      const gone = event('gone', 1)
      await writeEvents([event('moved', 1), gone])
      const list = [listed(`${prefix}new`, day(0)), listed(`${prefix}moved`, day(1)), listed(`${prefix}back`, day(2))]
      // Imported by the list before, and deleted by someone since.
      const back = list.slice(2)
      for (const act of toActions(await difference(back), new Set())) await perform(act, known, () => undefined)
      const [made] = (await difference(back)).rows
      const path = { as: who.as, eventId: made?.eventId ?? '', query: {} }
      await call('GET /api/v1/deleteEvent/{eventId}', path)
      const before = await standing(prefix)
      expect(before.map((each) => each.split(' ')[0])).toEqual(['gone', 'moved'])

      let done: readonly CompletedAction[] = []
      const note = (each: CompletedAction) => void (done = addAction(done, each))
      const run = async () => {
        for (const act of toActions(await difference(list), new Set([gone.eventId])))
          note(await perform(act, known, note))
      }
      await dies(run)
      await run()
      expect((await standing(prefix)).map((each) => each.split(' ')[0])).toEqual(['back', 'moved', 'new'])
      expect(toActions(await difference(list), new Set([gone.eventId]))).toEqual([])
      for (const each of done.toReversed()) await undo(each)
      expect(await standing(prefix)).toEqual(before)
    },
    process.env['RUNS'] ? 1 : 3,
  )
  // One created, one changed, one restored and changed, one deleted; and the change of the month.
  expect(ended).toBeGreaterThanOrEqual(5)
})

it('a change whose response was lost is undone together with the one of a corrected list', async () => {
  const club = await aClub()
  who.as = club.user('coach')
  const { teamId, name } = club.falcons
  const game = anEvent(club.falcons, { name: 'Cup', timezone: 'UTC', start: '2027-03-01T10:00:00Z' })
  await writeEvents([{ ...game, end: '2027-03-01T12:00:00Z' }])
  const changeTo = (start: string) => ({
    does: 'change' as const,
    eventId: game.eventId,
    fixture: {
      ...{
        row: 2,
        team: { id: teamId, name },
        key: 'Cup',
        name: 'Cup',
        hasEnd: false,
        timezone: 'UTC',
        start,
        end: start,
      },
      ...{ place: '', field: '', note: '' },
    },
  })
  const begun: CompletedAction[] = []
  await perform(changeTo('2027-03-02T10:00:00Z'), known, (action) => begun.push(action))
  const settings = { ...known, earlierAttempt: begun[0] }
  const done = await perform(changeTo('2027-03-03T10:00:00Z'), settings, () => undefined)
  await undo(done)
  expect((await events.get(game, { consistent: true }))?.start).toBe('2027-03-01T10:00:00Z')
})
