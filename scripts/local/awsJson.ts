/** An error response of a local service; `code` is AWS's error code. */
export class AwsError extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(`${code}: ${message}`)
    this.code = code
  }
}

type Call = { endpoint: string; region: string }

/**
 * Calls an operation of a local service by AWS's JSON protocol, such as `DynamoDBStreams_20120810.GetRecords`. It returns the JSON as sent,
 * which Lambda events contain unchanged; the SDK would convert times and bytes. Throws an AwsError.
 */
export async function awsJson<T>({ endpoint, region }: Call, target: string, body: object): Promise<T> {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': target,
      authorization: `AWS4-HMAC-SHA256 Credential=LOCALadmin/20000101/${region}/local/aws4_request, SignedHeaders=host, Signature=0`,
    },
    body: JSON.stringify(body),
  })
  const answer = (await response.json()) as T
  if (response.ok) return answer
  const { __type: type, message, Message } = answer as { __type?: string; message?: string; Message?: string }
  throw new AwsError(type?.split('#').at(-1) ?? String(response.status), message ?? Message ?? '')
}
