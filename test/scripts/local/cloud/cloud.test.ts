import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb'
import { Amplify } from 'aws-amplify'
import { confirmSignUp, fetchAuthSession, signIn, signOut, signUp } from 'aws-amplify/auth'
import { ConsoleLogger } from 'aws-amplify/utils'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Cloud, startCloud } from '#scripts/local/cloud.ts'
import { servingAssembly } from '../fixtures/serving/app.ts'
import { newFolder } from '../fixtures/serving/folder.ts'
import { onlyResource } from '../fixtures/serving/read.ts'

// Amplify warns about every user pool that is not on AWS.
ConsoleLogger.LOG_LEVEL = 'ERROR'

const dataDir = newFolder()
const lines: string[] = []
const log = (line: string) => void lines.push(line)
let assemblyDir: string
let cloud: Cloud

beforeAll(async () => {
  assemblyDir = servingAssembly()
  cloud = await startCloud({ assemblyDir, dataDir, port: 0, log })
})
afterAll(() => cloud.close())
beforeEach(() => cloud.clock.set(undefined))

const get = (path: string, headers: Record<string, string> = {}) => fetch(cloud.origin + path, { headers })
const person = { username: 'someone@example.org', password: 'A-long-Passw0rd' }

/** Configures Amplify as the web app does, from config.json. */
async function configure(): Promise<void> {
  const { userPoolId, quoted, userPoolEndpoint } = (await (await get('/config.json')).json()) as Record<string, string>
  const userPoolClientId = String(quoted).replaceAll('"', '')
  Amplify.configure({
    Auth: {
      Cognito: { userPoolId: String(userPoolId), userPoolClientId, ...(userPoolEndpoint && { userPoolEndpoint }) },
    },
  })
}

async function tokens(): Promise<{ access: string; id: string }> {
  await signOut()
  await signIn(person)
  const { tokens: given } = await fetchAuthSession()
  return { access: String(given?.accessToken), id: String(given?.idToken) }
}

describe('the one origin', () => {
  it('serves the web app, its files and the API', async () => {
    const page = await get('/some/page')
    expect([page.status, page.headers.get('content-security-policy')]).toEqual([
      200,
      "default-src 'self'; connect-src 'self'",
    ])
    expect(await page.text()).toContain('hello')
    expect((await get('/assets/app-1a2b3c.js', { 'accept-encoding': 'br' })).headers.get('content-encoding')).toBe('br')
    expect((await get('/api/things/7')).status).toBe(200)
    expect((await get('/api/nothing')).status).toBe(404)
  })

  it('returns in config.json the user pool’s address at the host of the request', async () => {
    const config = (await (await get('/config.json', { 'if-none-match': '*' })).json()) as Record<string, string>
    expect(config).toMatchObject({
      userPoolId: cloud.assembly.physicalId(onlyResource(cloud.assembly, 'AWS::Cognito::UserPool')),
      userPoolEndpoint: `${cloud.origin}/_local/cognito`,
    })
    const { port } = new URL(cloud.origin)
    const other = (await (await fetch(`http://localhost:${port}/config.json`)).json()) as Record<string, string>
    expect(other.userPoolEndpoint).toBe(`http://localhost:${port}/_local/cognito`)
  })

  it('signs users up and in, and accepts the access token until it expires', async () => {
    await configure()
    const { username, password } = person
    const userAttributes = { email: username }
    await signUp({ username, password, options: { userAttributes } })
    const [mail] = await cloud.mail.messages({ to: username })
    await confirmSignUp({ username, confirmationCode: /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '' })
    const { access } = await tokens()

    const mine = () => get('/api/mine', { authorization: `Bearer ${access}` })
    const { event } = (await (await mine()).json()) as {
      event: { requestContext: { authorizer: { jwt: { claims: object } } } }
    }
    expect(event.requestContext.authorizer.jwt.claims).toMatchObject({
      token_use: 'access',
      sub: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    cloud.clock.set(new Date(Date.now() + 59 * 60_000).toISOString())
    expect((await mine()).status).toBe(200)
    cloud.clock.set(new Date(Date.now() + 61 * 60_000).toISOString())
    expect((await mine()).status).toBe(401)
    expect((await get('/api/mine')).status).toBe(401)
    // Responses use the same clock for their date.
    cloud.clock.set('2030-01-01T00:00:00.500Z')
    expect((await get('/api/mine')).headers.get('date')).toBe('Tue, 01 Jan 2030 00:00:00 GMT')
  })

  it('serves the mailbox page, the controls and the function URLs under /_local', async () => {
    expect((await get('/_local/mail')).status).toBe(200)
    expect(await (await get('/_local/control/health')).json()).toMatchObject({ status: 'ok', dataDir })
    const url = cloud.assembly.resolve<string>('serving-api', {
      'Fn::GetAtt': [onlyResource(cloud.assembly, 'AWS::Lambda::Url', 'Echo').logicalId, 'FunctionUrl'],
    })
    expect(url).toMatch(new RegExp(`^${cloud.origin}/_local/`))
    expect((await fetch(`${url}hook`, { method: 'POST', body: '{}' })).status).toBe(200)
  })

  it('accepts faults set by tests', async () => {
    const put = await fetch(`${cloud.origin}/_local/control/faults`, { method: 'PUT', body: '{"seed":1,"throttle":1}' })
    expect(put.status).toBe(200)
    expect(await (await get('/_local/control/faults')).json()).toEqual({})
    cloud.setFaults(undefined)
  })
})

describe('stored data', () => {
  const table = () => ({
    TableName: cloud.assembly.physicalId(onlyResource(cloud.assembly, 'AWS::DynamoDB::GlobalTable')),
  })
  const Key = { pk: { S: 'kept' }, sk: { S: 'kept' } }

  it('survives a restart: items, accounts and mail', async () => {
    const client = new DynamoDBClient(cloud.adminClientConfig)
    await client.send(new PutItemCommand({ ...table(), Item: Key }))
    const before = await cloud.mail.messages()
    await cloud.close()
    cloud = await startCloud({ assemblyDir, dataDir, port: 0, log })

    const again = new DynamoDBClient(cloud.adminClientConfig)
    expect((await again.send(new GetItemCommand({ ...table(), Key }))).Item).toEqual(Key)
    expect(await cloud.mail.messages()).toEqual(before)
    await configure()
    const { access } = await tokens()
    expect((await get('/api/mine', { authorization: access })).status).toBe(200)
  })

  it('survives a new synthesis of the app', async () => {
    const { access } = await tokens()
    await cloud.reload(servingAssembly())
    expect((await get('/api/mine', { authorization: access })).status).toBe(200)
    const client = new DynamoDBClient(cloud.adminClientConfig)
    expect((await client.send(new GetItemCommand({ ...table(), Key }))).Item).toEqual(Key)
  })
})

describe('a failed start', () => {
  it('is reported in one sentence, and leaves nothing behind', async () => {
    const { port } = new URL(cloud.origin)
    await expect(startCloud({ assemblyDir, dataDir: newFolder(), port: Number(port), log })).rejects.toThrow(
      `Port ${port} is taken`,
    )
    await expect(startCloud({ assemblyDir: newFolder(), dataDir: newFolder(), port: 0, log })).rejects.toThrow(
      /^The synthesized app is not complete/,
    )
    const broken = servingAssembly()
    writeFileSync(join(broken, 'serving-api.template.json'), '{"Resources":{"Odd":{"Type":"AWS::Neptune::DBCluster"}}}')
    await expect(startCloud({ assemblyDir: broken, dataDir: newFolder(), port: 0, log })).rejects.toThrow(
      /does not know the type AWS::Neptune::DBCluster of Odd/,
    )
    rmSync(broken, { recursive: true })
  })
})
