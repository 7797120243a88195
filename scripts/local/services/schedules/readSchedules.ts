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
    ...assembly.ofType('AWS::Events::Rule').flatMap((rule) => ofRule(assembly, rule, start)),
    ...assembly.ofType('AWS::Scheduler::Schedule').flatMap((schedule) => ofScheduler(assembly, schedule, start)),
  ]
}

type Rule = {
  ScheduleExpression?: string
  EventPattern?: { source?: string[] }
  State?: string
  Targets?: { Arn: string; Input?: string }[]
}

function ofRule(assembly: Assembly, rule: Resource, start: number): Schedule[] {
  const what = describeResource(rule)
  const properties = assembly.resolve<Rule>(rule.stack, rule.properties)
  // Events of AWS services are delivered by the stand-in of the service.
  if (['aws.ses', 'aws.guardduty'].includes(properties.EventPattern?.source?.join() ?? '')) return []
  rejectUnknownProperties(
    properties,
    ['Description', 'Name', 'RoleArn', 'ScheduleExpression', 'State', 'Tags', 'Targets'],
    what,
  )
  const { ScheduleExpression = '', State, Targets = [] } = properties
  if (State === 'DISABLED') return []
  const due = understood(occurrences(ScheduleExpression, 'UTC', start), ScheduleExpression, what)
  return Targets.map((target) => {
    rejectUnknownProperties(target, ['Arn', 'DeadLetterConfig', 'Id', 'Input', 'RetryPolicy'], `a target of ${what}`)
    const input = target.Input === undefined ? undefined : json(target.Input, what)
    const payload = (time: string) => input ?? scheduledEvent(assembly, 'aws.events', time, assembly.arn(rule), {})
    return { lambda: targetOf(assembly, target.Arn, what), due, payload }
  })
}

type Scheduled = {
  ScheduleExpression: string
  ScheduleExpressionTimezone?: string
  State?: string
  StartDate?: string
  EndDate?: string
  Target: { Arn: string; Input?: string }
}

function ofScheduler(assembly: Assembly, schedule: Resource, start: number): Schedule[] {
  const what = describeResource(schedule)
  const properties = assembly.resolve<Scheduled>(schedule.stack, schedule.properties)
  const known = ['Description', 'EndDate', 'FlexibleTimeWindow', 'GroupName', 'Name', 'ScheduleExpression']
  rejectUnknownProperties(properties, [...known, 'ScheduleExpressionTimezone', 'StartDate', 'State', 'Target'], what)
  rejectUnknownProperties(
    properties.Target,
    ['Arn', 'DeadLetterConfig', 'Input', 'RetryPolicy', 'RoleArn'],
    `the target of ${what}`,
  )
  const { ScheduleExpression, ScheduleExpressionTimezone = 'UTC', State, StartDate, EndDate, Target } = properties
  if (State === 'DISABLED') return []
  const begins = StartDate === undefined ? start : Date.parse(StartDate)
  const ends = EndDate === undefined ? Number.POSITIVE_INFINITY : Date.parse(EndDate)
  const expressed = occurrences(ScheduleExpression, ScheduleExpressionTimezone, begins)
  const due = within(understood(expressed, ScheduleExpression, what), StartDate === undefined ? 0 : begins, ends)
  const arn = assembly.arn(schedule)
  const payload = (time: string): unknown =>
    Target.Input === undefined
      ? scheduledEvent(assembly, 'aws.scheduler', time, arn, '{}')
      : json(withContext(Target.Input, time, arn), what)
  payload('')
  return [{ lambda: targetOf(assembly, Target.Arn, what), due, payload }]
}

const within =
  (due: Occurrences, begins: number, ends: number): Occurrences =>
  (after) => {
    const next = due(Math.max(after, begins - 1))
    return next !== undefined && next <= ends ? next : undefined
  }

/** Replaces EventBridge Scheduler's context attributes. */
function withContext(input: string, time: string, arn: string): string {
  const attributes: Record<string, string> = {
    'attempt-number': '1',
    'execution-id': randomUUID(),
    'schedule-arn': arn,
    'scheduled-time': time,
  }
  return input.replaceAll(/<aws\.scheduler\.([a-z-]+)>/g, (whole, name: string) => attributes[name] ?? whole)
}

function understood(due: Occurrences | undefined, expression: string, what: string): Occurrences {
  if (due) return due
  throw new StartError(`${what} is due at "${expression}", which the local cloud does not understand.`)
}

function targetOf(assembly: Assembly, arn: string, what: string): Resource {
  const lambda = functionOf(assembly, arn)
  if (lambda) return lambda
  throw new StartError(`${what} calls ${arn}, and the local cloud calls functions of the app only.`)
}

function json(text: string, what: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new StartError(`${what} calls its function with ${text}, which is not JSON.`)
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
