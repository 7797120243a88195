import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { itemSize, readUnits } from '#functions/table/meter.ts'

/**
 * Determines the least data that a response can be built from: each item that a request read is left out in turn and the request
 * is repeated. If the response is the same, the item was not needed.
 */
type Item = { pk: string; sk: string; lsi1sk?: string; kind?: string }
type Output = { Item?: Item; Items?: Item[]; Responses?: Record<string, Item[]> }
type Input = {
  Key?: Item
  RequestItems?: Record<string, { Keys: Item[]; ConsistentRead?: boolean }>
  IndexName?: string
  ExpressionAttributeValues?: Record<string, string>
  ConsistentRead?: boolean
}
type Command = { constructor: { name: string }; input: Input }
type Read = { text: string; input: Input; output: Output }
type Answer = { status: number; bytes: Buffer }

const textOf = ({ constructor: { name }, input }: Command) => name + JSON.stringify(input)
const isRead = ({ constructor: { name } }: Command) => /Get|Query/.test(name)

/** Runs work; its calls to the table go to `intercept`, which may pass them on. */
async function interceptCalls<T>(
  intercept: (command: Command, ask: () => Promise<unknown>) => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  const client = DynamoDBDocumentClient.prototype
  const send = client.send as unknown as (this: DynamoDBDocumentClient, command: Command) => Promise<unknown>
  function interceptedSend(this: DynamoDBDocumentClient, command: Command) {
    return intercept(command, () => send.call(this, command))
  }
  client.send = interceptedSend as never
  try {
    return await work()
  } finally {
    client.send = send as never
  }
}

/** Runs a request and records its reads. */
export async function recordReads(work: () => Promise<unknown>): Promise<Read[]> {
  const reads: Read[] = []
  await interceptCalls(async (command, ask) => {
    const [text, input] = [textOf(command), structuredClone(command.input)]
    const output = (await ask()) as Output
    if (isRead(command)) reads.push({ text, input, output: structuredClone(output) })
    return output
  }, work)
  return reads
}

/** Repeats the request with one item left out. Nothing is written, and the table is only asked for what was not recorded. */
async function answerWithout(missingItem: string | undefined, reads: readonly Read[], ask: () => Promise<Answer>) {
  const outputs = new Map(reads.map(({ text, output }) => [text, output]))
  const withoutMissing = (items: Item[]) => items.filter((item) => nameOf(item) !== missingItem)
  const intercept = async (command: Command, askTable: () => Promise<unknown>) => {
    const output = structuredClone(outputs.get(textOf(command)))
    if (!output) return isRead(command) ? askTable() : {}
    const { Item, Items, Responses } = output
    if (Item && withoutMissing([Item]).length === 0) delete output.Item
    if (Items) output.Items = withoutMissing(Items)
    for (const table in Responses) Responses[table] = withoutMissing(Responses[table] ?? [])
    return output
  }
  try {
    const { status, bytes } = await interceptCalls(intercept, ask)
    return `${status} ${bytes.toString('base64')}`
  } catch (error) {
    return String(error)
  }
}

const isConsistent = ({ input: { ConsistentRead = false, RequestItems = {} } }: Read): boolean =>
  ConsistentRead || Object.values(RequestItems).some((batch) => batch.ConsistentRead)
const nameOf = ({ pk, sk }: Item) => `${pk}\n${sk}`
const itemsOf = ({ output: { Item, Items = [], Responses = {} } }: Read): Item[] => [
  ...(Item ? [Item] : []),
  ...Items,
  ...Object.values(Responses).flat(),
]
const rangeOf = ({ ExpressionAttributeValues: { ':p': pk = '', ':from': sk = '' } = {} }: Input): Item => ({ pk, sk })
const keyPrefix = (key: string) => /^[A-Z-]*(?:#[A-Z-]{3,15}(?=#|$))?/.exec(key)?.[0] ?? ''
/** Where an item is stored, such as `TEAM/TEAM#PLAYER`, without ids. For a global index, only the partition. */
const placeOf = ({ pk, sk }: Item, index = '') =>
  pk.split('#')[0] + (index.startsWith('gsi') ? '' : `/${keyPrefix(sk)}`)

/**
 * The minimal read cost of the response: each needed item once; items of one query together; eventually consistent, unless
 * `asNow` covers the place. An empty result also counts, once for each place.
 */
export async function minimalCost(
  reads: readonly Read[],
  { asNow, ask }: { asNow: (place: string) => boolean; ask: () => Promise<Answer> },
): Promise<{ units: number; needless: string[] }> {
  const fullAnswer = await answerWithout(undefined, reads, ask)
  const [countedPlaces, empty, needless]: [Set<string>, Set<string>, Set<string>] = [new Set(), new Set(), new Set()]
  let units = 0
  // Items read both ways are counted as consistent reads.
  for (const read of reads.toSorted((a, b) => Number(isConsistent(b)) - Number(isConsistent(a)))) {
    const { Key, RequestItems = {}, IndexName } = read.input
    const [batch] = Object.values(RequestItems)
    const keys = batch?.Keys ?? [Key ?? rangeOf(read.input)]
    const readItems = itemsOf(read)
    const neededItems: Item[] = []
    for (const item of readItems) {
      if (countedPlaces.has(nameOf(item))) needless.add(`${item.kind} again`)
      // The caller's rights are one query, and any of them could have been decisive.
      else if (item.sk.startsWith('ME#') || (await answerWithout(nameOf(item), reads, ask)) !== fullAnswer)
        neededItems.push(item)
      else if (Key || batch) needless.add(`${item.kind}`)
      countedPlaces.add(nameOf(item))
    }
    const costOf = (items: Item[], place: string) =>
      readUnits(
        items.reduce((sum, item) => sum + itemSize(item), 0),
        isConsistent(read) && asNow(place),
      )
    const places = new Set(keys.map((key) => placeOf(key, IndexName)))
    if (batch) for (const item of neededItems) units += costOf([item], placeOf(item))
    else if (neededItems.length > 0) units += costOf(neededItems, placeOf(keys[0] as Item, IndexName))
    if (readItems.length < keys.length)
      for (const place of places) {
        if (empty.has(place)) needless.add(`nothing at ${place} again`)
        else units += costOf([], place)
        empty.add(place)
      }
  }
  return { units, needless: [...needless] }
}
