import { mkdirSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import type { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { buildApp } from 'fauxqs'
import { prioritizeQuietGroups, noteGroups } from './fairGroups.ts'

type Stores = NonNullable<NonNullable<Parameters<typeof buildApp>[0]>['stores']>
type Persistence = {
  loadSqsAndSns(sqs: Stores['sqsStore'], sns: Stores['snsStore']): void
  close(): void
  db: DatabaseSync
}

type SqsRequest = { headers: Record<string, unknown>; body: unknown }

export type SqsServer = {
  endpoint: string
  /** Whether the queue at this URL has a message to receive now; also reorders its messages to be fair to groups. */
  hasMessages: (url: string) => boolean
  close: () => Promise<void>
}

/**
 * Starts fauxqs on the loopback address, with its queues and messages stored in `dir`. Its own start function listens
 * on the whole network, so its parts are assembled here; two of them are not exported.
 */
export async function startSqsServer(dir: string): Promise<SqsServer> {
  mkdirSync(dir, { recursive: true })
  const { SqsStore } = await part<{ SqsStore: new () => Stores['sqsStore'] }>('sqs/sqsStore.js')
  const { SnsStore } = await part<{ SnsStore: new () => Stores['snsStore'] }>('sns/snsStore.js')
  const { S3Store } = await part<{ S3Store: new () => Stores['s3Store'] }>('s3/s3Store.js')
  const { PersistenceManager } = await part<{ PersistenceManager: new (dir: string) => Persistence }>('persistence.js')

  const persistence = new PersistenceManager(dir)
  // A message is written three times. Committed writes survive kill -9; waiting for the disk each time is unnecessary.
  persistence.db.exec('PRAGMA synchronous = NORMAL')
  const sqsStore = new SqsStore()
  const snsStore = new SnsStore()
  persistence.loadSqsAndSns(sqsStore, snsStore)
  // Set only now, because loading would otherwise write everything again.
  const persistentStore = sqsStore as { persistence?: Persistence }
  persistentStore.persistence = persistence
  for (const queue of sqsStore.allQueues() as Iterable<{ persistence?: Persistence }>) queue.persistence = persistence

  const app = buildApp({ logger: false, stores: { sqsStore, snsStore, s3Store: new S3Store() } })
  app.addHook('preClose', (done: () => void) => {
    persistence.close()
    done()
  })
  app.addHook('preHandler', ({ headers, body }: SqsRequest, _reply: unknown, done: () => void) => {
    const isSent = String(headers['x-amz-target']).startsWith('AmazonSQS.SendMessage')
    if (isSent) noteGroups(body as Parameters<typeof noteGroups>[0])
    done()
  })
  const endpoint = await app.listen({ port: 0, host: '127.0.0.1' })
  const hasMessages = (url: string): boolean => {
    const queue = sqsStore.getQueue(url)
    // Makes delayed messages, and messages not deleted within their visibility timeout, available again.
    queue?.processTimers()
    if (queue)
      prioritizeQuietGroups(
        queue.messages,
        [...queue.inflightMessages.values()].map(({ message }) => message),
      )
    return (queue?.inspectMessages().ready.length ?? 0) > 0
  }
  return { endpoint, hasMessages, close: () => app.close() }
}

// Not with import.meta.resolve(), which is missing where tests start the cloud for all of them.
const part = async <T>(path: string): Promise<T> =>
  (await import(new URL(`dist/${path}`, pathToFileURL(findPackageJSON('fauxqs', import.meta.url) ?? '')).href)) as T
