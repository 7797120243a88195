import type { AreaName } from '#shared/api/index.ts'
import type { IndexName } from './table/indexes.ts'
import type { Kind, map } from './table/map.ts'

/**
 * The types of the records that describe Lambda functions. Each area has a `functions.ts` with a record for each of its
 * functions, by name; infra/registry.ts collects them, and creates bundles, gateway routes, roles, queues, schedules and alarms
 * from them.
 */
export type Functions = Readonly<Record<string, FunctionRecord>>

export type FunctionRecord = {
  /** The entry file: `handler.ts`, or one that ends in `Handler.ts`. It exports `handler`. */
  entry: `functions/${string}/${string}.ts`
  /** What people lose while it fails, in their words: the text of its alarms. */
  loses: string
  on: Trigger
  /** The table partitions whose items it reads, and those whose items it writes. */
  may: { read: readonly Partition[]; write: readonly Partition[] }
  /** The indexes that it queries: local ones for the partitions it reads, others as a whole. */
  indexes?: readonly IndexName[]
  /** What it does to files in a folder of the media bucket, whose name is in MEDIA_BUCKET. */
  media?: Partial<Record<MediaFolder, readonly MediaAction[]>>
  /** Our keys that it signs or seals with. */
  secrets?: readonly SecretName[]
  /**
   * The providers outside AWS whose APIs it calls: the address is in `<NAME>_ADDRESS`, the ARN of our credentials in
   * `<NAME>_SECRET`.
   */
  outside?: readonly OutsideName[]
  /** It posts to clubs' webhook addresses; on a developer's machine, WEBHOOKS_ADDRESS is the stand-in for trying that. */
  webhooks?: true
  /** The functions to whose queues it sends: the addresses are in QUEUES and the name. */
  sends?: readonly string[]
  /**
   * It delays messages by sending them to its own queue again. Switches off Lambda's recursive loop detection, which would stop
   * that after sixteen times.
   */
  putsOff?: true
  /** It writes to open WebSocket connections, through the address in LINES_URL. */
  lines?: true
  /** It deletes accounts from the user pool, whose id is in USER_POOL_ID. */
  accounts?: true
  /** It ends an account's sign-ins at the user pool, whose id is in USER_POOL_ID, or in the pool's event. */
  signsOut?: true
  /** It sends mail, if the stage has a sender address: that is in MAIL_FROM. */
  mail?: true
  /** Its bundle is split: modules loaded by `import()` are separate files beside its index. */
  inParts?: true
  /** Packages whose files it reads at run time: copied to a `node_modules` beside its index. */
  packs?: readonly string[]
  /** In MB; defaults to the stage's. */
  memory?: number
  /** In seconds; the default depends on the trigger. */
  timeout?: number
}

/** What invokes a function. */
type Trigger =
  /** The gateway, for every route of the area's contract. */
  | { api: AreaName }
  /**
   * The gateway, for all requests with an access token; it passes them to the handlers of these areas, and may read what they
   * may.
   */
  | { token: readonly AreaName[] }
  /** The table: each change that matches one of these becomes a message in the function's own queue; see worker.ts. */
  | ({ stream: readonly Watched[] } & Pace)
  /**
   * Its own queue, to which other functions send, or which gets SES's events about our mails, incoming mail, or GuardDuty's
   * findings of malware in the media bucket.
   */
  | ({ queue: true; hears?: 'mail' | 'replies' | 'harmful' } & Pace)
  /** A schedule: `rate(1 hour)`, `cron(0 6 * * ? *)` in UTC. */
  | { schedule: `rate(${string})` | `cron(${string})` }
  /** A public URL of its own that serves the area's contract: for calls from providers. */
  | { url: AreaName }
  /** The WebSocket API: its authorizer, or its messages. */
  | { socket: 'authorizer' | 'messages' }
  /** The user pool. */
  | { userPool: 'postConfirmation' }
  /** The table's stream itself. There is one. */
  | { dispatch: true }

export type Pace = {
  /** The most batches processed in parallel; at least 2, default 5. */
  atOnce?: number
  /**
   * Deliveries after which a failing message goes to the dead-letter queue, which raises an alarm; default 7, which takes eleven
   * minutes.
   */
  tries?: number
}

/** A filter on changes in the table: a worker gets a message for each change that matches one of its filters. */
export type Watched = {
  kind: Kind
  /** Only when the item was created, changed or removed; default all. */
  change?: readonly ('created' | 'changed' | 'removed')[]
  /** Only items whose text attribute has this value now. */
  where?: { attribute: string; value: string }
  /** For a change, only if one of these attributes differs. */
  attributes?: readonly string[]
  /** The message says who wrote, and which attributes differ; for the listed ones also their values before and after. */
  tells?: readonly string[]
}

/** The prefixes of the table's partition keys, up to the `#`; see table/map.ts. */
export type Partition = (typeof map)[Kind][0] extends infer Line
  ? Line extends `${infer P}#${string}`
    ? P
    : never
  : never

/** Partitions whose items are only added, never changed or removed: no function has the right to. */
export const appendOnly = ['LEDGER', 'AUDIT'] as const satisfies readonly Partition[]

/** The local secondary indexes. */
export const localIndexes = ['lsi1'] as const satisfies readonly IndexName[]

/** Folders of the media bucket that anyone who knows a URL may read: people's pictures. */
export const openFolders = ['avatar'] as const
/** Folders accessed through signed URLs: incoming files, kept files, and copies of people's data. */
export const signedFolders = ['incoming', 'files', 'copies'] as const
/** Folders with uploads that others may open: scanned for malware. */
export const scannedFolders = ['avatar', 'files'] as const
/** Each is served under a path of its name. */
export const mediaFolders = [...openFolders, ...signedFolders] as const
export type MediaFolder = (typeof mediaFolders)[number]
/** `parts`: lists the uploaded parts of a file; uploading a part is `put`. */
export type MediaAction = 'put' | 'get' | 'delete' | 'parts'

/**
 * Our signing keys: for links in mail, cursors of paged lists, and push services. `seals`: the keys that encrypt secrets stored
 * in the table.
 */
export type SecretName = 'links' | 'cursors' | 'push' | 'seals'

/**
 * Providers outside AWS whose APIs we call. Our credentials are created in Secrets Manager as `touchline/<stage>/<name>`;
 * functions/providers/keys.ts says what they contain.
 */
export type OutsideName = 'stripe' | 'paypal' | 'fluidpay'
