// own: mail goes to a service of its own
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { beforeAll, expect, it, vi } from 'vitest'
import type { handler as Reminded } from '#functions/assignments/remindedHandler.ts'
import { assignments } from '#functions/table/assignments.ts'
import { families } from '#functions/table/players.ts'
import { teamPlayers } from '#functions/table/rosters.ts'
import { write } from '#functions/table/table.ts'
import { teams } from '#functions/table/teams.ts'
import { orgUnitOf } from '#shared/ids.ts'
import { call } from '../call.ts'
import { type Club, stamp } from '../club.ts'
import { openPost } from '../mail/post.ts'
import { emailOf, register } from '../today/coachRequests.ts'
import { deliverTo } from '../workers.ts'
import {
  aClubWithTrainer,
  allLines,
  anAssignment,
  deliverAssignment,
  rowOf,
  saveResponse,
  taskOf,
} from './assigning.ts'

const post = openPost()
let handler: typeof Reminded
beforeAll(async () => {
  handler = (await import('#functions/assignments/remindedHandler.ts')).handler
})

const noon = '2026-11-21T18:00:00Z'
async function aClubWithParents() {
  const club = await aClubWithTrainer()
  await families.join(stamp, { playerId: club.leo.playerId, userId: club.user('leos'), relation: 'own' })
  for (const name of ['parent', 'parent2', 'fan', 'leos'])
    await register(club, name, { firstName: name, lastName: 'M' })
  return club
}
const remind = (club: Club, assignmentId: string, now = noon) =>
  call('POST /rest-api/email/assignment/{assignmentId}/organization/{orgUnitId}', {
    as: club.user('trainer'),
    assignmentId,
    orgUnitId: club.falcons.teamId,
    now,
  })
const hearIt = (assignmentId: string, now = noon) =>
  deliverTo(handler, { ...assignments.key({ assignmentId }), kind: 'Assignment', change: 'changed' }, now)

it('a reminder reaches each parent whose player is not done once, at most once a day, and no followers', async () => {
  const club = await aClubWithParents()
  const id = await anAssignment(club)
  await saveResponse(club, id, { playerId: club.leo.playerId, as: 'leos', lines: allLines, done: true })
  const answers = await Promise.all([remind(club, id), remind(club, id)])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 412]))
  await Promise.allSettled([hearIt(id), hearIt(id)])
  await hearIt(id)
  await post.deliver({ now: noon })
  expect(post.mails.map(({ to }) => to).toSorted()).toEqual(
    [emailOf(club, 'parent'), emailOf(club, 'parent2')].toSorted(),
  )
  const [mail] = post.mails
  expect(mail?.subject).toBe('Task for Mia: Homework')
  expect(mail?.text).toContain('Due: November 30, 2026')
  expect(mail?.text).not.toContain('Moreno')
  expect((await taskOf(id, club.leo))?.remindedAt).toBeUndefined()

  post.mails = []
  const later = '2026-12-01T18:00:00Z'
  expect((await remind(club, id, later)).status).toBe(200)
  await hearIt(id, later)
  await post.deliver({ now: later })
  expect(post.mails.map(({ subject }) => subject)).toEqual([
    'Overdue task for Mia: Homework',
    'Overdue task for Mia: Homework',
  ])
})

it('a reminder to a parent of several players names all who are not done, with a link to each', async () => {
  const club = await aClubWithParents()
  const { mia, leo, user } = club
  await families.join(stamp, { playerId: leo.playerId, userId: user('parent'), relation: 'own' })
  const id = await anAssignment(club)
  await remind(club, id)
  await Promise.allSettled([hearIt(id), hearIt(id)])
  await hearIt(id)
  post.mails = []
  await post.deliver({ now: noon })
  const to = (name: string) => post.mails.filter((mail) => mail.to === emailOf(club, name))
  const [both] = to('parent')
  expect(['parent', 'parent2', 'leos'].map((name) => to(name).length)).toEqual([1, 1, 1])
  expect(both?.subject).toMatch(/^Task for (Leo and Mia|Mia and Leo): Homework$/)
  for (const { playerId } of [mia, leo]) expect(both?.text).toContain(`/player/${playerId}?task=${id}`)
  expect(to('leos')[0]?.subject).toBe('Task for Leo: Homework')
  // The mail omits players who have done it by then.
  const next = await anAssignment(club)
  await remind(club, next)
  await hearIt(next)
  await saveResponse(club, next, { playerId: leo.playerId, as: 'leos', lines: allLines, done: true })
  post.mails = []
  await post.deliver({ now: noon })
  expect(to('parent').map(({ subject }) => subject)).toEqual(['Task for Mia: Homework'])
  expect(to('leos')).toEqual([])
})

it('a reminder reaches no family whose player left the team, and pauses the assignment for that player', async () => {
  const club = await aClubWithParents()
  const { mia, leo } = club
  const given = [
    await anAssignment(club),
    await anAssignment(club, { teamIds: [], playerIds: [mia.playerId, leo.playerId] }),
  ]
  const ofClub = { as: 'admin', orgUnitId: club.organizationId }
  given.push(await anAssignment(club, { ...ofClub, teamIds: [club.falcons.teamId], playerIds: [] }))
  await teamPlayers.remove(stamp, mia.playerId, club.falcons)
  post.mails = []
  for (const id of given) {
    const orgUnitId = orgUnitOf(id)
    const asked = { as: club.user('admin'), assignmentId: id, orgUnitId, now: noon }
    expect((await call('POST /rest-api/email/assignment/{assignmentId}/organization/{orgUnitId}', asked)).status).toBe(
      200,
    )
    await hearIt(id)
  }
  await post.deliver({ now: noon })
  expect(post.mails.map(({ to }) => to)).toEqual(given.map(() => emailOf(club, 'leos')))
  const paused = await Promise.all(given.map(async (id) => [(await taskOf(id, mia))?.paused, (await rowOf(id))?.left]))
  expect(paused).toEqual([
    [true, 2],
    [true, 1],
    [true, 2],
  ])
})

it('reminds no family of an archived team, except for players who were assigned by name', async () => {
  const club = await aClubWithParents()
  const { mia } = club
  const ofClub = { as: 'admin', orgUnitId: club.organizationId }
  const given = [
    await anAssignment(club),
    await anAssignment(club, { ...ofClub, teamIds: [club.falcons.teamId] }),
    await anAssignment(club, { ...ofClub, teamIds: [club.falcons.teamId], playerIds: [mia.playerId], name: 'By name' }),
  ]
  await saveResponse(club, given[0] ?? '', { lines: ['juggle'] })
  await teams.archive(stamp, club.falcons)
  post.mails = []
  for (const id of given) {
    const asked = { as: club.user('admin'), assignmentId: id, orgUnitId: orgUnitOf(id), now: noon }
    await call('POST /rest-api/email/assignment/{assignmentId}/organization/{orgUnitId}', asked)
    await hearIt(id)
  }
  await post.deliver({ now: noon })
  expect(post.mails.map(({ to }) => to).toSorted()).toEqual(
    [emailOf(club, 'parent'), emailOf(club, 'parent2')].toSorted(),
  )
  expect(new Set(post.mails.map(({ subject }) => subject))).toEqual(new Set(['Task for Mia: By name']))
})

/**
 * Runs work that dies after this many requests to the table: the last one is made, and its response lost. Resolves to true if it
 * survived.
 */
async function lives(after: number, work: () => Promise<unknown>): Promise<boolean> {
  const send = vi.mocked(DynamoDBDocumentClient.prototype.send)
  const whole = send.getMockImplementation()
  let left = after
  send.mockImplementation(async function killed(this: never, ...args: never[]) {
    if (left <= 0) throw new Error('killed')
    const answer: unknown = await Reflect.apply(whole as never, this, args)
    left -= 1
    if (left < 1) throw new Error('killed')
    return answer
  } as never)
  const lived = await work().then(
    () => true,
    () => false,
  )
  send.mockImplementation(whole as never)
  return lived
}

it('a reminder reaches each parent once, even if the worker dies at any request', async () => {
  const club = await aClubWithParents()
  const ids: string[] = []
  for (let lived = false; !lived; ) {
    const id = await anAssignment(club, { name: `Homework ${ids.length}` })
    ids.push(id)
    await remind(club, id)
    lived = await lives(ids.length, () => hearIt(id))
    for (let time = 0; time < 2; time++) await hearIt(id)
    expect((await rowOf(id))?.remind).toBeUndefined()
  }
  expect(ids.length).toBeGreaterThan(6)
  for (const name of ['parent', 'parent2', 'leos']) {
    const about = (await post.outcomes(club.user(name))).flatMap(({ letter, about: of }) =>
      letter === 'assignment' ? [of['assignmentId']] : [],
    )
    expect([about.length, new Set(about)]).toEqual([ids.length, new Set(ids)])
  }
})

it('a reminder is not sent if the assignment is done or closed by then', async () => {
  const club = await aClubWithParents()
  const [done, closed] = [await anAssignment(club), await anAssignment(club)]
  for (const id of [done, closed]) await remind(club, id)
  for (const id of [done, closed]) await hearIt(id)
  await saveResponse(club, done, { lines: allLines, done: true })
  const query = { actionType: 'close' } as const
  const asked = { as: club.user('trainer'), assignmentId: closed, orgUnitId: club.falcons.teamId, query }
  await call('DELETE /rest-api/assignment/close-remove/{assignmentId}/organization/{orgUnitId}', asked)
  await deliverAssignment(closed)
  await post.deliver({ now: noon })
  expect(post.mails.filter(({ to }) => to === emailOf(club, 'parent'))).toEqual([])
  expect((await remind(club, closed)).refusal.code).toBe('assignment_closed')
})

it('a reminder is not sent to a guardian who has lost the right to see the player', async () => {
  const club = await aClubWithParents()
  const id = await anAssignment(club)
  await remind(club, id)
  await hearIt(id)
  const { playerId } = club.mia
  await write(stamp, ...families.limitRights({ playerId, userId: club.user('parent') }, ['sees']))
  await post.deliver({ now: noon })
  const told = post.mails.map(({ to }) => to)
  expect([told.includes(emailOf(club, 'parent')), told.includes(emailOf(club, 'parent2'))]).toEqual([false, true])
})
