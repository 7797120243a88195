import { ConditionalCheckFailedException, paginateQuery } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb'
import { digestOf } from '#functions/secrets/digest.ts'
import { erasures } from '#functions/table/privacy.ts'
import { userPartition } from '#functions/table/profiles.ts'
import { itemOf } from '#functions/table/writes.ts'
import { type Item, pagesOf, type Table, textOf } from '../club/items.ts'
import { putBack } from './restoreItems.ts'

/**
 * Requests a new erasure, due at `at`, for everyone who had been erased since and was brought back by a restore: those
 * with a profile in `was` and a receipt in `now` that says the erasure was done. Their own items are restored for it,
 * even if only a club was restored, because an erasure uses them to find the person's data elsewhere. The scheduled
 * erasure does the rest, and people keep their receipt. Returns how many they are. Safe to run twice.
 */
export async function eraseAgain({ was, now, at }: { was: Table; now: Table; at: string }): Promise<number> {
  const done = new Map<string, Item>()
  for await (const page of pagesOf(now, ofKind('Erasure receipt')))
    for (const receipt of page) if (textOf(receipt, 'state') === 'done') done.set(textOf(receipt, 'digest'), receipt)
  let again = 0
  for await (const page of pagesOf(was, ofKind('Profile')))
    for (const profile of page) {
      const userId = textOf(profile, 'pk').slice(userPartition({ userId: '' }).length)
      const receipt = done.get(digestOf(userId))
      if (!receipt) continue
      for (const item of await ownOf(was, userId)) await putBack(now, { state: 'missing', was: item }, at)
      const dates = { wantedAt: textOf(receipt, 'wantedAt'), due: at }
      const asked = erasures.create({ userId, receiptId: textOf(receipt, 'receiptId'), ...dates })
      const { Put } = itemOf(asked, { actor: 'restore', at }, now.TableName)
      await DynamoDBDocumentClient.from(now.db)
        .send(new PutCommand(Put as NonNullable<typeof Put>))
        .catch(unlessThere)
      again++
    }
  return again
}

/** Erasure requests in the old table are skipped: the one that was carried out is requested again. */
async function ownOf({ db: client, TableName }: Table, userId: string): Promise<Item[]> {
  const KeyConditionExpression = 'pk = :pk'
  const ExpressionAttributeValues = { ':pk': { S: userPartition({ userId }) } }
  const found: Item[] = []
  for await (const { Items = [] } of paginateQuery(
    { client },
    { TableName, KeyConditionExpression, ExpressionAttributeValues },
  ))
    found.push(...Items.filter((item) => textOf(item, 'kind') !== erasures.kind))
  return found
}

const ofKind = (kind: string) => ({
  FilterExpression: 'kind = :kind',
  ExpressionAttributeValues: { ':kind': { S: kind } },
})

/** Already requested. */
function unlessThere(error: unknown): void {
  if (!(error instanceof ConditionalCheckFailedException)) throw error
}
