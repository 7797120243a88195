import { Agent, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Call } from '../../gate/call.ts'
import { forward, type Upstream } from '../../gate/forward.ts'
import { refuse } from '../../gate/refusal.ts'
import { operator } from '../../gate/operator.ts'
import { timed } from '../../timings.ts'
import { called, onlyKnown } from '../../onlyKnown.ts'
import { tableTypes } from '../lambda/mappings.ts'
import type { House, Running } from '../service.ts'
import { createTables } from './createTables.ts'
import { type FaultSource, faultSource } from './faults.ts'
import { startDynamoDb } from './startDynamoDb.ts'
import { startStreams } from './startStreams.ts'

// The first two lines: what is acted on. The others: what nobody can notice here.
const KNOWN = [
  ...'AttributeDefinitions GlobalSecondaryIndexes KeySchema LocalSecondaryIndexes StreamSpecification'.split(' '),
  ...'TableName TimeToLiveSpecification'.split(' '),
  ...'BillingMode ContributorInsightsSpecification DeletionProtectionEnabled OnDemandThroughput'.split(' '),
  ...'PointInTimeRecoverySpecification ProvisionedThroughput Replicas SSESpecification TableClass Tags'.split(' '),
  ...'WriteOnDemandThroughputSettings WriteProvisionedThroughputSettings'.split(' '),
]

/** Starts DynamoDB Local, which takes seconds; serving an app waits for it. */
export async function start({ dataDir, clock, log }: House): Promise<Running> {
  const agent = new Agent({ keepAlive: true, timeout: 20_000 })
  const database = startDynamoDb({ dir: join(dataDir, 'dynamodb') })
  // Whoever serves awaits it; until then a failed start is nobody's unhandled rejection.
  database.catch(() => undefined)
  let faults: FaultSource | undefined

  return {
    async serve({ assembly, policies, offers }) {
      for (const table of assembly.ofType(...tableTypes)) onlyKnown(table.properties, KNOWN, called(table))
      offers.faults = {
        set: (wanted) => void (faults = wanted && faultSource(wanted)),
        counts: () => ({ ...faults?.counts }),
      }
      const { endpoint } = await database
      await createTables(assembly, endpoint)
      const upstream = { url: new URL(endpoint), agent }
      const { invoke, sendToQueue } = offers
      return {
        handle: (call, response) => answer(call, response, upstream, faults),
        async listen() {
          const streams = { assembly, policies, endpoint, clock, dir: dataDir, log, invoke, send: sendToQueue }
          return (await startStreams(streams)).close
        },
      }
    },
    async close() {
      agent.destroy()
      const started = await database.catch(() => undefined)
      await started?.close()
    },
  }
}

/** Faults strike the calls of functions only, and those of the table's API, not of its stream's. */
async function answer(
  call: Call,
  response: ServerResponse,
  upstream: Upstream,
  faults: FaultSource | undefined,
): Promise<void> {
  const struck = call.target === 'DynamoDB_20120810' && call.caller?.accessKeyId !== operator
  const fault = struck ? faults?.draw(call.operation, await call.json()) : undefined
  if (fault?.kind === 'reset') return void response.destroy()
  if (fault?.kind === 'throttle' || fault?.kind === 'conflict') return refuse(response, 'json', fault)
  return timed('table', call.caller?.accessKeyId ?? '', () =>
    forward(call, response, upstream, fault?.kind === 'lostReply'),
  )
}
