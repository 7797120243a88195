import { RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { OutsideName } from '#functions/registry.ts'

/** Everything runs in one region: CloudFront takes certificates from this one only, and one region is one bill to read. */
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

/** How one stage differs from the others. Nothing else does. */
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
  outside: Readonly<Record<OutsideName, string>>
  /**
   * What the gateway lets through: requests a second, and at once. The routes that are open to anyone have a quarter of it together, in
   * equal parts; those of links in mail another quarter, and programs a tenth: see api.ts.
   */
  throttle: { rate: number; burst: number }
  /**
   * How many calls at the providers’ own address are worked on at once. Nothing throttles that address, which anybody can call: without
   * a bound it takes all of the account's concurrent executions, of which AWS keeps 100 unreserved. Providers call again.
   */
  providersAtOnce?: number
}

// Stripe tells by the key whether money is real, the others by the address.
const outside = {
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
    outside,
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
    outside,
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
    outside: { ...outside, paypal: 'https://api-m.paypal.com', fluidpay: 'https://app.fluidpay.com' },
    // A full Saturday asks 1,076 a second: see RUNBOOK.md.
    throttle: { rate: 2400, burst: 4800 },
    // That Saturday has four payments a second, each with three calls of a third of a second: four at once.
    providersAtOnce: 50,
  },
}

/** The stage of that name; throws with the names there are. */
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

/** What a stage's functions and queues are called: a function and the queue that it works off have the same name. */
export const resourceName = ({ name: stage }: Stage, name: string): string => `touchline-${stage}-${name}`

/** Where the faults of a function are counted that it has caught itself: see functions/runtime/faultLine.ts. */
export const faultsOf = ({ name: stage }: Stage, name: string) => ({
  metricNamespace: `Touchline/${stage}`,
  metricName: `${name}-faults`,
})

/** What the gateway of a stage is called. */
export const gatewayName = (stage: Stage): string => resourceName(stage, 'api')

/** What whoever runs a stage calls our secret at a provider, in Secrets Manager. */
export const outsideSecretName = (stage: Stage, name: OutsideName): string => `touchline/${stage.name}/${name}`
