import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { instantOf } from '#shared/rules/wallClock.ts'
import { call } from '../call.ts'
import { aClub } from '../club.ts'
import { all, dates, edit, weeklyRule, start, zone } from './aSeries.ts'
import { seriesModel, type Scope, lastDay } from './seriesModel.ts'

const scope = fc.constantFrom<Scope>('this', 'following', 'all')
const many = fc.constantFrom<Scope>('following', 'all')
const place = fc.nat(7)
const step = fc.oneof(
  fc.record({
    does: fc.constant('edit' as const),
    ...{ place, scope },
    change: fc.constantFrom({ name: 'A' }, { name: 'B' }, { time: '18:00' }, { name: 'C', time: '18:30' }),
  }),
  fc.record({
    does: fc.constant('rule' as const),
    ...{ place, scope: many },
    weekdays: fc.constantFrom([2], [4], [2, 4]),
  }),
  fc.record({ does: fc.constant('remove' as const), ...{ place, scope } }),
  fc.record({ does: fc.constant('restore' as const), place, together: fc.boolean() }),
)
/** Always the same few in `npm test`, others in each long run: one has six steps of several calls. */
const seeded = process.env['RUNS'] === undefined ? { seed: 20_261_124 } : {}
const numRuns = Math.max(2, Math.floor(Number(process.env['RUNS'] ?? 0) / 200))

it('a series edited, deleted and restored in any order matches a simple model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 6 }), async (steps) => {
      const club = await aClub()
      const as = club.user('coach')
      await start(club)
      const ids = new Map((await dates(club)).map(({ day, id }) => [day, id]))
      const model = seriesModel(all.map((day) => `2026-${day}`))
      for (const [i, each] of steps.entries()) {
        const now = `2026-11-20T12:${String(10 + i)}:00.000Z`
        const among = each.does === 'restore' ? model.dates.filter(({ state }) => state !== 'there') : model.there()
        const chosen = among[each.place % Math.max(1, among.length)]
        const eventId = ids.get(chosen?.day ?? '')
        if (!chosen || eventId === undefined) continue
        if (each.does === 'edit') {
          expect((await edit(club, eventId, { ...each.change, scope: each.scope, now })).status).toBe(200)
          model.edit(chosen, each.scope, each.change)
        } else if (each.does === 'rule') {
          const wanted = { ...weeklyRule, weekdays: each.weekdays, until: lastDay }
          expect((await edit(club, eventId, { scope: each.scope, repeat: wanted, now })).status).toBe(200)
          model.rule(chosen, each.scope, each.weekdays, now)
        } else if (each.does === 'remove') {
          await call('GET /api/v1/deleteEvent/{eventId}', { as, eventId, query: { scope: each.scope }, now })
          model.remove(chosen, each.scope, now)
        } else {
          const query = each.together ? { together: 'true' as const } : {}
          await call('POST /rest-api/calendar/event/{eventId}/restore', { as, eventId, query, now })
          model.restore(chosen, each.together)
        }
        const seen = (await dates(club)).map(({ day, name, start: at }) => ({ day, name, start: at }))
        const wanted = model.there().map(({ day, name, time }) => ({ day, name, start: instantOf(day, time, zone) }))
        expect(seen).toEqual(wanted)
      }
    }),
    { numRuns, ...seeded },
  )
})
