import { expect, it } from 'vitest'
import { agesOfPlayers, youthClub } from '#scripts/demo/youthClub.ts'
import { isMinor } from '#shared/rules/chatSafety.ts'
import { addDays } from '#shared/rules/days.ts'
import { fullName } from '#shared/rules/names.ts'

const { squads } = youthClub({ today: '2026-11-21' })
const weekly = squads.filter((squad) => squad.weekly)

it('has nine small teams that train once a week, without overlaps on a field', () => {
  expect(weekly.map(({ team }) => team.name)).toHaveLength(9)
  const all = squads.flatMap(({ events }) => events)
  for (const { players, events } of weekly) {
    expect(players.length).toBeGreaterThan(5)
    expect(players.length).toBeLessThan(9)
    expect(events).toHaveLength(6)
    for (const one of events) {
      const beside = all.filter(({ start, end, field }) => field === one.field && start < one.end && end > one.start)
      expect(beside).toEqual([one])
    }
  }
})

it('has unique names of players, and none of the families with an account in the nine teams', () => {
  const names = squads.flatMap(({ players }) => players.map(({ playerId }) => playerId))
  expect(new Set(names).size).toBe(names.length)
  const families = weekly.flatMap(({ players }) => players.map(({ lastName }) => lastName))
  expect(families.filter((name) => name === 'Moreno' || name === 'Okafor')).toEqual([])
})

it.each(['2026-11-21', '2028-02-29', '2027-01-01'])(
  'has children of two birth years on each team, as of %s, all minors, and no birthday in the weeks around it',
  (today) => {
    const { squads: some } = youthClub({ today })
    const all = some.flatMap(({ players }) => players).map(({ bornOn = '' }) => bornOn)
    for (const { team, players } of some) {
      const others = players.filter((player) => agesOfPlayers[fullName(player)] === undefined)
      const years = new Set(others.map(({ bornOn = '' }) => bornOn.slice(0, 4)))
      expect([team.name, years.size]).toEqual([team.name, 2])
    }
    expect(all.filter((bornOn) => !isMinor(bornOn, today))).toEqual([])
    const own = some.flatMap(({ players }) => players).filter((player) => fullName(player) in agesOfPlayers)
    const age = (bornOn = '') => Temporal.PlainDate.from(bornOn).until(today, { largestUnit: 'years' }).years
    expect(own.map((player) => [fullName(player), age(player.bornOn)])).toEqual(Object.entries(agesOfPlayers))
    const near = Array.from({ length: 29 }, (_, i) => addDays(today, i - 14).slice(5))
    expect(all.filter((bornOn) => near.includes(bornOn.slice(5)))).toEqual([])
    expect(new Set(all).size).toBe(all.length)
  },
)
