import { Agent } from 'node:http'
import { join } from 'node:path'
import { forward } from '../../gate/forward.ts'
import type { JsonBody } from '../../gate/needs.ts'
import { operator } from '../../gate/operator.ts'
import { refuse } from '../../gate/refusal.ts'
import { responseListener } from '../../tableCalls.ts'
import { timed } from '../../timings.ts'
import { describeResource, rejectUnknownProperties } from '../../resourceProperties.ts'
import { tableTypes } from '../lambda/mappings.ts'
import type { CloudContext, RunningService } from '../service.ts'
import { createTables } from './createTables.ts'
import { mayReadOtherAttributes, projectedAttributesIn, projectResponse } from './projections.ts'
import { startDynamoDb } from './startDynamoDb.ts'
import { startStreams } from './startStreams.ts'

// The first two lines are supported. The others have no noticeable effect locally.
const KNOWN_PROPERTIES = [
  ...'AttributeDefinitions GlobalSecondaryIndexes KeySchema LocalSecondaryIndexes StreamSpecification'.split(' '),
  ...'TableName TimeToLiveSpecification'.split(' '),
  ...'BillingMode ContributorInsightsSpecification DeletionProtectionEnabled OnDemandThroughput'.split(' '),
  ...'PointInTimeRecoverySpecification ProvisionedThroughput Replicas SSESpecification TableClass Tags'.split(' '),
  ...'WriteOnDemandThroughputSettings WriteProvisionedThroughputSettings'.split(' '),
]

/** Starts DynamoDB Local, which takes seconds; serving an app waits for it. */
export async function start({ dataDir, tablesInMemory, clock, log }: CloudContext): Promise<RunningService> {
  const agent = new Agent({ keepAlive: true, timeout: 20_000 })
  const database = startDynamoDb(tablesInMemory ? {} : { dir: join(dataDir, 'dynamodb') })
  // `serve` awaits this; until then, a failed start must not count as an unhandled rejection.
  database.catch(() => undefined)

  return {
    async serve({ assembly, policies, offers }) {
      for (const table of assembly.ofType(...tableTypes))
        rejectUnknownProperties(table.properties, KNOWN_PROPERTIES, describeResource(table))
      const { endpoint } = await database
      await createTables(assembly, endpoint, { wide: true })
      const projectedNamesOf = projectedAttributesIn(assembly)
      const upstream = { url: new URL(endpoint), agent }
      const { invoke, sendToQueue } = offers
      return {
        async handle(call, response) {
          const accessKeyId = call.caller?.accessKeyId ?? ''
          const onAnswer = accessKeyId === operator ? undefined : responseListener(call.operation, call.json)
          const input = await call.json()
          const projectedNames = projectedNamesOf(input.TableName, input.IndexName)
          if (projectedNames && mayReadOtherAttributes(input))
            return refuse(response, 'json', {
              code: 'ValidationException',
              message: `The local cloud selects nothing of what ${String(input.IndexName)} holds: it has whole items there.`,
            })
          const filterAnswer = projectedNames && ((answer: JsonBody) => projectResponse(answer, projectedNames))
          return timed('table', accessKeyId, () => forward(call, response, upstream, { onAnswer, filterAnswer }))
        },
        async listen() {
          const streams = { assembly, policies, endpoint, clock, dir: dataDir, log, invoke, send: sendToQueue }
          return (await startStreams(streams)).close
        },
      }
    },
    async close() {
      agent.destroy()
      const startedDatabase = await database.catch(() => undefined)
      await startedDatabase?.close()
    },
  }
}
