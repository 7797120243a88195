import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** The time in the local cloud. Tests set it; everything that needs the time uses it. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number
  /** Sets the time to an instant, from which it continues; `undefined` restores the real time. */
  set(instant: string | undefined): void
}

/** A resource of the assembly as in the template: its properties still contain intrinsics. */
export type Resource = {
  stack: string
  logicalId: string
  type: string
  properties: Record<string, unknown>
}

/** The synthesized CDK app: all stacks of a stage, read as CloudFormation would. */
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

/** Invokes a function of the assembly by its resource; rejects with the function's own error, or on its timeout. */
export type Invoke = (lambda: Resource, event: unknown) => Promise<unknown>

/**
 * Handles a request from the main origin or the gate. `path` starts with `/`, without the prefix under which the
 * handler is mounted.
 */
export type Handle = (request: IncomingMessage, response: ServerResponse, path: string) => Promise<void>

/** Takes over a connection that is upgraded from HTTP. */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer, path: string) => void

/** Handlers under `/_local/<name>`. Pages of other origins are refused unless it is `open`. */
export type Mount = { handle?: Handle; upgrade?: Upgrade; open?: boolean }

/** An outgoing e-mail: the raw MIME text, and its actual recipients. */
export type Mail = {
  from: string
  to: string[]
  raw: string
  configurationSet?: string
  /** The sender's tags, which SES includes in events about the mail. */
  tags?: Record<string, string>
}

/** The kinds of faults of a function's call; the order is fixed, so that a seed keeps producing the same faults. */
export const faultKinds = ['throttle', 'conflict', 'reset', 'lostReply', 'fail', 'slow'] as const
/** The services whose calls can get faults: AWS services by their name in signatures, and provider stand-ins. */
export const struckServices = ['dynamodb', 'sqs', 's3', 'ses', 'stripe', 'paypal', 'fluidpay'] as const
export type StruckService = (typeof struckServices)[number]

/**
 * The faults that a test wants. The same seed gives the same faults in the same order. Each share is between 0 and 1;
 * `services` names the services that get faults, only the table's if left out, and `operations` limits them to e.g.
 * `UpdateItem`.
 */
export type Faults = Partial<Record<(typeof faultKinds)[number], number>> & {
  seed: number
  services?: StruckService[]
  operations?: string[]
}
