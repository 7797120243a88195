import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'

/** What tells AWS and its logs who asks by what. */
const tells = ['loggerMiddleware', 'recursionDetectionMiddleware', 'getUserAgentMiddleware']
type Client = Pick<DynamoDBClient, 'config' | 'middlewareStack'>

/**
 * DynamoDB Local wants to be named a key, and looks at no signature: to sign each request and to say which SDK sends it takes more than
 * a quarter of the time that a test has for it.
 */
export function askUnsigned({ config, middlewareStack }: Client): void {
  const authorization = `AWS4-HMAC-SHA256 Credential=test/20261121/${process.env.AWS_REGION}/dynamodb/aws4_request, SignedHeaders=host, Signature=0`
  const sign = <Request extends object>(request: Request) =>
    Promise.resolve(Object.assign(request, { headers: { ...Reflect.get(request, 'headers'), authorization } }))
  Object.assign(config, { signer: () => Promise.resolve({ sign }) })
  for (const name of tells) middlewareStack.remove(name)
}
