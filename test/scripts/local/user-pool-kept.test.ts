import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  ConfirmSignUpCommand,
  GetTokensFromRefreshTokenCommand,
  GetUserCommand,
  ListUsersCommand,
  RevokeTokenCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clientId, names, openClub, password, poolId, refusalOf } from './user-pool-club.ts'
import { addMember, sendsPasswords, signedIn } from './user-pool-member.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'user-pool-kept-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const email = 'parent@demo.touchline.test'
const signUp = (Username: string) =>
  new SignUpCommand({ ClientId: clientId, Username, Password: password, UserAttributes: names })

test('accounts, codes, keys, tokens and sign-outs survive a restart', async () => {
  const club = await openClub({ dir, clients: sendsPasswords })
  const sub = await addMember(club, email)
  const phone = await signedIn(club, email)
  const laptop = await signedIn(club, email)
  await club.cognito.send(new RevokeTokenCommand({ ClientId: clientId, Token: phone.RefreshToken }))
  await club.cognito.send(signUp('new@demo.touchline.test'))
  const ConfirmationCode = await club.codeFor('new@demo.touchline.test')
  const keys = club.jwks()
  await club.close()

  const again = await openClub({ dir, clients: sendsPasswords })
  const refresh = (RefreshToken: string) =>
    again.cognito.send(new GetTokensFromRefreshTokenCommand({ ClientId: clientId, RefreshToken }))
  expect(again.jwks()).toEqual(keys)
  expect((await again.cognito.send(new GetUserCommand({ AccessToken: laptop.AccessToken }))).Username).toBe(sub)
  expect((await refresh(laptop.RefreshToken)).AuthenticationResult?.TokenType).toBe('Bearer')
  expect((await refusalOf(refresh(phone.RefreshToken))).message).toBe('Refresh Token has been revoked')
  const Username = 'NEW@demo.touchline.test'
  await again.cognito.send(new ConfirmSignUpCommand({ ClientId: clientId, Username, ConfirmationCode }))
  expect((await refusalOf(again.cognito.send(signUp(email)))).name).toBe('UsernameExistsException')
  await again.close()
})

test('each pool has its own keys, and its files contain no password', async () => {
  const club = await openClub({ dir, clients: sendsPasswords })
  await addMember(club, email)
  const other = await openClub()
  expect(other.jwks().keys[0]?.n).not.toBe(club.jwks().keys[0]?.n)
  const kept = readdirSync(join(dir, poolId), { recursive: true, withFileTypes: true })
  expect(kept.some((file) => file.isFile())).toBe(true)
  for (const file of kept.filter((each) => each.isFile())) {
    expect(readFileSync(join(file.parentPath, file.name), 'utf8')).not.toContain(password)
  }
  await club.close()
  await other.close()
})

test('a killed pool has lost no acknowledged sign-up', async () => {
  const script = fileURLToPath(new URL('user-pool-process.ts', import.meta.url))
  const child = spawn(process.execPath, [script, dir], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [endpoint] = (await once(child.stdout, 'data')).map((chunk) => String(chunk).trim())
  const cognito = new CognitoIdentityProviderClient({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'LOCAL', secretAccessKey: 'local' },
    maxAttempts: 1,
  })
  const acknowledged: string[] = []
  const family = async (name: string) => {
    for (let number = 0; ; number++) {
      const Username = `${name}.${number}@demo.touchline.test`
      await cognito.send(signUp(Username))
      acknowledged.push(Username)
      if (acknowledged.length === 40) child.kill('SIGKILL')
    }
  }
  const gone = once(child, 'exit')
  const ended = await Promise.allSettled(['ana', 'ben', 'cleo', 'dan'].map(family))
  child.kill('SIGKILL')
  await gone
  cognito.destroy()
  expect(ended.every(({ status }) => status === 'rejected')).toBe(true)
  expect(acknowledged.length).toBeGreaterThanOrEqual(40)

  const club = await openClub({ dir })
  for (const Username of acknowledged) {
    const user = await club.cognito.send(new AdminGetUserCommand({ UserPoolId: poolId, Username }))
    expect(user.UserStatus).toBe('UNCONFIRMED')
  }
  const { Users } = await club.cognito.send(new ListUsersCommand({ UserPoolId: poolId }))
  expect(Users?.length).toBeGreaterThanOrEqual(acknowledged.length)
  await club.close()
})

test('partially written files of a killed pool are removed', async () => {
  const club = await openClub({ dir })
  await addMember(club, email)
  await club.close()
  const users = join(dir, poolId, 'users')
  writeFileSync(join(users, '.unfinished-1-0-someone.json'), '{"sub":')
  const again = await openClub({ dir })
  expect(readdirSync(users)).toHaveLength(1)
  await again.close()
})
