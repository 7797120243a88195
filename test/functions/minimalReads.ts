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
  meet: (command: Command, ask: () => Promise<unknown>) => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  const client = DynamoDBDocumentClient.prototype
  const send = client.send as unknown as (this: DynamoDBDocumentClient, command: Command) => Promise<unknown>
  function met(this: DynamoDBDocumentClient, command: Command) {
    return meet(command, () => send.call(this, command))
  }
  client.send = met as never
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
async function answerWithout(gone: string | undefined, reads: readonly Read[], ask: () => Promise<Answer>) {
  const known = new Map(reads.map(({ text, output }) => [text, output]))
  const left = (items: Item[]) => items.filter((item) => nameOf(item) !== gone)
  const intercept = async (command: Command, askTable: () => Promise<unknown>) => {
    const output = structuredClone(known.get(textOf(command)))
    if (!output) return isRead(command) ? askTable() : {}
    const { Item, Items, Responses } = output
    if (Item && left([Item]).length === 0) delete output.Item
    if (Items) output.Items = left(Items)
    for (const table in Responses) Responses[table] = left(Responses[table] ?? [])
    return output
  }
  try {
    const { status, bytes } = await interceptCalls(intercept, ask)
    return `${status} ${bytes.toString('base64')}`
  } catch (error) {
    return String(error)
  }
}

const isNow = ({ input: { ConsistentRead = false, RequestItems = {} } }: Read): boolean =>
  ConsistentRead || Object.values(RequestItems).some((batch) => batch.ConsistentRead)
const nameOf = ({ pk, sk }: Item) => `${pk}\n${sk}`
const itemsOf = ({ output: { Item, Items = [], Responses = {} } }: Read): Item[] => [
  ...(Item ? [Item] : []),
  ...Items,
  ...Object.values(Responses).flat(),
]
const rangeOf = ({ ExpressionAttributeValues: { ':p': pk = '', ':from': sk = '' } = {} }: Input): Item => ({ pk, sk })
const wordsOf = (key: string) => /^[A-Z-]*(?:#[A-Z-]{3,15}(?=#|$))?/.exec(key)?.[0] ?? ''
/** Where an item is stored, such as `TEAM/TEAM#PLAYER`, without ids. For a global index, only the partition. */
const placeOf = ({ pk, sk }: Item, index = '') => pk.split('#')[0] + (index.startsWith('gsi') ? '' : `/${wordsOf(sk)}`)

/**
 * The minimal read cost of the response: each needed item once; items of one query together; eventually consistent, unless
 * `asNow` covers the place. An empty result also counts, once for each place.
 */
export async function minimalCost(
  reads: readonly Read[],
  { asNow, ask }: { asNow: (place: string) => boolean; ask: () => Promise<Answer> },
): Promise<{ units: number; needless: string[] }> {
  const whole = await answerWithout(undefined, reads, ask)
  const [counted, empty, needless]: [Set<string>, Set<string>, Set<string>] = [new Set(), new Set(), new Set()]
  let units = 0
  // Items read both ways are counted as consistent reads.
  for (const read of reads.toSorted((a, b) => Number(isNow(b)) - Number(isNow(a)))) {
    const { Key, RequestItems = {}, IndexName } = read.input
    const [batch] = Object.values(RequestItems)
    const keys = batch?.Keys ?? [Key ?? rangeOf(read.input)]
    const found = itemsOf(read)
    const needed: Item[] = []
    for (const item of found) {
      if (counted.has(nameOf(item))) needless.add(`${item.kind} again`)
      // The caller's rights are one query, and any of them could have been decisive.
      else if (item.sk.startsWith('ME#') || (await answerWithout(nameOf(item), reads, ask)) !== whole) needed.push(item)
      else if (Key || batch) needless.add(`${item.kind}`)
      counted.add(nameOf(item))
    }
    const costOf = (some: Item[], place: string) =>
      readUnits(
        some.reduce((sum, item) => sum + itemSize(item), 0),
        isNow(read) && asNow(place),
      )
    const places = new Set(keys.map((key) => placeOf(key, IndexName)))
    if (batch) for (const item of needed) units += costOf([item], placeOf(item))
    else if (needed.length > 0) units += costOf(needed, placeOf(keys[0] as Item, IndexName))
    if (found.length < keys.length)
      for (const place of places) {
        if (empty.has(place)) needless.add(`nothing at ${place} again`)
        else units += costOf([], place)
        empty.add(place)
      }
  }
  return { units, needless: [...needless] }
}
