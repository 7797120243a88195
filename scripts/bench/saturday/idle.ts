import { setTimeout } from 'node:timers/promises'
import { awsJson } from '../../local/awsJson.ts'
import type { Cloud } from '../../local/cloud.ts'
import { operator } from '../../local/gate/operator.ts'
import { subscribeToTimings } from '../../local/timings.ts'

type Counts = Record<
  'ApproximateNumberOfMessages' | 'ApproximateNumberOfMessagesNotVisible' | 'ApproximateNumberOfMessagesDelayed',
  string
>

/** By queue, how many messages wait, are being processed, or are delayed; queues without any are left out. */
export async function countWaitingMessages({ assembly, adminClientConfig }: Cloud): Promise<Map<string, number>> {
  const queues = assembly.ofType('AWS::SQS::Queue')
  const counts = await Promise.all(
    queues.map(async (queue): Promise<[string, number]> => {
      const { Attributes } = await awsJson<{ Attributes: Counts }>(adminClientConfig, 'AmazonSQS.GetQueueAttributes', {
        QueueUrl: assembly.physicalId(queue),
        AttributeNames: ['All'],
      })
      const countOf = (name: keyof Counts) => Number(Attributes[name])
      const all = countOf('ApproximateNumberOfMessages') + countOf('ApproximateNumberOfMessagesNotVisible')
      return [assembly.arn(queue).split(':').at(-1) ?? '', all + countOf('ApproximateNumberOfMessagesDelayed')]
    }),
  )
  return new Map(counts.filter(([, count]) => count > 0))
}

/** Dead-lettered messages wait for people; nothing processes them. */
const isFailureQueue = (queue: string) => queue.endsWith('-aside') || queue.endsWith('-given-up')
/** How many messages of all queues are dead-lettered. */
export const countSetAside = (messageCounts: ReadonlyMap<string, number>): number =>
  [...messageCounts].reduce((sum, [queue, count]) => sum + (isFailureQueue(queue) ? count : 0), 0)

/** In this time the table's stream is polled several times, so all workers have been notified. */
const quietMs = 4000

/**
 * Waits until nothing is left to do: queues are empty, and no function has been called for some seconds. Returns the
 * seconds that took, without those; undefined if that is not reached after `seconds`. Mails that `countInDoubt` counts wait for
 * people, and their messages are redelivered until they are dead-lettered: a mail may have two, as the stream's reader
 * sends again what a queue may not have accepted.
 */
export async function waitUntilIdle(
  cloud: Cloud,
  seconds: number,
  countInDoubt: () => Promise<number> = async () => 0,
): Promise<number | undefined> {
  const startedAt = performance.now()
  let last = startedAt
  const callsByName = new Map<string, number>()
  const end = subscribeToTimings(({ part, name, to }) => {
    // Ignores the reads that count mails in doubt.
    if (part !== 'function' && (part !== 'table' || name === operator)) return
    last = Math.max(last, to)
    callsByName.set(name, Math.round((to - startedAt) / 1000))
  })
  try {
    for (;;) {
      await setTimeout(500)
      const busyQueues = [...(await countWaitingMessages(cloud))].filter(([queue]) => !isFailureQueue(queue))
      const [first, ...otherQueues] = busyQueues
      const isMail = first?.[0].endsWith('-mail-send') === true && otherQueues.length === 0
      const isDoubt = isMail && first[1] <= 2 * (await countInDoubt())
      if (busyQueues.length > 0 && !isDoubt) last = performance.now()
      if (performance.now() - last > quietMs) return (last - startedAt) / 1000
      if (performance.now() - startedAt <= seconds * 1000 + quietMs) continue
      console.log('Not idle; seconds until each was last heard of:', Object.fromEntries(callsByName))
      return undefined
    }
  } finally {
    end()
  }
}
