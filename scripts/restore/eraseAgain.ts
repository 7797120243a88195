import { ConditionalCheckFailedException, paginateQuery } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb'
import { digestOf } from '#functions/secrets/digest.ts'
import { erasures } from '#functions/table/privacy.ts'
import { userPartition } from '#functions/table/profiles.ts'
import { itemOf } from '#functions/table/writes.ts'
import { type Item, pagesOf, type Table, textOf } from '../club/items.ts'
import { restoreItem } from './restoreItems.ts'

/**
 * Requests a new erasure, due at `at`, for everyone who had been erased since and was brought back by a restore: those
 * with a profile in `earlierTable` and a receipt in `currentTable` that says the erasure was done. Their own items are restored for it,
 * even if only a club was restored, because an erasure uses them to find the person's data elsewhere. The scheduled
 * erasure does the rest, and people keep their receipt. Returns how many they are. Safe to run twice.
 */
export async function eraseAgain({
  was: earlierTable,
  now: currentTable,
  at,
}: {
  was: Table
  now: Table
  at: string
}): Promise<number> {
  const receiptsByUser = new Map<string, Item>()
  for await (const page of pagesOf(currentTable, ofKind('Erasure receipt')))
    for (const receipt of page)
      if (textOf(receipt, 'state') === 'done') receiptsByUser.set(textOf(receipt, 'digest'), receipt)
  let erasedCount = 0
  for await (const page of pagesOf(earlierTable, ofKind('Profile')))
    for (const profile of page) {
      const userId = textOf(profile, 'pk').slice(userPartition({ userId: '' }).length)
      const receipt = receiptsByUser.get(digestOf(userId))
      if (!receipt) continue
      for (const item of await itemsOfUser(earlierTable, userId))
        await restoreItem(currentTable, { state: 'missing', earlier: item }, at)
      const dates = { wantedAt: textOf(receipt, 'wantedAt'), due: at }
      const erasure = erasures.create({ userId, receiptId: textOf(receipt, 'receiptId'), ...dates })
      const { Put } = itemOf(erasure, { actor: 'restore', at }, currentTable.TableName)
      await DynamoDBDocumentClient.from(currentTable.db)
        .send(new PutCommand(Put as NonNullable<typeof Put>))
        .catch(ignoreExisting)
      erasedCount++
    }
  return erasedCount
}

/** Erasure requests in the old table are skipped: the one that was carried out is requested again. */
async function itemsOfUser({ db: client, TableName }: Table, userId: string): Promise<Item[]> {
  const KeyConditionExpression = 'pk = :pk'
  const ExpressionAttributeValues = { ':pk': { S: userPartition({ userId }) } }
  const items: Item[] = []
  for await (const { Items = [] } of paginateQuery(
    { client },
    { TableName, KeyConditionExpression, ExpressionAttributeValues },
  ))
    items.push(...Items.filter((item) => textOf(item, 'kind') !== erasures.kind))
  return items
}

const ofKind = (kind: string) => ({
  FilterExpression: 'kind = :kind',
  ExpressionAttributeValues: { ':kind': { S: kind } },
})

/** Already requested. */
function ignoreExisting(error: unknown): void {
  if (!(error instanceof ConditionalCheckFailedException)) throw error
}
