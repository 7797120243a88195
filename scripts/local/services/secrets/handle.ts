import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { readBody } from '../../http.ts'
import type { Assembly, Handle, Resource } from '../../types.ts'
import { externalSecret } from '../external.ts'
import { secretName, secretNamed } from './secretNamed.ts'
import type { Secrets, Version } from './store.ts'

type Input = { SecretId?: string; SecretString?: string; VersionId?: string; VersionStage?: string }

/** Secrets Manager's own API, as far as functions need it: GetSecretValue, and PutSecretValue to change a secret. */
export function secretsHandler(assembly: Assembly, secrets: Secrets): Handle {
  return async (request, response) => {
    const operation = String(request.headers['x-amz-target']).split('.')[1] ?? ''
    const input = await inputOf(request)
    const secret = secretNamed(assembly, input.SecretId ?? '')
    const external = externalSecret(input.SecretId ?? '')
    if (!secret && external !== undefined && operation === 'GetSecretValue' && input.VersionStage !== 'AWSPREVIOUS')
      return reply(response, 200, { Name: input.SecretId, SecretString: external, VersionId: externalVersion })
    if (!secret)
      return refuse(response, 'ResourceNotFoundException', "Secrets Manager can't find the specified secret.")
    const identity = { ARN: assembly.arn(secret), Name: secretName(assembly, secret) }
    if (operation === 'PutSecretValue' && typeof input.SecretString === 'string') {
      const { id } = secrets.put(secret, input.SecretString)
      return reply(response, 200, { ...identity, VersionId: id, VersionStages: ['AWSCURRENT'] })
    }
    if (operation !== 'GetSecretValue')
      return refuse(response, 'InvalidRequestException', `The local secrets do not know ${operation} like this.`)
    const found = findVersion(secrets, secret, input)
    if (!found) {
      const versionLabel = input.VersionId ? `VersionId: ${input.VersionId}` : `staging label: ${input.VersionStage}`
      const message = `Secrets Manager can't find the specified secret value for ${versionLabel}`
      return refuse(response, 'ResourceNotFoundException', message)
    }
    const { id, value, at } = found.version
    const version = { CreatedDate: at / 1000, SecretString: value }
    return reply(response, 200, { ...identity, ...version, VersionId: id, VersionStages: [found.stage] })
  }
}

/** A secret of an external service has one version. */
const externalVersion = '00000000-0000-4000-8000-000000000000'

function findVersion(
  secrets: Secrets,
  secret: Resource,
  { VersionId, VersionStage = VersionId ? undefined : 'AWSCURRENT' }: Input,
): { stage: string; version: Version } | undefined {
  const { current, previous } = secrets.read(secret)
  const all = [
    { stage: 'AWSCURRENT', version: current },
    ...(previous ? [{ stage: 'AWSPREVIOUS', version: previous }] : []),
  ]
  return all.find(
    ({ stage, version }) => (!VersionId || version.id === VersionId) && (!VersionStage || stage === VersionStage),
  )
}

async function inputOf(request: IncomingMessage): Promise<Input> {
  return JSON.parse((await readBody(request, 1_000_000)).toString()) as Input
}

function reply(response: ServerResponse, status: number, body: object): void {
  const headers = { 'content-type': 'application/x-amz-json-1.1', 'x-amzn-requestid': randomUUID() }
  response.writeHead(status, headers).end(JSON.stringify(body))
}

const refuse = (response: ServerResponse, __type: string, message: string): void =>
  reply(response, 400, { __type, message, Message: message })
