import { createHash } from 'node:crypto'
import { devNull } from 'node:os'
import { operator } from '../../gate/operator.ts'
import type { Assembly, Resource } from '../../types.ts'

/** The access key id of a function's AWS calls. It identifies the function, so that its role can be checked. */
export const accessKeyOf = (lambda: Resource): string => `LOCAL${lambda.logicalId}`

export type Credentials = { accessKeyId: string; secretAccessKey: string; sessionToken?: string }

/**
 * The credentials of a local access key. Those of a function are temporary ones of its role, as in Lambda: valid only with their session
 * token. The operator's are permanent and have none.
 */
export function credentialsOf(accessKeyId: string): Credentials {
  const secretAccessKey = createHash('sha256').update(`local secret of ${accessKeyId}`).digest('base64url')
  return { accessKeyId, secretAccessKey, ...(accessKeyId !== operator && { sessionToken: tokenOf(accessKeyId) }) }
}

/** About as long as the session tokens of AWS, with the same characters: `+`, `/` and `=` have to be escaped in a URL. */
const tokenOf = (accessKeyId: string): string =>
  Buffer.concat(
    Array.from({ length: 11 }, (_, i) => createHash('sha512').update(`session ${i} of ${accessKeyId}`).digest()),
  ).toString('base64')

/**
 * All environment variables of a function: the template's and Lambda's own, none of the machine's. All AWS calls go to
 * the gate, which checks them against the function's role.
 */
export function environmentOf(assembly: Assembly, lambda: Resource, gateEndpoint: string): Record<string, string> {
  const { accessKeyId, secretAccessKey, sessionToken = '' } = credentialsOf(accessKeyOf(lambda))
  const { Environment, Handler, MemorySize, Runtime } = lambda.properties
  const { Variables = {} } = assembly.resolve<{ Variables?: Record<string, unknown> }>(lambda.stack, Environment ?? {})
  const name = assembly.physicalId(lambda)
  const variables = Object.fromEntries(Object.entries(Variables).map(([key, value]) => [key, String(value)]))
  // Node only reads it at start, and the worker's process has already started.
  delete variables.NODE_OPTIONS
  return {
    ...variables,
    AWS_REGION: assembly.region,
    AWS_DEFAULT_REGION: assembly.region,
    AWS_LAMBDA_FUNCTION_NAME: name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(Number(MemorySize ?? 128)),
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${name}`,
    AWS_EXECUTION_ENV: `AWS_Lambda_${String(Runtime)}`,
    _HANDLER: String(Handler),
    TZ: ':UTC',
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
    AWS_ENDPOINT_URL: gateEndpoint,
    // A developer may have a ~/.aws with a profile, a region or an endpoint; Lambda has none.
    AWS_CONFIG_FILE: devNull,
    AWS_SHARED_CREDENTIALS_FILE: devNull,
  }
}
