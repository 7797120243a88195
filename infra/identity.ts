import { type App, CfnOutput, Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib'
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch'
import {
  AccountRecovery,
  CfnUserPoolGroup,
  ClientAttributes,
  FeaturePlan,
  Mfa,
  PasskeyUserVerification,
  UserPool,
  type UserPoolClient,
  type UserPoolClientOptions,
  UserPoolEmail,
  UserPoolOperation,
} from 'aws-cdk-lib/aws-cognito'
import { Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2'
import type { Functions } from '#functions/registry.ts'
import { staffRoles } from '#shared/permissions.ts'
import { passwordLength } from '#shared/rules/passwords.ts'
import { alarm, fiveMinutes } from './alarms.ts'
import type { Data } from './data.ts'
import { firewall } from './firewall.ts'
import { createFunction } from './functions.ts'
import { triggeredBy } from './registry.ts'
import { passkeyDomain, region, type Stage, stackName } from './stages.ts'
import { code, invitation } from './texts.ts'
import { signInTrail } from './trail.ts'

/** How long a refresh token is valid, in days: as long somebody stays signed in without typing the password again. */
export const refreshTokenDays = 30

/**
 * The user pool, and the app client by which the web signs people in; `passkeys`: the client for passkeys and the domain that they
 * belong to, where the stage has passkeys.
 */
export type SignIn = { pool: UserPool; client: UserPoolClient; passkeys?: { client: UserPoolClient; domain: string } }

type IdentityProps = { registry: Functions; data: Data; build: string }

/** The stack with the user pool, its app clients, groups, triggers, firewall and alarm. */
export function identityStack(app: App, stage: Stage, { registry, data, build }: IdentityProps): SignIn {
  const stack = new Stack(app, stackName(stage, 'identity'), { env: { region }, terminationProtection: stage.retain })
  const domain = passkeyDomain(stage)
  const pool = userPool(stack, stage, data, domain)
  const signIn: SignIn = { pool, ...appClients(pool, domain) }
  if (stage.firewall) addFirewall(stack, stage, pool)
  if (stage.trail) signInTrail(stack, stage)
  for (const [precedence, groupName] of staffRoles.entries())
    new CfnUserPoolGroup(stack, groupName, { userPoolId: pool.userPoolId, groupName, precedence })
  for (const [name, record] of triggeredBy('userPool', registry)) {
    // Cognito waits at most five seconds for a trigger.
    const trigger = createFunction(stack, name, { stage, data, record, build, timeout: 5 })
    pool.addTrigger(UserPoolOperation.of(record.on.userPool), trigger)
    if (record.signsOut) grantSignOut(stack, name, { pool, lambda: trigger })
  }
  addThrottleAlarm(stack, signIn, data)
  new CfnOutput(stack, 'UserPoolId', { value: pool.userPoolId })
  new CfnOutput(stack, 'UserPoolClientId', { value: signIn.client.userPoolClientId })
  return signIn
}

function userPool(stack: Stack, stage: Stage, { mailDomain }: Data, domain: string | undefined): UserPool {
  const pool = new UserPool(stack, 'People', {
    // Essentials is free for the first 10,000 users a month. Plus would add threat protection, a risk score for each sign-in, at 2 cents
    // a user a month from the first on: more than a club pays for that person. Against guessing there are a long password, Cognito's
    // own lockout, and the same answer for wrong passwords and unknown users.
    featurePlan: FeaturePlan.ESSENTIALS,
    selfSignUpEnabled: true,
    signInAliases: { email: true },
    signInCaseSensitive: false,
    autoVerify: { email: true },
    // Someone who mistypes a new address keeps the working one until the new one is confirmed.
    keepOriginal: { email: true },
    standardAttributes: {
      email: { required: true, mutable: true },
      givenName: { required: true, mutable: true },
      familyName: { required: true, mutable: true },
    },
    // Length makes a password hard to guess; a capital, a digit and a symbol make it hard to type on a phone. The pool cannot check
    // against a list of common passwords: `web/session/newPassword.ts` does.
    passwordPolicy: {
      minLength: passwordLength.min,
      requireLowercase: false,
      requireUppercase: false,
      requireDigits: false,
      requireSymbols: false,
    },
    // By an authenticator app only: codes in text messages are lost to whoever takes over a telephone number.
    mfa: Mfa.OPTIONAL,
    mfaSecondFactor: { otp: true, sms: false },
    // The pool counts a passkey as one factor unless it is configured otherwise: users who have turned on a second factor sign in with
    // password and code, and the pool offers them no passkey.
    ...(domain && {
      signInPolicy: { allowedFirstAuthFactors: { password: true, passkey: true } },
      passkeyRelyingPartyId: domain,
      passkeyUserVerification: PasskeyUserVerification.REQUIRED,
    }),
    accountRecovery: AccountRecovery.EMAIL_ONLY,
    userVerification: code,
    userInvitation: invitation,
    email: mailDomain ? ownMail(stage, mailDomain) : UserPoolEmail.withCognito(),
    deletionProtection: stage.retain,
    removalPolicy: stage.retain ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  })
  Validations.of(pool).acknowledge(
    { id: 'AwsSolutions-COG1', reason: 'Twelve characters of any kind are harder to guess than eight of every kind.' },
    {
      id: 'AwsSolutions-COG2',
      reason:
        'A second factor for every parent and grandparent would keep more families out than thieves: whoever wants one has it, and our own people do nothing without.',
    },
    {
      id: 'AwsSolutions-COG8',
      reason: 'Essentials is chosen on purpose: what Plus adds costs more a person than a club pays for them.',
    },
  )
  return pool
}

/** The app client of the web, and that for passkeys where the stage has a domain for them. */
function appClients(pool: UserPool, domain: string | undefined): Omit<SignIn, 'pool'> {
  const shared: UserPoolClientOptions = {
    generateSecret: false,
    disableOAuth: true,
    accessTokenValidity: Duration.minutes(60),
    idTokenValidity: Duration.minutes(60),
    refreshTokenValidity: Duration.days(refreshTokenDays),
    enableTokenRevocation: true,
    // Each renewal gives a new refresh token, and the old one is valid for one more minute: two tabs that renew at the same instant both
    // stay signed in, and a token that was copied off a device ends both sessions.
    refreshTokenRotationGracePeriod: Duration.seconds(60),
    preventUserExistenceErrors: true,
    readAttributes: new ClientAttributes().withStandardAttributes({ ...profileAttributes, emailVerified: true }),
    writeAttributes: new ClientAttributes().withStandardAttributes(profileAttributes),
  }
  const client = pool.addClient('Web', { ...shared, authFlows: { userSrp: true } })
  if (!domain) return { client }
  // A client of its own, whose id is in each access token: by that the server knows that no password was typed. The pool lets anyone with
  // an access token of the last hour add a passkey; signing in with one gives no access to what asks for the password.
  const passkeys = { client: pool.addClient('Passkeys', { ...shared, authFlows: { user: true } }), domain }
  return { client, passkeys }
}

/** A firewall before the user pool. */
function addFirewall(stack: Stack, stage: Stage, pool: UserPool): void {
  const webAcl = firewall(stack, 'Firewall', stage, {
    scope: 'REGIONAL',
    maxRequests: 1000,
    // Our functions call these with users' access tokens: whether a session is still valid, 167 times a second on a full Saturday, the
    // passkeys after a sign-in, and signing out everywhere. A token cannot be guessed, so the limit can be high; a single address gets a
    // hundred a second, which is less than the pool answers.
    functionCalls: { operations: ['GetUser', 'ListWebAuthnCredentials', 'GlobalSignOut'], maxRequests: 30_000 },
  })
  new CfnWebACLAssociation(stack, 'FirewallOfPeople', { resourceArn: pool.userPoolArn, webAclArn: webAcl.attrArn })
}

/**
 * Allows a function to sign users out everywhere. By a policy of its own: in the role's default policy it would be a cycle, since the pool
 * depends on its triggers, and they on the default policy of their role.
 */
export function grantSignOut(
  stack: Stack,
  name: string,
  { pool, lambda }: { pool: UserPool; lambda: IFunction },
): void {
  const { role } = lambda
  if (!role) throw new Error(`${name} has no role.`)
  const statement = new PolicyStatement({
    actions: ['cognito-idp:AdminUserGlobalSignOut'],
    resources: [pool.userPoolArn],
  })
  new Policy(stack, `${name}-signs-out`, { roles: [role], statements: [statement] })
}

const profileAttributes = { email: true, givenName: true, familyName: true }

const ownMail = ({ mailFrom }: Stage, domain: string) =>
  UserPoolEmail.withSES({
    fromEmail: `${mailFrom.mailbox}@${domain}`,
    fromName: mailFrom.name,
    sesRegion: region,
    sesVerifiedDomain: domain,
  })

/** An alarm on sign-ins, sign-ups and refreshes that the user pool throttles. */
function addThrottleAlarm(stack: Stack, { pool, client, passkeys }: SignIn, { topic }: Data) {
  const throttles = (metricName: string, { userPoolClientId }: UserPoolClient = client) =>
    new Metric({
      namespace: 'AWS/Cognito',
      metricName,
      dimensionsMap: { UserPool: pool.userPoolId, UserPoolClient: userPoolClientId },
      statistic: 'Sum',
      period: fiveMinutes,
    })
  alarm(stack, 'SignInThrottled', {
    metric: new MathExpression({
      expression: 'SUM(METRICS())',
      usingMetrics: {
        signIn: throttles('SignInThrottles'),
        signUp: throttles('SignUpThrottles'),
        refresh: throttles('TokenRefreshThrottles'),
        ...(passkeys && {
          passkeySignIn: throttles('SignInThrottles', passkeys.client),
          passkeyRefresh: throttles('TokenRefreshThrottles', passkeys.client),
        }),
      },
      label: 'sign-ins, sign-ups and refreshes turned away',
      period: fiveMinutes,
    }),
    above: 5,
    periods: 1,
    impact: 'People cannot sign in, sign up or stay signed in: the user pool turns them away.',
    page: 'sign-in-throttled',
    topic,
  })
}
