import { describe, expect, it } from 'vitest'
import { teamPlayers } from '#functions/table/rosters.ts'
import { call } from '../call.ts'
import { type Club, newPart, stamp } from '../club.ts'
import { mergeId, miaTwice, sendMerge, undoMerge } from './merging.ts'

const LIST = 'GET /rest-api/duplicates/{orgId}'

describe('two players who look like duplicates', () => {
  const say = (club: Club, one: string, other: string, two: boolean, as = 'admin') =>
    call('PUT /rest-api/duplicates/{orgId}/two', {
      as: club.user(as),
      orgId: club.organizationId,
      body: { oneId: one, otherId: other, two },
    })
  const listOf = async ({ user, organizationId: orgId }: Club) => (await call(LIST, { as: user('admin'), orgId })).body

  it('are no longer proposed once the club has marked them as different, until it takes that back', async () => {
    const { club, twin, mia } = await miaTwice()
    // In either order, and repeatedly.
    expect((await say(club, mia, twin, true)).body).toEqual({ two: true })
    expect((await say(club, twin, mia, true)).status).toBe(200)
    const said = await listOf(club)
    expect(said.pairs).toEqual([])
    expect(said.two.map(({ a, b }) => [a.id, b.id].toSorted())).toEqual([[mia, twin].toSorted()])
    expect(said.two.flatMap(({ a, b }) => [...a.teams, ...b.teams]).toSorted()).toEqual(['Falcons', 'Otters'])
    expect((await say(club, twin, mia, false)).status).toBe(200)
    expect((await say(club, twin, mia, false)).status).toBe(200)
    const again = await listOf(club)
    expect([again.two, again.pairs.length]).toEqual([[], 1])
  })

  it('can still be merged when marked as different; an undo restores the mark', async () => {
    const { club, twin, mia } = await miaTwice()
    await say(club, mia, twin, true)
    const id = mergeId()
    expect((await sendMerge(club, id, mia, twin)).status).toBe(200)
    expect((await listOf(club)).two).toEqual([])
    await undoMerge(club, id)
    const after = await listOf(club)
    expect([after.pairs, after.two.length]).toEqual([[], 1])
  })

  it('stay marked as different when one of them is merged into a third player, until the mark is taken back', async () => {
    const { club, twin, mia } = await miaTwice()
    const third = `${club.organizationId}.${newPart('p')}`
    await teamPlayers.addNew(
      stamp,
      [{ playerId: third, firstName: 'Mia', lastName: 'Moreno', number: '' }],
      club.otters,
    )
    await say(club, mia, twin, true)
    await sendMerge(club, mergeId(), third, twin)
    const said = await listOf(club)
    expect(said.pairs).toEqual([])
    expect(said.two.map(({ a, b }) => [a.id, b.id].toSorted())).toEqual([[mia, third].toSorted()])
    expect((await say(club, third, mia, false)).status).toBe(200)
    const again = await listOf(club)
    expect([again.two, again.pairs.length]).toEqual([[], 1])
  })

  it('are rejected with not_found when one is not in the club or both are the same', async () => {
    const { club, mia } = await miaTwice()
    expect((await say(club, mia, mia, true)).refusal.code).toBe('not_found')
    expect((await say(club, mia, `${club.organizationId}.${newPart('p')}`, true)).refusal.code).toBe('not_found')
    expect((await listOf(club)).two).toEqual([])
  })
})
