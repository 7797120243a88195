import type { Stack } from 'aws-cdk-lib'
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2'
import { Dashboard, GraphWidget, type IMetric, Metric, PeriodOverride, TextWidget } from 'aws-cdk-lib/aws-cloudwatch'
import type { FunctionRecord, Functions } from '#functions/registry.ts'
import { fiveMinutes } from './alarms.ts'
import { faultsOf, resourceName, type Stage } from './stages.ts'

type DashboardProps = { registry: Functions; api: HttpApi }

const hasQueue = ({ on }: FunctionRecord) => 'stream' in on || 'queue' in on

/** The rows of the dashboard with their titles and functions. */
export const rows: readonly { title: string; shows: (record: FunctionRecord) => boolean }[] = [
  { title: 'Answers that families wait for', shows: ({ on }) => 'api' in on || 'token' in on || 'userPool' in on },
  { title: 'Payments under way', shows: ({ providers = [] }) => providers.length > 0 },
  { title: 'Mails that wait', shows: ({ mail = false }) => mail },
  { title: 'Queues that do not empty', shows: (record) => hasQueue(record) || 'dispatch' in record.on },
]

/**
 * The CloudWatch dashboard: for each row the duration and errors of its functions and the age of the oldest message. Derived from the
 * registry.
 */
export function dashboard(stack: Stack, stage: Stage, { registry, api }: DashboardProps): void {
  const board = new Dashboard(stack, 'Dashboard', {
    dashboardName: resourceName(stage, 'what-people-wait-for'),
    periodOverride: PeriodOverride.AUTO,
  })
  const lambda = (name: string, metricName: string, statistic: string): IMetric => {
    const dimensionsMap = { FunctionName: resourceName(stage, name) }
    const label = statistic === 'Sum' ? name : `${name} ${statistic}`
    return new Metric({ namespace: 'AWS/Lambda', metricName, dimensionsMap, statistic, label, period: fiveMinutes })
  }
  const caught = (name: string): IMetric => {
    const { metricNamespace: namespace, metricName } = faultsOf(stage, name)
    return new Metric({ namespace, metricName, statistic: 'Sum', label: `${name}, caught`, period: fiveMinutes })
  }
  const queue = (name: string, metricName: string): IMetric => {
    const dimensionsMap = { QueueName: resourceName(stage, name) }
    return new Metric({
      ...{ namespace: 'AWS/SQS', metricName, dimensionsMap, label: name, statistic: 'Maximum', period: fiveMinutes },
    })
  }
  const graph = (title: string, left: IMetric[]) => new GraphWidget({ title, left, width: 8, height: 7 })

  const measured = { period: fiveMinutes }
  board.addWidgets(
    graph('All of Touchline: how long a tap takes, ms', [
      api.metricLatency({ ...measured, statistic: 'p50', label: 'p50' }),
      api.metricLatency({ ...measured, statistic: 'p99', label: 'p99' }),
    ]),
    graph('Taps that fail, and that are turned away', [
      api.metricServerError({ ...measured, statistic: 'Sum', label: 'fail' }),
      api.metricClientError({ ...measured, statistic: 'Sum', label: 'turned away' }),
    ]),
    graph('Taps', [api.metricCount({ ...measured, statistic: 'SampleCount', label: 'taps' })]),
  )
  for (const { title, shows } of rows) {
    const records = Object.entries(registry).filter(([, record]) => shows(record))
    const names = records.map(([name]) => name)
    const queues = records.filter(([, record]) => hasQueue(record)).map(([name]) => name)
    if (names.length === 0) continue
    board.addWidgets(new TextWidget({ markdown: `## ${title}`, width: 24, height: 1 }))
    board.addWidgets(
      graph(
        'How long they take, ms',
        names.flatMap((name) => ['p50', 'p99'].map((statistic) => lambda(name, 'Duration', statistic))),
      ),
      graph(
        'What fails',
        names.flatMap((name) => [lambda(name, 'Errors', 'Sum'), caught(name)]),
      ),
      ...(queues.length > 0
        ? [
            graph('How long the oldest waits, s; and what was put aside', [
              ...queues.map((name) => queue(name, 'ApproximateAgeOfOldestMessage')),
              ...queues.map((name) => queue(`${name}-aside`, 'ApproximateNumberOfMessagesVisible')),
            ]),
          ]
        : []),
    )
  }
}
