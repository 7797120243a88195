import type { Policies } from '../../iam/policies.ts'
import { describeResource, rejectUnknownProperties } from '../../resourceProperties.ts'
import { StartError } from '../../startError.ts'
import type { Assembly, Resource } from '../../types.ts'
import { recordFilter } from './filters.ts'

type Properties = {
  BatchSize?: number
  BisectBatchOnFunctionError?: boolean
  DestinationConfig?: { OnFailure?: { Destination?: string } }
  Enabled?: boolean
  EventSourceArn?: string
  FilterCriteria?: { Filters?: { Pattern: string }[] }
  FunctionName: string
  FunctionResponseTypes?: string[]
  MaximumBatchingWindowInSeconds?: number
  MaximumRecordAgeInSeconds?: number
  MaximumRetryAttempts?: number
  ScalingConfig?: { MaximumConcurrency?: number }
  StartingPosition?: 'LATEST' | 'TRIM_HORIZON'
}

/** A parsed AWS::Lambda::EventSourceMapping. */
export type Mapping = {
  resource: Resource
  /** For error messages: `JobsMapping (AWS::Lambda::EventSourceMapping) in stack club-api`. */
  where: string
  lambda: Resource
  /** The table or the queue. */
  source: Resource
  sourceArn: string
  passes: (record: unknown) => boolean
  /** Whether the function reports which records of a batch it could not handle. */
  reportsFailures: boolean
  properties: Properties
}

/**
 * The supported properties of a mapping. A batching window and a parallelization factor are upper bounds: delivering at
 * once and one after the other satisfies them.
 */
const knownProperties = [
  'BatchSize',
  'BisectBatchOnFunctionError',
  'DestinationConfig',
  'Enabled',
  'EventSourceArn',
  'FilterCriteria',
  'FunctionName',
  'FunctionResponseTypes',
  'MaximumBatchingWindowInSeconds',
  'MaximumRecordAgeInSeconds',
  'MaximumRetryAttempts',
  'MetricsConfig',
  'ParallelizationFactor',
  'ScalingConfig',
  'StartingPosition',
  'Tags',
]

type Options = { assembly: Assembly; policies?: Policies }

/**
 * The mappings whose source is of one of `sourceTypes`. Throws a StartError for an unsupported one, or if its function
 * may not do all `actions` on the source: AWS, too, reads a source with the function's role.
 */
export function mappingsOf({ assembly, policies }: Options, sourceTypes: string[], actions: string[]): Mapping[] {
  return assembly.ofType('AWS::Lambda::EventSourceMapping').flatMap((resource) => {
    const where = describeResource(resource)
    const properties = assembly.resolve<Properties>(resource.stack, resource.properties)
    rejectUnknownProperties(properties, knownProperties, where)
    const source = assembly.byArn(properties.EventSourceArn ?? '')
    if (!source) throw new StartError(`${where} reads ${properties.EventSourceArn}, which is not in the app.`)
    if (!isServedSource(source))
      throw new StartError(`${where} reads a ${source.type}, and the local cloud delivers from tables and queues only.`)
    if (!sourceTypes.includes(source.type) || properties.Enabled === false) return []

    const sourceArn = properties.EventSourceArn ?? ''
    const lambda = functionOf(assembly, properties.FunctionName)
    if (!lambda) throw new StartError(`${where} calls ${properties.FunctionName}, which is not in the app.`)
    for (const action of actions) {
      const decision = policies?.check(lambda, action, sourceArn)
      if (decision && !decision.allowed) throw new StartError(`${where} cannot read its source: ${decision.missing}`)
    }
    const passes = recordFilter(properties.FilterCriteria, where)
    const reportsFailures = properties.FunctionResponseTypes?.includes('ReportBatchItemFailures') ?? false
    return [{ resource, where, lambda, source, sourceArn, passes, reportsFailures, properties }]
  })
}

/** A function by its name or ARN. */
export const functionOf = (assembly: Assembly, nameOrArn: string): Resource | undefined =>
  [assembly.byArn(nameOrArn)].find((resource) => resource?.type === 'AWS::Lambda::Function') ??
  assembly.ofType('AWS::Lambda::Function').find((lambda) => assembly.physicalId(lambda) === nameOrArn)

export const tableTypes = ['AWS::DynamoDB::GlobalTable', 'AWS::DynamoDB::Table']
export const queueType = 'AWS::SQS::Queue'

const isServedSource = ({ type }: Resource): boolean => type === queueType || tableTypes.includes(type)

/** The ids that a function reported as not handled; undefined if its response is not one that Lambda would accept. */
export function reportedFailures(answer: unknown): string[] | undefined {
  const { batchItemFailures } = (answer ?? {}) as { batchItemFailures?: unknown }
  if (batchItemFailures === undefined || batchItemFailures === null) return []
  if (!Array.isArray(batchItemFailures)) return undefined
  const ids = batchItemFailures.map((failure: { itemIdentifier?: unknown } | null) => failure?.itemIdentifier)
  return ids.every((id): id is string => typeof id === 'string' && id !== '') ? ids : undefined
}
