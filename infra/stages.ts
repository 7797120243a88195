import { RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { ProviderApi } from '#functions/registry.ts'

/** The only region: CloudFront requires its certificates to be in us-east-1. */
export const region = 'us-east-1'

export const stageNames = ['local', 'dev', 'prod'] as const
export type StageName = (typeof stageNames)[number]

/** A club product's own address. Its zone is in Route 53 of the same account. */
export type Domain = {
  /** Where people go, e.g. `app.example.org`; mail is sent from this name too. */
  name: string
  /** The hosted zone that holds it, e.g. `example.org`. */
  zone: string
  /** Name of the SSM parameter that holds the zone's id, so that no id of an account stands in the repository. */
  zoneIdParameter: string
}

/** All settings in which stages differ. */
export type Stage = {
  name: StageName
  /** Without one the distribution's own address serves, and Cognito sends its own mail (50 a day). */
  domain?: Domain
  /**
   * Who our mail is from, e.g. `Touchline <no-reply@app.example.org>`: the domain is `domain.name`. A stage without one
   * mails from `withoutDomain`, an address that you read, for AWS asks it once whether it agrees; without either it mails
   * nothing, and people find in Touchline what they would have been told.
   */
  mailFrom: { name: string; mailbox: string; withoutDomain?: string }
  /** Where people write who need help, from the account menu; without one it does not offer that. */
  supportEmail?: string
  /** Who is told of alarms; AWS asks that address once whether it agrees. */
  alarmEmail?: string
  /** Keeps clubs' data and accounts when a stack is deleted, and refuses to delete them. */
  retain: boolean
  /** Our own people do nothing as such before they have a second factor. */
  staffSecondFactor: boolean
  /** A firewall before the distribution and the user pool, and an API that answers through the distribution alone. */
  firewall: boolean
  /** Who signs in, and what operators do, is kept for a year; see trail.ts. */
  trail: boolean
  /** A new version of what answers requests gets one in ten first; see canary.ts. */
  canary: boolean
  /** Which version of the distribution’s secret counts; the newest at the first deployment. See README.md. */
  originVersion?: string
  /** How long logs are kept. */
  logs: RetentionDays
  /** MB of each function. Lambda gives CPU by memory: below 1024 a cold start is slower and no cheaper. */
  memory: number
  /** Where the providers outside AWS have their APIs. */
  providerUrls: Readonly<Record<ProviderApi, string>>
  /**
   * What the gateway lets through: requests a second, and at once. The routes that are open to anyone have a quarter of it together, in
   * equal parts; those of links in mail another quarter, and programs a tenth: see api.ts.
   */
  throttle: { rate: number; burst: number }
  /**
   * How many calls at the providers’ own address are worked on at once. Nothing throttles that address, which anybody can call: without
   * a bound it takes all of the account's concurrent executions, of which AWS keeps 100 unreserved. Providers call again.
   */
  webhookConcurrency?: number
}

// Stripe tells by the key whether money is real, the others by the address.
const providerUrls = {
  stripe: 'https://api.stripe.com',
  paypal: 'https://api-m.sandbox.paypal.com',
  fluidpay: 'https://sandbox.fluidpay.com',
}
/** Google’s push service, by which Chrome and Android are told. */
export const pushAddress = 'https://fcm.googleapis.com'
/** Where clubs try what they are told of changes: an address of ours that is there on a developer’s own machine. */
export const webhooksAddress = 'https://webhooks.touchline.example'
const mailFrom = { name: 'Touchline', mailbox: 'no-reply' }

export const stages: Record<StageName, Stage> = {
  local: {
    name: 'local',
    mailFrom: { ...mailFrom, withoutDomain: 'no-reply@touchline.test' },
    supportEmail: 'support@touchline.test',
    staffSecondFactor: false,
    firewall: false,
    trail: false,
    canary: false,
    retain: false,
    logs: RetentionDays.ONE_WEEK,
    memory: 1024,
    providerUrls,
    throttle: { rate: 1000, burst: 2000 },
  },
  dev: {
    name: 'dev',
    mailFrom,
    staffSecondFactor: true,
    firewall: false,
    trail: false,
    canary: false,
    retain: false,
    logs: RetentionDays.ONE_WEEK,
    memory: 1024,
    providerUrls,
    throttle: { rate: 50, burst: 100 },
  },
  prod: {
    name: 'prod',
    mailFrom,
    staffSecondFactor: true,
    firewall: true,
    trail: true,
    canary: true,
    retain: true,
    logs: RetentionDays.THREE_MONTHS,
    memory: 1024,
    providerUrls: { ...providerUrls, paypal: 'https://api-m.paypal.com', fluidpay: 'https://app.fluidpay.com' },
    // A full Saturday asks 1,076 a second: see RUNBOOK.md.
    throttle: { rate: 2400, burst: 4800 },
    // That Saturday has four payments a second, each with three calls of a third of a second: four at once.
    webhookConcurrency: 50,
  },
}

/** The stage with this name. Throws for an unknown one, with the known names. */
export function stageNamed(name: string): Stage {
  const known = stageNames.find((known) => known === name)
  if (!known) throw new Error(`There is no stage "${name}": choose one of ${stageNames.join(', ')}.`)
  return stages[known]
}

/**
 * What people's passkeys of a stage are kept under: browsers give them to pages of that domain alone, so another domain makes all of
 * them worthless. A stage without a domain has none: its distribution's own address is known only after the user pool is made.
 */
export const passkeyDomain = ({ name, domain }: Pick<Stage, 'name' | 'domain'>): string | undefined =>
  domain?.name ?? (name === 'local' ? 'localhost' : undefined)

/** The name of one of a stage's stacks, e.g. `touchline-prod-web`. */
export const stackName = (
  stage: Stage,
  part: 'data' | 'identity' | 'areas' | 'api' | 'routes' | 'more-routes' | 'web' | 'workers' | 'clock',
) => `touchline-${stage.name}-${part}`

/** The name of a stage's function, and of the queue that it consumes. */
export const resourceName = ({ name: stage }: Stage, name: string): string => `touchline-${stage}-${name}`

/** The metric of faults that a function has caught and logged: see functions/runtime/faultLine.ts. */
export const faultsOf = ({ name: stage }: Stage, name: string) => ({
  metricNamespace: `Touchline/${stage}`,
  metricName: `${name}-faults`,
})

/** The name of a stage's API Gateway. */
export const gatewayName = (stage: Stage): string => resourceName(stage, 'api')

/** The name, in Secrets Manager, of a provider's secret, which an operator creates. */
export const providerSecretName = (stage: Stage, name: ProviderApi): string => `touchline/${stage.name}/${name}`
