import { Hash } from '@smithy/core/serde'
import { SignatureV4 } from '@smithy/signature-v4'
import { Problem } from '#shared/problems.ts'
import type { ProviderApi, SecretName } from '../registry.ts'
import { backoff } from '../runtime/backoff.ts'
import { credentials } from '../runtime/credentials.ts'

/** A version of a secret: `id` names it in tokens, `madeAt` is when it was stored, in milliseconds since 1970. */
export type Version = { id: string; value: string; madeAt: number }
/** AWSPREVIOUS is the value before the last change. */
type Stage = 'AWSCURRENT' | 'AWSPREVIOUS'

/**
 * Reads one version of a secret from Secrets Manager; undefined if there is none. The request is signed with modules that the DynamoDB
 * client has loaded already: Secrets Manager's own client would add 4 KB to functions that people wait for. Throws `busy` after three
 * attempts.
 */
export async function readSecret(name: SecretName | ProviderApi, VersionStage: Stage): Promise<Version | undefined> {
  const body = JSON.stringify({ SecretId: arnOf(name), VersionStage })
  for (let attempt = 1; ; attempt++) {
    const response = await callSecretsManager(body).catch(() => undefined)
    const result = (await response?.json().catch(() => undefined)) as SecretResponse | undefined
    if (response?.ok && result?.VersionId && result.SecretString)
      return { id: result.VersionId.slice(0, 8), value: result.SecretString, madeAt: (result.CreatedDate ?? 0) * 1000 }
    const { __type: type = '' } = result ?? {}
    const refusal = type.split('#').at(-1)
    if (refusal === 'ResourceNotFoundException') return undefined
    if (response && response.status < 500 && refusal !== 'ThrottlingException')
      throw new Error(`Secrets Manager does not give the ${name} key: ${response.status} ${refusal}`)
    if (attempt === attempts) throw new Problem('busy')
    await backoff(attempt, 50)
  }
}

type SecretResponse = { VersionId?: string; SecretString?: string; CreatedDate?: number; __type?: string }

const attempts = 3
/** Timeout of one call, in milliseconds. */
const timeoutMs = 3000

function arnOf(name: SecretName | ProviderApi): string {
  const arn = process.env[`${name.toUpperCase()}_SECRET`]
  if (!arn) throw new Error(`${name.toUpperCase()}_SECRET is not set`)
  return arn
}

async function callSecretsManager(body: string): Promise<Response> {
  const { AWS_ENDPOINT_URL, AWS_ENDPOINT_URL_SECRETS_MANAGER = AWS_ENDPOINT_URL, AWS_REGION: region = '' } = process.env
  const url = new URL(AWS_ENDPOINT_URL_SECRETS_MANAGER ?? `https://secretsmanager.${region}.amazonaws.com`)
  const { protocol, host, pathname: path } = url
  const signer = new SignatureV4({ service: 'secretsmanager', region, credentials, sha256: Hash.bind(null, 'sha256') })
  const { headers } = await signer.sign({
    method: 'POST',
    protocol,
    hostname: host,
    path,
    headers: {
      host,
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'secretsmanager.GetSecretValue',
    },
    body,
  })
  return fetch(url, { method: 'POST', headers, body, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
}
