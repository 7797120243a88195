/** A message in a queue, and an entry of what is asked for, as far as their group is concerned. */
type Attributes = Record<string, { DataType: string; StringValue?: string }>
type Message = { messageAttributes: Attributes }
type Entry = { MessageGroupId?: string; MessageAttributes?: Attributes }

/** fauxqs knows groups in FIFO queues alone, so in others an attribute says it; functions do not see that. */
const attribute = 'local.MessageGroupId'

/** Notes at each message of a SendMessage, or a batch of them, of which group it is. */
export function noteGroups(body: Entry & { Entries?: Entry[] }): void {
  for (const entry of body.Entries ?? [body]) {
    if (entry.MessageGroupId === undefined) continue
    entry.MessageAttributes = {
      ...entry.MessageAttributes,
      [attribute]: { DataType: 'String', StringValue: entry.MessageGroupId },
    }
  }
}

/** The group that was noted at a message, and its own attributes. */
export function withoutGroup<Given extends Record<string, { StringValue?: string }>>(
  given: Given,
): { group: string | undefined; attributes: Omit<Given, typeof attribute> } {
  const { [attribute]: noted, ...attributes } = given
  return { group: noted?.StringValue, attributes }
}

/**
 * Puts first what is of groups of which least is under way, as SQS does in queues that are not FIFO; what is of none is as a group
 * that has nothing under way.
 */
export function favourQuiet(waiting: Message[], underWay: Iterable<Message>): void {
  const groupOf = ({ messageAttributes }: Message) => withoutGroup(messageAttributes).group
  const counts = new Map<string, number>()
  for (const message of underWay) {
    const group = groupOf(message)
    if (group !== undefined) counts.set(group, (counts.get(group) ?? 0) + 1)
  }
  if (counts.size > 0) waiting.sort((a, b) => (counts.get(groupOf(a) ?? '') ?? 0) - (counts.get(groupOf(b) ?? '') ?? 0))
}
