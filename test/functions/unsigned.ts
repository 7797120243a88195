import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'

/** Middleware for logging and telemetry headers. */
const nonAuthMiddlewares = ['loggerMiddleware', 'recursionDetectionMiddleware', 'getUserAgentMiddleware']
type Client = Pick<DynamoDBClient, 'config' | 'middlewareStack'>

/**
 * DynamoDB Local requires an access key but does not verify signatures. Skipping the signing and telemetry of each request saves
 * more than a quarter of a test's time.
 */
export function askUnsigned({ config, middlewareStack }: Client): void {
  const authorization = `AWS4-HMAC-SHA256 Credential=test/20261121/${process.env.AWS_REGION}/dynamodb/aws4_request, SignedHeaders=host, Signature=0`
  const signRequest = <Request extends object>(request: Request) =>
    Promise.resolve(Object.assign(request, { headers: { ...Reflect.get(request, 'headers'), authorization } }))
  Object.assign(config, { signer: () => Promise.resolve({ sign: signRequest }) })
  for (const name of nonAuthMiddlewares) middlewareStack.remove(name)
}
