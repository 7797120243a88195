// own: items left by other tests, such as a subscription without a provider, must not be processed here
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sqs } from '#functions/runtime/queues.ts'
import { triggeredBy } from '#infra/registry.ts'
import { aClub } from './club.ts'
import { runScheduled } from './workers.ts'

// Queues do not exist here; messages for work left by other tests are dropped.
beforeAll(() => void Object.assign(sqs, { send: () => Promise.resolve({}) }))
afterAll(() => void Reflect.deleteProperty(sqs, 'send'))

type Scheduled = { handler: (event: { time: string }) => Promise<unknown> }

it.each(triggeredBy('schedule').map(([name, { entry }]) => [name, entry] as const))(
  '%s succeeds in its own role with little to do',
  async (_, entry) => {
    await aClub()
    const { handler } = (await import(`../../${entry}`)) as Scheduled
    await expect(runScheduled(handler, '2026-11-21T18:00:00Z')).resolves.not.toThrow()
  },
)
