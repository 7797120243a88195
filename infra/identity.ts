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

/** How many days users stay signed in without typing their password again. */
export const refreshTokenDays = 30

/**
 * The user pool, and the web's client for it; if the stage has passkeys, also their client and the domain they are bound to.
 */
export type SignIn = { pool: UserPool; client: UserPoolClient; passkeys?: { client: UserPoolClient; domain: string } }

type IdentityProps = { registry: Functions; data: Data; build: string }

export function identityStack(app: App, stage: Stage, { registry, data, build }: IdentityProps): SignIn {
  const stack = new Stack(app, stackName(stage, 'identity'), { env: { region }, terminationProtection: stage.retain })
  const domain = passkeyDomain(stage)

  const pool = new UserPool(stack, 'People', {
    // Essentials is free for the first 10,000 people a month. Plus would add threat protection, a risk score for each sign-in,
    // at 2 cents per person and month from the first person on: more than a club pays for that person. Against guessing there
    // are a long password, Cognito's lockout, and one response for wrong passwords and unknown people.
    featurePlan: FeaturePlan.ESSENTIALS,
    selfSignUpEnabled: true,
    signInAliases: { email: true },
    signInCaseSensitive: false,
    autoVerify: { email: true },
    // After a typo in a new address, the old one still works until the new one is confirmed.
    keepOriginal: { email: true },
    standardAttributes: {
      email: { required: true, mutable: true },
      givenName: { required: true, mutable: true },
      familyName: { required: true, mutable: true },
    },
    // Length is what makes a password hard to guess; a capital, a digit and a symbol make it hard to type on a phone. The pool
    // has no list of weak passwords: `web/session/newPassword.ts` has.
    passwordPolicy: {
      minLength: passwordLength.least,
      requireLowercase: false,
      requireUppercase: false,
      requireDigits: false,
      requireSymbols: false,
    },
    // Authenticator apps only: text messages are what phone number thieves intercept first.
    mfa: Mfa.OPTIONAL,
    mfaSecondFactor: { otp: true, sms: false },
    // A passkey counts as one factor unless configured otherwise: users with a second factor sign in with password and code,
    // and the pool does not offer them passkeys.
    ...(domain && {
      signInPolicy: { allowedFirstAuthFactors: { password: true, passkey: true } },
      passkeyRelyingPartyId: domain,
      passkeyUserVerification: PasskeyUserVerification.REQUIRED,
    }),
    accountRecovery: AccountRecovery.EMAIL_ONLY,
    userVerification: code,
    userInvitation: invitation,
    email: data.mailDomain ? ownMail(stage, data.mailDomain) : UserPoolEmail.withCognito(),
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

  const shared: UserPoolClientOptions = {
    generateSecret: false,
    disableOAuth: true,
    accessTokenValidity: Duration.minutes(60),
    idTokenValidity: Duration.minutes(60),
    refreshTokenValidity: Duration.days(refreshTokenDays),
    enableTokenRevocation: true,
    // Each refresh returns a new refresh token, and the old one expires after a minute: two tabs that refresh at the same
    // instant both continue, and a token copied off a device ends both sessions.
    refreshTokenRotationGracePeriod: Duration.seconds(60),
    preventUserExistenceErrors: true,
    readAttributes: new ClientAttributes().withStandardAttributes({ ...names, emailVerified: true }),
    writeAttributes: new ClientAttributes().withStandardAttributes(names),
  }
  const client = pool.addClient('Web', { ...shared, authFlows: { userSrp: true } })
  // A client of its own: its id is in each access token, so the server knows that no password was typed. The pool lets anyone
  // with an access token of the last hour add a passkey: one added that way opens nothing that requires the password.
  const passkeys = domain
    ? { client: pool.addClient('Passkeys', { ...shared, authFlows: { user: true } }), domain }
    : undefined

  if (stage.firewall) {
    const before = firewall(stack, 'Firewall', stage, {
      scope: 'REGIONAL',
      most: 1000,
      // On each visit we check whether its session is still valid, 167 times a second on a full Saturday; after a sign-in we
      // also list the passkeys, about which their owner is mailed; and we sign out everywhere. All by token, so there is
      // nothing to guess; a single address gets at most a hundred a second, less than the pool's quota.
      ours: { operations: ['GetUser', 'ListWebAuthnCredentials', 'GlobalSignOut'], most: 30_000 },
    })
    new CfnWebACLAssociation(stack, 'FirewallOfPeople', { resourceArn: pool.userPoolArn, webAclArn: before.attrArn })
  }

  if (stage.trail) signInTrail(stack, stage)

  for (const [precedence, groupName] of staffRoles.entries()) {
    new CfnUserPoolGroup(stack, groupName, { userPoolId: pool.userPoolId, groupName, precedence })
  }

  for (const [name, record] of triggeredBy('userPool', registry)) {
    // Cognito waits at most five seconds for a trigger.
    const trigger = createFunction(stack, name, { stage, data, record, build, timeout: 5 })
    pool.addTrigger(UserPoolOperation.of(record.on.userPool), trigger)
    if (record.signsOut) grantSignOut(stack, name, { pool, lambda: trigger })
  }

  const signIn: SignIn = { pool, client, ...(passkeys && { passkeys }) }
  watchSignIn(stack, signIn, data)
  new CfnOutput(stack, 'UserPoolId', { value: pool.userPoolId })
  new CfnOutput(stack, 'UserPoolClientId', { value: client.userPoolClientId })
  return signIn
}

/**
 * Allows a function to sign a user out of the pool everywhere. A separate policy: the pool depends on its triggers, and they
 * depend on their role's default policy.
 */
export function grantSignOut(
  stack: Stack,
  name: string,
  { pool, lambda }: { pool: UserPool; lambda: IFunction },
): void {
  const { role } = lambda
  if (!role) throw new Error(`${name} has no role.`)
  const may = new PolicyStatement({ actions: ['cognito-idp:AdminUserGlobalSignOut'], resources: [pool.userPoolArn] })
  new Policy(stack, `${name}-signs-out`, { roles: [role], statements: [may] })
}

const names = { email: true, givenName: true, familyName: true }

const ownMail = ({ mailFrom }: Stage, domain: string) =>
  UserPoolEmail.withSES({
    fromEmail: `${mailFrom.mailbox}@${domain}`,
    fromName: mailFrom.name,
    sesRegion: region,
    sesVerifiedDomain: domain,
  })

function watchSignIn(stack: Stack, { pool, client, passkeys }: SignIn, { topic }: Data) {
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
    loses: 'People cannot sign in, sign up or stay signed in: the user pool turns them away.',
    page: 'sign-in-throttled',
    topic,
  })
}
