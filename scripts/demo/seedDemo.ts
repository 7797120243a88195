import 'temporal-polyfill/global'
import { type AccountName, accounts } from './accounts.ts'
import { account, type Pool } from './people.ts'

/** Where the demo goes: the table, and the user pool with its clients. */
export type Target = Pool & { tableName: string; endpoint: string; region: string }

/**
 * Seeds the demo into a running local cloud. The product's writes read their table and its address from the
 * environment when they are loaded, so that is set first.
 */
export async function seedDemo(target: Target, now: string): Promise<void> {
  Object.assign(process.env, {
    TABLE_NAME: target.tableName,
    AWS_REGION: target.region,
    AWS_ENDPOINT_URL_DYNAMODB: target.endpoint,
    AWS_ACCESS_KEY_ID: 'LOCALadmin',
    AWS_SECRET_ACCESS_KEY: 'local',
  })
  const { seed } = await import('./seed.ts')
  const people: Partial<Record<AccountName, string>> = {}
  for (const name of Object.keys(accounts) as AccountName[]) people[name] = await account(target, accounts[name])
  await seed({ now, people: people as Record<AccountName, string> })
}
