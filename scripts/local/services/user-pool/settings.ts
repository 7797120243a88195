import type { PasswordPolicy } from './password-policy.ts'

/** The template's settings of a pool that affect people who sign in. */
export type PoolSettings = {
  password: PasswordPolicy
  temporaryPasswordDays: number
  schema: Map<string, AttributeRule>
  selfSignUp: boolean
  /** Whether the pool sends a code to a new e-mail address automatically. */
  verifiesEmail: boolean
  /** Whether the old address stays in use until a new one is confirmed. */
  keepsEmail: boolean
  /** Whether people may use an authenticator app as a second factor. */
  takesApps: boolean
  /** Whether people may sign in with passkeys: their domain, and whether the device must verify the user. */
  passkeys: { domain: string | undefined; verified: boolean } | undefined
  verification: Template
  invitation: Template
  mail: { from: string; replyTo?: string; configurationSet?: string }
}

type AttributeRule = { required: boolean; minLength: number; maxLength: number }
export type Template = { subject: string; message: string }

/** The template's settings of an app client; durations in seconds. */
export type ClientSettings = {
  flows: string[]
  hidesWhoExists: boolean
  accessToken: number
  idToken: number
  refreshToken: number
  challengeSeconds: number
  canRevoke: boolean
  /** How long a refresh token stays valid after it was exchanged, in seconds; undefined without rotation. */
  rotates: number | undefined
  canRead: string[] | undefined
  canWrite: string[] | undefined
}

type Properties = Record<string, unknown>

const standardAttributes =
  `sub name given_name family_name middle_name nickname preferred_username profile picture website
  email email_verified gender birthdate zoneinfo locale phone_number phone_number_verified address updated_at`.split(
    /\s+/,
  )

/** Properties that are either implemented below or have no noticeable effect locally. */
const poolKnows = `UserPoolName Policies Schema UsernameAttributes UsernameConfiguration AutoVerifiedAttributes
  VerificationMessageTemplate EmailVerificationMessage EmailVerificationSubject SmsVerificationMessage
  AdminCreateUserConfig EmailConfiguration LambdaConfig AccountRecoverySetting DeletionProtection UserPoolTags
  UserPoolTier UserAttributeUpdateSettings MfaConfiguration EnabledMfas WebAuthnRelyingPartyID
  WebAuthnUserVerification WebAuthnFactorConfiguration`.split(/\s+/)
const clientProperties =
  `ClientName UserPoolId ExplicitAuthFlows AccessTokenValidity IdTokenValidity RefreshTokenValidity
  TokenValidityUnits AuthSessionValidity PreventUserExistenceErrors EnableTokenRevocation GenerateSecret ReadAttributes
  WriteAttributes SupportedIdentityProviders AllowedOAuthFlows AllowedOAuthFlowsUserPoolClient AllowedOAuthScopes
  CallbackURLs LogoutURLs DefaultRedirectURI RefreshTokenRotation`.split(/\s+/)

/** Throws, with a plain sentence, for what the local user pool does not support, so that nothing in a template is ignored. */
export function poolSettings(id: string, properties: Properties): PoolSettings {
  const refuse = refusalsFor(`The user pool ${id}`)
  refuse.unknown(properties, poolKnows)
  const usernames = (properties.UsernameAttributes ?? []) as string[]
  if (usernames.length !== 1 || usernames[0] !== 'email') refuse('signs in by something else than an e-mail address')
  if (toProperties(properties.UsernameConfiguration).CaseSensitive === true)
    refuse('tells e-mail addresses apart by case')
  if (properties.MfaConfiguration === 'ON') refuse('requires a second factor')
  const verification = toProperties(properties.VerificationMessageTemplate)
  if (verification.DefaultEmailOption === 'CONFIRM_WITH_LINK') refuse('confirms by link')
  const policies = toProperties(properties.Policies)
  const password = toProperties(policies.PasswordPolicy)
  const factors = (toProperties(policies.SignInPolicy).AllowedFirstAuthFactors ?? ['PASSWORD']) as string[]
  for (const factor of factors) if (factor !== 'PASSWORD' && factor !== 'WEB_AUTHN') refuse(`signs in by ${factor}`)
  if (properties.WebAuthnFactorConfiguration === 'MULTI_FACTOR_WITH_USER_VERIFICATION')
    refuse('takes a passkey for two factors')
  const admin = toProperties(properties.AdminCreateUserConfig)
  const invitation = toProperties(admin.InviteMessageTemplate)
  const mail = toProperties(properties.EmailConfiguration)
  return {
    password: {
      minimumLength: Number(password.MinimumLength ?? 8),
      requireUppercase: isTrue(password.RequireUppercase ?? !policies.PasswordPolicy),
      requireLowercase: isTrue(password.RequireLowercase ?? !policies.PasswordPolicy),
      requireNumbers: isTrue(password.RequireNumbers ?? !policies.PasswordPolicy),
      requireSymbols: isTrue(password.RequireSymbols ?? !policies.PasswordPolicy),
    },
    temporaryPasswordDays: Number(password.TemporaryPasswordValidityDays ?? 7),
    schema: schemaOf((properties.Schema ?? []) as Properties[]),
    selfSignUp: !isTrue(admin.AllowAdminCreateUserOnly),
    verifiesEmail: ((properties.AutoVerifiedAttributes ?? []) as string[]).includes('email'),
    keepsEmail: (
      (toProperties(properties.UserAttributeUpdateSettings).AttributesRequireVerificationBeforeUpdate ?? []) as string[]
    ).includes('email'),
    takesApps:
      properties.MfaConfiguration === 'OPTIONAL' &&
      ((properties.EnabledMfas ?? []) as string[]).includes('SOFTWARE_TOKEN_MFA'),
    passkeys: factors.includes('WEB_AUTHN')
      ? {
          domain: properties.WebAuthnRelyingPartyID as string | undefined,
          verified: properties.WebAuthnUserVerification === 'required',
        }
      : undefined,
    verification: {
      subject: text(verification.EmailSubject ?? properties.EmailVerificationSubject, 'Your verification code'),
      message: text(
        verification.EmailMessage ?? properties.EmailVerificationMessage,
        'Your confirmation code is {####}',
      ),
    },
    invitation: {
      subject: text(invitation.EmailSubject, 'Your temporary password'),
      message: text(invitation.EmailMessage, 'Your username is {username} and temporary password is {####}.'),
    },
    mail: {
      from: text(mail.From, 'no-reply@verificationemail.com'),
      ...(mail.ReplyToEmailAddress ? { replyTo: text(mail.ReplyToEmailAddress, '') } : {}),
      ...(mail.ConfigurationSet ? { configurationSet: text(mail.ConfigurationSet, '') } : {}),
    },
  }
}

/** The same for an app client. */
export function clientSettings(id: string, properties: Properties): ClientSettings {
  const refuse = refusalsFor(`The user pool client ${id}`)
  refuse.unknown(properties, clientProperties)
  if (isTrue(properties.GenerateSecret)) refuse('has a secret')
  const flows = (properties.ExplicitAuthFlows ?? ['ALLOW_REFRESH_TOKEN_AUTH', 'ALLOW_USER_SRP_AUTH']) as string[]
  for (const flow of ['ALLOW_CUSTOM_AUTH', 'ALLOW_ADMIN_USER_PASSWORD_AUTH']) {
    if (flows.includes(flow)) refuse(`allows ${flow}`)
  }
  const units = toProperties(properties.TokenValidityUnits)
  const rotation = toProperties(properties.RefreshTokenRotation)
  if (rotation.Feature === 'ENABLED' && flows.includes('ALLOW_REFRESH_TOKEN_AUTH'))
    refuse('rotates refresh tokens and renews without')
  const seconds = (value: unknown, unit: unknown, fallback: [number, string]) =>
    Number(value ?? fallback[0]) * secondsPer(text(value === undefined ? fallback[1] : unit, fallback[1]))
  return {
    flows,
    hidesWhoExists: properties.PreventUserExistenceErrors === 'ENABLED',
    accessToken: seconds(properties.AccessTokenValidity, units.AccessToken, [1, 'hours']),
    idToken: seconds(properties.IdTokenValidity, units.IdToken, [1, 'hours']),
    refreshToken: seconds(properties.RefreshTokenValidity, units.RefreshToken, [30, 'days']),
    challengeSeconds: Number(properties.AuthSessionValidity ?? 3) * 60,
    canRevoke: isTrue(properties.EnableTokenRevocation ?? true),
    rotates: rotation.Feature === 'ENABLED' ? Number(rotation.RetryGracePeriodSeconds ?? 0) : undefined,
    canRead: properties.ReadAttributes as string[] | undefined,
    canWrite: properties.WriteAttributes as string[] | undefined,
  }
}

function schemaOf(declaredAttributes: Properties[]): Map<string, AttributeRule> {
  const schema = new Map<string, AttributeRule>(
    standardAttributes.map((name) => [name, { required: false, minLength: 0, maxLength: 2048 }]),
  )
  for (const each of declaredAttributes) {
    const name = text(each.Name, '')
    const limits = toProperties(each.StringAttributeConstraints)
    schema.set(standardAttributes.includes(name) ? name : `custom:${name}`, {
      required: isTrue(each.Required),
      minLength: Number(limits.MinLength ?? 0),
      maxLength: Number(limits.MaxLength ?? 2048),
    })
  }
  return schema
}

function refusalsFor(subject: string) {
  const refuse = (what: string): never => {
    throw new Error(`${subject} ${what}, which the local cloud does not do.`)
  }
  const refuseUnknown = (properties: Properties, known: string[]) => {
    const unknownName = Object.keys(properties).filter(
      (name) => properties[name] !== undefined && !known.includes(name),
    )
    if (unknownName.length) refuse(`has ${unknownName.join(', ')}`)
  }
  return Object.assign(refuse, { unknown: refuseUnknown })
}

const secondsPer = (unit: string) => ({ seconds: 1, minutes: 60, hours: 3600, days: 86_400 })[unit] ?? 1
const toProperties = (value: unknown) => (value ?? {}) as Properties
// Templates may contain the text "true" where the schema requires a boolean.
const isTrue = (value: unknown) => value === true || value === 'true'
const text = (value: unknown, fallback: string) => (typeof value === 'string' ? value : fallback)
