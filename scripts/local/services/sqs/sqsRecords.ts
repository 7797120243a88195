import { withoutGroup } from './fairGroups.ts'

/** A message as ReceiveMessage returns it. */
export type Message = {
  MessageId: string
  ReceiptHandle: string
  Body: string
  MD5OfBody: string
  Attributes?: Record<string, string>
  MessageAttributes?: Record<string, { StringValue?: string; BinaryValue?: string; DataType: string }>
}

/** A message in the format of events. */
export type SqsRecord = ReturnType<typeof recordOf>

type Source = { arn: string; region: string; aheadMs: number }
/** `aheadMs`: by how many milliseconds the local cloud's clock is ahead; the stand-in only knows the machine's clock. */
export const recordOf = (message: Message, { arn, region, aheadMs }: Source) => {
  const { group, attributes } = withoutGroup(message.MessageAttributes ?? {})
  return {
    messageId: message.MessageId,
    receiptHandle: message.ReceiptHandle,
    body: message.Body,
    attributes: {
      ...Object.fromEntries(
        Object.entries(message.Attributes ?? {}).map(([name, value]) => [
          name,
          name.endsWith('Timestamp') ? String(Number(value) + aheadMs) : value,
        ]),
      ),
      ...(group !== undefined && { MessageGroupId: group }),
    },
    messageAttributes: Object.fromEntries(
      Object.entries(attributes).map(([name, { StringValue, BinaryValue, DataType }]) => [
        name,
        {
          stringValue: StringValue,
          binaryValue: BinaryValue,
          dataType: DataType,
          stringListValues: [],
          binaryListValues: [],
        },
      ]),
    ),
    md5OfBody: message.MD5OfBody,
    eventSource: 'aws:sqs',
    eventSourceARN: arn,
    awsRegion: region,
  }
}

/** The body as filters see it: parsed if it is JSON. */
export function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}
