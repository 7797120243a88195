/** The parts of a message, and of an entry in a send request, that concern its group. */
type Attributes = Record<string, { DataType: string; StringValue?: string }>
type Message = { messageAttributes: Attributes }
type Entry = { MessageGroupId?: string; MessageAttributes?: Attributes }

/** fauxqs only supports groups in FIFO queues, so in other queues an attribute holds the group; functions do not see it. */
const attribute = 'local.MessageGroupId'

/** Adds its group to each message of a SendMessage or SendMessageBatch call. */
export function noteGroups(body: Entry & { Entries?: Entry[] }): void {
  for (const entry of body.Entries ?? [body]) {
    if (entry.MessageGroupId === undefined) continue
    entry.MessageAttributes = {
      ...entry.MessageAttributes,
      [attribute]: { DataType: 'String', StringValue: entry.MessageGroupId },
    }
  }
}

/** The group of a message, and the message's own attributes. */
export function withoutGroup<Given extends Record<string, { StringValue?: string }>>(
  givenAttributes: Given,
): { group: string | undefined; attributes: Omit<Given, typeof attribute> } {
  const { [attribute]: enqueuedAt, ...attributes } = givenAttributes
  return { group: enqueuedAt?.StringValue, attributes }
}

/**
 * Puts messages of the groups with the fewest messages in flight first, as SQS does in queues that are not FIFO;
 * messages without a group count as a group with none in flight.
 */
export function prioritizeQuietGroups(waiting: Message[], inFlight: Iterable<Message>): void {
  const groupOf = ({ messageAttributes }: Message) => withoutGroup(messageAttributes).group
  const counts = new Map<string, number>()
  for (const message of inFlight) {
    const group = groupOf(message)
    if (group !== undefined) counts.set(group, (counts.get(group) ?? 0) + 1)
  }
  if (counts.size > 0) waiting.sort((a, b) => (counts.get(groupOf(a) ?? '') ?? 0) - (counts.get(groupOf(b) ?? '') ?? 0))
}
