import { randomBytes } from 'node:crypto'
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  type SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager'

/** The time, in milliseconds, after which all functions know a new key; what was signed with the previous key stays valid. */
const settled = 15 * 60_000

/** The secrets that can be rotated; others are created differently, or see `isExcluded`. */
const isRotatable = (arn: string) => /(Cursor|Link|Seal)Secret/.test(arn)
/** Sealed data is not encrypted anew, so all earlier keys are kept behind the new one; see functions/secrets/sealed.ts. */
const keepsAllKeys = (arn: string) => /SealSecret/.test(arn)

/** A push subscription is bound to the key that it was created with, and only its owner can create a new one. */
const isExcluded = (arn: string) => /PushSecret/.test(arn)

/**
 * Gives one of our secrets a new key. The previous signing key stays valid, as do all previous sealing keys. Returns
 * the new version's id. Throws if the last change is less than a quarter of an hour ago, unless `leaked`: signatures of
 * the key before that change would become invalid. Throws for any other secret too.
 */
export async function rotate(
  secrets: SecretsManagerClient,
  SecretId: string,
  { leaked, now }: { leaked: boolean; now: Date },
): Promise<string | undefined> {
  if (isExcluded(SecretId))
    throw new Error(
      'PushSecret is not rotated by this command: each device is registered with a key, and when that key is gone it gets no notifications until its owner turns notifications off and on. After a leak, see RUNBOOK.md, "A push key that has leaked".',
    )
  if (!isRotatable(SecretId))
    throw new Error(
      'Only CursorSecret, LinkSecret and SealSecret are rotated by this command: README.md describes the others.',
    )
  const { CreatedDate, SecretString: storedSecret = '' } = await secrets.send(new GetSecretValueCommand({ SecretId }))
  if (!leaked && CreatedDate && now.getTime() - CreatedDate.getTime() < settled)
    throw new Error(
      'It was rotated less than fifteen minutes ago, and some functions still sign with the previous key. Wait, or add --leaked.',
    )
  const key = randomBytes(48).toString('base64url')
  if (keepsAllKeys(SecretId) && storedSecret === '')
    throw new Error('Its current keys could not be read. Nothing was changed, since none may be lost.')
  const SecretString = keepsAllKeys(SecretId)
    ? [...new Set([key, ...storedSecret.split('\n'), ...(await previousOf(secrets, SecretId)).split('\n')])]
        .filter(Boolean)
        .join('\n')
    : key
  return (await secrets.send(new PutSecretValueCommand({ SecretId, SecretString }))).VersionId
}

/** The previous version, whose keys can still open sealed data, even if the value was replaced by hand. */
const previousOf = (secrets: SecretsManagerClient, SecretId: string): Promise<string> =>
  secrets.send(new GetSecretValueCommand({ SecretId, VersionStage: 'AWSPREVIOUS' })).then(
    ({ SecretString = '' }) => SecretString,
    (error: unknown) => {
      if (error instanceof ResourceNotFoundException) return ''
      throw error
    },
  )
