import { expect, it } from 'vitest'
import { youthClub } from '#scripts/demo/youthClub.ts'

const { squads } = youthClub({ today: '2026-11-21' })
const weekly = squads.filter((squad) => squad.weekly)

it('has nine small teams that meet once a week, each time where nobody else of the club is', () => {
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

it('knows each player by one name, and none of the nine teams has one of the families with an account', () => {
  const names = squads.flatMap(({ players }) => players.map(({ playerId }) => playerId))
  expect(new Set(names).size).toBe(names.length)
  const families = weekly.flatMap(({ players }) => players.map(({ lastName }) => lastName))
  expect(families.filter((name) => name === 'Moreno' || name === 'Okafor')).toEqual([])
})
