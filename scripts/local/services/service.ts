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

/** A service of the local cloud; all are in `list.ts`. */
export type Service = {
  /** The resource types that it acts on. */
  types: Record<string, ResourceType>
  /** What it keeps in the data folder, by name: `--fresh` removes it. */
  keeps?: readonly string[]
  /** Its API as the SDK calls it, if functions may call it. */
  api?: (assembly: Assembly) => Api
  /** Opens what it keeps, once. What takes time is waited for in `serve`. */
  start: (context: CloudContext) => Promise<Running>
}

/** The API of a service, for the gate that receives the functions' calls of AWS. */
export type Api = {
  owns: (call: Call) => boolean
  protocol: (call: Call) => Protocol
  /** What a call needs of its caller's role; undefined for an operation that is not known here. */
  needs: (call: Call) => Promise<Understood | undefined>
}

export type Understood = {
  needs: Need[]
  /** Everybody may make this call, signed or not. */
  open?: boolean
}

/** What all services share while the local cloud runs. */
export type CloudContext = {
  dataDir: string
  /** Tables end with this process, and no write of theirs waits for a disk. */
  tablesInMemory?: boolean
  clock: Clock
  /** Takes single lines about what goes wrong. */
  log: (line: string) => void
  /** Stands in for the files of the web, in development. */
  web?: DevelopedWeb | undefined
}

/** The synthesized app; it is replaced when its sources change. */
export type App = {
  assembly: Assembly
  policies: Policies
  /** The endpoint of the gate. */
  gate: string
  /** Why a caller may not do something, in a sentence; undefined when it may. For APIs that check by themselves. */
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
  /** Takes connections for a WebSocket API at `/<stage>`. */
  connect: (api: Resource) => Upgrade
  sendToQueue: (queueArn: string, body: string) => Promise<void>
  /** Calls what the schedules say is due. */
  tick: () => Promise<void>
}

export type Running = {
  /** Makes what an app asks for and begins to answer for it. Rejects with a StartError for what it cannot do. */
  serve: (app: App) => Promise<Served> | Served
  /** The value of a secret, for templates that have it worked out before anything is served. */
  secretValue?: (secret: Resource) => string
  close?: () => Promise<void>
}

/** What a service has created for one app. */
export type Served = {
  /** Answers the calls of its API that the gate lets pass. */
  handle?: (call: Call, response: ServerResponse) => Promise<void>
  /** What answers under `/_local/<name>`. */
  mount?: Record<string, Mount>
  /** Answers at the one origin. */
  answer?: (request: HttpRequest) => Promise<HttpAnswer>
  /** Takes connections at the one origin that are to become something else than HTTP. */
  upgrade?: Upgrade
  /** Begins to call functions without being asked; gives what ends that. Only one app may do so at a time. */
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
