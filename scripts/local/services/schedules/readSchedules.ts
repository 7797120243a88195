import { randomUUID } from 'node:crypto'
import { describeResource, rejectUnknownProperties } from '../../resourceProperties.ts'
import { StartError } from '../../startError.ts'
import type { Assembly, Resource } from '../../types.ts'
import { functionOf } from '../lambda/mappings.ts'
import { type Occurrences, occurrences } from './scheduleExpression.ts'

export type Schedule = {
  lambda: Resource
  due: Occurrences
  /** The event for the function; `time` is when it was due, as `2026-07-01T02:30:00Z`. */
  payload: (time: string) => unknown
}

/** The enabled schedules of the assembly. Rates count from `start`. Throws a StartError for an unsupported one. */
export function readSchedules(assembly: Assembly, start: number): Schedule[] {
  return [
    ...assembly.ofType('AWS::Events::Rule').flatMap((rule) => schedulesOfRule(assembly, rule, start)),
    ...assembly.ofType('AWS::Scheduler::Schedule').flatMap((schedule) => ofScheduler(assembly, schedule, start)),
  ]
}

type Rule = {
  ScheduleExpression?: string
  EventPattern?: { source?: string[] }
  State?: string
  Targets?: { Arn: string; Input?: string }[]
}

function schedulesOfRule(assembly: Assembly, rule: Resource, start: number): Schedule[] {
  const label = describeResource(rule)
  const properties = assembly.resolve<Rule>(rule.stack, rule.properties)
  // Events of AWS services are delivered by the stand-in of the service.
  if (['aws.ses', 'aws.guardduty'].includes(properties.EventPattern?.source?.join() ?? '')) return []
  rejectUnknownProperties(
    properties,
    ['Description', 'Name', 'RoleArn', 'ScheduleExpression', 'State', 'Tags', 'Targets'],
    label,
  )
  const { ScheduleExpression = '', State, Targets = [] } = properties
  if (State === 'DISABLED') return []
  const due = requireOccurrences(occurrences(ScheduleExpression, 'UTC', start), ScheduleExpression, label)
  return Targets.map((target) => {
    rejectUnknownProperties(target, ['Arn', 'DeadLetterConfig', 'Id', 'Input', 'RetryPolicy'], `a target of ${label}`)
    const input = target.Input === undefined ? undefined : json(target.Input, label)
    const payload = (time: string) => input ?? scheduledEvent(assembly, 'aws.events', time, assembly.arn(rule), {})
    return { lambda: targetOf(assembly, target.Arn, label), due, payload }
  })
}

type ScheduleProperties = {
  ScheduleExpression: string
  ScheduleExpressionTimezone?: string
  State?: string
  StartDate?: string
  EndDate?: string
  Target: { Arn: string; Input?: string }
}

function ofScheduler(assembly: Assembly, schedule: Resource, start: number): Schedule[] {
  const label = describeResource(schedule)
  const properties = assembly.resolve<ScheduleProperties>(schedule.stack, schedule.properties)
  const knownProperties = ['Description', 'EndDate', 'FlexibleTimeWindow', 'GroupName', 'Name', 'ScheduleExpression']
  rejectUnknownProperties(
    properties,
    [...knownProperties, 'ScheduleExpressionTimezone', 'StartDate', 'State', 'Target'],
    label,
  )
  rejectUnknownProperties(
    properties.Target,
    ['Arn', 'DeadLetterConfig', 'Input', 'RetryPolicy', 'RoleArn'],
    `the target of ${label}`,
  )
  const { ScheduleExpression, ScheduleExpressionTimezone = 'UTC', State, StartDate, EndDate, Target } = properties
  if (State === 'DISABLED') return []
  const startMs = StartDate === undefined ? start : Date.parse(StartDate)
  const endMs = EndDate === undefined ? Number.POSITIVE_INFINITY : Date.parse(EndDate)
  const expressed = occurrences(ScheduleExpression, ScheduleExpressionTimezone, startMs)
  const due = occurrencesWithin(
    requireOccurrences(expressed, ScheduleExpression, label),
    StartDate === undefined ? 0 : startMs,
    endMs,
  )
  const arn = assembly.arn(schedule)
  const payload = (time: string): unknown =>
    Target.Input === undefined
      ? scheduledEvent(assembly, 'aws.scheduler', time, arn, '{}')
      : json(withContext(Target.Input, time, arn), label)
  payload('')
  return [{ lambda: targetOf(assembly, Target.Arn, label), due, payload }]
}

const occurrencesWithin =
  (due: Occurrences, startMs: number, endMs: number): Occurrences =>
  (after) => {
    const nextMs = due(Math.max(after, startMs - 1))
    return nextMs !== undefined && nextMs <= endMs ? nextMs : undefined
  }

/** Replaces EventBridge Scheduler's context attributes. */
function withContext(input: string, time: string, arn: string): string {
  const attributes: Record<string, string> = {
    'attempt-number': '1',
    'execution-id': randomUUID(),
    'schedule-arn': arn,
    'scheduled-time': time,
  }
  return input.replaceAll(
    /<aws\.scheduler\.([a-z-]+)>/g,
    (placeholder, name: string) => attributes[name] ?? placeholder,
  )
}

function requireOccurrences(due: Occurrences | undefined, expression: string, label: string): Occurrences {
  if (due) return due
  throw new StartError(`${label} is due at "${expression}", which the local cloud does not understand.`)
}

function targetOf(assembly: Assembly, arn: string, label: string): Resource {
  const lambda = functionOf(assembly, arn)
  if (lambda) return lambda
  throw new StartError(`${label} calls ${arn}, and the local cloud calls functions of the app only.`)
}

function json(text: string, label: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new StartError(`${label} calls its function with ${text}, which is not JSON.`)
  }
}

const scheduledEvent = ({ account, region }: Assembly, source: string, time: string, arn: string, detail: unknown) => ({
  version: '0',
  id: randomUUID(),
  'detail-type': 'Scheduled Event',
  source,
  account,
  time,
  region,
  resources: [arn],
  detail,
})
