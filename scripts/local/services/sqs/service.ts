import { generatedName, name, regional, type Text } from '../../assembly/resourceType.ts'
import { jsonApi } from '../../gate/jsonApi.ts'
import { type JsonBody, type Need, type Place, textOf } from '../../gate/needs.ts'
import type { Service } from '../service.ts'

const url: Text = ({ endpoints, region, account, name }) =>
  `${endpoints.gate ?? `https://sqs.${region}.amazonaws.com`}/${account}/${name}`

/** Queues, and the functions that receive their messages: fauxqs. */
export const sqs: Service = {
  types: {
    'AWS::SQS::Queue': {
      nameProperty: 'QueueName',
      defaultName: (queue) => generatedName(queue, 75) + (queue.properties.FifoQueue ? '.fifo' : ''),
      arn: regional('sqs'),
      ref: url,
      attributes: { QueueName: name, QueueUrl: url },
    },
  },
  dataFiles: ['queues'],
  api: (assembly) => jsonApi(['AmazonSQS'], ({ operation }, body) => sqsNeeds(operation, body, assembly)),
  start: async (context) => (await import('./start.ts')).start(context),
}

/** A batch operation needs the permission of the single operation. */
export function sqsNeeds(operation: string, body: JsonBody, { region, account }: Place): Need[] {
  const action = `sqs:${operation.replace(/Batch$/, '')}`
  const name = textOf(body.QueueName ?? body.QueueUrl)
    .split('/')
    .at(-1)
  return [{ action, resource: name ? `arn:aws:sqs:${region}:${account}:${name}` : '*' }]
}
