import { RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { ProviderApi } from '#functions/registry.ts'

/** The only region: CloudFront requires its certificates to be in us-east-1. */
export const region = 'us-east-1'

export const stageNames = ['local', 'dev', 'prod'] as const
export type StageName = (typeof stageNames)[number]

/** A stage's own domain. Its zone is in Route 53 of the same account. */
export type Domain = {
  /** The address of the site, e.g. `app.example.org`; mail is sent from this name too. */
  name: string
  /** The hosted zone that contains it, e.g. `example.org`. */
  zone: string
  /** Name of the SSM parameter that holds the zone's id, so that no id of an account is in the repository. */
  zoneIdParameter: string
}

/** All settings in which stages differ. */
export type Stage = {
  name: StageName
  /** Without one, the distribution's own address is used, and Cognito sends its own mail (50 a day). */
  domain?: Domain
  /**
   * The sender of our mail, e.g. `Touchline <no-reply@app.example.org>`: its domain is `domain.name`. A stage without
   * one mails from `withoutDomain`, an address whose mailbox you can read, because AWS asks it once for confirmation;
   * without either it sends no mail, and people only find their notifications in Touchline.
   */
  mailFrom: { name: string; mailbox: string; withoutDomain?: string }
  /** The address that the account menu offers for help; without one, the menu offers none. */
  supportEmail?: string
  /** Receives the alarms; AWS asks this address once for confirmation. */
  alarmEmail?: string
  /** Keeps clubs' data and accounts when a stack is deleted, and enables deletion protection. */
  retain: boolean
  /** Staff must set up a second factor before they can use their rights. */
  staffSecondFactor: boolean
  /** Puts a firewall in front of the distribution and the user pool, and makes the API answer only the distribution. */
  firewall: boolean
  /** Keeps sign-ins and operators' actions for a year; see trail.ts. */
  trail: boolean
  /** New versions of functions that answer requests get one request in ten first; see canary.ts. */
  canary: boolean
  /** Which version of the distribution’s secret is used; by default the newest at the first deployment. See README.md. */
  originVersion?: string
  /** Retention of logs. */
  logs: RetentionDays
  /** MB of each function. Lambda allots CPU by memory: below 1024, a cold start is slower and no cheaper. */
  memory: number
  /** Where the providers outside AWS have their APIs. */
  providerUrls: Readonly<Record<ProviderApi, string>>
  /**
   * The gateway's throttle: requests per second, and burst. The open routes share a quarter of it, in equal parts;
   * those of links in mail another quarter, and programs a tenth: see api.ts.
   */
  throttle: { rate: number; burst: number }
  /**
   * Reserved concurrency of the webhooks that providers call. Nothing throttles their address, which is public: without
   * a limit, it could take all of the account's concurrent executions, of which AWS keeps 100 unreserved. Providers
   * retry.
   */
  webhookConcurrency?: number
}

// Stripe tells by the key whether money is real, the others by the address.
const providerUrls = {
  stripe: 'https://api.stripe.com',
  paypal: 'https://api-m.sandbox.paypal.com',
  fluidpay: 'https://sandbox.fluidpay.com',
}
/** Google’s push service, which Chrome and Android use. */
export const pushAddress = 'https://fcm.googleapis.com'
/** A webhook address on which clubs can try deliveries; it only exists on a developer’s own machine. */
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
  const stageName = stageNames.find((stageName) => stageName === name)
  if (!stageName) throw new Error(`There is no stage "${name}": choose one of ${stageNames.join(', ')}.`)
  return stages[stageName]
}

/**
 * The domain that a stage's passkeys belong to. Browsers offer them to pages of that domain only, so changing it makes
 * all of them worthless. A stage without a domain has none: the distribution's own address is only known after the user
 * pool was created.
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
