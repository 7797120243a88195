import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import {
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  InitiateAuthCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { DeleteObjectsCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2'
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { describe, expect, test } from 'vitest'
import { readAssembly } from '#scripts/local/assembly/readAssembly.ts'
import { readPolicies } from '#scripts/local/iam/policies.ts'
import { functionWithRole, writeAssembly } from './fixtures/writtenAssembly.ts'
import { failure, origin, serveGate } from './gate-served.ts'

const { assembly, dir, state, got, lines, gate, one, keyOf, made, config } = serveGate({ dynamodb: false })
const BucketName = assembly.physicalId(one('AWS::S3::Bucket'))

describe('the other services', () => {
  const writer = () => config(keyOf('Writer'))
  const reader = () => config(keyOf('Reader'))

  test('an administrator’s operation on a user pool needs a grant, and a user’s does not', async () => {
    const UserPoolId = assembly.physicalId(one('AWS::Cognito::UserPool'))
    state.answer = '{"Username":"x"}'
    const get = new AdminGetUserCommand({ UserPoolId, Username: 'x' })
    await expect(made(new CognitoIdentityProviderClient(writer())).send(get)).resolves.toMatchObject({ Username: 'x' })
    expect(JSON.parse(got[0]?.body ?? '')).toEqual({ UserPoolId, Username: 'x' })
    const refused = await failure(made(new CognitoIdentityProviderClient(reader())).send(get))
    expect(refused).toMatchObject({
      name: 'AccessDeniedException',
      message: expect.stringContaining('cognito-idp:AdminGetUser'),
    })

    state.answer = '{"Session":"s"}'
    const signIn = new InitiateAuthCommand({ ClientId: 'c', AuthFlow: 'USER_SRP_AUTH', AuthParameters: {} })
    await expect(made(new CognitoIdentityProviderClient(reader())).send(signIn)).resolves.toMatchObject({
      Session: 's',
    })
  })

  test('a bucket can be read and written only with a grant, and only where it applies', async () => {
    const s3 = made(new S3Client(writer()))
    await s3.send(new PutObjectCommand({ Bucket: BucketName, Key: 'photos/a b.jpg', Body: 'picture' }))
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: BucketName, Key: 'photos/a b.jpg' }))
    expect(await Body?.transformToString()).toBe('picture')
    const outside = await failure(s3.send(new PutObjectCommand({ Bucket: BucketName, Key: 'other/a', Body: 'x' })))
    expect(outside).toMatchObject({
      name: 'AccessDenied',
      message: expect.stringContaining(`s3:PutObject on arn:aws:s3:::${BucketName}/other/a`),
    })
    const refused = await failure(
      made(new S3Client(reader())).send(new GetObjectCommand({ Bucket: BucketName, Key: 'photos/a' })),
    )
    expect(refused).toMatchObject({ name: 'AccessDenied', message: expect.stringContaining('s3:GetObject') })
  })

  test('without the permission to list the bucket, a missing object is AccessDenied', async () => {
    const read = (settings: ReturnType<typeof config>) =>
      failure(made(new S3Client(settings)).send(new GetObjectCommand({ Bucket: BucketName, Key: 'photos/none' })))
    expect(await read(writer())).toMatchObject({ name: 'NoSuchKey' })
    expect(await read(config(keyOf('Narrow')))).toMatchObject({
      name: 'AccessDenied',
      message: expect.stringContaining('s3:ListBucket'),
    })
  })

  test('deleting several objects needs a grant for each', async () => {
    const s3 = made(new S3Client(writer()))
    const remove = (...keys: string[]) =>
      new DeleteObjectsCommand({ Bucket: BucketName, Delete: { Objects: keys.map((Key) => ({ Key })) } })
    const { Deleted, Errors } = await s3.send(remove('photos/a', 'other'))
    expect(Deleted).toEqual([{ Key: 'photos/a' }])
    expect(Errors).toMatchObject([
      { Key: 'other', Code: 'AccessDenied', Message: expect.stringContaining('s3:DeleteObject') },
    ])
  })

  test('a presigned URL is checked against the role of its signer', async () => {
    const sign = (settings: ReturnType<typeof config>, Key: string) =>
      getSignedUrl(made(new S3Client(settings)), new GetObjectCommand({ Bucket: BucketName, Key }), {
        expiresIn: 60,
        signingDate: new Date(state.now),
      })
    await made(new S3Client(writer())).send(
      new PutObjectCommand({ Bucket: BucketName, Key: 'photos/a', Body: 'picture' }),
    )
    const granted = await fetch(await sign(writer(), 'photos/a'))
    expect([granted.status, await granted.text()]).toEqual([200, 'picture'])
    const refused = await fetch(await sign(reader(), 'photos/a'))
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('<Code>AccessDenied</Code>')])
  })

  test('only preflight requests may be unsigned, and signers must be known', async () => {
    const photo = `${gate().endpoint}/${BucketName}/photos/a`
    const headers = { origin, 'access-control-request-method': 'PUT' }
    expect((await fetch(photo, { method: 'OPTIONS', headers })).status).toBe(200)
    expect((await fetch(photo)).status).toBe(403)
    const nobody = made(new S3Client(config('LOCALNobody')))
    expect(await failure(nobody.send(new GetObjectCommand({ Bucket: BucketName, Key: 'photos/a' })))).toMatchObject({
      name: 'AccessDenied',
      message: expect.stringContaining('LOCALNobody belongs to no function'),
    })
  })

  test('mail is sent only with a grant, and only from its address', async () => {
    const send = (settings: ReturnType<typeof config>, FromEmailAddress: string) =>
      made(new SESv2Client(settings)).send(
        new SendEmailCommand({
          FromEmailAddress,
          Destination: { ToAddresses: ['a@b.test'] },
          Content: { Simple: { Subject: { Data: 's' }, Body: { Text: { Data: 't' } } } },
        }),
      )
    state.answer = '{"MessageId":"1"}'
    await expect(send(writer(), 'Club <no-reply@club.test>')).resolves.toMatchObject({ MessageId: '1' })
    expect(got[0]?.path).toBe('/v2/email/outbound-emails')
    expect(await failure(send(writer(), 'Club <head@club.test>'))).toMatchObject({
      name: 'AccessDeniedException',
      message: expect.stringContaining('identity/club.test (ses:FromAddress head@club.test)'),
    })
    expect(got).toHaveLength(1)
    expect(await failure(send(writer(), 'no-reply@other.test'))).toMatchObject({
      name: 'AccessDeniedException',
      message: expect.stringContaining('identity/other.test'),
    })
    expect(await failure(send(reader(), 'no-reply@club.test'))).toMatchObject({
      name: 'AccessDeniedException',
      message: expect.stringContaining('ses:SendEmail'),
    })
  })

  test('a message is sent only with a grant, to the queue of the function’s URL', async () => {
    const QueueUrl = `${gate().endpoint}/000000000000/${assembly.arn(one('AWS::SQS::Queue')).split(':').at(-1)}`
    const send = new SendMessageCommand({ QueueUrl, MessageBody: 'hello' })
    await expect(made(new SQSClient(writer())).send(send)).resolves.toHaveProperty('MessageId')
    expect(await failure(made(new SQSClient(reader())).send(send))).toMatchObject({
      name: 'AccessDeniedException',
      message: expect.stringContaining('sqs:SendMessage'),
    })
  })

  test('a secret is read only with a grant, by ARN or name, and changed only by the operator', async () => {
    const secret = one('AWS::SecretsManager::Secret')
    const read = (accessKeyId: string, SecretId: string, more = {}) =>
      made(new SecretsManagerClient(config(accessKeyId))).send(new GetSecretValueCommand({ SecretId, ...more }))
    const first = await read(keyOf('Writer'), assembly.arn(secret))
    expect(first).toMatchObject({
      ARN: assembly.arn(secret),
      Name: `club-${secret.logicalId}`,
      SecretString: expect.stringMatching(/^[a-z]{40}$/),
      VersionStages: ['AWSCURRENT'],
      CreatedDate: new Date(state.now),
    })
    expect((await read(keyOf('Writer'), `club-${secret.logicalId}`)).SecretString).toBe(first.SecretString)
    expect(await failure(read(keyOf('Reader'), assembly.arn(secret)))).toMatchObject({
      name: 'AccessDeniedException',
      message: expect.stringContaining(`secretsmanager:GetSecretValue on ${assembly.arn(secret)}`),
    })
    const previous = { VersionStage: 'AWSPREVIOUS' }
    expect(await failure(read('LOCALadmin', assembly.arn(secret), previous))).toMatchObject({
      name: 'ResourceNotFoundException',
      message: expect.stringContaining('staging label: AWSPREVIOUS'),
    })
    const put = new PutSecretValueCommand({ SecretId: assembly.arn(secret), SecretString: 'new' })
    const refused = await failure(made(new SecretsManagerClient(writer())).send(put))
    expect(refused.name).toBe('AccessDeniedException')
    await made(new SecretsManagerClient(config('LOCALadmin'))).send(put)
    expect((await read(keyOf('Writer'), assembly.arn(secret))).SecretString).toBe('new')
    const before = await read(keyOf('Writer'), assembly.arn(secret), previous)
    expect([before.SecretString, before.VersionId]).toEqual([first.SecretString, first.VersionId])
    expect(await failure(read('LOCALadmin', 'other'))).toMatchObject({ name: 'ResourceNotFoundException' })
  })

  test('a service that does not exist here is rejected by name', async () => {
    const call = (headers: Record<string, string>) => fetch(gate().endpoint, { method: 'POST', headers, body: '{}' })
    const keys = await call({ 'x-amz-target': 'TrentService.Decrypt' })
    expect([keys.status, await keys.text()]).toEqual([
      400,
      expect.stringContaining('TrentService.Decrypt: add it to a service in scripts/local/services'),
    ])
    const sns = await call({
      authorization: `AWS4-HMAC-SHA256 Credential=${keyOf('Writer')}/20260701/us-east-1/sns/aws4_request`,
    })
    expect([sns.status, await sns.text()]).toEqual([403, expect.stringContaining('nothing that answers sns POST /')])
  })

  test('a request that the client aborts is not logged as an error', async () => {
    const request = httpRequest(`${gate().endpoint}/`, {
      method: 'POST',
      headers: { 'x-amz-target': 'DynamoDB_20120810.GetItem', 'content-length': '100' },
    })
    request.on('error', () => undefined)
    request.write('{')
    await new Promise((done) => setTimeout(done, 50))
    request.destroy()
    await new Promise((done) => setTimeout(done, 50))
    expect(lines).toEqual([])
  })
})

test('two functions with the same logical id are rejected at the start', async () => {
  const stack = { template: { Resources: functionWithRole('Same', []) } }
  const twice = readAssembly(writeAssembly(join(dir, 'twice'), { one: stack, two: stack }), { origin })
  expect(() => gate().serve({ assembly: twice, policies: readPolicies(twice), apis: [] })).toThrow(
    'The functions of stacks one and two are both Same',
  )
})
