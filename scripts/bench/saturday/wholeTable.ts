import { awsJson } from '../../local/awsJson.ts'
import type { Cloud } from '../../local/cloud.ts'
import { externalServices } from '../../local/services/external.ts'
import type { Charge } from './reconcile.ts'
import { type Item, type Marshalled, unmarshall } from './units.ts'

type Page = { Items: Marshalled[]; LastEvaluatedKey?: Marshalled }

/** Every item of the table as it is now, as plain data. */
export async function wholeTable({ assembly, adminClientConfig }: Cloud): Promise<Item[]> {
  const [table] = assembly.ofType('AWS::DynamoDB::GlobalTable', 'AWS::DynamoDB::Table')
  if (!table) throw new Error('The app has no table.')
  const TableName = assembly.physicalId(table)
  const items: Item[] = []
  let ExclusiveStartKey: Marshalled | undefined
  do {
    const scanInput = { TableName, ConsistentRead: true, ExclusiveStartKey }
    const page: Page = await awsJson<Page>(adminClientConfig, 'DynamoDB_20120810.Scan', scanInput)
    items.push(...page.Items.map(unmarshall))
    ExclusiveStartKey = page.LastEvaluatedKey
  } while (ExclusiveStartKey)
  return items
}

/** All charges at the stand-in for Stripe. */
export async function allCharges({ origin }: Cloud): Promise<Charge[]> {
  const response = await fetch(`${origin}/_local/${externalServices.stripe.mount}/_drive/charges`, { method: 'POST' })
  if (!response.ok) throw new Error(`Stripe's stand-in answered ${response.status}.`)
  return (await response.json()) as Charge[]
}
