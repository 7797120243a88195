import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** The time it is in the local cloud. Tests set it; everything that asks for the time asks here. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number
  /** Sets the time to an instant from which it goes on; `undefined` gives the real time back. */
  set(instant: string | undefined): void
}

/** One resource of the assembly, as the template has it: its properties still hold intrinsics. */
export type Resource = {
  stack: string
  logicalId: string
  type: string
  properties: Record<string, unknown>
}

/** The synthesized CDK app: every stack of one stage, read as CloudFormation would. */
export type Assembly = {
  region: string
  account: string
  resources: readonly Resource[]
  ofType(...types: string[]): Resource[]
  /** A property value with its intrinsics (Ref, GetAtt, Sub, Join, ImportValue, dynamic references …) worked out. */
  resolve<T = unknown>(stack: string, value: unknown): T
  /** What `Ref` gives: table name, bucket name, user pool id, client id, queue URL … */
  physicalId(resource: Resource): string
  arn(resource: Resource): string
  byArn(arn: string): Resource | undefined
  byLogicalId(stack: string, logicalId: string): Resource | undefined
  /** The folder or file of an asset, by the S3 key that the template names. */
  assetPath(stack: string, s3Key: string): string
}

/** Calls a function of the assembly by its resource; rejects with the function's own error, or on its timeout. */
export type Invoke = (lambda: Resource, event: unknown) => Promise<unknown>

/** Answers a request that the one origin or the gate handed on. `path` starts with `/`, without the prefix it was found under. */
export type Handle = (request: IncomingMessage, response: ServerResponse, path: string) => Promise<void>

/** Takes over a connection that is to become something else than HTTP. */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer, path: string) => void

/** What answers under `/_local/<name>`. Pages of other origins are refused unless it is `open`. */
export type Mount = { handle?: Handle; upgrade?: Upgrade; open?: boolean }

/** An e-mail as it leaves: the raw MIME text, and who it really goes to. */
export type Mail = {
  from: string
  to: string[]
  raw: string
  configurationSet?: string
  /** What its sender calls it, for who is told what becomes of it. */
  tags?: Record<string, string>
}

/** What can happen to a call of a function; in this order, so that a seed goes on giving what it gave. */
export const faultKinds = ['throttle', 'conflict', 'reset', 'lostReply', 'fail', 'slow'] as const
/** Whose calls can be struck: AWS's services as signatures name them, and what stands in for providers. */
export const struckServices = ['dynamodb', 'sqs', 's3', 'ses', 'stripe', 'paypal', 'fluidpay'] as const
export type StruckService = (typeof struckServices)[number]

/**
 * Faults that tests ask for. The same seed gives the same faults in the same order. Each share is between 0 and 1;
 * `services` names whose calls are struck, the table's alone if left out, and `operations` limits them to e.g. `UpdateItem`.
 */
export type Faults = Partial<Record<(typeof faultKinds)[number], number>> & {
  seed: number
  services?: StruckService[]
  operations?: string[]
}
