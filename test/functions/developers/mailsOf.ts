import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb'
import { expect } from 'vitest'
import { writers } from '#functions/developers/mailWriters.ts'
import { outbox } from '#functions/table/outbox.ts'
import type { Club } from '../club.ts'
import { webhookId } from './exampleRequests.ts'

/** The mails about the club's webhook and their recipients; also renders each letter. */
export async function mailsOf(club: Club) {
  const db = DynamoDBDocumentClient.from(new DynamoDBClient({}))
  const rows: { userId: string; news: string }[] = []
  for await (const { Items = [] } of paginateScan({ client: db }, { TableName: process.env['TABLE_NAME'] }))
    for (const item of Items)
      if (
        item['kind'] === outbox.kind &&
        item['letter'] === 'webhook' &&
        item['about'].organizationId === club.organizationId
      )
        rows.push({ userId: item['to'].userId, news: item['about'].news })
  const [first] = rows
  if (first) {
    const about = { organizationId: club.organizationId, webhookId, news: first.news as 'off' }
    const message = await writers.webhook(about, { say: (english: string) => english } as never)
    expect(message?.subject).toContain('webhook')
    expect(JSON.stringify(message)).toContain('webhooks.touchline.example')
  }
  return { rows }
}
