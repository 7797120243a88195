import type { ServerResponse } from 'node:http'
import type { ResourceType } from '../assembly/resourceType.ts'
import type { Call } from '../gate/call.ts'
import type { Need } from '../gate/needs.ts'
import type { Protocol } from '../gate/refusal.ts'
import type { HttpRequest, HttpResponse, Origin } from '../http.ts'
import type { Policies } from '../iam/policies.ts'
import type { Assembly, Clock, Invoke, Mount, Resource, Upgrade } from '../types.ts'
import type { DevelopedWeb } from './distribution/site.ts'
import type { Buckets } from './s3/buckets.ts'
import type { MailService } from './ses/mail.ts'

/** A service of the local cloud; all are in `list.ts`. */
export type Service = {
  /** The resource types that it implements. */
  types: Record<string, ResourceType>
  /** What it stores in the data folder, by name: `--fresh` deletes it. */
  dataFiles?: readonly string[]
  /** Its API as the SDK calls it, if functions may call it. */
  api?: (assembly: Assembly) => Api
  /** Opens what it keeps, once. What takes time is waited for in `serve`. */
  start: (context: CloudContext) => Promise<RunningService>
}

/** The API of a service, for the gate that receives the functions' calls of AWS. */
export type Api = {
  owns: (call: Call) => boolean
  protocol: (call: Call) => Protocol
  /** The permissions that a call needs; undefined for an unsupported operation. */
  needs: (call: Call) => Promise<CallNeeds | undefined>
}

export type CallNeeds = {
  needs: Need[]
  /** Anyone may make this call, signed or not. */
  open?: boolean
}

/** What all services share while the local cloud runs. */
export type CloudContext = {
  dataDir: string
  /** Tables are lost when this process ends, and writes do not wait for a disk. */
  tablesInMemory?: boolean
  clock: Clock
  /** Receives single lines about errors. */
  log: (line: string) => void
  /** Replaces the built files of the web during development. */
  web?: DevelopedWeb | undefined
}

/** The synthesized app; it is replaced when its sources change. */
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

/** The functions that services call of each other. Each service sets its own when it starts an app. */
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

export type RunningService = {
  /** Creates what an app needs and starts to serve it. Rejects with a StartError for what is not supported. */
  serve: (app: App) => Promise<ServedService> | ServedService
  /** The value of a secret, for templates that are evaluated before anything is served. */
  secretValue?: (secret: Resource) => string
  close?: () => Promise<void>
}

/** What a service has created for one app. */
export type ServedService = {
  /** Answers the calls of its API that the gate has allowed. */
  handle?: (call: Call, response: ServerResponse) => Promise<void>
  /** Handlers under `/_local/<name>`. */
  mount?: Record<string, Mount>
  /** Answers requests at the main origin. */
  answer?: (request: HttpRequest) => Promise<HttpResponse>
  /** Handles connection upgrades at the main origin. */
  upgrade?: Upgrade
  /** Starts to invoke functions on its own; returns a function that stops that. Only one app may do so at a time. */
  listen?: () => Promise<() => Promise<void>>
  close?: () => Promise<void>
}

/** Offers without any function yet; using one before it is set throws. */
export const newOffers = (): Offers =>
  new Proxy({} as Offers, {
    get(made, offer) {
      if (Reflect.has(made, offer)) return Reflect.get(made, offer) as unknown
      throw new Error(`No service offers ${String(offer)} yet: is it after its user in scripts/local/services/list.ts?`)
    },
  })
