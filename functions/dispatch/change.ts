import type { AttributeValue, DynamoDBRecord } from 'aws-lambda'
import { organizationIdIn } from '../table/organizationIdIn.ts'
import type { ChangeFilter } from '../registry.ts'
import type { Change, ChangeDetails } from '../worker.ts'

const changes = { INSERT: 'created', MODIFY: 'changed', REMOVE: 'removed' } as const

/** The change that a record of the table's stream describes. */
export function changeOf({ eventName = 'MODIFY', dynamodb = {} }: DynamoDBRecord): Change {
  const { Keys = {}, NewImage, OldImage, ApproximateCreationDateTime = 0 } = dynamodb
  return {
    kind: textOf((NewImage ?? OldImage)?.['kind']),
    pk: textOf(Keys['pk']),
    sk: textOf(Keys['sk']),
    change: changes[eventName],
    at: new Date(ApproximateCreationDateTime * 1000).toISOString(),
  }
}

/** Whether the item was imported with its club from another stage, or restored from a backup: workers get no messages about that. */
export const hasMoved = ({ dynamodb: { NewImage, OldImage } = {} }: DynamoDBRecord): boolean =>
  NewImage?.['movedAt'] !== undefined && NewImage['movedAt'].S !== OldImage?.['movedAt']?.S

/** The club of a record, by its key or the ids in the item; undefined for a person's items. */
export function clubOf({ dynamodb: { Keys, NewImage, OldImage } = {} }: DynamoDBRecord): string | undefined {
  const image = NewImage ?? OldImage
  const candidates = [
    Keys?.['pk'],
    Keys?.['sk'],
    image?.['organizationId'],
    ...Object.values(image?.['about']?.M ?? {}),
  ]
  return organizationIdIn(candidates.map((value) => value?.S))
}

/** Keys and stamps, which are not content. */
const metadataAttribute = /^(pk|sk|kind|version|by|byFor|at|createdBy|ttl|movedAt|lsi1sk|gsi[12][ps]k)$/

/** Who made a change, the attributes that differ (with values only of those in `tells`), and the unchanged values of those in `stands`. */
export function detailsOf(
  { dynamodb = {} }: DynamoDBRecord,
  tells: readonly string[],
  stands?: readonly string[],
): ChangeDetails {
  const { NewImage, OldImage } = dynamodb
  const names = [...new Set([...Object.keys(NewImage ?? {}), ...Object.keys(OldImage ?? {})])]
  const changed: ChangeDetails['changed'] = {}
  for (const name of names) {
    if (metadataAttribute.test(name) || !differ(NewImage?.[name], OldImage?.[name])) continue
    changed[name] = tells.includes(name) ? { before: toPlain(OldImage?.[name]), after: toPlain(NewImage?.[name]) } : {}
  }
  const unchangedNames = stands?.filter((name) => NewImage?.[name] !== undefined && !changed[name])
  const row = NewImage ?? OldImage
  const byFor = textOf(row?.['byFor'])
  const club = textOf(row?.['organizationId'])
  return {
    by: textOf(row?.['by']),
    ...(byFor !== '' && { byFor }),
    ...(club !== '' && { club }),
    stamped: textOf(row?.['at']),
    version: Number(row?.['version']?.N ?? 0),
    changed,
    ...(unchangedNames && {
      stands: Object.fromEntries(unchangedNames.map((name) => [name, toPlain(NewImage?.[name])])),
    }),
  }
}

/** The value of a text, number, boolean or list attribute as plain data, cut to 300 characters. */
function toPlain(value: AttributeValue | undefined): unknown {
  if (value === undefined) return undefined
  const { S, N, BOOL, L } = value
  const text = S ?? (N === undefined ? BOOL : Number(N)) ?? (L ?? []).map((each) => each.S ?? each.N ?? '').join(', ')
  return typeof text === 'string' && text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
}
const maxLength = 300

/** Whether a record matches a filter. */
export function matchesFilter(record: DynamoDBRecord, { kind, change, where, attributes }: ChangeFilter): boolean {
  const { NewImage: newImage, OldImage: oldImage } = record.dynamodb ?? {}
  const changed = changeOf(record)
  return (
    changed.kind === kind &&
    (!change || change.includes(changed.change)) &&
    (!where || textOf(newImage?.[where.attribute]) === where.value) &&
    (!attributes ||
      changed.change !== 'changed' ||
      attributes.some((name) => differ(newImage?.[name], oldImage?.[name])))
  )
}

const textOf = (value: AttributeValue | undefined): string => value?.S ?? ''
const differ = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b)
