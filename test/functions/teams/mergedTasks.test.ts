import { describe, expect, it } from 'vitest'
import { handler as hearsOfPlayers } from '#functions/assignments/givenHandler.ts'
import { assignments } from '#functions/table/assignments.ts'
import { fees } from '#functions/table/fees.ts'
import { libraries } from '#functions/table/libraries.ts'
import { mergedPlayers } from '#functions/table/mergedPlayers.ts'
import { players } from '#functions/table/players.ts'
import { recordings } from '#functions/table/recordings.ts'
import { update, write } from '#functions/table/table.ts'
import { recordingOf } from '#shared/ids.ts'
import { sharesOf } from '#shared/rules/recordings.ts'
import {
  allLines,
  anAssignment,
  assign,
  deliverAssignment,
  rowOf,
  saveResponse,
  taskOf,
} from '../assignments/assigning.ts'
import { teamPlayers } from '#functions/table/rosters.ts'
import { call } from '../call.ts'
import { type Club, newPart, stamp } from '../club.ts'
import { aFilm } from '../recordings/films.ts'
import { charge } from '../money/charging.ts'
import { deliverTo } from '../workers.ts'
import { interleave } from '../interleave.ts'
import { mergeId, miaTwice, stateOfMerge, sendMerge, undoMerge, users } from './merging.ts'

const given = (club: Club, playerIds: string[]) =>
  anAssignment(club, { as: 'admin', orgUnitId: club.organizationId, teamIds: [], playerIds })
const countsOf = async (ids: string[]) =>
  (await Promise.all(ids.map(rowOf))).map((row) => [row?.assigned, row?.left, row?.status])

describe('a merge of players with tasks', () => {
  it('moves tasks and answers, counts a shared assignment once, and its undo restores both', async () => {
    const { club, twin, mia } = await miaTwice()
    const hers = { as: 'dad', playerId: twin }
    const leo = club.leo.playerId
    const begun = await given(club, [twin, leo])
    const waiting = await given(club, [twin, leo])
    const answered = await given(club, [mia, twin])
    const idle = await given(club, [mia, twin])
    await saveResponse(club, begun, { ...hers, lines: ['juggle'] })
    await saveResponse(club, answered, { ...hers, lines: allLines, done: true })
    const ids = [begun, waiting, answered, idle]
    const [before, counts] = [await stateOfMerge(club, [mia, twin], users), await countsOf(ids)]
    expect(counts).toEqual([
      [2, 2, 'OPEN'],
      [2, 2, 'OPEN'],
      [2, 1, 'OPEN'],
      [2, 2, 'OPEN'],
    ])
    const id = mergeId()
    expect((await sendMerge(club, id, mia, twin)).status).toBe(200)
    expect(await countsOf(ids)).toEqual([
      [2, 2, 'OPEN'],
      [2, 2, 'OPEN'],
      [1, 0, 'COMPLETED'],
      [1, 1, 'OPEN'],
    ])
    const tasks = await Promise.all(ids.map((each) => taskOf(each, { playerId: mia })))
    expect(tasks.map((task) => [task?.state, task?.number, task?.firstName])).toEqual([
      ['STARTED', 50, 'Mia'],
      ['WAITING', 0, 'Mia'],
      ['DONE', 100, 'Mia'],
      ['WAITING', 0, 'Mia'],
    ])
    expect(await Promise.all(ids.map((each) => taskOf(each, { playerId: twin })))).toEqual(ids.map(() => undefined))
    expect((await undoMerge(club, id)).status).toBe(200)
    expect(await stateOfMerge(club, [mia, twin], users)).toEqual(before)
    expect(await countsOf(ids)).toEqual(counts)
  })

  it('assigns new tasks of the removed player to the kept one, who keeps later answers after an undo', async () => {
    const { club, twin, mia } = await miaTwice()
    const [waiting, both] = [await given(club, [twin, club.leo.playerId]), await given(club, [mia, twin])]
    const id = mergeId()
    await sendMerge(club, id, mia, twin)
    await update(stamp, assignments.change({ assignmentId: waiting }, { set: { plan: 'wanted' } }))
    await deliverAssignment(waiting)
    expect((await taskOf(waiting, { playerId: mia }))?.state).toBe('WAITING')
    expect((await saveResponse(club, waiting, { lines: ['juggle'] })).status).toBe(200)
    expect((await saveResponse(club, both, { lines: allLines, done: true })).status).toBe(200)
    expect((await undoMerge(club, id)).status).toBe(200)
    const statesOf = async (playerId: string) =>
      (await Promise.all([waiting, both].map((each) => taskOf(each, { playerId })))).map((task) => task?.state)
    expect([await statesOf(mia), await statesOf(twin)]).toEqual([
      [undefined, 'DONE'],
      ['STARTED', 'WAITING'],
    ])
    expect(await countsOf([waiting, both])).toEqual([
      [2, 2, 'OPEN'],
      [2, 1, 'OPEN'],
    ])
  })

  it('does not decrease the count again for a task already paused because the player has left the team', async () => {
    const { club, twin, mia } = await miaTwice()
    const byTeam = { as: 'admin', orgUnitId: club.otters.teamId, teamIds: [club.otters.teamId] }
    await teamPlayers.add(stamp, mia, club.otters)
    const id = await anAssignment(club, byTeam)
    const assigned = (await rowOf(id))?.assigned ?? 0
    await teamPlayers.remove(stamp, twin, club.otters)
    await deliverTo(hearsOfPlayers, { ...players.key({ playerId: twin }), kind: 'Player', change: 'changed' })
    const without = [[assigned - 1, assigned - 1, 'OPEN']]
    expect(await countsOf([id])).toEqual(without)
    const merge = mergeId()
    expect((await sendMerge(club, merge, mia, twin)).status).toBe(200)
    expect(await countsOf([id])).toEqual(without)
    expect((await undoMerge(club, merge)).status).toBe(200)
    expect(await countsOf([id])).toEqual(without)
    expect((await taskOf(id, { playerId: twin }))?.paused).toBe(true)
  })

  it('resumes a paused task of the removed player when the kept one is on the team', async () => {
    const { club, twin, mia } = await miaTwice()
    const id = await anAssignment(club, { as: 'admin', orgUnitId: club.otters.teamId, teamIds: [club.otters.teamId] })
    const assigned = (await rowOf(id))?.assigned ?? 0
    await teamPlayers.remove(stamp, twin, club.otters)
    const hear = (kind: string, playerId: string, change: 'created' | 'changed' | 'removed') =>
      deliverTo(hearsOfPlayers, { ...(kind === 'Player' ? players : mergedPlayers).key({ playerId }), kind, change })
    await hear('Player', twin, 'changed')
    await teamPlayers.add(stamp, mia, club.otters)
    await hear('Player', mia, 'changed')
    const merge = mergeId()
    expect((await sendMerge(club, merge, mia, twin)).status).toBe(200)
    await hear('Merged player', twin, 'created')
    expect(await countsOf([id])).toEqual([[assigned, assigned, 'OPEN']])
    expect((await taskOf(id, { playerId: mia }))?.paused).toBeUndefined()
    // After the undo, it is again assigned to a player on none of its teams.
    expect((await undoMerge(club, merge)).status).toBe(200)
    await hear('Merged player', twin, 'removed')
    expect(await countsOf([id])).toEqual([[assigned - 1, assigned - 1, 'OPEN']])
    expect((await taskOf(id, { playerId: twin }))?.paused).toBe(true)
  })

  it('is rejected with both_answered when both have answered the same assignment', async () => {
    const { club, twin, mia } = await miaTwice()
    const both = await given(club, [mia, twin])
    await saveResponse(club, both, { lines: ['juggle'] })
    await saveResponse(club, both, { as: 'dad', playerId: twin, lines: ['watch'] })
    expect((await sendMerge(club, mergeId(), mia, twin)).refusal.code).toBe('both_answered')
    expect(await countsOf([both])).toEqual([[2, 2, 'OPEN']])
  })
})

it('a merge moves library items and recordings shared with the removed player, and its undo moves them back', async () => {
  const { club, twin, mia } = await miaTwice()
  const { organizationId, otters } = club
  const [hers, both, other] = [1, 2, 3].map(() => `${organizationId}.${newPart('l')}`) as [string, string, string]
  const recordingId = `${otters.teamId}.${newPart('z')}`
  const film = { title: 'Final', startsAt: stamp.at, media: 'video/mp4', amount: 9, moments: 0, addedBy: 'x' }
  await write(
    stamp,
    libraries.change(await libraries.current(organizationId), {
      [hers]: { shares: { [twin]: 'USER' } },
      [both]: { shares: { [twin]: 'EDITOR', [mia]: 'VIEWER' } },
      [other]: { shares: { [club.leo.playerId]: 'USER' } },
    }),
    recordings.create({
      ...{ ...film, recordingId, shelf: 'there' },
      shares: sharesOf(otters.teamId, { team: false, playerIds: [twin] }),
    }),
  )
  const sharedNow = async () => {
    const { tree } = await libraries.current(organizationId)
    const row = await recordings.get({ recordingId }, { consistent: true })
    return [...[hers, both, other].map((id) => tree[id]?.shares), row?.shares].map((shares) =>
      Object.entries(shares ?? {}).toSorted(([a], [b]) => a.localeCompare(b)),
    )
  }
  const before = await sharedNow()
  const id = mergeId()
  expect((await sendMerge(club, id, mia, twin)).status).toBe(200)
  expect(await sharedNow()).toEqual([
    [[mia, 'USER']],
    [[mia, 'EDITOR']],
    [[club.leo.playerId, 'USER']],
    [[mia, 'USER']],
  ])
  expect((await undoMerge(club, id)).status).toBe(200)
  expect(await sharedNow()).toEqual(before)
})

it.each(['merged first', 'given first'] as const)(
  'a task assigned concurrently with a merge belongs to the kept player: %s',
  async (order) => {
    const { club, twin, mia } = await miaTwice()
    const made = await assign(club, { as: 'admin', orgUnitId: club.organizationId, teamIds: [], playerIds: [twin] })
    const { id } = made.body
    const results: Record<string, unknown> = {}
    const merge = async () => void (results['merge'] = (await sendMerge(club, mergeId(), mia, twin)).status)
    if (order === 'merged first') await interleave('TransactWriteCommand', merge, () => deliverAssignment(id))
    else await interleave('TransactWriteCommand', () => deliverAssignment(id), merge)
    expect(results).toEqual({ merge: 200 })
    expect((await taskOf(id, { playerId: mia }))?.state).toBe('WAITING')
    expect(await taskOf(id, { playerId: twin })).toBeUndefined()
    expect(await countsOf([id])).toEqual([[1, 1, 'OPEN']])
  },
)

it('an assignment to a player merged since can be edited as it is shown', async () => {
  const { club, twin, mia } = await miaTwice()
  const as = club.user('admin')
  const [orgUnitId, assignmentId] = [club.organizationId, await given(club, [twin])]
  expect((await sendMerge(club, mergeId(), mia, twin)).status).toBe(200)
  await teamPlayers.remove(stamp, mia, club.falcons)
  const one = { as, orgUnitId, assignmentId }
  const { body: shown } = await call('GET /rest-api/assignment/{assignmentId}/organization/{orgUnitId}', one)
  expect(shown.assignees.players.map(({ id }) => id)).toEqual([mia])
  for (const [i, playerId] of [mia, twin].entries()) {
    const body = {
      ...{ name: `Homework ${i}`, description: '', dueOn: null, revision: shown.revision + i },
      assignees: { teamIds: [], playerIds: [playerId] },
    }
    const answer = await call('PUT /rest-api/assignment/{assignmentId}/organization/{orgUnitId}', { ...one, body })
    expect(answer.status).toBe(200)
  }
})

it.each(['merged first', 'shared first'] as const)(
  'a recording shared concurrently with a merge is shared with the kept player or rejected: %s',
  async (order) => {
    const { club, twin, mia } = await miaTwice()
    const as = club.user('admin')
    const fileId = await aFilm(club, as)
    const { teamId } = club.otters
    const results: Record<string, number> = {}
    const merge = async () => void (results['merge'] = (await sendMerge(club, mergeId(), mia, twin)).status)
    const body = { fileId, title: 'Final', eventId: null, sharedWith: { team: false, playerIds: [twin] } }
    const share = async () =>
      void (results['share'] = (await call('POST /rest-api/recordings/team/{teamId}', { as, teamId, body })).status)
    if (order === 'merged first') await interleave('TransactWriteCommand', merge, share)
    else await interleave('TransactWriteCommand', share, merge)
    const row = await recordings.get({ recordingId: recordingOf(teamId, fileId) }, { consistent: true })
    expect(results).toEqual({ merge: 200, share: order === 'merged first' ? 404 : 200 })
    expect(row?.shares).toEqual(order === 'merged first' ? undefined : { [mia]: 'USER' })
  },
)

it.each(['merged first', 'charged first'] as const)(
  'a charge concurrent with a merge is moved to the kept player or rejected: %s',
  async (order) => {
    const { club, twin, mia } = await miaTwice()
    const results: Record<string, number> = {}
    const merge = async () => void (results['merge'] = (await sendMerge(club, mergeId(), mia, twin)).status)
    const wanted = { players: [{ playerId: twin }], orgUnitId: club.organizationId }
    const charging = async () => void (results['charge'] = (await charge(club, wanted)).status)
    if (order === 'merged first') await interleave('TransactWriteCommand', merge, charging)
    else await interleave('TransactWriteCommand', charging, merge)
    const isMerged = order === 'merged first'
    // If the merge comes later, the fee moves with it.
    expect(results).toEqual({ merge: 200, charge: isMerged ? 412 : 200 })
    expect(await fees.ofPlayer(twin, { consistent: true })).toHaveLength(isMerged ? 0 : 1)
    const kept = await players.get({ playerId: mia }, { consistent: true })
    expect(kept?.also).toEqual(isMerged ? undefined : [twin])
  },
)
