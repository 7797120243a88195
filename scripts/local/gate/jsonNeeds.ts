import { secretNamed } from '../services/secrets/handle.ts'
import type { Assembly } from '../types.ts'
import { type JsonBody, type Need, type Place, textOf } from './needs.ts'

/**
 * What a user pool operation needs. Those that an app's client makes for its user (they carry a client id or a user's own
 * token instead of a pool's id) need no role.
 */
export function cognitoNeeds(operation: string, body: JsonBody, { region, account }: Place): Need[] {
  const action = `cognito-idp:${operation}`
  if (body.UserPoolId) {
    return [{ action, resource: `arn:aws:cognito-idp:${region}:${account}:userpool/${textOf(body.UserPoolId)}` }]
  }
  const ofUser = ['ClientId', 'AccessToken', 'Token', 'Session'].some((key) => key in body)
  return ofUser ? [] : [{ action, resource: '*' }]
}

/** A batch needs the action of its entries. */
export function sqsNeeds(operation: string, body: JsonBody, { region, account }: Place): Need[] {
  const action = `sqs:${operation.replace(/Batch$/, '')}`
  const name = textOf(body.QueueName ?? body.QueueUrl)
    .split('/')
    .at(-1)
  return [{ action, resource: name ? `arn:aws:sqs:${region}:${account}:${name}` : '*' }]
}

/** A secret may be called by its name; a role names its ARN. */
export function secretsNeeds(operation: string, body: JsonBody, assembly: Assembly): Need[] {
  const id = textOf(body.SecretId)
  const secret = secretNamed(assembly, id)
  const { region, account } = assembly
  const unknown = id.startsWith('arn:') ? id : `arn:aws:secretsmanager:${region}:${account}:secret:${id}`
  return [{ action: `secretsmanager:${operation}`, resource: secret ? assembly.arn(secret) : unknown }]
}
