import type { ServerResponse } from 'node:http'
import type { ResourceType } from '../assembly/resourceType.ts'
import type { Call } from '../gate/call.ts'
import type { Need } from '../gate/needs.ts'
import type { Protocol } from '../gate/refusal.ts'
import type { HttpAnswer, HttpRequest, Origin } from '../http.ts'
import type { Policies } from '../iam/policies.ts'
import type { Assembly, Clock, Invoke, Mount, Resource, Upgrade } from '../types.ts'
import type { DevelopedWeb } from './distribution/site.ts'
import type { Buckets } from './s3/buckets.ts'
import type { MailService } from './ses/mail.ts'

/** An AWS service of the local cloud. `list.ts` lists all of them. */
export type Service = {
  /** The resource types that it implements. */
  types: Record<string, ResourceType>
  /** What it stores in the data folder, by name: `--fresh` deletes it. */
  keeps?: readonly string[]
  /** Its API as the SDK calls it, if functions may call it. */
  api?: (assembly: Assembly) => Api
  /** Opens its stored data, once. Slow work is awaited in `serve`. */
  start: (house: House) => Promise<Running>
}

/** How the gate recognizes and checks calls of a service's API. */
export type Api = {
  owns: (call: Call) => boolean
  protocol: (call: Call) => Protocol
  /** The permissions that a call needs; undefined for an unsupported operation. */
  needs: (call: Call) => Promise<Understood | undefined>
}

export type Understood = {
  needs: Need[]
  /** Anyone may make this call, signed or not. */
  open?: boolean
}

/** What stays the same while the local cloud runs. */
export type House = {
  dataDir: string
  /** Tables are lost when this process ends, and writes do not wait for a disk. */
  tablesInMemory?: boolean
  clock: Clock
  /** Receives single lines about errors. */
  log: (line: string) => void
  /** Replaces the built files of the web during development. */
  web?: DevelopedWeb | undefined
}

/** A synthesized app; it is replaced when its sources change. */
export type App = {
  assembly: Assembly
  policies: Policies
  /** The endpoint of the gate. */
  gate: string
  /**
   * Returns a sentence on why a caller may not do something, or undefined if it may. For APIs that check permissions
   * themselves.
   */
  authorize: (accessKeyId: string, action: string, resource: string) => string | undefined
  offers: Offers
}

/**
 * What services provide to each other. Each adds its own when it serves an app, and looks up those of others when it is
 * called.
 */
export type Offers = {
  invoke: Invoke
  reloadFunctions: (functionName?: string) => void
  mail: MailService
  buckets: Buckets
  /** The public keys of a user pool. */
  jwks: (poolId: string) => unknown
  httpApi: (api: Resource) => Origin
  /** Handles connections for a WebSocket API at `/<stage>`. */
  connect: (api: Resource) => Upgrade
  sendToQueue: (queueArn: string, body: string) => Promise<void>
  /** Invokes schedules that are due. */
  tick: () => Promise<void>
}

export type Running = {
  /** Creates what an app needs and starts to serve it. Rejects with a StartError for what is not supported. */
  serve: (app: App) => Promise<Served> | Served
  /** The value of a secret, for templates that are evaluated before anything is served. */
  secretValue?: (secret: Resource) => string
  close?: () => Promise<void>
}

/** What a service does for one app. */
export type Served = {
  /** Answers the calls of its API that the gate has allowed. */
  handle?: (call: Call, response: ServerResponse) => Promise<void>
  /** Handlers under `/_local/<name>`. */
  mount?: Record<string, Mount>
  /** Answers requests at the main origin. */
  answer?: (request: HttpRequest) => Promise<HttpAnswer>
  /** Handles connection upgrades at the main origin. */
  upgrade?: Upgrade
  /** Starts to invoke functions on its own; returns a function that stops that. Only one app may do so at a time. */
  listen?: () => Promise<() => Promise<void>>
  close?: () => Promise<void>
}

/** Offers that do not exist yet; using one too early is a bug. */
export const newOffers = (): Offers =>
  new Proxy({} as Offers, {
    get(made, offer) {
      if (Reflect.has(made, offer)) return Reflect.get(made, offer) as unknown
      throw new Error(`No service offers ${String(offer)} yet: is it after its user in scripts/local/services/list.ts?`)
    },
  })
