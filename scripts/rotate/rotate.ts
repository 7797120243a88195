import { randomBytes } from 'node:crypto'
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  type SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager'

/** What went out under the key before counts beside the new one; all functions know the new one by then, in milliseconds. */
const settled = 15 * 60_000

/** What signs with random bytes; the others are made otherwise. */
const isSigning = (arn: string) => /(Cursor|Link)Secret/.test(arn)

/**
 * Gives a signing key a new value; the one before goes on counting. Gives the new version's id. Throws when it was changed
 * less than a quarter of an hour ago, unless `leaked`: what was signed by the key before that change would count no longer.
 * Throws for any other secret, too.
 */
export async function rotate(
  secrets: SecretsManagerClient,
  SecretId: string,
  { leaked, now }: { leaked: boolean; now: Date },
): Promise<string | undefined> {
  if (!isSigning(SecretId))
    throw new Error('Only CursorSecret and LinkSecret are changed so: README.md says how others are.')
  const { CreatedDate } = await secrets.send(new GetSecretValueCommand({ SecretId }))
  if (!leaked && CreatedDate && now.getTime() - CreatedDate.getTime() < settled)
    throw new Error(
      'It was changed less than a quarter of an hour ago: some functions still sign by the key before. Wait, or say --leaked.',
    )
  const SecretString = randomBytes(48).toString('base64url')
  return (await secrets.send(new PutSecretValueCommand({ SecretId, SecretString }))).VersionId
}
