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

/** How many days someone stays signed in without typing the password again. */
export const refreshTokenDays = 30

/**
 * Sign-in: the user pool and the client that the web uses; on stages with passkeys also the client for passkeys and the
 * domain that they belong to.
 */
export type SignIn = { pool: UserPool; client: UserPoolClient; passkeys?: { client: UserPoolClient; domain: string } }

type IdentityProps = { registry: Functions; data: Data; build: string }

export function identityStack(app: App, stage: Stage, { registry, data, build }: IdentityProps): SignIn {
  const stack = new Stack(app, stackName(stage, 'identity'), { env: { region }, terminationProtection: stage.retain })
  const domain = passkeyDomain(stage)

  const pool = new UserPool(stack, 'People', {
    // Essentials is free for the first 10,000 people a month. Plus would add threat protection, a risk score for each
    // sign-in, at 2 cents per person and month from the first person on, which is more than a club pays for that
    // person. Against guessing there are long passwords, Cognito's own lockout, and the same response for wrong
    // passwords and unknown people.
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
    // Length makes a password hard to guess; capitals, digits and symbols make it hard to type on a phone. The pool has
    // no list of weak passwords: `web/session/newPassword.ts` does.
    passwordPolicy: {
      minLength: passwordLength.least,
      requireLowercase: false,
      requireUppercase: false,
      requireDigits: false,
      requireSymbols: false,
    },
    // By an authenticator app: text messages are the first thing that SIM swappers get.
    mfa: Mfa.OPTIONAL,
    mfaSecondFactor: { otp: true, sms: false },
    // The pool treats a passkey as a single factor unless configured otherwise: people with a second factor sign in
    // with password and code, and the pool does not offer them passkeys.
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
    // Each renewal issues a new token, and the previous one expires after a minute: two tabs that renew at the same
    // time both go on, and using a copy stolen from a device ends both sessions.
    refreshTokenRotationGracePeriod: Duration.seconds(60),
    preventUserExistenceErrors: true,
    readAttributes: new ClientAttributes().withStandardAttributes({ ...names, emailVerified: true }),
    writeAttributes: new ClientAttributes().withStandardAttributes(names),
  }
  const client = pool.addClient('Web', { ...shared, authFlows: { userSrp: true } })
  // A separate client: its id is in each access token, which tells the server that no password was typed. The pool lets
  // anyone with an access token of the last hour add a passkey; signing in with such a passkey through this client
  // opens nothing that asks for the password.
  const passkeys = domain
    ? { client: pool.addClient('Passkeys', { ...shared, authFlows: { user: true } }), domain }
    : undefined

  if (stage.firewall) {
    const before = firewall(stack, 'Firewall', stage, {
      scope: 'REGIONAL',
      most: 1000,
      // Each visit checks whether its session still counts, 167 times a second on a full Saturday; after a sign-in we
      // also list the passkeys, whose owner is mailed about them; and we end sessions everywhere. All of these need a
      // token, so there is nothing to guess. One address gets no more than a hundred a second, which is less than the
      // pool answers.
      ours: { operations: ['GetUser', 'ListWebAuthnCredentials', 'GlobalSignOut'], most: 30_000 },
    })
    new CfnWebACLAssociation(stack, 'FirewallOfPeople', { resourceArn: pool.userPoolArn, webAclArn: before.attrArn })
  }

  if (stage.trail) signInTrail(stack, stage)

  for (const [precedence, groupName] of staffRoles.entries()) {
    new CfnUserPoolGroup(stack, groupName, { userPoolId: pool.userPoolId, groupName, precedence })
  }

  for (const [name, record] of triggeredBy('userPool', registry)) {
    // Cognito waits five seconds for a trigger.
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
 * Allows a function to end people's sessions at the pool. In a policy of its own: the pool depends on its triggers, and
 * they on the default policy of their role.
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
