import { afterEach, expect, it, vi } from 'vitest'
import { Problem } from '#shared/problems.ts'
import { markOpen, storePendingSave, readPendingSave } from '#web/assignments/pendingSaves.ts'
import { sendPendingSaves } from '#web/assignments/sendPendingSaves.ts'
import { startOutboxSync } from '#web/events/outbox/startOutboxSync.ts'
import { NoResponse, standInServer } from '../fakeServer.tsx'
import { assignmentId, danley } from '../assignments/tasks.ts'

/** Offline answers to a task that was closed before they were sent. */

const SAVE = 'POST /rest-api/assignment/task-response/{assignmentId}/player/{playerId}'
const server = standInServer()
const userId = 'user-1'
const task = { assignmentId, playerId: danley }
const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})
const start = () => stops.push(startOutboxSync({ userId, mutate: vi.fn(), cache: new Map() as never }))
const waits = (saveId: string) =>
  storePendingSave(userId, task, { saveId, revision: 0, response: { answers: {}, lines: ['a'] }, done: false })
const online = () => window.dispatchEvent(new Event('online'))
const sent = () => server.asked(SAVE)
const answersWith = (refusal: Error) =>
  server.answers({
    [SAVE]: () => {
      throw refusal
    },
  })
/** Waits until lazy modules have loaded and made their requests. */
const settled = async () => {
  await vi.dynamicImportSettled()
  await new Promise((resolve) => setTimeout(resolve, 50))
}

it('is sent when online, on whichever screen the user is', async () => {
  answersWith(new NoResponse())
  waits('save-1')
  start()
  await vi.waitFor(() => expect(sent()).toHaveLength(1))
  server.answers({ [SAVE]: { state: 'STARTED', share: 50, changedAt: '2026-11-21T18:00:00Z', revision: 1 } })
  online()
  await vi.waitFor(() => expect(readPendingSave(userId, task)).toBeUndefined())
  expect(sent()).toHaveLength(2)
})

it('is left to the task’s screen while that is open, and not resent while the family has to decide', async () => {
  answersWith(new Problem('answered_meanwhile'))
  waits('save-2')
  const close = markOpen(userId, task)
  start()
  await settled()
  expect(sent()).toHaveLength(0)
  close()
  online()
  await vi.waitFor(() => expect(sent()).toHaveLength(1))
  await settled()
  online()
  await settled()
  expect(sent()).toHaveLength(1)
  expect(readPendingSave(userId, task)).toBeDefined()
})

it('is sent once when the shell and the task screen send it concurrently', async () => {
  server.answers({ [SAVE]: { state: 'STARTED', share: 50, changedAt: '2026-11-21T18:00:00Z', revision: 1 } })
  waits('save-3')
  const [one, other] = await Promise.all([sendPendingSaves(userId), sendPendingSaves(userId)])
  expect([one, other]).toEqual([
    { arrived: 1, waiting: 0, undecided: 0 },
    { arrived: 1, waiting: 0, undecided: 0 },
  ])
  expect(sent()).toHaveLength(1)
})
