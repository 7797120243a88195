import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import PostalMime from 'postal-mime'
import { startUserPools, type UserPoolOptions, type UserPools } from '#scripts/local/services/user-pool/user-pools.ts'
import type { Mail, Resource } from '#scripts/local/types.ts'
import { serve, fixedClock } from './mail-served.ts'

export const poolId = 'us-east-1_TouchPool'
export const clientId = 'webclient0000000000000000'
export const password = 'Touchline-2026'

const confirmed: Resource = {
  stack: 'touchline-local-identity',
  logicalId: 'SessionConfirmed',
  type: 'AWS::Lambda::Function',
  properties: {},
}

/** The pool's properties in the product's template. */
export const properties = {
  UserPoolName: 'touchline-local',
  UsernameAttributes: ['email'],
  UsernameConfiguration: { CaseSensitive: false },
  AutoVerifiedAttributes: ['email'],
  UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] },
  AdminCreateUserConfig: { AllowAdminCreateUserOnly: false },
  Policies: {
    PasswordPolicy: {
      MinimumLength: 12,
      RequireUppercase: true,
      RequireLowercase: true,
      RequireNumbers: true,
      RequireSymbols: false,
    },
  },
  Schema: [
    { Name: 'given_name', Required: true, Mutable: true, StringAttributeConstraints: { MaxLength: '64' } },
    { Name: 'family_name', Required: true, Mutable: true },
    { Name: 'email', Required: true, Mutable: true },
  ],
  VerificationMessageTemplate: {
    DefaultEmailOption: 'CONFIRM_WITH_CODE',
    EmailSubject: 'Your Touchline code – ¡vamos!',
    EmailMessage: '<p>Your code is <b>{####}</b>. Grüße vom Verein ⚽</p>',
  },
  EmailConfiguration: { From: 'Touchline <hello@touchline.test>' },
  MfaConfiguration: 'OPTIONAL',
  EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
}

export const clientProperties = {
  ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
  AccessTokenValidity: 60,
  IdTokenValidity: 60,
  RefreshTokenValidity: 43_200,
  TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'minutes', RefreshToken: 'minutes' },
  PreventUserExistenceErrors: 'ENABLED',
  EnableTokenRevocation: true,
}

export type ErrorResponse = { name: string; message: string }

/** The error of a refused call; throws if the call succeeds. */
export async function refusalOf(call: Promise<unknown>): Promise<ErrorResponse> {
  try {
    await call
  } catch (error) {
    const { name, message } = error as Error
    return { name, message }
  }
  throw new Error('The call should have been rejected.')
}

/** The local user pool on a small server, with its mails and the events of its function. */
export async function openClub(change: Partial<UserPoolOptions> = {}) {
  const dir = change.dir ?? mkdtempSync(join(tmpdir(), 'user-pool-'))
  const clock = fixedClock()
  const mails: Mail[] = []
  const events: unknown[] = []
  const start = (): Promise<UserPools> =>
    startUserPools({
      dir,
      pools: [
        { id: poolId, properties, groups: ['ROLE_SALES', 'ROLE_ADMIN'], triggers: { PostConfirmation: confirmed } },
      ],
      clients: [{ id: clientId, poolId, properties: clientProperties }],
      clock,
      issuer: (id) => `https://cognito-idp.us-east-1.amazonaws.com/${id}`,
      async sendMail(mail) {
        mails.push(mail)
      },
      async invoke(_lambda, event) {
        events.push(event)
        return event
      },
      ...change,
    })
  const deleteFolders = () => {
    if (!change.dir) rmSync(dir, { recursive: true, force: true })
  }
  let pools = await start().catch((error: unknown) => {
    deleteFolders()
    throw error
  })
  const server = await serve((request, response, path) => pools.handle(request, response, path))
  const { origin: endpoint } = server
  const cognito = new CognitoIdentityProviderClient({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'LOCAL', secretAccessKey: 'local' },
    maxAttempts: 1,
  })
  const mailsTo = async (email: string) =>
    Promise.all(mails.filter((mail) => mail.to.includes(email)).map((mail) => PostalMime.parse(mail.raw)))
  return {
    dir,
    clock,
    mails,
    events,
    endpoint,
    cognito,
    mailsTo,
    jwks: () => pools.jwks(poolId),
    /** The code in the last mail to an address. */
    async codeFor(email: string): Promise<string> {
      const code = /<b>(\d{6})<\/b>/.exec((await mailsTo(email)).at(-1)?.html ?? '')?.[1]
      if (!code) throw new Error(`No code was sent to ${email}.`)
      return code
    },
    async restart() {
      await pools.close()
      pools = await start()
    },
    async close() {
      cognito.destroy()
      await server.close()
      deleteFolders()
    },
  }
}

export type Club = Awaited<ReturnType<typeof openClub>>

export const names = [
  { Name: 'given_name', Value: 'Ana' },
  { Name: 'family_name', Value: 'López' },
]
