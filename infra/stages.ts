import { RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { OutsideName } from '#functions/registry.ts'

/** Everything runs in one region: CloudFront accepts certificates from this one only, and there is one bill to read. */
export const region = 'us-east-1'

export const stageNames = ['local', 'dev', 'prod'] as const
export type StageName = (typeof stageNames)[number]

/** The product's own domain. Its zone is in Route 53 of the same account. */
export type Domain = {
  /** The site's host name, e.g. `app.example.org`; mail is sent from this name too. */
  name: string
  /** The hosted zone that contains it, e.g. `example.org`. */
  zone: string
  /** Name of the SSM parameter that holds the zone's id, so that no account-specific id is in the repository. */
  zoneIdParameter: string
}

/** Everything in which stages differ. */
export type Stage = {
  name: StageName
  /** Without a domain the distribution's own host name is used, and Cognito sends its own mail (50 a day). */
  domain?: Domain
  /**
   * The sender of mail, e.g. `Touchline <no-reply@app.example.org>` with the domain's name. A stage without a domain mails from
   * `withoutDomain`, an address that you read, because AWS asks it once to confirm; with neither it sends no mail, and people
   * find the notices in Touchline.
   */
  mailFrom: { name: string; mailbox: string; withoutDomain?: string }
  /** Support address in the account menu; without it, the menu does not offer support. */
  supportEmail?: string
  /** Receives alarms; AWS asks this address once to confirm. */
  alarmEmail?: string
  /** Keeps clubs' data and accounts when a stack is deleted, and refuses to delete them. */
  retain: boolean
  /** Our staff cannot act as staff before they have a second factor. */
  staffSecondFactor: boolean
  /** A firewall for distribution and user pool, and an API that only answers requests through the distribution. */
  firewall: boolean
  /** Keeps sign-ins and operators' actions for a year; see trail.ts. */
  trail: boolean
  /** A new version of a function that answers requests gets one request in ten first; see canary.ts. */
  canary: boolean
  /** The current version of the distribution's secret; the newest at the first deployment. See README.md. */
  originVersion?: string
  /** Retention of logs. */
  logs: RetentionDays
  /** MB of each function. Lambda allots CPU by memory: below 1024 a cold start is slower and no cheaper. */
  memory: number
  /** Where the providers outside AWS have their APIs. */
  outside: Readonly<Record<OutsideName, string>>
  /**
   * The gateway's throttle: requests a second, and burst. Routes open to anyone share a quarter of it in equal parts, routes of
   * links in mail another quarter, and programs get a tenth: see api.ts.
   */
  throttle: { rate: number; burst: number }
  /**
   * Concurrent executions for providers' webhooks. Their URL is not throttled and anybody can call it: without a limit it would
   * use all of the account's concurrent executions except the 100 that AWS keeps unreserved. Providers retry.
   */
  providersAtOnce?: number
}

// Stripe's key says whether money is real; the others use another URL.
const outside = {
  stripe: 'https://api.stripe.com',
  paypal: 'https://api-m.sandbox.paypal.com',
  fluidpay: 'https://sandbox.fluidpay.com',
}
/** Google's push service, used by Chrome and Android. */
export const pushAddress = 'https://fcm.googleapis.com'
/** Where clubs can try webhooks: a URL of ours that exists on a developer's machine only. */
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
    // A full Saturday has 1,076 requests a second: see RUNBOOK.md.
    throttle: { rate: 2400, burst: 4800 },
    // That Saturday has four payments a second, each with three calls of a third of a second: four at once.
    providersAtOnce: 50,
  },
}

/** The stage of that name; throws an error that lists the names. */
export function stageNamed(name: string): Stage {
  const known = stageNames.find((known) => known === name)
  if (!known) throw new Error(`There is no stage "${name}": choose one of ${stageNames.join(', ')}.`)
  return stages[known]
}

/**
 * The domain (relying party id) that passkeys of a stage are bound to: browsers offer them to pages of that domain only, so
 * changing it makes all of them worthless. Undefined without a domain: the distribution's host name is known only after the
 * user pool is created.
 */
export const passkeyDomain = ({ name, domain }: Pick<Stage, 'name' | 'domain'>): string | undefined =>
  domain?.name ?? (name === 'local' ? 'localhost' : undefined)

/** The name of one of a stage's stacks, e.g. `touchline-prod-web`. */
export const stackName = (
  stage: Stage,
  part: 'data' | 'identity' | 'areas' | 'api' | 'routes' | 'more-routes' | 'web' | 'workers' | 'clock',
) => `touchline-${stage.name}-${part}`

/** The name of a stage's functions and queues; a function and its queue have the same name. */
export const resourceName = ({ name: stage }: Stage, name: string): string => `touchline-${stage}-${name}`

/** The metric of faults that a function has caught itself: see functions/runtime/faultLine.ts. */
export const faultsOf = ({ name: stage }: Stage, name: string) => ({
  metricNamespace: `Touchline/${stage}`,
  metricName: `${name}-faults`,
})

/** The name of a stage's gateway. */
export const gatewayName = (stage: Stage): string => resourceName(stage, 'api')

/** The name in Secrets Manager of our secret for a provider, created by the stage's operator. */
export const outsideSecretName = (stage: Stage, name: OutsideName): string => `touchline/${stage.name}/${name}`
