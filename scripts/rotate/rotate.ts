import { randomBytes } from 'node:crypto'
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  type SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager'

/** What went out under the key before counts beside the new one; all functions know the new one by then, in milliseconds. */
const settled = 15 * 60_000

/** What is changed so; the others are made otherwise, or see `stays`. */
const isOurs = (arn: string) => /(Cursor|Link|Seal)Secret/.test(arn)
/** What its keys have sealed is not written anew: all of them stay, behind the new one; see functions/secrets/sealed.ts. */
const keepsAll = (arn: string) => /SealSecret/.test(arn)

/** A device is told under the key that it was noted with, and nothing has it noted anew but its owner. */
const stays = (arn: string) => /PushSecret/.test(arn)

/**
 * Gives a secret of ours a new key; of those that sign, the one before goes on counting, of those that seal, all before. Gives the
 * new version's id. Throws when it was changed less than a quarter of an hour ago, unless `leaked`: what was signed by the key
 * before that change would count no longer. Throws for any other secret, too.
 */
export async function rotate(
  secrets: SecretsManagerClient,
  SecretId: string,
  { leaked, now }: { leaked: boolean; now: Date },
): Promise<string | undefined> {
  if (stays(SecretId))
    throw new Error(
      'PushSecret is not changed so: each device goes on under the key that it was noted with, and is told of nothing more when that one goes, until its owner turns notifications off and on. After a leak see RUNBOOK.md, "A push key that has leaked".',
    )
  if (!isOurs(SecretId))
    throw new Error('Only CursorSecret, LinkSecret and SealSecret are changed so: README.md says how others are.')
  const { CreatedDate, SecretString: before = '' } = await secrets.send(new GetSecretValueCommand({ SecretId }))
  if (!leaked && CreatedDate && now.getTime() - CreatedDate.getTime() < settled)
    throw new Error(
      'It was changed less than a quarter of an hour ago: some functions still sign by the key before. Wait, or say --leaked.',
    )
  const key = randomBytes(48).toString('base64url')
  if (keepsAll(SecretId) && before === '') throw new Error('Its keys could not be read, and none may be lost.')
  const SecretString = keepsAll(SecretId)
    ? [...new Set([key, ...before.split('\n'), ...(await previousOf(secrets, SecretId)).split('\n')])]
        .filter(Boolean)
        .join('\n')
    : key
  return (await secrets.send(new PutSecretValueCommand({ SecretId, SecretString }))).VersionId
}

/** The version before, whose keys still open what they have sealed, also where somebody put another value in its place by hand. */
const previousOf = (secrets: SecretsManagerClient, SecretId: string): Promise<string> =>
  secrets.send(new GetSecretValueCommand({ SecretId, VersionStage: 'AWSPREVIOUS' })).then(
    ({ SecretString = '' }) => SecretString,
    (error: unknown) => {
      if (error instanceof ResourceNotFoundException) return ''
      throw error
    },
  )
