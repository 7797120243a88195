import { describe, expect, test } from 'vitest'
import { staffRoles } from '#shared/permissions.ts'
import { registry } from '#infra/registry.ts'
import { stages } from '#infra/stages.ts'
import { parts, synthesized, withDomain } from './synthesized.ts'

const prod = synthesized('prod')
const dev = synthesized('dev')

describe('the table', () => {
  const table = prod.one('data', 'AWS::DynamoDB::GlobalTable')

  test('is retained, protected from deletion, and has point-in-time recovery', () => {
    expect(table).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' })
    expect(table.Properties.Replicas).toEqual([
      expect.objectContaining({
        Region: 'us-east-1',
        DeletionProtectionEnabled: true,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      }),
    ])
  })

  test('has its keys, one local and two global indexes, TTL and a stream', () => {
    expect(table.Properties).toMatchObject({
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      LocalSecondaryIndexes: [
        {
          IndexName: 'lsi1',
          KeySchema: [
            { AttributeName: 'pk', KeyType: 'HASH' },
            { AttributeName: 'lsi1sk', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'ALL' },
        },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'gsi1',
          KeySchema: [
            { AttributeName: 'gsi1pk', KeyType: 'HASH' },
            { AttributeName: 'gsi1sk', KeyType: 'RANGE' },
          ],
          Projection: {
            ProjectionType: 'INCLUDE',
            NonKeyAttributes: expect.arrayContaining(['kind', 'status', 'note', 'firstName', 'lastName', 'answeredAt']),
          },
        },
        {
          IndexName: 'gsi2',
          KeySchema: [
            { AttributeName: 'gsi2pk', KeyType: 'HASH' },
            { AttributeName: 'gsi2sk', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'ALL' },
        },
      ],
      TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
      StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
      BillingMode: 'PAY_PER_REQUEST',
    })
  })

  test('has point-in-time recovery in dev too, where it may be deleted', () => {
    const { DeletionPolicy, Properties } = dev.one('data', 'AWS::DynamoDB::GlobalTable')
    expect(DeletionPolicy).toBe('Delete')
    expect(Properties.Replicas[0].DeletionProtectionEnabled).toBe(false)
    expect(Properties.Replicas[0].PointInTimeRecoverySpecification).toEqual({ PointInTimeRecoveryEnabled: true })
  })
})

describe('the media bucket', () => {
  const bucket = prod.one('data', 'AWS::S3::Bucket')

  test('is retained by a deployment, without versioning', () => {
    expect(bucket).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' })
    expect(dev.one('data', 'AWS::S3::Bucket').DeletionPolicy).toBe('Delete')
    expect(bucket.Properties.VersioningConfiguration).toBeUndefined()
  })

  test('is private and encrypted, and expires incomplete uploads', () => {
    const { Properties } = bucket
    expect(Object.values(Properties.PublicAccessBlockConfiguration)).toEqual([true, true, true, true])
    expect(Properties.BucketEncryption).toBeDefined()
    expect(Properties.LifecycleConfiguration.Rules).toEqual([
      { AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 }, Status: 'Enabled' },
      { ExpirationInDays: 1, Prefix: 'incoming/', Status: 'Enabled' },
      { ExpirationInDays: 8, Prefix: 'copies/', Status: 'Enabled' },
    ])
  })

  test('is read only by distributions of this account, by folder, and only over TLS', () => {
    const { Statement } = prod.one('data', 'AWS::S3::BucketPolicy').Properties.PolicyDocument
    const [refused, allowed, harmful, ...others] = Statement
    expect(refused).toMatchObject({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } })
    expect(allowed).toMatchObject({
      Effect: 'Allow',
      Action: 's3:GetObject',
      Principal: { Service: 'cloudfront.amazonaws.com' },
      // AWS sets this key to the requesting resource, as documented for CloudFront.
      Condition: {
        ArnLike: {
          'AWS:SourceArn': { 'Fn::Join': ['', ['arn:aws:cloudfront::', { Ref: 'AWS::AccountId' }, ':distribution/*']] },
        },
      },
    })
    expect(JSON.stringify(allowed.Resource)).toMatch(/\/avatar\/\*"\]\]}$/)
    // Tested in test/infra/malware.test.ts.
    expect(harmful.Effect).toBe('Deny')
    expect(others).toEqual([])
  })
})

describe('user accounts', () => {
  const pool = prod.one('identity', 'AWS::Cognito::UserPool')
  const client = prod.one('identity', 'AWS::Cognito::UserPoolClient')

  test('are retained by a deployment', () => {
    expect(pool).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' })
    expect(pool.Properties.DeletionProtection).toBe('ACTIVE')
    expect(dev.one('identity', 'AWS::Cognito::UserPool').Properties.DeletionProtection).not.toBe('ACTIVE')
  })

  test('sign in with an email address and a long password that is never sent', () => {
    expect(pool.Properties).toMatchObject({
      UsernameAttributes: ['email'],
      AutoVerifiedAttributes: ['email'],
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: false },
      Policies: {
        PasswordPolicy: {
          MinimumLength: 12,
          RequireLowercase: false,
          RequireUppercase: false,
          RequireNumbers: false,
          RequireSymbols: false,
        },
      },
      UserPoolTier: 'ESSENTIALS',
    })
    expect(pool.Properties.Schema).toEqual(
      ['email', 'given_name', 'family_name'].map((Name) => ({ Name, Mutable: true, Required: true })),
    )
    const [session] = prod.ofType('areas', 'AWS::Lambda::Function')
    expect(session?.Properties.Environment.Variables.REFRESH_TOKEN_DAYS).toBe('30')
    expect(client.Properties).toMatchObject({
      ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH'],
      RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 60 },
      AccessTokenValidity: 60,
      RefreshTokenValidity: 30 * 24 * 60,
      EnableTokenRevocation: true,
      PreventUserExistenceErrors: 'ENABLED',
      GenerateSecret: false,
    })
  })

  test('also sign in with a passkey of the stage’s domain, by a separate client', () => {
    const stages = [
      [synthesized(withDomain), 'app.club.example'],
      [synthesized('local'), 'localhost'],
    ] as const
    for (const [stage, name] of stages) {
      const { Policies, ...properties } = stage.one('identity', 'AWS::Cognito::UserPool').Properties
      expect(Policies.SignInPolicy).toEqual({ AllowedFirstAuthFactors: ['PASSWORD', 'WEB_AUTHN'] })
      expect(properties).toMatchObject({
        WebAuthnRelyingPartyID: name,
        WebAuthnUserVerification: 'required',
        MfaConfiguration: 'OPTIONAL',
        EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
      })
      // A single factor, which is AWS's default: with a second factor, the pool does not offer passkeys.
      expect(properties.WebAuthnFactorConfiguration).toBeUndefined()
      const [web, passkeys, more] = stage.ofType('identity', 'AWS::Cognito::UserPoolClient')
      const { ClientName: _web, ExplicitAuthFlows: byPassword, ...rest } = web?.Properties ?? {}
      const { ClientName: _passkeys, ExplicitAuthFlows: byChoice, ...same } = passkeys?.Properties ?? {}
      expect([byPassword, byChoice, more]).toEqual([['ALLOW_USER_SRP_AUTH'], ['ALLOW_USER_AUTH'], undefined])
      expect(same).toEqual(rest)
      // The gateway accepts both clients, and each API function can tell them apart.
      const gates = stage.ofType('api', 'AWS::ApiGatewayV2::Authorizer').map(({ Properties }) => Properties)
      expect(gates.find(({ AuthorizerType }) => AuthorizerType === 'JWT')?.JwtConfiguration.Audience).toHaveLength(2)
      const known = stage.ofType('areas', 'AWS::Lambda::Function').filter(({ id }) => !/^LogRetention|^Custom/.test(id))
      expect(known.length).toBeGreaterThan(10)
      for (const { id, Properties } of known)
        expect([id, JSON.stringify(Properties.Environment.Variables.PASSKEY_CLIENT)]).toEqual([
          id,
          expect.stringContaining('PeoplePasskeys'),
        ])
    }
  })

  test('sign in by password only on a stage without a domain', () => {
    expect(pool.Properties.Policies.SignInPolicy).toBeUndefined()
    expect(pool.Properties.WebAuthnRelyingPartyID).toBeUndefined()
    const [, passkeys] = prod.ofType('identity', 'AWS::Cognito::UserPoolClient')
    expect(passkeys).toBeUndefined()
    for (const { Properties } of prod.ofType('areas', 'AWS::Lambda::Function'))
      expect(Properties.Environment?.Variables.PASSKEY_CLIENT).toBeUndefined()
  })

  test('get a profile when they are confirmed', () => {
    const [confirmed] = prod.ofType('identity', 'AWS::Lambda::Function')
    expect(pool.Properties.LambdaConfig).toEqual({ PostConfirmation: { 'Fn::GetAtt': [confirmed?.id, 'Arn'] } })
    expect(confirmed?.Properties.Timeout).toBeLessThanOrEqual(5)
  })

  test('are signed out at the pool only by two functions', () => {
    const allowed = (['areas', 'api', 'identity', 'workers', 'clock'] as const).flatMap((part) =>
      prod
        .ofType(part, 'AWS::IAM::Policy')
        .filter(({ Properties }) => JSON.stringify(Properties).includes('cognito-idp:AdminUserGlobalSignOut'))
        .map(({ Properties }) => String(Properties.Roles[0].Ref).replace(/role.*/, '')),
    )
    expect(allowed.toSorted()).toEqual(['sessionconfirmed', 'staff'])
    const staff = prod.ofType('areas', 'AWS::Lambda::Function').find(({ id }) => id.startsWith('staff'))
    expect(staff?.Properties.Environment.Variables.USER_POOL_ID).toBeDefined()
  })

  test('of staff are in the contract’s groups', () => {
    const groups = prod.ofType('identity', 'AWS::Cognito::UserPoolGroup')
    expect(groups.map(({ Properties }) => Properties.GroupName)).toEqual([...staffRoles])
  })

  test('receive their code in a mail in both languages', () => {
    const { EmailMessage, EmailSubject } = pool.Properties.VerificationMessageTemplate
    expect(EmailSubject).toBe('Your Touchline code · Tu código de Touchline')
    expect(EmailMessage).toContain('{####}')
  })
})

describe('the trail of sign-ins', () => {
  test('is kept for a year, includes failures, and is validated', () => {
    expect(prod.one('identity', 'AWS::CloudTrail::Trail').Properties).toMatchObject({
      IsLogging: true,
      EnableLogFileValidation: true,
      S3BucketName: { Ref: prod.one('identity', 'AWS::S3::Bucket').id },
      // All management events, including reads; the user pool's sign-ins are such events.
      EventSelectors: [{ IncludeManagementEvents: true, ReadWriteType: 'All' }],
    })
    const { DeletionPolicy, Properties } = prod.one('identity', 'AWS::S3::Bucket')
    expect(DeletionPolicy).toBe('Retain')
    expect(Properties.VersioningConfiguration).toEqual({ Status: 'Enabled' })
    expect(Properties.LifecycleConfiguration.Rules).toEqual([
      { ExpirationInDays: 365, NoncurrentVersionExpiration: { NoncurrentDays: 30 }, Status: 'Enabled' },
    ])
    expect(Object.values(Properties.PublicAccessBlockConfiguration)).toEqual([true, true, true, true])
    expect(dev.ofType('identity', 'AWS::CloudTrail::Trail')).toEqual([])
  })
})

test('keys are generated and retained in Secrets Manager, and functions know only those they use', () => {
  for (const { DeletionPolicy, Properties } of prod.ofType('data', 'AWS::SecretsManager::Secret')) {
    expect(DeletionPolicy).toBe('Retain')
    expect(Properties.GenerateSecretString).toMatchObject({ PasswordLength: 64 })
    expect(Properties.SecretString).toBeUndefined()
  }
  const functions = (['areas', 'api', 'identity', 'workers', 'clock'] as const).flatMap((part) =>
    prod.ofType(part, 'AWS::Lambda::Function'),
  )
  // Except the secret that the distribution sends with every request, which is also in the distribution's settings.
  const origin = (all: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => name !== 'ORIGIN_SECRET'))
  const environments = functions.map(({ Properties }) => origin(Properties.Environment.Variables))
  expect(JSON.stringify(environments)).not.toContain('resolve:secretsmanager')
  for (const { Properties } of functions) {
    const { secrets = [], providers = [] } = registry[Properties.Description.replace('prod: ', '')] ?? {}
    const named = Object.entries(origin(Properties.Environment.Variables)).filter(([name]) => name.endsWith('_SECRET'))
    const ours = secrets.map((name) => [`${name.toUpperCase()}_SECRET`, expect.anything()])
    const theirs = providers.map((name) => [`${name.toUpperCase()}_SECRET`, `touchline/prod/${name}`])
    expect(Object.fromEntries(named)).toEqual(Object.fromEntries([...ours, ...theirs]))
  }
})

test('stateful stacks have termination protection in prod', () => {
  const kept = (of: typeof prod) => of.assembly.stacks.filter(({ terminationProtection }) => terminationProtection)
  expect(kept(prod).map(({ stackName }) => stackName)).toEqual(['touchline-prod-data', 'touchline-prod-identity'])
  expect(kept(dev)).toEqual([])
})

test('synthesis needs no account lookups', () => {
  for (const { environment } of prod.assembly.stacks)
    expect(environment).toMatchObject({ region: 'us-east-1', account: 'unknown-account' })
  expect(prod.assembly.manifest.missing).toBeUndefined()
  expect(stages.prod.retain).toBe(true)
})

test('a deployment prints the buckets that must be emptied before deleting a stage', () => {
  const printed = parts.flatMap((part) => {
    const { Outputs = {} } = dev.assembly.getStackByName(`touchline-dev-${part}`).template
    return Object.entries<{ Value: { Ref?: string } }>(Outputs)
      .filter(([name]) => !name.startsWith('ExportsOutput'))
      .map(([name, { Value }]) => [Value.Ref, name])
  })
  const buckets = parts.flatMap((part) => dev.ofType(part, 'AWS::S3::Bucket'))
  expect(buckets.map(({ id }) => new Map(printed as [string, string][]).get(id))).toEqual(['MediaBucket', 'WebBucket'])
})
