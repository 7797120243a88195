import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** The time of the local cloud, which tests can set. All code of the local cloud uses it. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number
  /** Sets the time to an instant, from which it continues; `undefined` restores the real time. */
  set(instant: string | undefined): void
}

/** A resource of the assembly as in its template; its properties may contain intrinsic functions. */
export type Resource = {
  stack: string
  logicalId: string
  type: string
  properties: Record<string, unknown>
}

/** The synthesized CDK app: all stacks of one stage. */
export type Assembly = {
  region: string
  account: string
  resources: readonly Resource[]
  ofType(...types: string[]): Resource[]
  /** Evaluates the intrinsics in a property value (Ref, GetAtt, Sub, Join, ImportValue, dynamic references …). */
  resolve<T = unknown>(stack: string, value: unknown): T
  /** The value of `Ref`: table name, bucket name, user pool id, client id, queue URL … */
  physicalId(resource: Resource): string
  arn(resource: Resource): string
  byArn(arn: string): Resource | undefined
  byLogicalId(stack: string, logicalId: string): Resource | undefined
  /** The folder or file of an asset, by the S3 key in the template. */
  assetPath(stack: string, s3Key: string): string
}

/** Invokes a function of the assembly by its resource; rejects with the function's error, or at its timeout. */
export type Invoke = (lambda: Resource, event: unknown) => Promise<unknown>

/** Handles a request. `path` starts with `/` and lacks the prefix under which the handler is mounted. */
export type Handle = (request: IncomingMessage, response: ServerResponse, path: string) => Promise<void>

/** Handles an HTTP upgrade. */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer, path: string) => void

/** The handlers under `/_local/<name>`. Requests from pages of other origins are refused unless it is `open`. */
export type Mount = { handle?: Handle; upgrade?: Upgrade; open?: boolean }

/** A sent e-mail: the raw MIME message, and the envelope's recipients. */
export type Mail = {
  from: string
  to: string[]
  raw: string
  configurationSet?: string
  /** The sender's tags, which SES includes in events about the mail. */
  tags?: Record<string, string>
}

/** The faults of a function's call; the order is fixed, so that a seed keeps its sequence. */
export const faultKinds = ['throttle', 'conflict', 'reset', 'lostReply', 'fail', 'slow'] as const
/** The services whose calls can fail: AWS services by their signing names, and the stand-ins for providers. */
export const faultableServices = ['dynamodb', 'sqs', 's3', 'ses', 'stripe', 'paypal', 'fluidpay'] as const
export type FaultableService = (typeof faultableServices)[number]

/**
 * The faults to inject, each with a probability from 0 to 1. The same seed gives the same sequence. `services`: whose calls fail, by
 * default only DynamoDB's; `operations` limits them, for example to `UpdateItem`.
 */
export type Faults = Partial<Record<(typeof faultKinds)[number], number>> & {
  seed: number
  services?: FaultableService[]
  operations?: string[]
}
