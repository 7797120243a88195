import 'temporal-polyfill/global'
import type { Cloud } from '../local/cloud.ts'
import { type AccountName, accounts } from './accounts.ts'
import { isTimeout } from './isTimeout.ts'
import { createAccount, type Pool } from './people.ts'

export type RunningCloud = Pick<Cloud, 'assembly' | 'adminClientConfig' | 'mail' | 'origin'>

/** The parts of a running local cloud that the demo needs: its table, and its user pool with the web's client. */
export function targetOf({ assembly, adminClientConfig, mail }: RunningCloud): Pool & { tableName: string } {
  const groupsOfTypes = (...types: string[]) => {
    const [resource] = assembly.ofType(...types)
    if (!resource) throw new Error(`The app has no ${types[0]} to seed.`)
    return assembly.physicalId(resource)
  }
  return {
    tableName: groupsOfTypes('AWS::DynamoDB::GlobalTable', 'AWS::DynamoDB::Table'),
    userPoolId: groupsOfTypes('AWS::Cognito::UserPool'),
    userPoolClientId: groupsOfTypes('AWS::Cognito::UserPoolClient'),
    config: adminClientConfig,
    newestMail: async (to) => (await mail.messages({ to }))[0]?.text ?? '',
  }
}

/**
 * Seeds the demo into a running local cloud, dated around an instant; safe to run twice. The product's writes read
 * their table and endpoint from the environment when they are loaded, so that is set first. They wait two seconds for
 * each response, which may be too short on a busy machine: then everything is written again, up to ten times. `groups`:
 * only these groups of the tournament.
 */
export async function seedDemo({
  cloud,
  now,
  groups,
}: {
  cloud: RunningCloud
  now: string
  groups?: string
}): Promise<void> {
  const target = targetOf(cloud)
  Object.assign(process.env, tableEnvironment(cloud))
  const { seed } = await import('./seed.ts')
  const people: Partial<Record<AccountName, string>> = {}
  for (const name of Object.keys(accounts) as AccountName[]) people[name] = await createAccount(target, accounts[name])
  for (let tries = 1; ; tries++) {
    try {
      return await seed({ now, people: people as Record<AccountName, string>, origin: cloud.origin, groups })
    } catch (error) {
      if (!isTimeout(error) || tries === 10) throw error
    }
  }
}

/** The environment variables that make the product's writes use this cloud's table, bucket and sealing keys. */
export function tableEnvironment(cloud: RunningCloud): Record<string, string> {
  const { region, endpoint, credentials } = cloud.adminClientConfig
  const seals = cloud.assembly
    .ofType('AWS::SecretsManager::Secret')
    .find(({ logicalId }) => logicalId.startsWith('SealSecret'))
  if (!seals) throw new Error('The app has no keys to seal by.')
  const media = cloud.assembly.ofType('AWS::S3::Bucket').find(({ logicalId }) => logicalId.startsWith('Media'))
  if (!media) throw new Error('The app has no bucket for files to seed.')
  return {
    MEDIA_BUCKET: cloud.assembly.physicalId(media),
    AWS_ENDPOINT_URL_S3: endpoint,
    TABLE_NAME: targetOf(cloud).tableName,
    AWS_REGION: region,
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoint,
    SEALS_SECRET: cloud.assembly.arn(seals),
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  }
}
